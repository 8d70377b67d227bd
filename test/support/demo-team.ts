import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { readConfig } from '#config/config.ts'
import { connect } from '#contract/client.ts'
import { start } from '#main/start.ts'

export interface DemoTeam extends AsyncDisposable {
  readonly url: string
  /** The clock stands still. */
  readonly at: number
  /** The session of an administrator. */
  readonly token: string
}

/** The demo team on a Monday morning, with the data of a whole term. */
export async function demoTeam(): Promise<DemoTeam> {
  await using made = new AsyncDisposableStack()
  const at = Temporal.Instant.from('2026-11-16T02:30:00Z').epochMilliseconds
  const data = made.use(mkdtempDisposableSync(join(tmpdir(), 'fettle-demo-')))
  const env = { PORT: '0', DATA_DIR: data.path, TEAM_TIME_ZONE: 'Asia/Shanghai', DEMO_LOGIN: 'on' }
  const options = { log: pino({ level: 'silent' }), now: () => at, demo: true }
  const { url, adminCode = '' } = made.use(await start(readConfig(env), options))
  const { token } = await connect({ url }).session.login({ code: 'the-admin' })
  await connect({ url, token: () => token }).members.login({ code: adminCode })
  const running = made.move()
  return { url, at, token, [Symbol.asyncDispose]: () => running.disposeAsync() }
}
