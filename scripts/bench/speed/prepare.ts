import { join, resolve } from 'node:path'
import { pino } from 'pino'
import type { Config } from '#config/config.ts'
import { statuses } from '#contract/codes.ts'
import { addPeople, newDatabase } from '../../million/people.ts'

/** A prepared database, and tokens of people. */
export interface PreparedService {
  readonly env: Readonly<Record<string, string>>
  readonly dataDir: string
  readonly member: string
  /** People with twenty tickets each. */
  readonly users: readonly string[]
  /** One ticket of each, which the member works on. */
  readonly tickets: readonly number[]
}

interface PrepareOptions {
  readonly dir: string
  /** The server. */
  readonly postgres?: string | undefined
  /** The name of the database there. */
  readonly database: string
  /** The checkout whose service will use it. */
  readonly root: string
}

export const count = 10_000
const users = 32
export const postgresSettings = [
  'fsync=on',
  'shared_buffers=512MB',
  'max_connections=50',
  // Until autovacuum analyses a table, usually after a minute, PostgreSQL keeps plans that were made for ten rows.
  'autovacuum_naptime=1s',
]
export const ownRoot = resolve(import.meta.dirname, '../../..')

async function partsOf(root: string) {
  const [config, client, log, start, bulk, fill] = await Promise.all(
    [
      'src/config/config',
      'src/contract/client',
      'src/main/log',
      'src/main/start',
      'scripts/million/bulk',
      'scripts/million/fill',
    ].map((name) => import(join(root, `${name}.ts`))),
  )
  // The types are those of this checkout.
  return { ...config, ...client, ...log, ...start, ...bulk, ...fill } as typeof import('#config/config.ts') &
    typeof import('#contract/client.ts') &
    typeof import('#main/log.ts') &
    typeof import('#main/start.ts') &
    typeof import('../../million/bulk.ts') &
    typeof import('../../million/fill.ts')
}
type Parts = Awaited<ReturnType<typeof partsOf>>

/** Ten thousand tickets with five notes each. */
export async function prepare({ dir, postgres, database, root }: PrepareOptions): Promise<PreparedService> {
  const parts = await partsOf(root)
  const dataDir = join(dir, 'data')
  const env = postgres ? { DATABASE_URL: await newDatabase(postgres, database) } : {}
  const config = parts.readConfig({ PORT: '0', DATA_DIR: dataDir, DEMO_LOGIN: 'on', RATE_LIMITS: 'off', ...env })
  const people = await addPeople(parts, config, { members: 20, users })
  await parts.fill(config.database, { count, now: parts.clock(), progress: () => {}, ...people })
  await addNotes(parts, config, people.known)
  const tickets = await addWork(parts, config, people.admin, people.users)
  return { env, dataDir, member: people.admin, users: people.users, tickets }
}

/** Each ticket has two notes of the service; this adds three. */
async function addNotes({ openBulk, clock }: Parts, { database }: Config, known: readonly number[]): Promise<void> {
  await using bulk = await openBulk(database)
  const at = clock()
  const notes = Array.from({ length: count * 3 }, (_, i) => {
    const ticket = 1 + (i % count)
    return [ticket, 1, '周三下午可以来取吗？', at, known[ticket % known.length] ?? 0]
  })
  await bulk.insert('note', ['ticket_id', 'type', 'content', 'created_at', 'person_id'], notes)
  await bulk.settle()
}

/** One more ticket of each user, which the member works on. */
async function addWork(
  { start, connect }: Parts,
  config: Config,
  member: string,
  users: readonly string[],
): Promise<number[]> {
  await using service = await start(config, { log: pino({ level: 'silent' }) })
  const client = (token: string) => connect({ url: service.url, token: () => token })
  for (const token of users) await client(token).tickets.create({ type: 1, device: '笔记本电脑' })
  const ids: number[] = []
  for (const token of users) ids.push((await client(token).tickets.mine({ count: 1 })).list[0]?.id ?? 0)
  for (const id of ids) await client(member).tickets.update({ id, status: statuses.diagnosing })
  return ids
}
