import { cpSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { type Config, readConfig } from '#config/config.ts'
import { connect } from '#contract/client.ts'
import { statuses } from '#contract/codes.ts'
import { clock } from '#main/log.ts'
import { start } from '#main/start.ts'
import { openBulk } from '../../million/bulk.ts'
import { fill } from '../../million/fill.ts'

/** The same team in two databases: one for Fettle, one for the bare server. */
export interface Prepared {
  /** What Fettle is started with. */
  readonly env: Readonly<Record<string, string>>
  readonly dataDir: string
  /** What the bare server is given. */
  readonly bare: string
  readonly member: string
  /** Some with twenty tickets each. */
  readonly users: readonly string[]
  /** One ticket of each, which the member works on. */
  readonly tickets: readonly number[]
}

const users = 32

/** Ten thousand tickets with five notes each. */
export async function prepare(dir: string, postgres: string | undefined, count: number): Promise<Prepared> {
  const dataDir = join(dir, 'data')
  const env = postgres ? { DATABASE_URL: `${postgres}/fettle` } : {}
  if (postgres) await onServer(postgres, 'create database fettle')
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, DEMO_LOGIN: 'on', RATE_LIMITS: 'off', ...env })
  const people = await settle(config)
  const { database } = config
  await fill(database, { count, now: clock(), progress: () => {}, ...people })
  await addNotes(config, count, people.known)
  const tickets = await addWork(config, people.member, people.users)
  const bare = postgres ? `${postgres}/bare` : join(dir, 'bare.db')
  if (postgres) await onServer(postgres, 'create database bare template fettle')
  else if (database.kind === 'sqlite') cpSync(database.file, bare)
  return { env, dataDir, bare, member: people.member, users: people.users, tickets }
}

/** The people, while the service is still empty. It stops afterwards: the tickets are written past it. */
async function settle(config: Config) {
  await using service = await start(config, { log: pino({ level: 'silent' }) })
  const client = (token: string) => connect({ url: service.url, token: () => token || undefined })
  const login = async (code: string) => (await client('').session.login({ code })).token
  const member = await login('member')
  await client(member).members.login({ code: service.adminCode ?? '' })
  const members: number[] = []
  for (let i = 1; i <= 20; i += 1) members.push((await client(member).admin.invite({ name: `member ${i}` })).id)
  const tokens: string[] = []
  for (let i = 1; i <= users; i += 1) tokens.push(await login(`user ${i}`))
  const known: number[] = []
  for (const token of tokens) known.push((await client(token).users.export()).profile.id)
  return { member, members, users: tokens, known }
}

/** Two notes of each ticket are the service's own; so many more make five. */
async function addNotes({ database }: Config, count: number, known: readonly number[]): Promise<void> {
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
async function addWork(config: Config, member: string, users: readonly string[]): Promise<number[]> {
  await using service = await start(config, { log: pino({ level: 'silent' }) })
  const client = (token: string) => connect({ url: service.url, token: () => token })
  for (const token of users) await client(token).tickets.create({ type: 1, device: '笔记本电脑' })
  const ids: number[] = []
  for (const token of users) ids.push((await client(token).tickets.mine({ count: 1 })).list[0]?.id ?? 0)
  for (const id of ids) await client(member).tickets.update({ id, status: statuses.diagnosing })
  return ids
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client(`${server}/postgres`)
  await client.connect()
  await client.query(statement)
  await client.end()
}
