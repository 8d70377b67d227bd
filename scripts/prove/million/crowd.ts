import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { readConfig } from '#config/config.ts'
import { connect } from '#contract/client.ts'
import { clock } from '#main/log.ts'
import { start } from '#main/start.ts'
import { openEngine } from '#store/engine/open.ts'
import { driftOf } from '#store/upkeep/recount.ts'
import { fill } from '../../million/fill.ts'
import { addPeople, newDatabase } from '../../million/people.ts'
import { diskFolder } from '../../shared/figures.ts'

/** A running service with made-up tickets, and tokens of an administrator, a member and users. */
export interface Crowd extends AsyncDisposable {
  readonly url: string
  readonly count: number
  /** For another process on the same database after `stop`. */
  readonly dataDir: string
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
  readonly admin: string
  /** A member who works on tickets. */
  readonly member: string
  readonly users: readonly string[]
}

export async function crowd(
  postgres: string | undefined,
  count: number,
  progress: (done: number) => void,
): Promise<Crowd> {
  await using building = new AsyncDisposableStack()
  const { dir } = building.use(diskFolder())
  const env = {
    TEAM_TIME_ZONE: 'Asia/Shanghai',
    ...(postgres ? { DATABASE_URL: await newDatabase(postgres, `m_${randomBytes(4).toString('hex')}`) } : {}),
  }
  const config = readConfig({ PORT: '0', DATA_DIR: dir, DEMO_LOGIN: 'on', RATE_LIMITS: 'off', ...env })
  const log = pino({ level: 'silent' })
  const people = await addPeople({ start, connect }, config, { members: 40, users: 5 })
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

/** Fails if the made-up rows differ from what the service would have written. */
async function assertSound(database: Parameters<typeof openEngine>[0]): Promise<void> {
  const engine = await openEngine(database)
  const wrong = await engine.read(driftOf)
  await engine[Symbol.asyncDispose]()
  if (wrong > 0) throw new Error(`${wrong} counts do not agree with the tickets`)
}
