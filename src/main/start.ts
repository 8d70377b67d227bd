import { readFileSync } from 'node:fs'
import type { Logger } from 'pino'
import { connectPorts, newPushKeys, openForwardedFile } from '#adapters/index.ts'
import type { Config } from '#config/config.ts'
import type { Destination } from '#events/deliveries.ts'
import { App } from '#http/app.ts'
import type { Bounds } from '#http/limits.ts'
import { MetricsRegistry } from '#kit/metrics.ts'
import type { Clock } from '#kit/time.ts'
import { type DeliveryTiming, defaultTiming } from '#rules/outbox/outbox.ts'
import { steadyMs } from '#rules/team/clock-trust.ts'
import { createContext } from '#service/context.ts'
import { messageDeliverers } from '#service/messages/delivery.ts'
import { processOccasions } from '#service/messages/occasions.ts'
import { firstAdminCode } from '#service/people/member-admin.ts'
import { adminCodeFile } from './admin-code.ts'
import { DeletionClock } from './deletion-clock.ts'
import { createJobs, deleteExpired, type Job, runJobs } from './jobs.ts'
import { clock, monotonicClock } from './log.ts'
import { openStore } from './open-store.ts'
import { openOutboxWorkers } from './outbox-workers.ts'
import { storageMetrics } from './storage-metrics.ts'

export const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
} // our own file

export interface StartOptions {
  readonly log: Logger
  /** How many lines of the log are lost. */
  readonly dropped?: () => number
  readonly now?: Clock
  /** In place of the database's own clock, for tests. */
  readonly databaseClock?: Clock
  /** Counts milliseconds and is never set. */
  readonly monotonic?: Clock
  readonly strict?: boolean
  /** Fill an empty database with the demo team; one that is not empty stays as it is. */
  readonly demo?: boolean
  /** For the benchmark alone: most changes in one commit. */
  readonly group?: number
  /** Other patience and other limits at the door, for tests. */
  readonly bounds?: Partial<Bounds>
  /** Another pace of couriers, for tests. */
  readonly pace?: Partial<DeliveryTiming>
}

export interface RunningService extends AsyncDisposable {
  /** Where it listens. */
  readonly url: string
  readonly port: number
  /** The code for the first administrator, as long as there is none. */
  readonly adminCode: string | undefined
  /** How to look around in the demo team, or why it is not there; nothing where it was not asked for. */
  readonly demoTeam: string | false
  /** Once what goes on beside requests that were answered is written down too. */
  readonly written: () => Promise<void>
  /** What it does by itself. */
  readonly jobs: readonly Job[]
  /** Does at once what is done each hour. */
  readonly tidy: () => Promise<void>
  /** Delivers at once what is due, and works out whom what has happened since is a message for. */
  readonly deliver: () => Promise<void>
}

/** Builds everything from the store up and begins to listen. A failure on the way closes what was opened. */
export async function start(
  config: Config,
  {
    log,
    dropped = () => 0,
    now = clock,
    monotonic = monotonicClock,
    databaseClock,
    strict = false,
    demo = false,
    group,
    bounds = {},
    pace = {},
  }: StartOptions,
): Promise<RunningService> {
  await using building = new AsyncDisposableStack()
  const meter = new MetricsRegistry()
  meter.count('fettle_log_lines_dropped_total', 'Lines of the log that could not be written.', dropped)
  const store = await openStore(config, building, {
    log,
    meter,
    now,
    clock: databaseClock,
    strict,
    ...(group ? { group } : {}),
  })
  storageMetrics(meter, config, store)
  const written = await store.readOne((tx) => tx.log.newestBy(now() - steadyMs))
  const deletionClock = new DeletionClock({ now, monotonic, warn: (facts, text) => log.warn(facts, text) }, written)
  const pushKeys = await store.upkeep((tx) => tx.notify.pushKeys(newPushKeys))
  const ports = await connectPorts(config, (facts, text) => log.warn(facts, text), now, pace.callMs, pushKeys)
  building.use(ports.pictures)
  const demoTeam =
    demo && (await (await import('#demo/demo.ts')).fillDemoIfEmpty(store, ports, now(), config.team.zone))
  const codeFile = adminCodeFile(config.dataDir)
  const ctx = createContext({
    store,
    ports,
    now,
    deletionTime: deletionClock.now,
    team: config.team,
    publicUrl: config.http.publicUrl,
    guestLogin: config.guestLogin,
    rateLimits: config.http.rateLimits,
    pictureBudget: config.pictures,
    warn: (facts, text) => log.warn(facts, text),
    forwardedFile: openForwardedFile(config),
    adminLoggedIn: () => codeFile.remove(),
    forwards: config.external.chosen,
    gatherMs: pace.gatherMs ?? defaultTiming.gatherMs,
  })
  store.addDestinations(Object.keys(messageDeliverers(ctx)) as Destination[]) // their names
  await ctx.settings.refresh()
  await ctx.duty.refresh()
  const adminCode = await codeFile.keep((earlier) => firstAdminCode(ctx, earlier))
  const couriers = openOutboxWorkers(config, {
    store,
    ports,
    ctx,
    log,
    meter,
    now,
    monotonic,
    deletionTime: deletionClock.now,
    pace,
  })
  building.use(couriers)
  // Begun when the door is open, and ended when it is closed: whoever still comes in finds everything as always.
  const behindDoor = building.use(new AsyncDisposableStack())
  const app = building.use(
    new App({
      ctx,
      now,
      log,
      meter,
      version,
      publicUrl: config.http.publicUrl,
      trustProxy: config.http.trustProxy,
      allowedOrigins: config.http.allowedOrigins,
      metrics: metricsAccess(config.http),
      demoLogin: config.miniProgram?.kind === 'demo',
      rateLimits: config.http.rateLimits,
      teamLang: () => ctx.settings.current().lang,
      teamName: () => ctx.settings.current().teamName,
      probe: () => store.probe(),
      waiting: () => store.waiting(),
      strict,
      bounds,
    }),
  )
  const { host } = config.http
  const port = await app.listen(host, config.http.port)
  const hands = { store, ctx, couriers, log, now, deletionClock, codeFile }
  const jobs = createJobs(config, hands)
  behindDoor.use(runJobs(jobs, { log, meter, now }))
  // Deliveries under way end while the door closes.
  building.defer(() => couriers.rest())
  const running = building.move() // nothing failed: whoever called us closes it
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    adminCode,
    demoTeam,
    written: () => ctx.actors.written(),
    jobs,
    tidy: () => deleteExpired(hands),
    async deliver() {
      await couriers.deliver()
      while ((await store.upkeep((tx) => processOccasions(ctx, tx))) > 0);
      await couriers.look()
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/**
 * A proxy on this machine looks like this machine, so nothing is concluded from a request: figures are open only where the
 * settings know of nobody else, and no proxy.
 */
function metricsAccess({ local, trustProxy, metricsToken }: Config['http']) {
  return local && trustProxy.length === 0 ? 'open' : { token: metricsToken }
}
