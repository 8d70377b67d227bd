import { sql } from 'kysely'
import type { Db } from './engine.ts'

/** Tickets are indexed in blocks of so many ids. */
const blockSize = 1024
export const gramBlock = (id: number) => Math.floor(id / blockSize)

/** A ticket's place in its block, in two characters, so that adding one is appending a text on both databases. */
const mark = (id: number) => (id % blockSize).toString(32).padStart(2, '0')

function marked(block: number, ids: string): number[] {
  const found: number[] = []
  for (let i = 0; i < ids.length; i += 2) found.push(block * blockSize + Number.parseInt(ids.slice(i, i + 2), 32))
  return found
}

/** Which tickets hold which grams. docs/decisions/lists-and-search.md has the reasons. */
export function gramStore(db: Db) {
  return {
    async add(id: number, grams: Iterable<string>): Promise<void> {
      const block = gramBlock(id)
      // In order, so that two transactions never wait for each other in a circle.
      const rows = [...grams].sort().map((gram) => ({ gram, block, ids: mark(id) }))
      for (let i = 0; i < rows.length; i += 1000) {
        await db
          .insertInto('gram')
          .values(rows.slice(i, i + 1000))
          .onConflict((oc) => oc.columns(['gram', 'block']).doUpdateSet({ ids: sql`gram.ids || excluded.ids` }))
          .execute()
      }
    },

    async remove(id: number, grams: Iterable<string>): Promise<void> {
      const block = gramBlock(id)
      for (const gram of [...grams].sort()) {
        // An update that changes nothing holds the row until the end of the transaction.
        const [row] = await db
          .updateTable('gram')
          .set((eb) => ({ ids: eb.ref('ids') }))
          .where('gram', '=', gram)
          .where('block', '=', block)
          .returning('ids')
          .execute()
        if (!row) continue
        const ids = marked(block, row.ids)
          .filter((other) => other !== id)
          .map(mark)
          .join('')
        if (ids === '') await db.deleteFrom('gram').where('gram', '=', gram).where('block', '=', block).execute()
        else await db.updateTable('gram').set({ ids }).where('gram', '=', gram).where('block', '=', block).execute()
      }
    },

    /** In how many blocks each gram occurs, as far as `most`; one that is absent occurs nowhere. */
    async spread(grams: readonly string[], most: number): Promise<Map<string, number>> {
      const counts = grams.map(
        (gram) =>
          sql`select ${gram} as gram, (select count(*) from (select 1 from gram where gram = ${gram} limit ${most}) few) as n`,
      )
      const { rows } = await sql<{ gram: string; n: number }>`${sql.join(counts, sql` union all `)}`.execute(db)
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

    /** Blocks in which any of these occurs, newest first, below one. */
    async blocks(grams: readonly string[], below: number, count: number): Promise<number[]> {
      const rows = await db
        .selectFrom('gram')
        .where('gram', 'in', grams)
        .where('block', '<', below)
        .select('block')
        .distinct()
        .orderBy('block', 'desc')
        .limit(count)
        .execute()
      return rows.map(({ block }) => block)
    },

    /** The tickets with these grams in these blocks, by gram and block. */
    async postings(grams: readonly string[], blocks: readonly number[]): Promise<Map<string, number[]>> {
      if (grams.length === 0 || blocks.length === 0) return new Map()
      const rows = await db
        .selectFrom('gram')
        .where('gram', 'in', grams)
        .where('block', 'in', blocks)
        .selectAll()
        .execute()
      return new Map(rows.map(({ gram, block, ids }) => [`${gram}\n${block}`, marked(block, ids)]))
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
