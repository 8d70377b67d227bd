import { noteTypes } from '#contract/codes.ts'
import type { CustodyStep } from '#contract/counter/custody-fields.ts'
import { Refusal } from '#contract/errors.ts'
import {
  checkedAccessories,
  type HandBackInput,
  hasHandBackDetails,
  holdingAfter,
  unrecordedHolding,
} from '#rules/counter/custody.ts'
import type { RecordedEvent } from '#store/events.ts'
import type { Tx } from '#store/store.ts'
import { pictureStates } from '#store/tables.ts'
import type { Locked, Ticket } from '#store/tickets/tickets.ts'
import type { MemberActor } from '../shared/actor.ts'
import { aboutTicket, accessoriesOf } from '../shared/ticket-access.ts'
import { assignPicture, type PictureRef } from './media.ts'

export interface ReceiveInput {
  readonly accessories?: readonly number[]
  readonly shelf?: string
  readonly tag?: number
  /** The note with pictures of the condition. */
  readonly noteId?: number
}

/** Tying the same tag again changes nothing. */
export async function tieTag(
  tx: Tx,
  by: MemberActor,
  ticket: Ticket,
  tag: number,
  at: number,
): Promise<RecordedEvent[]> {
  const found = await tx.tags.lock(tag)
  if (!found) throw new Refusal('tag_unknown', { tag })
  if (found.ticketId === ticket.id) return []
  if (found.ticketId !== null) throw new Refusal('tag_taken', { tag, id: found.ticketId })
  await tx.tags.tie(tag, ticket.id)
  return [await tx.record({ kind: 'ticket.tagged', by, at, ...aboutTicket(ticket), tag })]
}

export async function receiveDevice(
  tx: Tx,
  by: MemberActor,
  ticket: Locked<Ticket>,
  { accessories, shelf = '', tag, noteId }: ReceiveInput,
  at: number,
): Promise<RecordedEvent[]> {
  const what = 'received'
  const before = await tx.custody.holding(ticket.id)
  const came = accessories ?? accessoriesOf(ticket)
  if (accessories) await tx.tickets.update(ticket, { accessories: JSON.stringify(accessories) })
  await tx.custody.addLine({
    ticket_id: ticket.id,
    at,
    what,
    member_id: by.memberId,
    shelf,
    accessories: JSON.stringify(came),
    note_id: noteId ?? null,
  })
  await tx.custody.setHolding(ticket.id, holdingAfter(before, { what, at, shelf, toMember: null }))
  const received = await tx.record({ kind: 'ticket.received', by, at, ...aboutTicket(ticket) })
  return [received, ...(tag === undefined ? [] : await tieTag(tx, by, ticket, tag, at))]
}

export interface PlaceInput {
  readonly what: Extract<CustodyStep, 'shelved' | 'bench' | 'colleague' | 'workshop'>
  readonly shelf?: string
  readonly toMember?: number
  readonly toName?: string
}

export async function placeDevice(
  tx: Tx,
  by: MemberActor,
  ticket: Ticket,
  { what, shelf = '', toMember, toName = '' }: PlaceInput,
  at: number,
): Promise<RecordedEvent[]> {
  const before = await tx.custody.holding(ticket.id)
  if (!before) throw new Refusal('never_received')
  const to = toMember ?? null
  const to_name = nameUnlessErased(ticket, toName)
  await tx.custody.addLine({ ticket_id: ticket.id, at, what, member_id: by.memberId, shelf, to_member_id: to, to_name })
  await tx.custody.setHolding(ticket.id, holdingAfter(before, { what, at, shelf, toMember: to }))
  return [await tx.record({ kind: 'ticket.placed', by, at, ...aboutTicket(ticket), what })]
}

/** After an erasure, a new name would never be erased again. */
const nameUnlessErased = ({ scrubbed }: Ticket, name: string) => (scrubbed === 1 ? '' : name)

/** The event `ticket.retrieved` records the return. Details of a device that was never received are refused. */
export async function returnDevice(
  tx: Tx,
  by: MemberActor,
  ticket: Ticket,
  input: HandBackInput,
  signature: PictureRef | undefined,
  at: number,
): Promise<void> {
  if (!(await tx.custody.holding(ticket.id))) {
    if (hasHandBackDetails(input)) throw new Refusal('never_received')
    return
  }
  const accessories = checkedAccessories(accessoriesOf(ticket), input)
  await tx.custody.addLine({
    ticket_id: ticket.id,
    at,
    what: 'returned',
    member_id: by.memberId,
    to_name: nameUnlessErased(ticket, input.to ?? ''),
    shown: input.shown ?? '',
    accessories: JSON.stringify(accessories),
    note_id: signature ? await addSignature(tx, by, ticket, signature, at) : null,
  })
  await tx.custody.removeHolding(ticket.id)
  await tx.tags.free(ticket.id)
}

/** Repeating a return with the same facts is fine; other facts are refused. */
export async function assertSameReturn(
  tx: Tx,
  ticket: Ticket,
  input: HandBackInput,
  signature: PictureRef | undefined,
): Promise<void> {
  if (!hasHandBackDetails(input)) return
  const last = await tx.custody.lastReturn(ticket.id)
  const isSame =
    last?.to === (input.to ?? '') &&
    last.shown === (input.shown ?? '') &&
    last.accessories === JSON.stringify(checkedAccessories(accessoriesOf(ticket), input)) &&
    (last.signature ?? undefined) === signature?.name
  if (!isSame) throw new Refusal('handed_back')
}

/** An internal note holds the signature. It belongs to the owner and is erased with the owner's data. */
async function addSignature(tx: Tx, by: MemberActor, ticket: Ticket, picture: PictureRef, at: number): Promise<number> {
  if (ticket.scrubbed === 1) throw new Refusal('pictures_over')
  const noteId = await tx.notes.add({ ticketId: ticket.id, type: noteTypes.internal, by, content: '', at })
  const user = { noteId, place: 0, keeperId: ticket.person_id, signature: true } as const
  const name = await assignPicture(tx, picture, by.personId, user, 'signature')
  // The signature is always shown, because it proves the return.
  await tx.media.setState(name, pictureStates.shown)
  await tx.content.removeFor({ kind: 'picture', name })
  return noteId
}

/** The device is where it was before. */
export async function undoReturn(tx: Tx, by: MemberActor, ticket: Ticket, at: number): Promise<void> {
  const lines = await tx.custody.ofTicket(ticket.id)
  if (lines.at(-1)?.what !== 'returned') return
  const start = lines[0]?.what === 'received' ? undefined : unrecordedHolding(ticket.claimed_at ?? ticket.created_at)
  const held = lines.reduce(holdingAfter, start)
  await tx.custody.addLine({ ticket_id: ticket.id, at, what: 'not_returned', member_id: by.memberId })
  await tx.custody.setHolding(ticket.id, held ?? unrecordedHolding(at))
  await tx.tags.retie(ticket.id)
}
