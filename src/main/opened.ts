import type { Config, Environment } from '#config/config.ts'
import { Meter } from '#kit/meter.ts'
import type { Clock } from '#kit/time.ts'
import type { Store } from '#store/store.ts'
import { checkedConfig } from './checked-config.ts'
import { clock, openLog } from './log.ts'
import { openStore } from './start.ts'

/** The database for a command that works with it and ends. */
export interface Opened extends AsyncDisposable {
  readonly config: Config
  readonly store: Store
  readonly now: Clock
}

/** `beside` a running service, or alone with it. */
export async function opened(env: Environment, { beside = false } = {}): Promise<Opened> {
  const config = await checkedConfig(env)
  await using building = new AsyncDisposableStack()
  const { log } = openLog('error')
  const store = await openStore(config, building, { log, meter: new Meter(), now: clock, beside })
  const kept = building.move() // nothing failed: whoever called us closes it
  return { config, store, now: clock, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}
