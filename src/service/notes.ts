import { noteTypes } from '#contract/codes.ts'
import type { Clock } from '#kit/time.ts'
import { assertNote } from '#rules/notes.ts'
import type { Store } from '#store/store.ts'
import type { Actor } from './actor.ts'
import { follow } from './following.ts'
import { attach } from './media.ts'
import { assertSees } from './tickets.ts'

export interface NoteWish {
  readonly content?: string
  readonly pic?: readonly string[]
  readonly type?: number
}

/** What people write on tickets. */
export function noteService(store: Store, now: Clock, publicUrl: string) {
  return {
    add(
      actor: Actor,
      ticketId: number,
      { content = '', pic = [], type = noteTypes.comment }: NoteWish,
    ): Promise<number> {
      assertNote({ content, pictures: pic.length, type }, actor.memberId !== null)
      return store.change(async (tx) => {
        const at = now()
        const ticket = await tx.tickets.find(ticketId)
        assertSees(actor, ticketId, ticket)
        // Held only where the order matters to others: a comment must not wait for a ticket that is being moved.
        if (ticket.forwarded_at !== null) await tx.tickets.hold(ticketId)
        const noteId = await tx.notes.add({ ticketId, type, by: actor, content, at })
        await attach(tx, publicUrl, { id: noteId, personId: actor.personId }, pic)
        if (type === noteTypes.comment) await follow(tx, ticket, { note: noteId }, at)
        const current = { id: ticketId, info: { say: 'comment' as const, type } }
        return { answer: noteId, entry: { by: actor, at, operation: 'comment', target: 'ticket', current } }
      })
    },
  }
}
