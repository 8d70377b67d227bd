import type { Logger } from 'pino'
import type { Config, Environment } from '#config/config.ts'
import { MetricsRegistry } from '#kit/metrics.ts'
import type { Clock } from '#kit/time.ts'
import { makeFolder } from '#store/durable-files.ts'
import { openEngine } from '#store/engine/open.ts'
import { lockDataDir } from '#store/engine/whole-database.ts'
import { Store } from '#store/store.ts'
import { removeIncoming } from '#store/upkeep/backup.ts'
import { loadConfig } from './load-config.ts'
import { clock, openLog } from './log.ts'

export interface OpenDatabase extends AsyncDisposable {
  readonly config: Config
  readonly store: Store
  readonly now: Clock
  readonly log: Logger
}

/** Without `beside`, no service may be running. */
export async function openDatabase(env: Environment, { beside = false } = {}): Promise<OpenDatabase> {
  const config = await loadConfig(env)
  await using building = new AsyncDisposableStack()
  const { log } = openLog('warn')
  const store = await openStore(config, building, { log, meter: new MetricsRegistry(), now: clock, beside })
  const kept = building.move() // nothing failed, so the caller closes it
  return { config, store, now: clock, log, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

/** Opens the database and migrates its schema. A file is locked, unless `beside` a service that holds the lock. */
export async function openStore(
  config: Config,
  building: AsyncDisposableStack,
  given: {
    log: Logger
    meter: MetricsRegistry
    now: Clock
    clock?: Clock | undefined
    strict?: boolean
    group?: number
    beside?: boolean
  },
): Promise<Store> {
  const { log, meter, now, beside = false, ...opening } = given
  // It holds personal data, so other users of the machine may not read it.
  await makeFolder(config.dataDir)
  const observe = meter.histogram('fettle_database_seconds', 'Time of one statement.')({})
  if (config.database.kind === 'sqlite' && !beside) {
    building.use(lockDataDir(config.dataDir))
    removeIncoming(config.database.file)
  }
  const engine = await openEngine(config.database, {
    ...opening,
    observe,
    alarm: (text) => log.fatal(text),
    report: (text) => log.warn(text),
  })
  const store = building.use(new Store(engine))
  const applied = await store.migrate(now())
  if (applied.length > 0) log.info({ applied }, 'the schema is up to date')
  return store
}
