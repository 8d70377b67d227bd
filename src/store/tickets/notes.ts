import { sql } from 'kysely'
import { noteTypes, statusMeaning } from '#contract/codes.ts'
import type { Phrase } from '#contract/phrases.ts'
import { deferredInsert, hasAny, inList, insertReturningId, statement } from '../engine/index.ts'
import { idsOf, Queries } from '../queries.ts'

export interface NewNote {
  readonly ticketId: number
  readonly type: number
  readonly by: { readonly personId: number | null; readonly memberId: number | null }
  readonly content: string
  readonly at: number
}

const insert = insertReturningId('note')
const insertRecorded = deferredInsert('note')

const byId = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('note')
    .where('id', '=', id)
    .select(['type', 'content', 'person_id', 'member_id', 'ticket_id', 'hidden']),
)

const rowOf = ({ ticketId, type, by: { personId, memberId }, content, at }: NewNote) => ({
  ticket_id: ticketId,
  type,
  person_id: personId,
  member_id: memberId,
  content,
  created_at: at,
  hidden: 0,
})

export class NoteStore extends Queries {
  #blank() {
    return this.db
      .selectFrom('note')
      .where('note.type', '=', noteTypes.comment)
      .where('note.content', '=', '')
      .where(sql<boolean>`not exists (select 1 from media where media.note_id = note.id and media.gone = 0)`)
  }
  async add({ ticketId, type, by, content, at }: NewNote): Promise<number> {
    return insert(this.db, rowOf({ ticketId, type, by, content, at }))
  }
  record(ticketId: number, by: NewNote['by'], phrase: Phrase, at: number): void {
    insertRecorded(this.db, rowOf({ ticketId, type: 0, by, content: JSON.stringify(phrase), at }))
  }
  /** True if the ticket was ever finished. */
  async wasFinished(ticketId: number): Promise<boolean> {
    const rows = await this.db
      .selectFrom('note')
      .where('ticket_id', '=', ticketId)
      .where('type', '=', noteTypes.recorded)
      .where('content', '<>', '')
      .select('content')
      .execute()
    const phrases = rows.map(({ content }) => JSON.parse(content) as Phrase) // only the code above writes it
    return phrases.some((phrase) => phrase.say === 'note_moved' && statusMeaning(phrase.to).phase === 'finished')
  }
  async find(id: number) {
    const [note] = await byId(this.db, { id })
    return note
  }
  /** The names of the note's writer; of a member, the member's. */
  async writerOf(id: number): Promise<{ personName: string | null; memberName: string | null } | undefined> {
    return this.db
      .selectFrom('note')
      .leftJoin('person', 'person.id', 'note.person_id')
      .leftJoin('member', 'member.id', 'note.member_id')
      .where('note.id', '=', id)
      .select(['person.name as personName', 'member.name as memberName'])
      .executeTakeFirst()
  }
  /** True if the other side, owner or team, has commented since. */
  isAnswered(id: number): Promise<boolean> {
    const isOwners = (note: 'note' | 'later') =>
      sql<number>`case when ${sql.ref(`${note}.person_id`)} = ticket.person_id then 1 else 0 end`
    return hasAny(
      this.db
        .selectFrom('note')
        .innerJoin('ticket', 'ticket.id', 'note.ticket_id')
        .innerJoin('note as later', 'later.ticket_id', 'note.ticket_id')
        .where('note.id', '=', id)
        .where('later.type', '=', noteTypes.comment)
        .whereRef('later.id', '>', 'note.id')
        .where(sql<boolean>`${isOwners('later')} <> ${isOwners('note')}`)
        .select('later.id')
        .limit(1),
    )
  }
  async hide(id: number, hidden = true): Promise<void> {
    await this.db
      .updateTable('note')
      .set({ hidden: hidden ? 1 : 0 })
      .where('id', '=', id)
      .execute()
  }
  async emptyAmong(ids: readonly number[]): Promise<Set<number>> {
    return new Set(
      await idsOf(
        this.#blank()
          .where(inList(this.db, 'note.id', ids))
          .select('note.id'),
      ),
    )
  }
  /** The tickets among these with empty comments. */
  async ticketsWithEmpty(ids: readonly number[]): Promise<Set<number>> {
    return new Set(
      await idsOf(
        this.#blank()
          .where(inList(this.db, 'note.ticket_id', ids))
          .select('note.ticket_id as id'),
      ),
    )
  }
  async commentsBy(personId: number) {
    return this.db
      .selectFrom('note')
      .where('person_id', '=', personId)
      .where('type', '<>', 0)
      .select(['id', 'ticket_id', 'content', 'created_at'])
      .orderBy('id')
      .execute()
  }
  async rewrite(ticketId: number, change: (content: string) => string): Promise<void> {
    const rows = await this.db
      .selectFrom('note')
      .where('ticket_id', '=', ticketId)
      .where('type', '<>', noteTypes.recorded)
      .where('content', '<>', '')
      .select(['id', 'content'])
      .execute()
    for (const row of rows) {
      const content = change(row.content)
      if (content !== row.content) await this.db.updateTable('note').set({ content }).where('id', '=', row.id).execute()
    }
  }
  async ticketsWithNotesBy(people: readonly number[]): Promise<number[]> {
    const notes = this.db
      .selectFrom('note')
      .where(inList(this.db, 'person_id', people))
      .where('type', '<>', 0)
    return idsOf(notes.where('content', '<>', '').select('ticket_id as id').distinct())
  }
  async eraseCommentsBy(personId: number): Promise<void> {
    await this.db
      .updateTable('note')
      .set({ content: '' })
      .where('person_id', '=', personId)
      .where('type', '<>', 0)
      .execute()
  }
}
