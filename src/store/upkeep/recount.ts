import { type RawBuilder, sql } from 'kysely'
import { statusesIn } from '#contract/codes.ts'
import { day } from '#kit/time.ts'
import { type Db, literals, numbersIn } from '../engine/index.ts'
import type { Engine, Snapshot } from '../engine/whole-database.ts'
import { type DayListSource, dayLevel, dayListSourceOf, dayListSources, isDayList } from '../tickets/day-lists.ts'
import { listNumbers, sharedLists } from '../tickets/list-counts.ts'
import type { IndexedText } from '../tickets/queues.ts'
import { blockOf, blockSize, encodeId, indexRows } from '../tickets/search-index.ts'
import { searchableNotes } from '../tickets/searchable-notes.ts'

// Counts, the search index and open marks are derived from tickets, their workers, and the queues of tickets that are not counted or indexed
// yet. This file compares them with their sources and repairs them while the service runs.

/** A wrong count. */
export interface Count {
  readonly list: number
  readonly level: number
  readonly block: number
}

/** A wrong row of the search index. */
export interface IndexedGram {
  readonly gram: string
  readonly block: number
}

export type GramsOf = (ticket: IndexedText) => ReadonlySet<string>

// For a queued ticket, the queue says in which lists it is counted.
const isQueued = (id: string) => sql`exists (select 1 from tally_queue where ticket_id = ${sql.ref(id)})`

/** The ids counted in a list of the team. */
const countedIn = (list: number, which: RawBuilder<boolean>) => sql`
  select ticket.id from ticket where ${which} and not ${isQueued('ticket.id')}
  union all select ticket_id from tally_queue where counted like ${sql.lit(`%,${list},%`)}`

/** The ids counted in lists of members. `first` is the list of member 0. */
function countedOf(first: number, member: RawBuilder<boolean> = sql<boolean>`1 = 1`) {
  const list = sql`${sql.lit(first)} + 2 * member.id`
  const open = first === listNumbers.openOf(0) ? sql`and worker.open = 1` : sql``
  return sql`
    select ${list} as list, worker.ticket_id as id from worker join member on member.id = worker.member_id
    where ${member} ${open} and not ${isQueued('worker.ticket_id')}
    union all select ${list}, tally_queue.ticket_id
    from tally_queue join member on tally_queue.counted like '%,' || (${list}) || ',%' where ${member}`
}

/** The ids counted in one list of a day. */
function countedOnDay(list: number): RawBuilder<unknown> {
  const { source, from } = dayListSourceOf(list)
  const that = sql<boolean>`${source.at} >= ${sql.lit(from)} and ${source.at} < ${sql.lit(from + day)} and not ${isQueued('ticket.id')}`
  return sql`
    select id from (${source.rows(that)}) listed where list = ${sql.lit(list)}
    union all select ticket_id from tally_queue where counted like ${sql.lit(`%,${list},%`)}`
}

/** Pairs of a list and a queued ticket that is counted in it. */
const queuedLists = (db: Db) =>
  sql`select value as list, ticket_id as id from tally_queue cross join ${numbersIn(db, 'counted')}`

/** The tickets counted in lists of days. */
const countedOnDays = (db: Db, { lists: which, rows }: DayListSource) => sql`
  ${rows(sql`not ${isQueued('ticket.id')}`)} union all select list, id from (${queuedLists(db)}) queued where ${which}`

/** The sources of the lists, one by one so that no statement takes long. */
const sources = [
  ...Array.from(sharedLists, ([list, which]) => ({
    lists: sql`list = ${sql.lit(list)}`,
    rows: sql`select ${sql.lit(list)} as list, id from (${countedIn(list, which)}) counted_here`,
  })),
  { lists: sql`list >= 1000 and list % 2 = 0`, rows: countedOf(listNumbers.of(0)) },
  { lists: sql`list >= 1000 and list % 2 = 1`, rows: countedOf(listNumbers.openOf(0)) },
]

/** The ids counted in one list. */
function idsIn(list: number): RawBuilder<unknown> {
  const which = sharedLists.get(list)
  if (which) return countedIn(list, which)
  if (isDayList(list)) return countedOnDay(list)
  const member = sql<boolean>`member.id = ${sql.lit(Math.floor((list - 1000) / 2))}`
  return countedOf(list % 2 === 0 ? listNumbers.of(0) : listNumbers.openOf(0), member)
}

const levels = [1, 2, 3, dayLevel]

/** Counts of one level that differ from the rows or from the level below. */
async function wrongCounts(db: Db, level: number): Promise<Count[]> {
  const off: Count[] = []
  if (level === dayLevel) {
    for (const source of dayListSources) {
      const truth = sql`select list, 0 as block, count(*) as n from (${countedOnDays(db, source)}) listed group by list`
      off.push(...(await differing(db, level, source.lists, truth)))
    }
    return off
  }
  if (level > 1) {
    const block = level === 2 ? sql`block / 128` : sql`0`
    const below = sql`select list, ${block} as block, n from tally where level = ${sql.lit(level - 1)}`
    return differing(
      db,
      level,
      sql`true`,
      sql`select list, block, sum(n) as n from (${below}) below group by list, block`,
    )
  }
  for (const { lists: which, rows } of sources) {
    const truth = sql`select list, id / 128 as block, count(*) as n from (${rows}) listed group by list, id / 128`
    off.push(...(await differing(db, 1, which, truth)))
  }
  return off
}

async function differing(
  db: Db,
  level: number,
  which: RawBuilder<unknown>,
  truth: RawBuilder<unknown>,
): Promise<Count[]> {
  const kept = sql`select list, block, n from tally where level = ${sql.lit(level)} and ${which} and n <> 0`
  const meant = sql`select list, block, n from (${truth}) meant where n <> 0`
  const { rows } = await sql<{ list: number; block: number }>`
    select distinct list, block from (
      select * from (select * from (${kept}) a except select * from (${meant}) b) c
      union all
      select * from (select * from (${meant}) d except select * from (${kept}) e) f
    ) g order by list, block`.execute(db)
  return rows.map(({ list, block }) => ({ list, level, block }))
}

/** Tickets with a wrong open mark, of their own or of their workers. */
async function wrongMarks(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ticket where open <> ${isOpen}
    union select ticket_id from worker join ticket on ticket.id = ticket_id where worker.open <> ${isOpen}`.execute(db)
  return rows.map(({ id }) => id)
}
const isOpen = sql`(case when ticket.status not in (${literals(statusesIn('closed'))}) and ticket.confirmed_at is null then 1 else 0 end)`

/** The wrong rows of the search index in these blocks. */
async function wrongGrams(snapshot: Snapshot, gramsOf: GramsOf, from: number, to: number): Promise<IndexedGram[]> {
  return snapshot(async (db) => {
    const meant = new Map<string, string>()
    for (let block = from; block < to; block += 1)
      for (const { gram, ids } of await meantRows(db, gramsOf, block)) meant.set(`${block} ${gram}`, ids)
    const kept = await db
      .selectFrom('gram')
      .where('block', '>=', from)
      .where('block', '<', to)
      .select(['gram', 'block', 'ids'])
      .execute()
    const pending = await pendingIn(db, from, to)
    const off: IndexedGram[] = []
    for (const { gram, block, ids } of kept) {
      const key = `${block} ${gram}`
      if (inOrder(ids, pending.get(block)) !== (meant.get(key) ?? '')) off.push({ gram, block })
      meant.delete(key)
    }
    for (const key of meant.keys()) {
      const space = key.indexOf(' ')
      off.push({ block: Number(key.slice(0, space)), gram: key.slice(space + 1) })
    }
    return off
  })
}

async function meantRows(db: Db, gramsOf: GramsOf, block: number) {
  const tickets = await db
    .selectFrom('ticket')
    .where('id', '>=', block * blockSize)
    .where('id', '<', (block + 1) * blockSize)
    .where(sql<boolean>`not exists (select 1 from gram_queue where ticket_id = ticket.id)`)
    .select(['id', 'owner', 'phone', 'device', 'device_model', 'description', 'remedy'])
    .select(searchableNotes.as('notes'))
    .orderBy('id')
    .execute()
  return indexRows(tickets.map((ticket) => ({ id: ticket.id, grams: gramsOf(ticket) })))
}

/** Tickets that are indexed and changed since, by block: the index still has some of their grams. */
async function pendingIn(db: Db, from: number, to: number): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const rows = await db
    .selectFrom('gram_queue')
    .where('again', '>', 0)
    .where('ticket_id', '>=', from * blockSize)
    .where('ticket_id', '<', to * blockSize)
    .select('ticket_id as id')
    .execute()
  const blocks = Map.groupBy(rows, ({ id }) => blockOf(id))
  return new Map(Array.from(blocks, ([block, here]) => [block, new Set(here.map(({ id }) => encodeId(id)))]))
}

/** On PostgreSQL ids may be added out of order. */
const inOrder = (ids: string, except?: ReadonlySet<string>) =>
  (ids.match(/../g) ?? [])
    .filter((id) => !except?.has(id))
    .sort()
    .join('')

// Each pass reads the whole index once and holds these blocks in memory.
const blocksAtOnce = 32

async function gramParts(db: Db): Promise<(readonly [from: number, to: number])[]> {
  const { rows } = await sql<{ last: number | null }>`
    select max(block) as last from (
      select max(block) as block from gram union all select max(id) / ${sql.lit(blockSize)} from ticket
    ) blocks`.execute(db)
  const parts = Math.ceil(((rows[0]?.last ?? -1) + 1) / blocksAtOnce)
  return Array.from({ length: parts }, (_, i) => [i * blocksAtOnce, (i + 1) * blocksAtOnce] as const)
}

/** The number of wrong rows of each kind. */
export interface Drift {
  readonly marks: number
  readonly counts: number
  readonly grams: number
}

/** The number of wrong counts. Any other number than 0 means a bug or damage. */
export async function driftOf(db: Db): Promise<number> {
  let off = 0
  for (const level of levels) off += (await wrongCounts(db, level)).length
  return off
}

export async function findDrift(snapshot: Snapshot, gramsOf: GramsOf): Promise<Drift> {
  const marks = (await snapshot(wrongMarks)).length
  const counts = await snapshot(driftOf)
  let grams = 0
  for (const [from, to] of await snapshot(gramParts)) grams += (await wrongGrams(snapshot, gramsOf, from, to)).length
  return { marks, counts, grams }
}

/**
 * Corrects all differences and returns their number. A row is locked before its tickets are read, so that earlier changes are included and
 * later ones add to the result. It takes a few rows at a time, in the order in which changes lock them, so that changes wait only briefly.
 */
export async function repairDrift(engine: Engine, snapshot: Snapshot, gramsOf: GramsOf): Promise<Drift> {
  const ids = await snapshot(wrongMarks)
  for (const part of inParts(ids, 1000))
    await engine.change(async (db) => {
      for (const id of part) {
        await sql`update ticket set open = ${isOpen} where id = ${id}`.execute(db)
        await sql`update worker set open = (select open from ticket where id = ${id}) where ticket_id = ${id}`.execute(
          db,
        )
      }
    })
  let counts = 0
  for (const level of levels) {
    const off = await snapshot((db) => wrongCounts(db, level))
    for (const part of inParts(off, 100)) await engine.change((db) => recount(db, part))
    counts += off.length
  }
  let grams = 0
  for (const [from, to] of await snapshot(gramParts)) {
    const off = await wrongGrams(snapshot, gramsOf, from, to)
    for (const [block, rows] of Map.groupBy(off, (one) => one.block))
      for (const part of inParts(rows.map(({ gram }) => gram).sort(), 200))
        await engine.change((db) => reindex(db, gramsOf, block, part))
    grams += off.length
  }
  return { marks: ids.length, counts, grams }
}

async function recount(db: Db, counts: readonly Count[]): Promise<void> {
  for (const { list, level, block } of counts) {
    await db
      .insertInto('tally')
      .values({ list, level, block, n: 0 })
      .onConflict((oc) => oc.columns(['list', 'level', 'block']).doUpdateSet((eb) => ({ n: eb.ref('tally.n') })))
      .execute()
    const truth =
      level === 1 || level === dayLevel
        ? sql<number>`(select count(*) from (${idsIn(list)}) listed ${level === 1 ? sql`where id >= ${block * 128} and id < ${(block + 1) * 128}` : sql``})`
        : sql<number>`(select coalesce(sum(n), 0) from tally where list = ${list} and level = ${level - 1} ${
            level === 2 ? sql`and block >= ${block * 128} and block < ${(block + 1) * 128}` : sql``
          })`
    await sql`update tally set n = ${truth} where list = ${list} and level = ${level} and block = ${block}`.execute(db)
  }
}

async function reindex(db: Db, gramsOf: GramsOf, block: number, grams: readonly string[]): Promise<void> {
  await db
    .insertInto('gram')
    .values(grams.map((gram) => ({ gram, block, ids: '' })))
    .onConflict((oc) => oc.columns(['gram', 'block']).doUpdateSet((eb) => ({ ids: eb.ref('gram.ids') })))
    .execute()
  const meant = new Map((await meantRows(db, gramsOf, block)).map(({ gram, ids }) => [gram, ids]))
  for (const gram of grams) {
    const ids = meant.get(gram)
    if (ids === undefined) await sql`delete from gram where gram = ${gram} and block = ${block}`.execute(db)
    else await sql`update gram set ids = ${ids} where gram = ${gram} and block = ${block}`.execute(db)
  }
}

function* inParts<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let i = 0; i < all.length; i += size) yield all.slice(i, i + size)
}
