import { readFileSync } from 'node:fs'
import type { Logger } from 'pino'
import { connectPorts, createPushKeys } from '#adapters/index.ts'
import { inUrl } from '#config/address.ts'
import type { Config } from '#config/config.ts'
import { HttpApp } from '#http/app.ts'
import type { Bounds } from '#http/limits.ts'
import { MetricsRegistry } from '#kit/metrics.ts'
import type { Clock } from '#kit/time.ts'
import { keysOf } from '#kit/typed-keys.ts'
import { type DeliveryTiming, defaultTiming } from '#rules/outbox/outbox.ts'
import { steadyMs } from '#rules/team/clock-trust.ts'
import { messageDeliverers } from '#service/messages/delivery.ts'
import { processOccasions } from '#service/messages/occasions.ts'
import { firstAdminCode } from '#service/people/member-admin.ts'
import { adminCodeFile } from './admin-code.ts'
import { DeletionClock } from './deletion-clock.ts'
import { createJobs, deleteExpired, type Job, runJobs } from './jobs.ts'
import { clock, monotonicClock } from './log.ts'
import { configuredContext, warnIn } from './open-context.ts'
import { openStore } from './open-store.ts'
import { openOutboxWorkers } from './outbox-workers.ts'
import { storageMetrics } from './storage-metrics.ts'

export const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
} // our own file

export interface StartOptions {
  readonly log: Logger
  readonly dropped?: () => number
  readonly now?: Clock
  /** Replaces the database's own clock in tests. */
  readonly databaseClock?: Clock
  readonly monotonic?: Clock
  readonly strict?: boolean
  /** Fills an empty database with the demo team. */
  readonly demo?: boolean
  /** Most changes in one commit, for the benchmark. */
  readonly group?: number
  /** Other limits of the HTTP server, for tests. */
  readonly bounds?: Partial<Bounds>
  /** Another pace of outbox workers, for tests. */
  readonly pace?: Partial<DeliveryTiming>
}

export interface RunningService extends AsyncDisposable {
  readonly url: string
  readonly port: number
  /** The code for the first administrator, as long as there is none. */
  readonly adminCode: string | undefined
  /** How to log in to the demo team, or why it is not there. False without the option. */
  readonly demoTeam: string | false
  /** Resolves when the deferred writes of answered requests are done. */
  readonly written: () => Promise<void>
  readonly jobs: readonly Job[]
  readonly tidy: () => Promise<void>
  /** Plans messages and delivers everything that is due now. */
  readonly deliver: () => Promise<void>
}

/** Builds everything from the store up and begins to listen. A failure on the way closes what was opened. */
export async function start(config: Config, options: StartOptions): Promise<RunningService> {
  await using building = new AsyncDisposableStack()
  const { log, now = clock, pace = {}, strict = false, bounds = {} } = options
  const meter = new MetricsRegistry()
  const { store, deletionClock } = await openStorage(config, options, meter, building)
  const pushKeys = await store.upkeep((tx) => tx.pushSubscriptions.pushKeys(createPushKeys))
  const ports = await connectPorts(config, warnIn(log), now, pace.callMs, pushKeys)
  building.use(ports.pictures)
  const demoTeam =
    options.demo === true &&
    (await (await import('#demo/demo.ts')).fillDemoIfEmpty(store, ports, now(), config.team.zone))
  const codeFile = adminCodeFile(config.dataDir)
  const deletionTime = deletionClock.now
  const gatherMs = pace.gatherMs ?? defaultTiming.gatherMs
  const ctx = configuredContext(config, { store, ports, now, deletionTime, gatherMs, log, codeFile })
  store.addDestinations(keysOf(messageDeliverers(ctx)))
  await ctx.settings.refresh()
  await ctx.duty.refresh()
  const adminCode = await codeFile.keep((earlier) => firstAdminCode(ctx, earlier))
  const outboxWorkers = openOutboxWorkers(config, {
    store,
    ports,
    ctx,
    log,
    meter,
    now,
    monotonic: options.monotonic ?? monotonicClock,
    deletionTime,
    pace,
  })
  building.use(outboxWorkers)
  // Jobs start after the server listens and end after it has closed, so that requests always find them running.
  const jobStack = building.use(new AsyncDisposableStack())
  const app = building.use(new HttpApp({ config, ctx, log, meter, version, strict, bounds }))
  const { host } = config.http
  const port = await app.listen(host, config.http.port)
  const context = { store, ctx, outboxWorkers, log, now, deletionClock, codeFile }
  const jobs = createJobs(config, context)
  jobStack.use(runJobs(jobs, { log, meter, now }))
  // Deliveries under way end while the server closes.
  building.defer(() => outboxWorkers.rest())
  const running = building.move() // nothing failed, so the caller closes it
  return {
    url: `http://${inUrl(host)}:${port}`,
    port,
    adminCode,
    demoTeam,
    written: () => ctx.actors.written(),
    jobs,
    tidy: () => deleteExpired(context),
    async deliver() {
      await outboxWorkers.deliver()
      while ((await store.upkeep((tx) => processOccasions(ctx, tx))) > 0);
      await outboxWorkers.measureDepth()
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

async function openStorage(
  config: Config,
  {
    log,
    dropped = () => 0,
    now = clock,
    monotonic = monotonicClock,
    databaseClock,
    strict = false,
    group,
  }: StartOptions,
  meter: MetricsRegistry,
  building: AsyncDisposableStack,
) {
  meter.count('fettle_log_lines_dropped_total', 'Lines of the log that could not be written.', dropped)
  const opening = { log, meter, now, clock: databaseClock, strict, ...(group ? { group } : {}) }
  const store = await openStore(config, building, opening)
  storageMetrics(meter, config, store.storage)
  const newest = await store.read((tx) => tx.log.newestBy(now() - steadyMs))
  return { store, deletionClock: new DeletionClock({ now, monotonic, warn: warnIn(log) }, newest) }
}
