import type { Status } from '#contract/codes.ts'
import type { Lang } from '#contract/languages.ts'
import type { Phrases } from '#contract/phrases.ts'

/** The author of an event. Both are null for the service itself and the command line. */
export interface EventActor {
  readonly personId: number | null
  readonly memberId: number | null
  /** The member who made the receipt that was used, if the visitor may not be the one who holds it. */
  readonly receiptBy?: string
  /** The members who merged the ticket of that receipt into this one. */
  readonly joinedBy?: string
}

export const receiptFacts = ({ receiptBy, joinedBy }: Pick<EventActor, 'receiptBy' | 'joinedBy'>) => ({
  ...(receiptBy === undefined ? {} : { receiptBy }),
  ...(joinedBy === undefined ? {} : { joinedBy }),
})

export interface TicketSides {
  readonly status: Status
  readonly confirmed: boolean
  /** The names of the workers, if they are what changed. */
  readonly workers?: readonly string[]
}

interface OfTicket {
  readonly ticket: number
  /** The ticket is forwarded to the external ticket system. */
  readonly forwarded: boolean
}

interface TicketChange extends OfTicket {
  readonly before: TicketSides
  readonly after: TicketSides
}

interface NoteWritten extends OfTicket {
  readonly note: number
  /** It came with a move, and the event of the move covers it. */
  readonly withMove: boolean
}

interface OfMember {
  readonly member: number
  readonly name: string
}

/** A change of a thing that the same phrase describes before and after. */
interface Change<Name extends keyof Phrases> {
  readonly id: number
  readonly before?: Phrases[Name]
  readonly after?: Phrases[Name]
}

/**
 * All events, with the facts that their consequences need: ids, codes, names of members; never text that a person wrote
 * and may erase.
 * One file derives each consequence: the operation log, the notes on tickets, live news, occasions, deliveries.
 */
export interface Events {
  'ticket.created': OfTicket
  /** `note` is the type of the note that came with it. */
  'ticket.claimed': TicketChange & { readonly note?: number }
  /** `claimed`: the move claimed the ticket too. */
  'ticket.moved': TicketChange & { readonly claimed: boolean; readonly note?: number }
  /** Cancelled because its owner was erased. */
  'ticket.withdrawn': TicketChange
  /** Its owner changed name or phone. */
  'ticket.contact': OfTicket & Phrases['profile']
  'ticket.retrieved': TicketChange
  'ticket.unretrieved': TicketChange
  'ticket.assigned': TicketChange & { readonly name: string; readonly member: number }
  /** `name` is the member whom an administrator took off it. */
  'ticket.dropped': TicketChange & { readonly name?: string }
  'ticket.commented': NoteWritten
  'ticket.noted': NoteWritten
  'ticket.received': OfTicket
  'ticket.placed': OfTicket & Phrases['placed']
  'ticket.tagged': OfTicket & Phrases['tagged']
  /** Its place in the queue of a repair day changed. */
  'ticket.queued': OfTicket & Phrases['queued']
  'ticket.called': OfTicket & Phrases['queued']
  /** Its booking for a repair day changed; with `news`, because the team moved or cancelled the day. */
  'ticket.booked': OfTicket & Phrases['booked'] & { readonly day: number; readonly news?: 'moved' | 'off' }
  /** A receipt was made or ended. */
  'ticket.receipt': OfTicket & Phrases['receipt']
  /** A visitor's ticket now belongs to an account. */
  'ticket.adopted': OfTicket
  'ticket.outcome': OfTicket & Phrases['outcome']
  'ticket.rated': OfTicket & Phrases['rated']
  'ticket.merged': OfTicket & { readonly from: number }
  'ticket.unmerged': OfTicket & { readonly from: number }
  /** Its claim ended by itself, because it was idle or all workers are away. It is unclaimed again. */
  'ticket.returned': TicketChange & Phrases['note_returned']
  /** A withheld picture on it was shown or removed. */
  'ticket.picture': OfTicket & Phrases['picture_checked']
  /** An administrator reviewed a text or picture on it. */
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
  /** A line was added, written or corrected. */
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
  'repair_day.changed': Phrases['repair_day'] & { readonly day: number }
  'repair_day.exported': Phrases['day_exported'] & { readonly day: number }
  /** The state of a helper changed; with `news`, because the team moved or cancelled the day. */
  'repair_day.helped': Phrases['helped'] & {
    readonly day: number
    readonly helper: number
    readonly news?: 'moved' | 'off'
  }
  'repair_day.task': Phrases['day_task'] & { readonly day: number }
  'leave.asked': Change<'leave'>
  'leave.cancelled': Change<'leave'>
  'leave.taken': Change<'leave'>
  'conclusion.written': Change<'conclusion'>
  'roster.created': Change<'roster'>
  'roster.updated': Change<'roster'>
  /** `beforeId` is the roster that was current before. */
  'roster.activated': Change<'roster'> & { readonly beforeId: number }
  'roster.deleted': Change<'roster'>
  'settings.changed': Change<'settings'>
  'member.invited': OfMember & { readonly admin: boolean }
  'member.updated': Change<'member'>
  'member.removed': Change<'member'>
  'member.logged_in': OfMember & { readonly with: string }
  'member.logged_out': OfMember
  'member.second_factor': OfMember & { readonly on: boolean }
  /** A withheld picture of a member was shown or removed. */
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
  /** An administrator reviewed something that is on no ticket. */
  'content.looked': Phrases['looked'] & { readonly user: number }
}

export type EventKind = keyof Events
export type EventOf<K extends EventKind> = {
  readonly kind: K
  readonly by: EventActor
  readonly at: number
} & Readonly<Events[K]>
export type Event = { [K in EventKind]: EventOf<K> }[EventKind]

/** One function for each kind of event. A missing kind does not compile. */
export type ByKind<Result> = { readonly [K in EventKind]: (event: EventOf<K>) => Result }
export type ForSome<Result> = Partial<ByKind<Result>>

/** Calls the table's function for this event, if it has one. */
export function deriveFrom<Result>(table: ForSome<Result>, event: Event): Result | undefined {
  const derive = table[event.kind] as ((event: Event) => Result) | undefined // the one for its kind
  return derive?.(event)
}
