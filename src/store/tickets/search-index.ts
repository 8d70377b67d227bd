import { type RawBuilder, sql } from 'kysely'
import { forUpdateOf, rowTable, statement, textTable } from '../engine/index.ts'
import { Queries } from '../queries.ts'

export const blockSize = 1024
export const blockOf = (id: number) => Math.floor(id / blockSize)

/** The position in a block as two characters, so that adding a ticket appends text on both databases. */
export const encodeId = (id: number) => (id % blockSize).toString(32).padStart(2, '0')
const encodedIds = (ids: string) => ids.match(/../g) ?? []

export type Postings = ReadonlyMap<string, ReadonlyMap<number, string>>

/** A bitmap of a block: the first character selects the number, the second one the bit. */
const places = () => new Int32Array(32)
const [matches, wordBits, wayBits, gramBits] = [places(), places(), places(), places()]

/** Decodes a base-32 digit without a branch, which the processor could not predict. */
const digit = (code: number) => code - 48 - 39 * (code >> 6)

function addBits(places: Int32Array, ids: string): void {
  for (let i = 0; i < ids.length; i += 2) {
    const at = digit(ids.charCodeAt(i))
    places[at] = (places[at] ?? 0) | (1 << digit(ids.charCodeAt(i + 1)))
  }
}

function intersectBits(places: Int32Array, others: Int32Array): void {
  for (let i = 0; i < 32; i += 1) places[i] = (places[i] ?? 0) & (others[i] ?? 0)
}

/**
 * The tickets in these blocks (or among `among`) that have all n-grams of one alternative of every word, newest first.
 */
export function intersect(
  found: Postings,
  blocks: readonly number[],
  words: readonly { readonly ways: readonly (readonly string[])[] }[],
  among?: ReadonlyMap<number, string>,
): number[] {
  const ids: number[] = []
  for (const block of blocks) {
    matches.fill(among ? 0 : -1)
    if (among) addBits(matches, among.get(block) ?? '')
    for (const { ways } of words) {
      wordBits.fill(0)
      for (const way of ways) addHaving(found, block, way)
      intersectBits(matches, wordBits)
    }
    for (let at = 31; at >= 0; at -= 1)
      for (let left = matches[at] ?? 0; left !== 0; ) {
        const bit = 31 - Math.clz32(left)
        ids.push(block * blockSize + at * 32 + bit)
        left &= ~(1 << bit)
      }
  }
  return ids
}

/** Adds the positions that have every n-gram of an alternative. */
function addHaving(found: Postings, block: number, way: readonly string[]): void {
  const rows = way.map((gram) => found.get(gram)?.get(block) ?? '')
  if (rows.includes('')) return
  if (rows.length === 1) {
    addBits(wordBits, rows[0] ?? '')
    return
  }
  wayBits.fill(-1)
  for (const ids of rows) {
    gramBits.fill(0)
    addBits(gramBits, ids)
    intersectBits(wayBits, gramBits)
  }
  for (let i = 0; i < 32; i += 1) wordBits[i] = (wordBits[i] ?? 0) | (wayBits[i] ?? 0)
}

/** One statement for a query per n-gram. */
const ofEach = <A extends object, Row>(ask: (values: A) => RawBuilder<Row>) =>
  statement(
    (db, values: A & { grams: readonly string[] }) => sql<{ gram: string; answer: Row }>`
      select given.value as gram, (${ask(values)}) as answer from ${textTable(db, values.grams)}`,
  )

// One text, because transferring hundreds of rows takes longer than finding them.
const postingsText = sql<string | null>`select string_agg(cast(block as text) || ' ' || ids, ' ')`

const newestOf = ofEach(
  ({ below, count }: { below: number; count: number }) => sql<string | null>`${postingsText} from (
    select block, ids from gram where gram = given.value and block < ${below} order by block desc limit ${count} + 0
  ) newest`,
)

const betweenOf = ofEach(
  ({ lowest, highest }: { lowest: number; highest: number }) =>
    sql<
      string | null
    >`${postingsText} from gram where gram = given.value and block >= ${lowest} and block <= ${highest}`,
)

const blockCountsOf = ofEach(
  ({ most }: { most: number }) =>
    sql<number>`select count(*) from (select block from gram where gram = given.value limit ${most} + 0) some_blocks`,
)

// One index step finds each n-gram.
const startingWith = statement(
  (_, { prefix, end, most }: { prefix: string; end: string; most: number }) => sql<{ gram: string }>`
    with recursive step (gram, n) as (
      select min(gram), 1 from gram where gram >= ${prefix} and gram < ${end}
      union all
      select (select min(gram) from gram where gram > step.gram and gram < ${end}), n + 1 from step
      where step.gram is not null and n < ${most}
    )
    select gram from step where gram is not null`,
)

const highestId = statement((db) => db.selectFrom('ticket').select((eb) => eb.fn.max('id').as('id')))

function postingsIn(rows: readonly { gram: string; answer: string | null }[]): Postings {
  const found = new Map<string, Map<number, string>>()
  for (const { gram, answer } of rows) {
    const blocks = new Map<number, string>()
    const parts = answer?.split(' ') ?? []
    for (let i = 0; i < parts.length; i += 2) blocks.set(Number(parts[i]), parts[i + 1] ?? '')
    found.set(gram, blocks)
  }
  return found
}

export interface IndexedTicket {
  readonly id: number
  readonly grams: Iterable<string>
}

/** Ordered, so that two transactions cannot deadlock. */
export function indexRows(tickets: readonly IndexedTicket[]) {
  const blocks = new Map<number, Map<string, { gram: string; block: number; ids: string }>>()
  for (const { id, grams } of tickets) {
    const [block, own] = [blockOf(id), encodeId(id)]
    const rows = blocks.getOrInsertComputed(block, () => new Map())
    for (const gram of grams) {
      const row = rows.get(gram)
      if (row) row.ids += own
      else rows.set(gram, { gram, block, ids: own })
    }
  }
  return [...blocks.values()]
    .flatMap((rows) => [...rows.values()])
    .sort((a, b) => (a.gram < b.gram ? -1 : a.gram > b.gram ? 1 : a.block - b.block))
}

interface GramRow {
  readonly gram: string
  readonly block: number
  readonly ids: string
}

const gramColumns = { gram: 'text', block: 'bigint', ids: 'text' } as const

/** The inverted index of n-grams. docs/decisions/009-lists-and-search.md has the reasons. */
export class SearchIndexStore extends Queries {
  /** One statement writes the rows in their order, so that two transactions cannot deadlock. */
  async add(tickets: readonly IndexedTicket[]): Promise<void> {
    const rows = indexRows(tickets)
    if (rows.length === 0) return
    await sql`insert into gram (gram, block, ids) select gram, block, ids from ${rowTable(this.db, gramColumns, rows)} where true
      on conflict (gram, block) do update set ids = gram.ids || excluded.ids`.execute(this.db)
  }

  /** Locks the rows first, in the order of `add`. */
  async remove(tickets: readonly IndexedTicket[]): Promise<void> {
    const removedRows = indexRows(tickets)
    if (removedRows.length === 0) return
    const keyOf = ({ gram, block }: { gram: string; block: number }) => `${block} ${gram}`
    const removed = new Map(removedRows.map((row) => [keyOf(row), new Set(encodedIds(row.ids))]))
    const stored =
      await sql<GramRow>`select gram.gram, gram.block, gram.ids from ${rowTable(this.db, gramColumns, removedRows)}
      join gram on gram.gram = given.gram and gram.block = given.block order by given.nth ${forUpdateOf(this.db, 'gram')}`.execute(
        this.db,
      )
    const left = stored.rows.map((row) => {
      const own = removed.get(keyOf(row))
      return {
        ...row,
        ids: encodedIds(row.ids)
          .filter((one) => !own?.has(one))
          .join(''),
      }
    })
    const [empty, kept] = [left.filter(({ ids }) => ids === ''), left.filter(({ ids }) => ids !== '')]
    if (kept.length > 0)
      await sql`update gram set ids = given.ids from ${rowTable(this.db, gramColumns, kept)}
        where gram.gram = given.gram and gram.block = given.block`.execute(this.db)
    if (empty.length > 0)
      await sql`delete from gram where (gram, block) in (select gram, block from ${rowTable(this.db, gramColumns, empty)})`.execute(
        this.db,
      )
  }

  async countBlocks(grams: readonly string[], most: number): Promise<Map<string, number>> {
    const rows = await blockCountsOf(this.db, { grams, most })
    return new Map(rows.map(({ gram, answer }) => [gram, answer]))
  }

  async startingWith(prefix: string, most: number): Promise<string[]> {
    const rows = await startingWith(this.db, { prefix, end: `${prefix}\u{10ffff}`, most })
    return rows.map(({ gram }) => gram)
  }

  async newest(grams: readonly string[], below: number, count: number) {
    const found = postingsIn(await newestOf(this.db, { grams, below, count }))
    const having = new Set([...found.values()].flatMap((here) => [...here.keys()]))
    return { found, blocks: [...having].sort((a, b) => b - a).slice(0, count) }
  }

  async between(grams: readonly string[], lowest: number, highest: number): Promise<Postings> {
    if (grams.length === 0) return new Map()
    return postingsIn(await betweenOf(this.db, { grams, lowest, highest }))
  }

  async highestBlock(): Promise<number> {
    const [row] = await highestId(this.db)
    return blockOf(row?.id ?? 0)
  }
}
