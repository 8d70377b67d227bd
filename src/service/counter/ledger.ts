import type { CustodyStep, HeldAt } from '#contract/custody-fields.ts'
import { Refusal } from '#contract/errors.ts'
import type { Recorded } from '#store/events.ts'
import type { Tx } from '#store/store.ts'
import type { HeldTicket } from '#store/tickets.ts'
import type { MemberActor } from '../people/actor.ts'
import { aboutTicket } from '../tickets/access.ts'

/** What is known of a device when it is received. */
export interface Receiving {
  readonly accessories?: readonly number[]
  readonly shelf?: string
  readonly tag?: number
  /** The note that has the pictures of its state. */
  readonly noteId?: number
}

/** Ties a tag to a device; the same once more is as good. */
export async function tieTag(
  tx: Tx,
  by: MemberActor,
  ticket: HeldTicket,
  tag: number,
  at: number,
): Promise<Recorded[]> {
  const found = await tx.tags.hold(tag)
  if (!found) throw new Refusal('tag_unknown', { tag })
  if (found.ticketId === ticket.id) return []
  if (found.ticketId !== null) throw new Refusal('tag_taken', { tag, id: found.ticketId })
  await tx.tags.tie(tag, ticket.id)
  return [await tx.record({ kind: 'ticket.tagged', by, at, ...aboutTicket(ticket), tag })]
}

/** The device of a held ticket is with the team from now on. */
export async function receiveDevice(
  tx: Tx,
  by: MemberActor,
  ticket: HeldTicket,
  { accessories, shelf = '', tag, noteId }: Receiving,
  at: number,
): Promise<Recorded[]> {
  const before = await tx.custody.holding(ticket.id)
  const came = accessories ?? (JSON.parse(ticket.accessories) as number[]) // written as a list of codes alone
  if (accessories) await tx.tickets.update(ticket, { accessories: JSON.stringify(accessories) })
  await tx.custody.write({
    ticket_id: ticket.id,
    at,
    what: 'received',
    member_id: by.memberId,
    shelf,
    accessories: JSON.stringify(came),
    note_id: noteId ?? null,
  })
  await tx.custody.hold({
    ticket_id: ticket.id,
    since: before?.since ?? at,
    place: shelf === '' ? (before?.place ?? 'counter') : 'shelf',
    shelf: shelf || (before?.shelf ?? ''),
    member_id: shelf === '' ? (before?.member_id ?? null) : null,
  })
  const received = await tx.record({ kind: 'ticket.received', by, at, ...aboutTicket(ticket) })
  return [received, ...(tag === undefined ? [] : await tieTag(tx, by, ticket, tag, at))]
}

const places = {
  shelved: 'shelf',
  bench: 'bench',
  colleague: 'colleague',
  workshop: 'workshop',
} as const satisfies Partial<Record<CustodyStep, HeldAt>>

/** Where a device goes that the team has. */
export interface Placing {
  readonly what: keyof typeof places
  readonly shelf?: string
  readonly toMember?: number
  readonly toName?: string
}

export async function placeDevice(
  tx: Tx,
  by: MemberActor,
  ticket: HeldTicket,
  { what, shelf = '', toMember, toName = '' }: Placing,
  at: number,
): Promise<Recorded[]> {
  const before = await tx.custody.holding(ticket.id)
  if (!before) throw new Refusal('never_received')
  await tx.custody.write({
    ticket_id: ticket.id,
    at,
    what,
    member_id: by.memberId,
    shelf,
    to_member_id: toMember ?? null,
    to_name: toName,
  })
  await tx.custody.hold({ ...before, place: places[what], shelf: shelf || before.shelf, member_id: toMember ?? null })
  return [await tx.record({ kind: 'ticket.placed', by, at, ...aboutTicket(ticket), what })]
}
