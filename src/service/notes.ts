import { noteTypes } from '#contract/codes.ts'
import { Refusal } from '#contract/errors.ts'
import type { Clock } from '#kit/time.ts'
import { assertNote } from '#rules/notes.ts'
import type { Store } from '#store/store.ts'
import type { Actor } from './actor.ts'
import { mediaName } from './present.ts'
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
        for (const [place, url] of pic.entries()) {
          const name = mediaName(publicUrl, url)
          const mine = name !== undefined && (await tx.media.use(name, actor.personId, { noteId, place }))
          if (!mine) throw new Refusal('bad_input', { field: `pic[${place}]`, flaw: 'not_my_picture' })
        }
        const current = { id: ticketId, info: { say: 'comment' as const, type } }
        return { answer: noteId, entry: { by: actor, at, operation: 'comment', target: 'ticket', current } }
      })
    },
  }
}

export type NoteService = ReturnType<typeof noteService>
