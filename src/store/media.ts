import { countOf } from './engine/answers.ts'
import type { Db } from './engine/engine.ts'
import { preparedQuery, type Slots } from './engine/prepared-query.ts'

const kept = preparedQuery((db, { name }: Slots<{ name: string }>) =>
  db.selectFrom('media').where('name', '=', name).where('gone', '=', 0).select('name'),
)

/** Who owns which picture, and what uses it. The pictures themselves are elsewhere. */
export function mediaStore(db: Db) {
  const retire = () => db.updateTable('media').set({ gone: 1 })
  return {
    async add(name: string, personId: number, at: number): Promise<void> {
      await db
        .insertInto('media')
        .values({ name, person_id: personId, note_id: null, member_id: null, created_at: at })
        .execute()
    },
    /** Whether somebody has it, and it has not had its end. */
    async isKept(name: string): Promise<boolean> {
      return (await kept(db, { name })).length > 0
    },
    /** Gives a picture of this person, that nothing uses yet, to a note or a member; `false` if there is none such. */
    async use(
      name: string,
      personId: number,
      user:
        | { readonly noteId: number; readonly place: number; readonly keeperId: number }
        | { readonly memberId: number },
    ): Promise<boolean> {
      const row = await db
        .updateTable('media')
        .set(
          'noteId' in user
            ? { note_id: user.noteId, place: user.place, person_id: user.keeperId }
            : { member_id: user.memberId },
        )
        .where('name', '=', name)
        .where('person_id', '=', personId)
        .where('note_id', 'is', null)
        .where('member_id', 'is', null)
        .where('gone', '=', 0)
        .returning('name')
        .executeTakeFirst()
      return row !== undefined
    },
    async countOf(noteId: number): Promise<number> {
      return countOf(db.selectFrom('media').where('note_id', '=', noteId).where('gone', '=', 0))
    },
    async ofPerson(personId: number): Promise<string[]> {
      const rows = await db
        .selectFrom('media')
        .where('person_id', '=', personId)
        .where('gone', '=', 0)
        .select('name')
        .orderBy('created_at')
        .execute()
      return rows.map(({ name }) => name)
    },
    /** The pictures of a ticket have had their end. */
    async retireTicket(ticketId: number): Promise<void> {
      await retire()
        .where('note_id', 'in', db.selectFrom('note').where('ticket_id', '=', ticketId).select('id'))
        .execute()
    },
    /** Whatever is still shown on tickets that had their end. */
    async retireScrubbed(): Promise<void> {
      await retire()
        .where('gone', '=', 0)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('note')
              .innerJoin('ticket', 'ticket.id', 'note.ticket_id')
              .whereRef('note.id', '=', 'media.note_id')
              .where('ticket.scrubbed', '=', 1)
              .select('note.id'),
          ),
        )
        .execute()
    },
    async retirePerson(personId: number): Promise<void> {
      await retire().where('person_id', '=', personId).where('member_id', 'is', null).execute()
    },
    async retireMember(memberId: number): Promise<void> {
      await db.updateTable('media').set({ gone: 1 }).where('member_id', '=', memberId).execute()
    },
    async retireUnusedBefore(at: number): Promise<void> {
      await retire()
        .where('gone', '=', 0)
        .where('created_at', '<=', at)
        .where('note_id', 'is', null)
        .where('member_id', 'is', null)
        .execute()
    },
    /** So many of those that had their end, in the order of their names, after this one. */
    async gone(after: string, count: number): Promise<string[]> {
      const rows = await db
        .selectFrom('media')
        .where('gone', '=', 1)
        .where('name', '>', after)
        .select('name')
        .orderBy('name')
        .limit(count)
        .execute()
      return rows.map(({ name }) => name)
    },
    /** Nothing is left to remember of a picture that was begun by then: its file is removed, and cannot come any more. */
    async forget(name: string, begunBy: number): Promise<void> {
      await db
        .deleteFrom('media')
        .where('name', '=', name)
        .where('gone', '=', 1)
        .where('created_at', '<=', begunBy)
        .execute()
    },
  }
}
