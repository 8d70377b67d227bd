import { noteTypes, statuses } from '#contract/codes.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Contract } from '#contract/index.ts'
import type { TicketKind } from '#contract/team/settings.ts'
import { chosenKind } from '#rules/tickets/tickets.ts'
import type { ChangeResult, Tx } from '#store/store.ts'
import type { KeyedResult } from '#store/team/idempotency-keys.ts'
import type { Actor } from '../shared/actor.ts'
import { attachPictures, type PictureRef } from './media.ts'

export type TicketInput = Input<Contract['tickets']['create']>

interface Filing {
  readonly kinds: readonly TicketKind[]
  readonly pictures: readonly PictureRef[]
  readonly at: number
  readonly ownerId?: number
}

export async function fileTicket(
  tx: Tx,
  by: Pick<Actor, 'personId' | 'memberId'>,
  input: TicketInput,
  { kinds, pictures, at, ownerId = by.personId }: Filing,
): Promise<ChangeResult<KeyedResult>> {
  const id = await tx.tickets.add({
    person_id: ownerId,
    ...chosenKind(kinds, input),
    status: statuses.submitted,
    open: 1,
    device: input.device,
    device_model: input.deviceModel ?? '',
    owner: input.owner ?? '',
    phone: input.phone ?? '',
    description: input.description ?? '',
    accessories: JSON.stringify(input.accessories ?? []),
    created_at: at,
  })
  const event = await tx.record({ kind: 'ticket.created', by, at, ticket: id, forwarded: false })
  if (pictures.length > 0) {
    const noteId = await tx.notes.add({ ticketId: id, type: noteTypes.comment, by, content: '', at })
    await attachPictures(tx, { id: noteId, ticketId: id, personId: by.personId, keeperId: ownerId }, pictures)
  }
  return { answer: { ticketId: id, noteId: null }, events: [event] }
}
