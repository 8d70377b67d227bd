import { sql } from 'kysely'
import { type LogTarget, targets } from '#contract/codes.ts'
import type { ImportKind } from '#contract/imports/import-fields.ts'
import { inList, insertReturningId } from '../engine/index.ts'
import { Queries } from '../queries.ts'
import { decodeLists, ListCountStore, listsOf } from '../tickets/list-counts.ts'
import type { IndexedText } from '../tickets/queues.ts'
import { SearchIndexStore } from '../tickets/search-index.ts'
import { searchableNotes } from '../tickets/searchable-notes.ts'

/**
 * A row in one of these columns means that people worked with an imported ticket. A test compares the lists with the
 * schema.
 */
export const ticketUses = `
  booking.ticket_id custody.ticket_id holding.ticket_id hour_line.ticket_id idempotency_key.ticket_id intake.ticket_id
  rating.ticket_id receipt.ticket_id remote.ticket_id tag.ticket_id tag.freed_from ticket_merge.ticket_id
  ticket_merge.into_id visit.ticket_id`
  .trim()
  .split(/\s+/)
/** Rows from the import, from jobs, or from looking at a ticket are deleted with it. */
export const ticketRows = [
  'note',
  'worker',
  'ticket_seen',
  'claim_reminder',
  'tally_queue',
  'gram_queue',
  'imported',
] as const
/** A row in one of these columns means that the member took part in something. */
export const memberUses = `
  board.member_id booking_wish.member_id certificate.member_id code.member_id conclusion.member_id custody.member_id custody.to_member_id
  factor.member_id feed.member_id helper.member_id holding.member_id hour_line.decided_by hour_line.member_id hour_line.written_by
  hour_period.closed_by hour_sum.member_id import_run.member_id intake.member_id kiosk.member_id leave.member_id
  leave.substitute_id log.member_id media.member_id note.member_id person.member_id receipt.member_id
  recovery.member_id repair_day_task.done_by repair_day_task.member_id session.member_id shift_staff.member_id situation.member_id stocktake.member_id
  ticket_merge.member_id ticket_seen.member_id visit.called_by worker.member_id`
  .trim()
  .split(/\s+/)

const insert = insertReturningId('import_run')

interface NewRun {
  readonly kind: ImportKind
  readonly memberId: number | null
  readonly at: number
  readonly byHand: readonly string[]
}

export class ImportRunStore extends Queries {
  /** The ids among these that other rows refer to. */
  async #used(ids: readonly number[], uses: readonly string[], target: LogTarget): Promise<Set<number>> {
    const found = uses.map((use) => {
      const [table = '', column = ''] = use.split('.')
      return sql`select ${sql.ref(column)} as id from ${sql.table(table)} where ${inList(this.db, column, ids)}`
    })
    const logged = sql`select after_id as id from log where target = ${sql.lit(targets[target])} and ${inList(this.db, 'after_id', ids)}`
    const { rows } = await sql<{ id: number }>`${sql.join([logged, ...found], sql` union `)}`.execute(this.db)
    return new Set(rows.map(({ id }) => id))
  }
  async begin({ kind, memberId, at, byHand }: NewRun): Promise<number> {
    const by_hand = JSON.stringify(byHand)
    return insert(this.db, { kind, member_id: memberId, at, added: 0, by_hand, undone_at: null, removed: null })
  }
  /** An import without rows is not recorded. */
  async finish(id: number, added: number): Promise<void> {
    if (added === 0) await this.db.deleteFrom('import_run').where('id', '=', id).execute()
    else await this.db.updateTable('import_run').set({ added }).where('id', '=', id).execute()
  }
  /** The columns that people mapped to owners by hand. */
  async mappedByHand(): Promise<string[][]> {
    const rows = await this.db
      .selectFrom('import_run')
      .where('by_hand', '<>', '[]')
      .select('by_hand')
      .distinct()
      .execute()
    return rows.map(({ by_hand }) => JSON.parse(by_hand) as string[]) // the code above writes it
  }
  list(most: number) {
    return this.db
      .selectFrom('import_run')
      .leftJoin('member', 'member.id', 'import_run.member_id')
      .selectAll('import_run')
      .select('member.name')
      .orderBy('import_run.id', 'desc')
      .limit(most)
      .execute()
  }
  /** An update without a change is a lock on both databases. */
  lock(id: number) {
    return this.db
      .updateTable('import_run')
      .set((eb) => ({ kind: eb.ref('kind') }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
  }
  async setUndone(id: number, at: number, removed: number): Promise<void> {
    await this.db.updateTable('import_run').set({ undone_at: at, removed }).where('id', '=', id).execute()
  }

  /** Locks the next tickets of an import, in order. */
  async lockTickets(importId: number, above: number, most: number): Promise<number[]> {
    const rows = await this.db
      .selectFrom('imported')
      .where('import_id', '=', importId)
      .where('ticket_id', '>', above)
      .select('ticket_id as id')
      .distinct()
      .orderBy('ticket_id')
      .limit(most)
      .execute()
    const ids = rows.map(({ id }) => id)
    await this.db
      .selectFrom('ticket')
      .where(inList(this.db, 'id', ids))
      .select('id')
      .orderBy('id')
      .forUpdate()
      .execute()
    return ids
  }
  usedTickets(ids: readonly number[]) {
    return this.#used(ids, ticketUses, 'ticket')
  }
  async tickets(importId: number): Promise<{ id: number; name: string }[]> {
    return this.db
      .selectFrom('ticket')
      .where('id', 'in', this.db.selectFrom('imported').where('import_id', '=', importId).select('ticket_id'))
      .select(['id', 'device as name'])
      .orderBy('id')
      .execute()
  }
  /** Removes locked tickets with all imported rows, also from lists and search. Returns their owners. */
  async removeTickets(
    ids: readonly number[],
    gramsOf: (ticket: IndexedText) => Iterable<string>,
  ): Promise<readonly number[]> {
    const rows = await this.db
      .selectFrom('ticket')
      .leftJoin('tally_queue', 'tally_queue.ticket_id', 'ticket.id')
      .leftJoin('gram_queue', 'gram_queue.ticket_id', 'ticket.id')
      .where(inList(this.db, 'ticket.id', ids))
      .selectAll('ticket')
      .select(searchableNotes.as('notes'))
      .select(['tally_queue.counted', 'gram_queue.again'])
      .select(
        sql<
          string | null
        >`(select string_agg(cast(member_id as text), ',') from worker where ticket_id = ticket.id)`.as('workers'),
      )
      .orderBy('ticket.id')
      .execute()
    await new ListCountStore(this.db).apply(
      rows.map((row) => ({
        id: row.id,
        from: row.counted === null ? listsOf(row, decodeLists(row.workers ?? '')) : decodeLists(row.counted),
        to: [],
      })),
    )
    const indexed = rows.filter(({ again }) => again !== 0)
    await new SearchIndexStore(this.db).remove(indexed.map((ticket) => ({ id: ticket.id, grams: gramsOf(ticket) })))
    for (const table of ticketRows)
      await this.db
        .deleteFrom(table)
        .where(inList(this.db, 'ticket_id', ids))
        .execute()
    await this.db
      .deleteFrom('ticket')
      .where(inList(this.db, 'id', ids))
      .execute()
    return rows.map(({ person_id }) => person_id)
  }

  members(importId: number) {
    return this.db.selectFrom('member').where('import_id', '=', importId).select(['id', 'name']).orderBy('id').execute()
  }
  usedMembers(ids: readonly number[]) {
    return this.#used(ids, memberUses, 'member')
  }
  async removeMembers(ids: readonly number[]): Promise<void> {
    await this.db
      .deleteFrom('member')
      .where(inList(this.db, 'id', ids))
      .execute()
  }
  rosters(importId: number) {
    return this.db.selectFrom('roster').where('import_id', '=', importId).select(['id', 'name']).orderBy('id').execute()
  }
  usedRosters(ids: readonly number[]) {
    return this.#used(ids, ['duty.roster_id'], 'roster')
  }
  async removeRosters(ids: readonly number[]): Promise<void> {
    await this.db
      .deleteFrom('roster')
      .where(inList(this.db, 'id', ids))
      .execute()
  }
}
