import { sql } from 'kysely'
import type { Db } from '../engine/engine.ts'
import { preparedQuery, type Slots } from '../engine/prepared-query.ts'
import { inList, isEmbedded } from '../engine/value-lists.ts'

/** Tickets are indexed in blocks of so many ids. */
export const blockSize = 1024
export const gramBlock = (id: number) => Math.floor(id / blockSize)

/** A ticket's place in its block, in two characters, so that adding one is appending a text on both databases. */
const mark = (id: number) => (id % blockSize).toString(32).padStart(2, '0')

const digit = (code: number) => (code < 58 ? code - 48 : code - 87)

/** The places in their block that are marked. */
function marked(ids: string): Uint16Array {
  const places = new Uint16Array(ids.length / 2)
  for (let i = 0; i < places.length; i += 1)
    places[i] = digit(ids.charCodeAt(2 * i)) * 32 + digit(ids.charCodeAt(2 * i + 1))
  return places
}

/** By block and gram, as places in the block. */
export type Postings = Map<number, Map<string, Uint16Array>>
type Here = ReadonlyMap<string, Uint16Array>

/** Marks places of a block, and forgets them all at once with the next round. */
class Marks {
  readonly #round = new Uint32Array(blockSize)
  #now = 0
  next(): void {
    this.#now += 1
  }
  /** Whether it was not marked yet. */
  add(place: number): boolean {
    if (this.#round[place] === this.#now) return false
    this.#round[place] = this.#now
    return true
  }
  has(place: number): boolean {
    return this.#round[place] === this.#now
  }
}
const ofWord = new Marks()
const ofGram = new Marks()

/** The tickets of a block, or of these places in it, that have for each word all the grams of one of its ways; newest first. */
export function meeting(
  here: Here | undefined,
  block: number,
  words: readonly { readonly ways: readonly (readonly string[])[] }[],
  places?: readonly number[],
): number[] {
  let met = places
  for (const { ways } of words) {
    const found: number[] = []
    ofWord.next()
    if (here)
      for (const way of ways) for (const place of having(here, way)) if (ofWord.add(place) && !met) found.push(place)
    met = met?.filter((place) => ofWord.has(place)) ?? found
    if (met.length === 0) return []
  }
  const all = met ?? Array.from({ length: blockSize }, (_, place) => place)
  return all.map((place) => block * blockSize + place).sort((a, b) => b - a)
}

/** Places that have every gram of a way. */
function having(here: Here, way: readonly string[]): Iterable<number> {
  if (way.length === 1) return here.get(way[0] ?? '') ?? none
  const [rarest = none, ...others] = way.map((gram) => here.get(gram) ?? none).sort((a, b) => a.length - b.length)
  let left: Uint16Array = rarest
  for (const places of others) {
    if (left.length === 0) break
    ofGram.next()
    for (const place of places) ofGram.add(place)
    left = left.filter((place) => ofGram.has(place))
  }
  return left
}
const none = new Uint16Array()

const newestOf = preparedQuery((db, a: Slots<{ gram: string; below: number; count: number }>) =>
  db
    .selectFrom('gram')
    .where('gram', '=', a.gram)
    .where('block', '<', a.below)
    .select(['gram', 'block', 'ids'])
    .orderBy('block', 'desc')
    .limit(a.count),
)

const spreadOf = preparedQuery((db, { gram, most }: Slots<{ gram: string; most: number }>) =>
  db
    .selectFrom(db.selectFrom('gram').where('gram', '=', gram).select('block').limit(most).as('some_blocks'))
    .select((eb) => eb.fn.countAll<number>().as('n')),
)

const newestOfAll = (grams: readonly string[], below: number, count: number) => sql<{
  gram: string
  block: number
  ids: string
}>`
  select found.gram, found.block, found.ids from unnest(${grams}::text[]) as given (gram) cross join lateral (
    select gram, block, ids from gram where gram.gram = given.gram and block < ${below} order by block desc limit ${count}
  ) found`

export interface IndexedTicket {
  readonly id: number
  readonly grams: Iterable<string>
}

/** The rows of the index for these tickets, in order, so that two transactions never wait for each other in a circle. */
export function gramRows(tickets: readonly IndexedTicket[]) {
  const blocks = new Map<number, Map<string, { gram: string; block: number; ids: string }>>()
  for (const { id, grams } of tickets) {
    const [block, own] = [gramBlock(id), mark(id)]
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

function byBlock(blocks: readonly number[], rows: readonly { gram: string; block: number; ids: string }[]): Postings {
  const found = new Map(blocks.map((block) => [block, new Map<string, Uint16Array>()]))
  for (const { gram, block, ids } of rows) found.get(block)?.set(gram, marked(ids))
  return found
}

/** Which tickets hold which grams. docs/decisions/009-lists-and-search.md has the reasons. */
export function gramStore(db: Db) {
  return {
    /** One statement with its rows in order, so that two transactions never wait for each other in a circle. */
    async add(tickets: readonly IndexedTicket[]): Promise<void> {
      const rows = gramRows(tickets)
      if (rows.length === 0) return
      const given = isEmbedded(db)
        ? sql`(select value->>'gram', value->>'block', value->>'ids' from json_each(${JSON.stringify(rows)}))`
        : sql`unnest(${rows.map(({ gram }) => gram)}::text[], ${rows.map(({ block }) => block)}::bigint[], ${rows.map(({ ids }) => ids)}::text[])`
      await sql`insert into gram (gram, block, ids) select * from ${given} where true
        on conflict (gram, block) do update set ids = gram.ids || excluded.ids`.execute(db)
    },

    /** Takes grams of tickets out again, row by row in the same order. */
    async remove(tickets: readonly IndexedTicket[]): Promise<void> {
      for (const { gram, block, ids: gone } of gramRows(tickets)) {
        // An update that changes nothing holds the row until the end of the transaction.
        const [row] = await db
          .updateTable('gram')
          .set((eb) => ({ ids: eb.ref('ids') }))
          .where('gram', '=', gram)
          .where('block', '=', block)
          .returning('ids')
          .execute()
        if (!row) continue
        const removed = new Set(marked(gone))
        const ids = Array.from(marked(row.ids))
          .filter((place) => !removed.has(place))
          .map(mark)
          .join('')
        if (ids === '') await db.deleteFrom('gram').where('gram', '=', gram).where('block', '=', block).execute()
        else await db.updateTable('gram').set({ ids }).where('gram', '=', gram).where('block', '=', block).execute()
      }
    },

    /** In how many blocks each gram occurs, as far as `most`; one that is absent occurs nowhere. */
    async spread(grams: readonly string[], most: number): Promise<Map<string, number>> {
      if (isEmbedded(db) || grams.length === 1) {
        const count = async (gram: string) => [gram, (await spreadOf(db, { gram, most }))[0]?.n ?? 0] as const
        return new Map(await Promise.all(grams.map(count)))
      }
      const { rows } = await sql<{ gram: string; n: number }>`
        select given.gram, count(some_blocks.block) as n from unnest(${grams}::text[]) as given (gram)
        left join lateral (select block from gram where gram.gram = given.gram limit ${most}) some_blocks on true
        group by given.gram`.execute(db)
      return new Map(rows.map(({ gram, n }) => [gram, n]))
    },

    /** Grams that begin with this, each found by one step through the index. */
    async startingWith(prefix: string, most: number): Promise<string[]> {
      const end = `${prefix}\u{10ffff}`
      const { rows } = await sql<{ gram: string | null }>`
        with recursive step (gram, n) as (
          select min(gram), 1 from gram where gram >= ${prefix} and gram < ${end}
          union all
          select (select min(gram) from gram where gram > step.gram and gram < ${end}), n + 1 from step
          where step.gram is not null and n < ${most}
        )
        select gram from step where gram is not null`.execute(db)
      return rows.flatMap(({ gram }) => gram ?? [])
    },

    /** The tickets with any of these in the newest blocks below one that have some, by block and gram. */
    async newest(grams: readonly string[], below: number, count: number): Promise<Postings> {
      const rows =
        isEmbedded(db) || grams.length === 1
          ? (await Promise.all(grams.map((gram) => newestOf(db, { gram, below, count })))).flat()
          : (await newestOfAll(grams, below, count).execute(db)).rows
      const blocks = [...new Set(rows.map(({ block }) => block))].sort((a, b) => b - a).slice(0, count)
      return byBlock(blocks, rows)
    },

    /** The tickets with these grams in these blocks, by gram and block. */
    async postings(grams: readonly string[], blocks: readonly number[]): Promise<Postings> {
      if (grams.length === 0 || blocks.length === 0) return new Map()
      const rows = await db
        .selectFrom('gram')
        .where(inList(db, 'gram', grams))
        .where(inList(db, 'block', blocks))
        .select(['gram', 'block', 'ids'])
        .execute()
      return byBlock(blocks, rows)
    },

    async highestBlock(): Promise<number> {
      const row = await db
        .selectFrom('ticket')
        .select((eb) => eb.fn.max('id').as('id'))
        .executeTakeFirst()
      return gramBlock(row?.id ?? 0)
    },
  }
}
