import { noteTypes } from '#contract/codes.ts'
import type { ReviewReason } from '#contract/content/content.ts'
import { allSettledOrThrow } from '#kit/all-settled.ts'
import { assertNote } from '#rules/tickets/notes.ts'
import { type ChangeResult, type Tx, withEvent } from '#store/store.ts'
import type { TicketOwnership } from '#store/tickets/tickets.ts'
import { type Actor, assertNotErased } from '../shared/actor.ts'
import { checkText } from '../shared/content-checks.ts'
import type { Ctx } from '../shared/context.ts'
import { idempotent } from '../shared/idempotency.ts'
import { aboutTicket, assertMay } from '../shared/ticket-access.ts'
import { attachPictures, findPictures, type PictureRef } from './media.ts'

export interface NoteInput {
  readonly content?: string
  readonly pic?: readonly string[]
  readonly type?: number
}

interface Note {
  readonly content: string
  readonly pic: readonly string[]
  readonly type: number
}

function checkedNote({ content = '', pic = [], type = noteTypes.comment }: NoteInput, actor: Actor): Note {
  assertNote({ content, pictures: pic.length, type }, actor.memberId !== null)
  return { content, pic, type }
}

/** `undefined` for a blank note without pictures. */
export function optionalNote(input: NoteInput, actor: Actor): Note | undefined {
  return input.content?.trim() || input.pic?.length ? checkedNote(input, actor) : undefined
}

/** A forwarded ticket must be locked. */
export async function writeNote(
  tx: Tx,
  by: Actor,
  ticket: TicketOwnership,
  { content, type }: Note,
  pictures: readonly PictureRef[],
  at: number,
  withMove = false,
): Promise<ChangeResult<number>> {
  const id = await tx.notes.add({ ticketId: ticket.id, type, by, content, at })
  return recordNote(tx, by, ticket, { id, type, content }, pictures, at, withMove)
}

async function recordNote(
  tx: Tx,
  by: Actor,
  ticket: TicketOwnership,
  { id: noteId, type, content }: Omit<Note, 'pic'> & { readonly id: number },
  pictures: readonly PictureRef[],
  at: number,
  withMove = false,
): Promise<ChangeResult<number>> {
  if (content !== '') tx.ticketQueues.reindex(ticket.id)
  await attachPictures(tx, { id: noteId, ticketId: ticket.id, personId: by.personId }, pictures)
  const kind = type === noteTypes.comment ? 'ticket.commented' : 'ticket.noted'
  return withEvent(tx, { kind, by, at, ...aboutTicket(ticket), note: noteId, withMove }, noteId)
}

export const flagNote = (tx: Tx, { personId }: Pick<Actor, 'personId'>, id: number, why: ReviewReason, at: number) =>
  tx.content.add({ thing: { kind: 'note', id }, personId, why, at })

/** Calls with the same key add one note. */
export async function addNote(ctx: Ctx, actor: Actor, ticketId: number, input: NoteInput, key?: string) {
  const note = checkedNote(input, actor)
  const action = note.type === noteTypes.internal ? 'write_internal' : 'comment'
  // Internal notes are not checked.
  const shown = note.type === noteTypes.internal ? '' : note.content
  const why = await checkText(ctx, actor, 'comment', [shown], {
    key,
    may: async (tx) => assertMay(actor, action, ticketId, await tx.tickets.find(ticketId)),
  })
  const pictures = await findPictures(ctx, note.pic)
  const { noteId } = await ctx.store.change(async (tx) => {
    const at = ctx.now()
    const find = async () => {
      const ticket = await tx.tickets.lockShared(ticketId)
      assertMay(actor, action, ticketId, ticket)
      return ticket
    }
    return idempotent(tx, {
      personId: actor.personId,
      key,
      at,
      input: { ticket: ticketId, note },
      load: () => allSettledOrThrow([assertNotErased(tx, actor), find()]),
      async work(loaded) {
        // Adding the note while the ticket loads saves PostgreSQL a round trip.
        const adding = tx.notes.add({ ticketId, by: actor, ...note, at })
        const [[, ticket], id] = await allSettledOrThrow([loaded, adding])
        // Locked only if another system needs the order: comments must not wait for a ticket that is being moved.
        if (ticket.forwarded_at !== null) await tx.tickets.lock(ticketId)
        const { answer, events } = await recordNote(tx, actor, ticket, { ...note, id }, pictures, at)
        if (why) await flagNote(tx, actor, answer, why, at)
        return { answer: { ticketId, noteId: answer }, events }
      },
    })
  })
  if (noteId === null) throw new Error('the stored result of a note has no note')
  return noteId
}
