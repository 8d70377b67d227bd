import type { PostgresConfig, SqliteConfig } from '#config/config.ts'
import { ticketGrams } from '#service/tickets/search-text.ts'
import { countRows, listsOf } from '#store/tickets/list-counts.ts'
import { indexRows } from '#store/tickets/search-index.ts'
import { type Bulk, openBulk } from './bulk.ts'
import { invent, seededRandom } from './invent.ts'

/** A multiple of the block sizes of tallies and grams. */
const chunk = 16_384

export interface FillOptions {
  readonly count: number
  readonly now: number
  /** People with twenty tickets each. The other tickets belong to made-up people with five each. */
  readonly known: readonly number[]
  readonly members: readonly number[]
  readonly progress: (done: number) => void
}

/** Writes tickets into an empty database, with all other rows that the service would write for them. */
export async function fill(
  config: SqliteConfig | PostgresConfig,
  { count, now, known, members, progress }: FillOptions,
): Promise<void> {
  await using bulk = await openBulk(config)
  const random = seededRandom(20261115)
  const others = Math.ceil(count / 5)
  await bulk.insert(
    'person',
    ['name', 'phone', 'created_at'],
    Array.from({ length: others }, () => ['', '', now]),
  )
  const firstOther = Math.max(...known) + 1
  const ownerOf = (id: number): number => {
    const lucky = Math.floor((id * known.length * 20) / count)
    const isKnown = Math.floor(((id - 1) * known.length * 20) / count) < lucky
    return isKnown ? (known[lucky % known.length] ?? 0) : firstOther + random.below(others)
  }
  const tally = new Map<string, [number, number, number, number]>()
  // Ids count up from 1. The first chunk is one shorter, so that the others begin where blocks begin.
  for (let id = 1; id <= count; ) {
    const end = Math.min(count, Math.floor(id / chunk) * chunk + chunk - 1)
    const tickets: MadeTicket[] = []
    for (; id <= end; id += 1) {
      const { worker, ...ticket } = invent(random, id - 1, count, now)
      tickets.push({ id, ...ticket, member: worker === undefined ? undefined : members[worker % members.length] })
    }
    await insertTickets(bulk, tickets, ownerOf)
    const listed = tickets.map((t) => ({
      id: t.id,
      from: [],
      to: listsOf(t, t.member === undefined ? [] : [t.member]),
    }))
    for (const { list, level, block, n } of countRows(listed)) {
      const key = `${list} ${level} ${block}`
      tally.set(key, [list, level, block, (tally.get(key)?.[3] ?? 0) + n])
    }
    progress(end)
  }
  await bulk.insert('tally', ['list', 'level', 'block', 'n'], [...tally.values()])
  await bulk.settle()
}

interface MadeTicket extends Omit<ReturnType<typeof invent>, 'worker'> {
  readonly id: number
  readonly member: number | undefined
}

/** The database numbers the tickets itself, in the same order. */
async function insertTickets(bulk: Bulk, tickets: readonly MadeTicket[], ownerOf: (id: number) => number) {
  const rows = tickets.map(({ id, member, ...t }) => ({ ...t, person_id: ownerOf(id), accessories: '[0,1]' }))
  await bulk.insert(
    'ticket',
    Object.keys(rows[0] ?? {}),
    rows.map((row) => Object.values(row)),
  )
  const worked = tickets.flatMap(({ member, ...t }) => (member === undefined ? [] : [{ ...t, member }]))
  await bulk.insert(
    'worker',
    ['ticket_id', 'member_id', 'open', 'since'],
    worked.map((t) => [t.id, t.member, t.open, t.claimed_at ?? 0]),
  )
  await bulk.insert(
    'note',
    ['ticket_id', 'type', 'content', 'created_at', 'member_id'],
    [
      ...tickets.map((t) => [t.id, 0, '{"say":"note_created"}', t.created_at, null]),
      ...worked.map((t) => [t.id, 0, '{"say":"note_claimed"}', t.claimed_at ?? 0, t.member]),
    ],
  )
  const grams = indexRows(tickets.map((t) => ({ id: t.id, grams: ticketGrams(t) })))
  await bulk.insert(
    'gram',
    ['gram', 'block', 'ids'],
    grams.map(({ gram, block, ids }) => [gram, block, ids]),
  )
}
