import type { PostgresConfig, SqliteConfig } from '#config/config.ts'
import { ticketGrams } from '#service/tickets/search-text.ts'
import { gramRows } from '#store/tickets/search-index.ts'
import { listsOf, tallyRows } from '#store/tickets/tally.ts'
import { openBulk } from './bulk.ts'
import { dice, invent } from './invent.ts'

const columns = [
  'person_id',
  'type',
  'status',
  'open',
  'device',
  'device_model',
  'owner',
  'phone',
  'description',
  'accessories',
  'created_at',
  'claimed_at',
  'finished_at',
  'confirmed_at',
  'ended_at',
  'forwarded_at',
] as const
/** Divides both the blocks of the tallies and those of the grams. */
const chunk = 16_384

export interface Filling {
  readonly count: number
  readonly now: number
  /** People who get twenty tickets each; everybody else's belong to made-up people, five each. */
  readonly known: readonly number[]
  readonly members: readonly number[]
  readonly progress: (done: number) => void
}

/** Writes so many tickets into an empty database, with all that the service would have written beside them. */
export async function fill(config: SqliteConfig | PostgresConfig, { count, now, known, members, progress }: Filling) {
  await using bulk = await openBulk(config)
  const random = dice(20261115)
  const others = Math.ceil(count / 5)
  const firstOther = Math.max(...known) + 1
  await bulk.insert(
    'person',
    ['name', 'phone', 'created_at'],
    Array.from({ length: others }, () => ['', '', now]),
  )
  const tally = new Map<string, [number, number, number, number]>()
  // Ids count up from 1 in an empty table; the first chunk is short, so that the others begin where blocks begin.
  for (let id = 1; id <= count; ) {
    const end = Math.min(count, Math.floor(id / chunk) * chunk + chunk - 1)
    const tickets = []
    for (; id <= end; id += 1) tickets.push({ id, ...invent(random, id - 1, count, now) })
    await bulk.insert(
      'ticket',
      columns,
      tickets.map((t) => {
        const lucky = Math.floor((t.id * known.length * 20) / count)
        const mine = Math.floor(((t.id - 1) * known.length * 20) / count) < lucky
        const row = {
          ...t,
          person_id: mine ? (known[lucky % known.length] ?? 0) : firstOther + random.below(others),
          accessories: '[0,1]',
        }
        return columns.map((column) => row[column])
      }),
    )
    const worked = tickets.flatMap((t) =>
      t.worker === undefined ? [] : [{ ...t, member: members[t.worker % members.length] ?? 0 }],
    )
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
    const workers = new Map(worked.map((t) => [t.id, [t.member]]))
    const listed = tickets.map((t) => ({
      id: t.id,
      from: [],
      to: listsOf(t, workers.get(t.id) ?? []),
    }))
    for (const { list, level, block, n } of tallyRows(listed)) {
      const key = `${list} ${level} ${block}`
      tally.set(key, [list, level, block, (tally.get(key)?.[3] ?? 0) + n])
    }
    await bulk.insert(
      'gram',
      ['gram', 'block', 'ids'],
      gramRows(tickets.map((t) => ({ id: t.id, grams: ticketGrams(t) }))).map(({ gram, block, ids }) => [
        gram,
        block,
        ids,
      ]),
    )
    progress(end)
  }
  await bulk.insert('tally', ['list', 'level', 'block', 'n'], [...tally.values()])
  await bulk.settle()
}
