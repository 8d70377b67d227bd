import { noteTypes } from '#contract/codes.ts'
import type { LookReason } from '#contract/content/content.ts'
import { allSettledOrThrow } from '#kit/all-settled.ts'
import { assertNote } from '#rules/tickets/notes.ts'
import type { ChangeResult, Tx } from '#store/store.ts'
import type { TicketOwnership } from '#store/tickets/tickets.ts'
import { type Actor, assertNotErased } from '../shared/actor.ts'
import { checkText } from '../shared/content-checks.ts'
import type { Ctx } from '../shared/context.ts'
import { idempotent } from '../shared/idempotency.ts'
import { aboutTicket, assertMay } from '../shared/ticket-access.ts'
import { withEvent } from '../shared/with-event.ts'
import { attachPictures, findPictures, type PictureRef } from './media.ts'

export interface NoteInput {
  readonly content?: string
  readonly pic?: readonly string[]
  readonly type?: number
}

/** A note that may be written. */
interface Note {
  readonly content: string
  readonly pic: readonly string[]
  readonly type: number
}

function checked({ content = '', pic = [], type = noteTypes.comment }: NoteInput, actor: Actor): Note {
  assertNote({ content, pictures: pic.length, type }, actor.memberId !== null)
  return { content, pic, type }
}

/** The note that comes with something else, where one comes: blanks without a picture are none. */
export function optionalNote(input: NoteInput, actor: Actor): Note | undefined {
  return input.content?.trim() || input.pic?.length ? checked(input, actor) : undefined
}

/** Writes a note on a ticket, which must be held if it has been forwarded. */
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
  return tellOfNote(tx, by, ticket, { id, type }, pictures, at, withMove)
}

/** What follows from a note that is written down. */
async function tellOfNote(
  tx: Tx,
  by: Actor,
  ticket: TicketOwnership,
  { id: noteId, type }: { readonly id: number; readonly type: number },
  pictures: readonly PictureRef[],
  at: number,
  withMove = false,
): Promise<ChangeResult<number>> {
  await attachPictures(tx, { id: noteId, ticketId: ticket.id, personId: by.personId }, pictures)
  const kind = type === noteTypes.comment ? 'ticket.commented' : 'ticket.noted'
  return withEvent(tx, { kind, by, at, ...aboutTicket(ticket), note: noteId, withMove }, noteId)
}

/** Somebody should look at what was written. */
export const flagNote = (tx: Tx, { personId }: Pick<Actor, 'personId'>, id: number, why: LookReason, at: number) =>
  tx.content.add({ thing: { kind: 'note', id }, personId, why, at })

/** Answers the number of the note; the same key is one note. */
export async function addNote(
  ctx: Ctx,
  actor: Actor,
  ticketId: number,
  input: NoteInput,
  key?: string,
): Promise<number> {
  const note = checked(input, actor)
  const action = note.type === noteTypes.internal ? 'write_internal' : 'comment'
  // Internal notes are the team's own.
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
        // Not after the look: on PostgreSQL that would be one more way to the server and back.
        const adding = tx.notes.add({ ticketId, by: actor, ...note, at })
        const [[, ticket], id] = await allSettledOrThrow([loaded, adding])
        // Held only where the order matters to others: a comment must not wait for a ticket that is being moved.
        if (ticket.forwarded_at !== null) await tx.tickets.lock(ticketId)
        const { answer, events } = await tellOfNote(tx, actor, ticket, { id, type: note.type }, pictures, at)
        if (why) await flagNote(tx, actor, answer, why, at)
        return { answer: { ticketId, noteId: answer }, events }
      },
    })
  })
  if (noteId === null) throw new Error('a key of a note stands for no note')
  return noteId
}
