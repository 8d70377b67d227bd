import { type RawBuilder, sql } from 'kysely'
import { statuses, ticketTypes } from '#contract/codes.ts'
import { type Db, rowTable, statement } from '../engine/index.ts'
import { Queries } from '../queries.ts'
import { dayLevel, dayListsOf, isDayList, type TicketDates } from './day-lists.ts'

/**
 * Counts of each list by blocks of ids give totals and lead to any page without counting earlier rows. A level-1 block
 * has 128 ids, a level-2 block has 128 of those, level 3 is the whole list. A job writes the counts (queues.ts);
 * readers add the queued changes in the same statement, so answers are exact. docs/decisions/009-lists-and-search.md
 * has the reasons.
 */
export const listNumbers = {
  all: 0,
  appliances: 1,
  computers: 2,
  unclaimed: 3,
  open: 10,
  openAppliances: 11,
  openComputers: 12,
  unforwarded: 20,
  of: (memberId: number) => 1000 + 2 * memberId,
  openOf: (memberId: number) => 1001 + 2 * memberId,
} as const

const shifts = [7, 14, 52] as const

export const sharedLists: ReadonlyMap<number, RawBuilder<boolean>> = new Map([
  [listNumbers.all, sql<boolean>`ticket.id > 0`],
  [listNumbers.appliances, sql<boolean>`ticket.type = ${sql.lit(ticketTypes.appliance)}`],
  [listNumbers.computers, sql<boolean>`ticket.type = ${sql.lit(ticketTypes.computer)}`],
  [listNumbers.unclaimed, sql<boolean>`ticket.status = ${sql.lit(statuses.submitted)}`],
  [listNumbers.open, sql<boolean>`ticket.open = 1`],
  [listNumbers.openAppliances, sql<boolean>`ticket.open = 1 and ticket.type = ${sql.lit(ticketTypes.appliance)}`],
  [listNumbers.openComputers, sql<boolean>`ticket.open = 1 and ticket.type = ${sql.lit(ticketTypes.computer)}`],
  [listNumbers.unforwarded, sql<boolean>`ticket.forwarded_at is null`],
])

export interface ListFacts extends TicketDates {
  readonly type: number
  readonly open: number
  readonly forwarded_at: number | null
}

export function listsOf(ticket: ListFacts, workers: readonly number[]): number[] {
  const { type, status, open, forwarded_at } = ticket
  const appliance = type === ticketTypes.appliance
  return [
    listNumbers.all,
    appliance ? listNumbers.appliances : listNumbers.computers,
    ...(status === statuses.submitted ? [listNumbers.unclaimed] : []),
    ...(open ? [listNumbers.open, appliance ? listNumbers.openAppliances : listNumbers.openComputers] : []),
    ...(forwarded_at === null ? [listNumbers.unforwarded] : []),
    ...workers.map(listNumbers.of),
    ...(open ? workers.map(listNumbers.openOf) : []),
    ...dayListsOf(ticket, workers),
  ]
}

/** Lists between commas, so that SQL can find one on both databases. */
export const encodeLists = (all: readonly number[]) => `,${all.join(',')},`
export const decodeLists = (text: string) => text.split(',').filter(Boolean).map(Number)

export interface ListChange {
  readonly id: number
  readonly from: readonly number[]
  readonly to: readonly number[]
}

export interface ListValues {
  readonly list: number
  readonly memberId: number
  readonly listPattern: string
}

/**
 * The change of a list by each queued ticket. Tickets are looked up singly, because PostgreSQL might read all of them
 * for a join with a table of unknown size. SQLite would plan a `like` anew for each bound pattern.
 */
const pendingIn = (isListed: RawBuilder<boolean>, { listPattern }: ListValues) => sql`pending as materialized (
  select ticket_id as id,
    (select case when ${isListed} then 1 else 0 end from ticket where ticket.id = tally_queue.ticket_id)
      - case when replace(counted, ${listPattern}, '') <> counted then 1 else 0 end as n
  from tally_queue)`

const worksOn = ({ memberId }: ListValues, open: boolean) => sql<boolean>`exists (
  select 1 from worker where worker.ticket_id = ticket.id and worker.member_id = ${memberId} ${open ? sql`and worker.open = 1` : sql``})`

/** Includes the queued changes, and is compiled once for each kind of list. */
export function listStatement<A extends object, Row>(
  text: (values: A & ListValues, pending: RawBuilder<unknown>, list: number, db: Db) => RawBuilder<Row>,
) {
  const compiled = (list: number, isListed: (values: ListValues) => RawBuilder<boolean>) =>
    statement((db, values: A & ListValues) => text(values, pendingIn(isListed(values), values), list, db))
  const shared = new Map(Array.from(sharedLists, ([list, isListed]) => [list, compiled(list, () => isListed)]))
  const of = compiled(listNumbers.of(0), (values) => worksOn(values, false))
  const openOf = compiled(listNumbers.openOf(0), (values) => worksOn(values, true))
  return (db: Db, list: number, values: A): Promise<Row[]> => {
    const query = shared.get(list) ?? (list % 2 === 0 ? of : openOf)
    const given = { ...values, list, memberId: Math.floor((list - 1000) / 2), listPattern: `,${list},` }
    return query(db, ...([given] as never)) // the statement has values, those of the list
  }
}

export const listTotal = ({ list }: ListValues) => sql`
  coalesce((select n from tally where list = ${list} and level = 3 and block = 0), 0) + coalesce((select sum(n) from pending), 0)`

const total = listStatement<object, { total: number }>(
  (values, pending) => sql`with ${pending} select ${listTotal(values)} as total`,
)

// Queued tickets shift a row by at most their number. So this looks that much earlier in the counts, and then corrects
// the number of earlier rows.
const place = listStatement<{ offset: number }, { total: number; shift: number; block: number | null; before: number }>(
  (values, pending) => sql`
    with ${pending}, shift as (
      select count(*) as n from pending where n <> 0
    ), big as (
      select block, n, sum(n) over (order by block desc) as upto from tally where list = ${values.list} and level = 2
    ), one as (
      select block, upto - n as before from big where upto > ${values.offset} - (select n from shift) order by block desc limit 1
    ), small as (
      select block, n, (select before from one) + sum(n) over (order by block desc) as upto
      from tally
      where list = ${values.list} and level = 1
        and block >= (select block from one) * 128 and block < ((select block from one) + 1) * 128
    ), found as (
      select block, upto - n as before from small where upto > ${values.offset} - (select n from shift) order by block desc limit 1
    )
    select ${listTotal(values)} as total, (select n from shift) as shift, (select block from found) as block,
      coalesce((select before from found), 0)
        + coalesce((select sum(n) from pending where id >= ((select block from found) + 1) * 128), 0) as before`,
)

export class ListCountStore extends Queries {
  async total(list: number): Promise<number> {
    return (await total(this.db, list, {}))[0]?.total ?? 0
  }

  /** From id `upTo`, skip `skip` rows to reach this offset. */
  async seek(list: number, offset: number): Promise<{ total: number; upTo: number; skip: number }> {
    const [row] = await place(this.db, list, { offset })
    if (!row) throw new Error('the statement for a position returned no row')
    const { total, block } = row
    if (offset < row.shift) return { total, upTo: Number.MAX_SAFE_INTEGER, skip: offset }
    if (block === null) return { total, upTo: 0, skip: 0 }
    return { total, upTo: (block + 1) * 128 - 1, skip: offset - row.before }
  }

  /** One statement writes the rows in their order, so that two transactions cannot deadlock. */
  async apply(changes: readonly ListChange[]): Promise<void> {
    const rows = countRows(changes)
    if (rows.length === 0) return
    await sql`insert into tally (list, level, block, n) select list, level, block, n from ${rowTable(this.db, tallyColumns, rows)} where true
      on conflict (list, level, block) do update set n = tally.n + excluded.n`.execute(this.db)
  }
}

const tallyColumns = { list: 'bigint', level: 'bigint', block: 'bigint', n: 'bigint' } as const

export function countRows(changes: readonly ListChange[]) {
  const found = new Map<string, { list: number; level: number; block: number; n: number }>()
  const count = (list: number, level: number, block: number, n: number) => {
    found.getOrInsertComputed(`${list} ${level} ${block}`, () => ({ list, level, block, n: 0 })).n += n
  }
  const add = (list: number, id: number, n: number) => {
    if (isDayList(list)) count(list, dayLevel, 0, n)
    else for (const [i, shift] of shifts.entries()) count(list, i + 1, blockOf(id, shift), n)
  }
  for (const { id, from, to } of changes) {
    for (const list of to) if (!from.includes(list)) add(list, id, 1)
    for (const list of from) if (!to.includes(list)) add(list, id, -1)
  }
  return [...found.values()]
    .filter(({ n }) => n !== 0)
    .sort((a, b) => a.list - b.list || a.level - b.level || a.block - b.block)
}

const blockOf = (id: number, shift: number) => Math.floor(id / 2 ** shift)
