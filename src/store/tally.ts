import { sql } from 'kysely'
import { statuses, ticketTypes } from '#contract/codes.ts'
import type { Db } from './engine/engine.ts'
import { preparedQuery, type Slots } from './engine/prepared-query.ts'

/**
 * How many tickets of each list lie in each block of ids, kept in the transaction that changes them. The sums are the
 * totals, and they lead to any page without counting the rows before it: a level-2 block has 128 blocks of level 1, which
 * have 128 ids each; level 3 is the whole list. docs/decisions/009-lists-and-search.md has the reasons.
 */
export const lists = {
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

/** What decides which lists a ticket is in. */
export interface Listed {
  readonly type: number
  readonly status: number
  readonly open: number
  readonly forwarded: boolean
  readonly workers: readonly number[]
}

export function listsOf({ type, status, open, forwarded, workers }: Listed): number[] {
  const appliance = type === ticketTypes.appliance
  return [
    lists.all,
    appliance ? lists.appliances : lists.computers,
    ...(status === statuses.submitted ? [lists.unclaimed] : []),
    ...(open ? [lists.open, appliance ? lists.openAppliances : lists.openComputers] : []),
    ...(forwarded ? [] : [lists.unforwarded]),
    ...workers.map(lists.of),
    ...(open ? workers.map(lists.openOf) : []),
  ]
}

/** A ticket that changes lists. */
export interface Relisting {
  readonly id: number
  readonly from: readonly number[]
  readonly to: readonly number[]
}

const place = preparedQuery((db, { list, offset }: Slots<{ list: number; offset: number }>) => ({
  compile: () =>
    sql<{ total: number; block: number | null; before: number | null }>`
      with big as (
        select block, n, sum(n) over (order by block desc) as upto from tally where list = ${list} and level = 2
      ), one as (
        select block, upto - n as before from big where upto > ${offset} order by block desc limit 1
      ), small as (
        select tally.block, n, one.before + sum(n) over (order by tally.block desc) as upto
        from tally, one
        where list = ${list} and level = 1 and tally.block >= one.block * 128 and tally.block < (one.block + 1) * 128
      ), found as (
        select block, upto - n as before from small where upto > ${offset} order by block desc limit 1
      )
      select coalesce((select n from tally where list = ${list} and level = 3 and block = 0), 0) as total,
        (select block from found) as block, (select before from found) as before`.compile(db),
}))

const since = preparedQuery(
  (db, { list, block1, block2, next }: Slots<{ list: number; block1: number; block2: number; next: number }>) => ({
    compile: () =>
      sql<{ n: number }>`
      select coalesce((select sum(n) from tally where list = ${list} and level = 2 and block > ${block2}), 0)
        + coalesce((select sum(n) from tally where list = ${list} and level = 1 and block > ${block1} and block < ${next}), 0)
        as n`.compile(db),
  }),
)

const total = preparedQuery((db, { list }: Slots<{ list: number }>) =>
  db.selectFrom('tally').where('list', '=', list).where('level', '=', 3).where('block', '=', 0).select('n'),
)

export function tallyStore(db: Db) {
  return {
    async total(list: number): Promise<number> {
      return (await total(db, { list }))[0]?.n ?? 0
    },

    /** How long a list is, and the highest id from which `skip` rows have to be skipped to come to this offset. */
    async place(list: number, offset: number): Promise<{ total: number; upTo: number; skip: number } | undefined> {
      const [row] = await place(db, { list, offset })
      if (!row) return undefined
      const { block, before } = row
      return block === null || before === null
        ? { total: row.total, upTo: 0, skip: 0 }
        : { total: row.total, upTo: (block + 1) * 128 - 1, skip: offset - before }
    },

    /** How many of a list have ids beyond the block of this one. */
    async beyond(list: number, id: number): Promise<number> {
      const block2 = blockOf(id, shifts[1])
      const [row] = await since(db, { list, block1: blockOf(id, shifts[0]), block2, next: (block2 + 1) * 128 })
      return row?.n ?? 0
    },

    /** One statement with its rows in order, so that two transactions never wait for each other in a circle. */
    async relist(changes: readonly Relisting[]): Promise<void> {
      const rows = tallyRows(changes)
      if (rows.length === 0) return
      await db
        .insertInto('tally')
        .values(rows)
        .onConflict((oc) =>
          oc.columns(['list', 'level', 'block']).doUpdateSet((eb) => ({
            n: eb('tally.n', '+', eb.ref('excluded.n')),
          })),
        )
        .execute()
    },
  }
}

/** By how much which tallies change. */
export function tallyRows(changes: readonly Relisting[]) {
  const found = new Map<string, { list: number; level: number; block: number; n: number }>()
  const add = (list: number, id: number, n: number) => {
    for (const [i, shift] of shifts.entries()) {
      const block = blockOf(id, shift)
      const key = `${list} ${i} ${block}`
      const row = found.get(key) ?? { list, level: i + 1, block, n: 0 }
      found.set(key, { ...row, n: row.n + n })
    }
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
