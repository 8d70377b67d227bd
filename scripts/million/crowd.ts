import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { readConfig } from '#config/config.ts'
import { connect } from '#contract/client.ts'
import { clock } from '#main/log.ts'
import { type RunningService, start } from '#main/start.ts'
import type { DialectName } from '#store/engine/dialects.ts'
import { openEngine } from '#store/engine/open.ts'
import { driftOf } from '#store/upkeep/recount.ts'
import { fill } from './fill.ts'

/** A running service with so many tickets, and somebody of each kind who is logged in. */
export interface Crowd extends AsyncDisposable {
  readonly url: string
  readonly count: number
  /** For another process over the same tickets, once this one has stopped. */
  readonly dataDir: string
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
  readonly admin: string
  /** One of those who work on the tickets. */
  readonly member: string
  readonly users: readonly string[]
}

export async function crowd(
  kind: DialectName,
  postgres: string | undefined,
  count: number,
  progress: (done: number) => void,
): Promise<Crowd> {
  await using building = new AsyncDisposableStack()
  const dir = mkdtempSync(join(tmpdir(), 'fettle-million-'))
  building.defer(() => rmSync(dir, { recursive: true, force: true }))
  const env = {
    TEAM_TIME_ZONE: 'Asia/Shanghai',
    ...(kind === 'postgres' ? { DATABASE_URL: `${postgres}/${await newDatabase(`${postgres}/postgres`)}` } : {}),
  }
  const config = readConfig({ PORT: '0', DATA_DIR: dir, DEMO_LOGIN: 'on', RATE_LIMITS: 'off', ...env })
  const log = pino({ level: 'silent' })
  const people = await settle(await start(config, { log }))
  await fill(config.database, { count, now: clock(), progress, ...people })
  await assertSound(config.database)
  const running = building.use(await start(config, { log }))
  const all = building.move()
  const { admin, member, users } = people
  return {
    url: running.url,
    count,
    dataDir: dir,
    env,
    stop: async () => running[Symbol.asyncDispose](),
    admin,
    member,
    users,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

/** The people, while the service is still empty. It stops afterwards: the tickets are written past it. */
async function settle(running: RunningService) {
  await using service = running
  const client = (token: string) => connect({ url: service.url, token: () => token || undefined })
  const login = async (code: string) => (await client('').session.login({ code })).token
  const admin = await login('admin')
  await client(admin).members.login({ code: service.adminCode ?? '' })
  const members: number[] = []
  const member = await login('member')
  for (let i = 1; i <= 40; i += 1) {
    const { id, code } = await client(admin).admin.invite({ name: `member ${i}` })
    members.push(id)
    if (i === 1) await client(member).members.login({ code })
  }
  const users: string[] = []
  for (let i = 1; i <= 5; i += 1) users.push(await login(`user ${i}`))
  const known = await Promise.all(users.map(async (token) => (await client(token).users.export()).profile.id))
  return { admin, member, members, users, known }
}

/** The made-up tickets must be what the service would have written. */
async function assertSound(database: Parameters<typeof openEngine>[0]): Promise<void> {
  const engine = await openEngine(database)
  const wrong = await engine.read(driftOf)
  await engine[Symbol.asyncDispose]()
  if (wrong > 0) throw new Error(`${wrong} counts do not agree with the tickets`)
}

async function newDatabase(url: string): Promise<string> {
  const name = `m_${randomBytes(4).toString('hex')}`
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return name
}
