import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { HourKind } from '#contract/hours/hour-fields.ts'
import type { MemberStay } from '#rules/hours/signing.ts'
import { inList, type NestedRows, nestedRows } from '../engine/index.ts'
import { memberNameIn } from '../people/members.ts'
import { Queries } from '../queries.ts'
import type { Tables } from '../tables.ts'

type Line = Selectable<Tables['hour_line']>

// The columns for sums. Pages show few lines and count many, and each column costs time.
const counting = [
  'id',
  'member_id',
  'kind',
  'date',
  'counts_on',
  'shift',
  'shift_from',
  'shift_until',
  'came_at',
  'left_at',
  'left_how',
  'minutes',
  'exact',
  'corrects',
  'state',
  'objected',
  'period_id',
  'counted',
  'created_at',
] as const satisfies (keyof Line)[]
export type NewHourLine = Insertable<Tables['hour_line']>
export type HourFacts = Pick<Line, (typeof counting)[number]>

/** Erased members have no names. */
export interface HourRow extends Line {
  readonly name: string
  readonly decidedBy: string | null
  readonly writtenBy: string | null
}
export type HourPeriodRow = Selectable<Tables['hour_period']> & { readonly closedBy: string }
export interface HourSumRow {
  readonly period_id: number
  readonly member_id: number
  readonly kind: HourKind
  readonly minutes: number
}

export interface SchoolPerson {
  readonly id: number
  readonly name: string
  readonly class: string
  readonly college: string
  readonly stuid: string
}

export interface HourRange {
  readonly from: string
  readonly until: string
}

// One text, because transferring thousands of rows takes longer than finding them.
const factRows = nestedRows((db, { from, until }: HourRange) =>
  db.selectFrom('hour_line').select(counting).where('counts_on', '>=', from).where('counts_on', '<=', until),
)

export class HourStore extends Queries {
  #lines() {
    return this.db
      .selectFrom('hour_line')
      .selectAll()
      .select([
        memberNameIn('hour_line.member_id').as('name'),
        memberNameIn('hour_line.decided_by').as('decidedBy'),
        memberNameIn('hour_line.written_by').as('writtenBy'),
      ])
  }
  #facts() {
    return this.db.selectFrom('hour_line').select(counting)
  }
  async add(row: NewHourLine): Promise<number> {
    return (await this.db.insertInto('hour_line').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  /** Adds lines for finished tickets, at most one per member and ticket. */
  async addOnce(rows: readonly NewHourLine[]): Promise<void> {
    await this.db
      .insertInto('hour_line')
      .values(rows)
      .onConflict((oc) => oc.doNothing())
      .execute()
  }
  async find(id: number): Promise<HourRow | undefined> {
    return this.#lines().where('id', '=', id).executeTakeFirst()
  }
  async findAll(ids: readonly number[]): Promise<HourRow[]> {
    return this.#lines()
      .where(inList(this.db, 'id', ids))
      .execute()
  }
  /** The newest equal line of an open period without a correction. */
  async findSame(row: Partial<NewHourLine> & Pick<NewHourLine, 'date'>): Promise<number | undefined> {
    let query = this.db
      .selectFrom('hour_line')
      .where('period_id', 'is', null)
      .where('counts_on', '>=', row.date)
      .where(sql<boolean>`not exists (select 1 from hour_line as later where later.corrects = hour_line.id)`)
      .select('id')
      .orderBy('id', 'desc')
    for (const [column, value] of Object.entries(row))
      query = query.where(column as keyof Line, value === null ? 'is' : '=', value ?? null) // the keys of a line
    return (await query.executeTakeFirst())?.id
  }
  async change(ids: readonly number[], columns: Updateable<Tables['hour_line']>): Promise<void> {
    if (ids.length > 0)
      await this.db
        .updateTable('hour_line')
        .set(columns)
        .where(inList(this.db, 'id', ids))
        .execute()
  }
  async countedOn({ from, until }: HourRange): Promise<HourFacts[]> {
    const { rows } = await sql<{
      facts: NestedRows<HourFacts>
    }>`select ${factRows.column(this.db, { from, until })} as facts`.execute(this.db)
    return factRows.rows(rows[0]?.facts ?? '[]')
  }
  /** Lines dated on these days that count on other days. */
  async late({ from, until }: HourRange): Promise<HourFacts[]> {
    return this.#facts()
      .whereRef('date', '<>', 'counts_on')
      .where(({ not, between }) => not(between('counts_on', from, until)))
      .where(({ between }) => between('date', from, until))
      .execute()
  }
  /** Lines up to a day, outside of closed periods. */
  async open(until: string): Promise<HourFacts[]> {
    return this.#facts().where('period_id', 'is', null).where('counts_on', '<=', until).orderBy('id').execute()
  }
  /** A member's lines that are dated or count on these days, and all outside of closed periods. */
  async ofMember(memberId: number, { from, until }: HourRange): Promise<HourRow[]> {
    return this.#lines()
      .where('member_id', '=', memberId)
      .where(({ or, eb, between }) =>
        or([eb('period_id', 'is', null), between('counts_on', from, until), between('date', from, until)]),
      )
      .orderBy('id')
      .execute()
  }
  /** A member's lines dated on these days. */
  async ofDays(memberId: number, { from, until }: HourRange): Promise<HourFacts[]> {
    return this.#facts()
      .where('member_id', '=', memberId)
      .where('counts_on', '>=', from)
      .where('date', '>=', from)
      .where('date', '<=', until)
      .orderBy('id')
      .execute()
  }
  async families(ids: readonly number[]): Promise<HourFacts[]> {
    if (ids.length === 0) return []
    return this.#facts()
      .where(({ or }) => or([inList(this.db, 'id', ids), inList(this.db, 'corrects', ids)]))
      .orderBy('id')
      .execute()
  }
  /** Shifts without an end, in no order. */
  async withoutEnd(memberIds?: readonly number[]): Promise<HourRow[]> {
    return this.#lines()
      .where('kind', '=', sql.lit('shift'))
      .where('left_at', 'is', null)
      .$if(memberIds !== undefined, (query) => query.where(inList(this.db, 'member_id', memberIds ?? [])))
      .execute()
  }
  /** Ends shifts that were to last until the member's next shift, because the member leaves or changes earlier. */
  async cutShort(memberId: number, until: number): Promise<void> {
    await this.db
      .updateTable('hour_line')
      .set((eb) => ({
        left_at: eb.case().when('came_at', '>', until).then(eb.ref('came_at')).else(until).end(),
      }))
      .where('member_id', '=', memberId)
      .where('left_how', '=', 'next')
      .where('left_at', '>', until)
      .where('period_id', 'is', null)
      .execute()
  }
  /** The names of present and former members; empty for erased ones. */
  async names(): Promise<Map<number, string>> {
    const rows = await this.db.selectFrom('member').select(['id', 'name', 'erased']).execute()
    return new Map(rows.map(({ id, name, erased }) => [id, erased === 1 ? '' : name]))
  }
  /** Present and former members as the school knows them; erased ones without a name. */
  async people(): Promise<SchoolPerson[]> {
    const rows = await this.db
      .selectFrom('member')
      .select(['id', 'name', 'class', 'college', 'stuid', 'erased'])
      .execute()
    return rows.map(({ erased, ...person }) => (erased === 1 ? { ...person, name: '' } : person))
  }
  /** The remarks on these days. Most lines have none. */
  async remarks({ from, until }: HourRange): Promise<Pick<Line, 'id' | 'standing' | 'came_how'>[]> {
    return this.db
      .selectFrom('hour_line')
      .where('counts_on', '>=', from)
      .where('counts_on', '<=', until)
      .where(({ or, eb }) => or([eb('standing', 'not in', ['', 'rostered']), eb('came_how', '=', 'written')]))
      .select(['id', 'standing', 'came_how'])
      .execute()
  }
  /**
   * Stays in shifts that end after an instant, in the order of arrival. In the order of ids, SQLite would read the
   * whole ledger.
   */
  async signedIn(after: number): Promise<MemberStay[]> {
    return this.db
      .selectFrom('hour_line')
      .where('kind', '=', 'shift')
      .where('came_how', 'in', ['board', 'desk'])
      .where('shift_until', '>', after)
      .select(['member_id as memberId', 'date', 'shift', 'shift_from', 'shift_until', 'came_at', 'left_at', 'left_how'])
      .orderBy('came_at')
      .orderBy('id')
      .execute()
  }
  /** The presence of members at a shift. */
  async staysOf(date: string, shift: string) {
    return this.db
      .selectFrom('hour_line')
      .innerJoin('member', 'member.id', 'hour_line.member_id')
      .where('hour_line.kind', '=', 'shift')
      .where('hour_line.date', '=', date)
      .where('hour_line.shift', '=', shift)
      .where('hour_line.state', '<>', 'refused')
      .select(['member.id as member', 'member.name', 'shift_from', 'shift_until', 'came_at', 'left_at', 'left_how'])
      .execute()
  }
  async periods(): Promise<HourPeriodRow[]> {
    return this.db
      .selectFrom('hour_period')
      .selectAll()
      .select(memberNameIn('hour_period.closed_by').as('closedBy'))
      .orderBy('until_date', 'desc')
      .execute()
  }
  /** Empty while no period is closed. */
  async closedUntil(): Promise<string> {
    const row = await this.db
      .selectFrom('hour_period')
      .select('until_date')
      .orderBy('until_date', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.until_date ?? ''
  }
  async addPeriod(row: Insertable<Tables['hour_period']>): Promise<number> {
    return (await this.db.insertInto('hour_period').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  async addSums(rows: readonly HourSumRow[]): Promise<void> {
    if (rows.length > 0) await this.db.insertInto('hour_sum').values(rows).execute()
  }
  /** The sums in closed periods. */
  async sums(memberId?: number): Promise<HourSumRow[]> {
    return this.db
      .selectFrom('hour_sum')
      .$if(memberId !== undefined, (query) => query.where('member_id', '=', memberId ?? 0))
      .selectAll()
      .execute()
  }
  async ofPeriod(periodId: number): Promise<HourFacts[]> {
    return this.#facts().where('period_id', '=', periodId).orderBy('id').execute()
  }
  async firstDays(memberId: number): Promise<Map<number | null, string>> {
    const rows = await this.db
      .selectFrom('hour_line')
      .where('member_id', '=', memberId)
      .where('period_id', 'is not', null)
      .where('counted', '<>', 0)
      .select((eb) => ['period_id', eb.fn.min('date').as('first')])
      .groupBy('period_id')
      .execute()
    return new Map(rows.map(({ period_id, first }) => [period_id, first]))
  }
  /** Erases texts by and about a member; dates and minutes stay. */
  async eraseWords(memberId: number): Promise<void> {
    await this.db
      .updateTable('hour_line')
      .set({ what: '', with_whom: '', reason: '', objection: '', objected: 0, answer: '' })
      .where('member_id', '=', memberId)
      .execute()
  }
  /** Rewrites texts about companions. */
  async rewriteCompanions(rewrite: (text: string) => string): Promise<void> {
    const rows = await this.db
      .selectFrom('hour_line')
      .where('with_whom', '<>', '')
      .select('with_whom as before')
      .distinct()
      .execute()
    for (const { before } of rows) {
      const with_whom = rewrite(before)
      if (with_whom !== before)
        await this.db.updateTable('hour_line').set({ with_whom }).where('with_whom', '=', before).execute()
    }
  }
}
