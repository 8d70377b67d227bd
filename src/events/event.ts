import type { Status } from '#contract/codes.ts'
import type { Lang } from '#contract/languages.ts'
import type { Phrases } from '#contract/phrases.ts'

/** Who did it; nobody on the command line. */
export interface EventActor {
  readonly personId: number | null
  readonly memberId: number | null
  /** The member who made the receipt by which it was done, where the visitor may not be the one who holds it. */
  readonly receiptBy?: string
  /** The members who joined the ticket of that receipt with this one. */
  readonly joinedBy?: string
}

/** How a receipt came to those who use it. */
export const receiptFacts = ({ receiptBy, joinedBy }: Pick<EventActor, 'receiptBy' | 'joinedBy'>) => ({
  ...(receiptBy === undefined ? {} : { receiptBy }),
  ...(joinedBy === undefined ? {} : { joinedBy }),
})

/** How a ticket stands: before and after a change to it. */
export interface TicketSides {
  readonly status: Status
  readonly confirmed: boolean
  /** Their names, where they are what changed. */
  readonly workers?: readonly string[]
}

interface OfTicket {
  readonly ticket: number
  /** The external ticket system has it, or will. */
  readonly forwarded: boolean
}

interface TicketChange extends OfTicket {
  readonly before: TicketSides
  readonly after: TicketSides
}

interface Written extends OfTicket {
  readonly note: number
  /** It came with a move, whose event tells of it. */
  readonly withMove: boolean
}

interface OfMember {
  readonly member: number
  readonly name: string
}

/** One thing that is described by the same phrase before and after. */
interface Change<Name extends keyof Phrases> {
  readonly id: number
  readonly before?: Phrases[Name]
  readonly after?: Phrases[Name]
}

/**
 * Everything that people do, with the facts that what follows from it needs: ids, codes, names of members. Never what a person
 * wrote and may have erased. What follows is derived, one file each: the operation log, the notes on tickets, live news, deliveries.
 */
export interface Events {
  'ticket.created': OfTicket
  /** `note` is the type of what was said about it at the same time. */
  'ticket.claimed': TicketChange & { readonly note?: number }
  /** `claimed`: it was nobody's before. */
  'ticket.moved': TicketChange & { readonly claimed: boolean; readonly note?: number }
  /** Cancelled because its owner had themselves erased. */
  'ticket.withdrawn': TicketChange
  /** Its owner changed how to be reached. */
  'ticket.contact': OfTicket & Phrases['profile']
  'ticket.retrieved': TicketChange
  /** Somebody had confirmed it too soon, or on the wrong ticket. */
  'ticket.unretrieved': TicketChange
  'ticket.assigned': TicketChange & { readonly name: string; readonly member: number }
  /** `name` is whom somebody else took off it. */
  'ticket.dropped': TicketChange & { readonly name?: string }
  'ticket.commented': Written
  /** An internal note, which members alone see. */
  'ticket.noted': Written
  /** Its device is with the team now. */
  'ticket.received': OfTicket
  /** Its device is somewhere else in the team's hands. */
  'ticket.placed': OfTicket & Phrases['placed']
  'ticket.tagged': OfTicket & Phrases['tagged']
  /** Its owner came to the repair day, or what became of them in the queue. */
  'ticket.queued': OfTicket & Phrases['queued']
  'ticket.called': OfTicket & Phrases['queued']
  /** A new receipt, or none any more. */
  'ticket.receipt': OfTicket & Phrases['receipt']
  /** A visitor's ticket became that of an account. */
  'ticket.adopted': OfTicket
  /** What became of it was said, or corrected. */
  'ticket.outcome': OfTicket & Phrases['outcome']
  'ticket.rated': OfTicket & Phrases['rated']
  /** Another one became part of it. */
  'ticket.merged': OfTicket & { readonly from: number }
  'ticket.unmerged': OfTicket & { readonly from: number }
  /** Nothing happened to it for long, or nobody who works on it can: it is open to all again. */
  'ticket.returned': TicketChange & Phrases['note_returned']
  /** A picture on it that was held was found to be fine, or is removed. */
  'ticket.picture': OfTicket & Phrases['picture_checked']
  /** Somebody looked at something on it that was marked for a look. */
  'ticket.looked': OfTicket & Phrases['looked']
  'ticket.forwarded': OfTicket
  'ticket.forwarded_again': OfTicket
  'tickets.exported': Phrases['exported']
  'data.imported': Phrases['imported']
  'data.import_undone': Phrases['import_undone']
  'data.exported': Phrases['ords_exported']
  'stocktake.done': Phrases['stocktake'] & { readonly id: number }
  'kiosk.changed': Phrases['kiosk']
  'hours.signed': Phrases['signed'] & { readonly line: number }
  /** Work was entered, or a line was written or corrected. */
  'hours.written': Phrases['hour_line'] & { readonly line: number; readonly corrects?: number }
  'hours.decided': Phrases['hours_decided']
  'hours.objected': Phrases['objection'] & { readonly line: number }
  'hours.answered': Phrases['objection_answered'] & { readonly line: number }
  'hours.closed': Phrases['period'] & { readonly period: number }
  'hours.certified': { readonly certificate: number }
  'hours.exported': Phrases['hours_exported']
  'board.changed': Phrases['board_token']
  'duty.written': Change<'situation'> & { readonly beforeId: number }
  'duty.counted': Change<'head_count'>
  'duty.unplanned': Change<'situation'>
  'leave.asked': Change<'leave'>
  'leave.cancelled': Change<'leave'>
  'leave.taken': Change<'leave'>
  'conclusion.written': Change<'conclusion'>
  'roster.created': Change<'roster'>
  'roster.updated': Change<'roster'>
  /** `beforeId` is the one that was current. */
  'roster.activated': Change<'roster'> & { readonly beforeId: number }
  'roster.deleted': Change<'roster'>
  'settings.changed': Change<'settings'>
  'member.invited': OfMember & { readonly admin: boolean }
  'member.updated': Change<'member'>
  'member.removed': Change<'member'>
  'member.logged_in': OfMember & { readonly with: string }
  'member.logged_out': OfMember
  'member.second_factor': OfMember & { readonly on: boolean }
  /** The same about the picture of a member. */
  'member.picture': { readonly member: number } & Phrases['picture_checked']
  'calendar.subscribed': { readonly member: number }
  'calendar.unsubscribed': { readonly member: number }
  'user.logged_in': { readonly user: number; readonly with: string }
  'user.logged_out': { readonly user: number }
  'user.approved': { readonly user: number }
  'user.merged': { readonly user: number }
  'user.updated': { readonly user: number; readonly fields: Phrases['profile']['fields'] }
  'user.language': { readonly user: number; readonly before: Lang | undefined; readonly after: Lang }
  'user.erased': { readonly user: number }
  'feedback.sent': { readonly feedback: number }
  /** The same about what is on no ticket. */
  'content.looked': Phrases['looked'] & { readonly user: number }
}

export type EventKind = keyof Events
export type EventOf<K extends EventKind> = {
  readonly kind: K
  readonly by: EventActor
  readonly at: number
} & Readonly<Events[K]>
export type Event = { [K in EventKind]: EventOf<K> }[EventKind]

/** A function for each kind of event. A kind without one does not compile. */
export type ByKind<Result> = { readonly [K in EventKind]: (event: EventOf<K>) => Result }
export type ForSome<Result> = Partial<ByKind<Result>>

/** What the table's function for this event says; nothing where it has none. */
export function deriveFrom<Result>(table: ForSome<Result>, event: Event): Result | undefined {
  const derive = table[event.kind] as ((event: Event) => Result) | undefined // the one for its kind
  return derive?.(event)
}
