import { noteTypes } from '#contract/codes.ts'
import type { Clock } from '#kit/time.ts'
import { assertNote } from '#rules/notes.ts'
import type { Store } from '#store/store.ts'
import type { Actor } from './actor.ts'
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
        assertSees(actor, ticketId, await tx.tickets.find(ticketId))
        const noteId = await tx.notes.add({ ticketId, type, by: actor, content, at })
        await attach(tx, publicUrl, { id: noteId, personId: actor.personId }, pic)
        const current = { id: ticketId, info: { say: 'comment' as const, type } }
        return { answer: noteId, entry: { by: actor, at, operation: 'comment', target: 'ticket', current } }
      })
    },
  }
}

export type NoteService = ReturnType<typeof noteService>
