import type { Logger } from 'pino'
import type { Config } from '#config/config.ts'
import { words } from '#contract/words/index.ts'
import { externalTroubleText } from '#contract/words/words.ts'
import type { Destination } from '#events/deliveries.ts'
import type { MetricsRegistry } from '#kit/metrics.ts'
import { type Clock, hour } from '#kit/time.ts'
import { type DeliveryTiming, defaultTiming } from '#rules/outbox/outbox.ts'
import { pictureDeliverer } from '#service/content/pictures.ts'
import { messageDeliverers } from '#service/messages/delivery.ts'
import { externalDelivery } from '#service/outbox/external-delivery.ts'
import { type Deliverer, OutboxWorker } from '#service/outbox/worker.ts'
import type { Ctx } from '#service/shared/context.ts'
import type { Ports } from '#service/shared/ports.ts'
import { Trouble } from '#service/shared/trouble.ts'
import type { Store } from '#store/store.ts'
import { outboxStates } from '#store/tables.ts'
import { random } from './log.ts'

interface OutboxWorkerSources {
  readonly store: Store
  readonly ports: Ports
  readonly ctx: Ctx
  readonly log: Logger
  readonly meter: MetricsRegistry
  readonly now: Clock
  readonly monotonic: Clock
  readonly deletionTime: Clock
  readonly pace: Partial<DeliveryTiming>
}

/** Identifies the external system, because a ticket number of one means nothing in another. */
export function externalSystemKey({ external: { system } }: Config): string {
  return 'url' in system ? `${system.kind} ${system.url}` : system.kind
}

/** A worker for each destination, with metrics and log lines. */
export function openOutboxWorkers(config: Config, sources: OutboxWorkerSources) {
  const { store, log, meter } = sources
  const pace = { ...defaultTiming, ...sources.pace }
  const measureDepth = depthMetrics(meter, store)
  const ended = deliveryReporter(meter, log)
  const workers = (Object.entries(deliverersOf(config, sources)) as [Destination, Deliverer][]).map(
    ([destination, deliverer]) =>
      new OutboxWorker({
        store,
        destination,
        deliverer,
        now: sources.now,
        believed: sources.deletionTime,
        monotonic: sources.monotonic,
        pace,
        random,
        ended: (what, outcome, error) => ended(destination, what, outcome, error),
      }),
  )
  return {
    pace,
    async deliver(): Promise<void> {
      await Promise.all(workers.map((worker) => worker.deliver()))
    },
    rest(): void {
      for (const worker of workers) worker.rest()
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await Promise.all(workers.map((worker) => worker[Symbol.asyncDispose]()))
    },
    /** Counts what waits, for the metrics. */
    measureDepth,
    /** Corrects times that a wrong clock wrote, so that no delivery waits for them. */
    capDelays: () => store.upkeep((tx) => tx.outbox.capDelays(pace)),
    /** Logs what is wrong with a destination. Deliveries continue all the same. */
    async check(): Promise<void> {
      for (const worker of workers)
        await worker.check().catch((error: unknown) => {
          const why = error instanceof Trouble ? externalTroubleText(words.en_US, error.what) : String(error)
          log.warn(
            { destination: worker.destination, why },
            'a destination of deliveries cannot be used: check its settings',
          )
        })
    },
  }
}

function deliverersOf(
  config: Config,
  { store, ports, ctx }: OutboxWorkerSources,
): { readonly [D in Destination]?: Deliverer } {
  const pictures = pictureDeliverer(ctx)
  return {
    external: externalDelivery({
      store,
      external: ports.external,
      system: externalSystemKey(config),
      telling: () => ({
        lang: ctx.settings.current().lang,
        publicUrl: config.http.publicUrl,
        phone: config.external.phone,
      }),
      giveUpMs: config.external.giveUpHours * hour,
    }),
    ...messageDeliverers(ctx),
    ...(pictures ? { pictures } : {}),
  }
}

/** Gauges of what waits. Returns the function that counts it. */
function depthMetrics(meter: MetricsRegistry, store: Store): () => Promise<void> {
  const depth = { waiting: 0, stuck: 0, setAside: 0 }
  meter.gauge('fettle_outbox_waiting', 'Deliveries to the external ticket system that wait.', () => depth.waiting)
  meter.gauge('fettle_outbox_stuck', 'Deliveries to it that wait for an administrator to try again.', () => depth.stuck)
  meter.gauge(
    'fettle_occasions_set_aside',
    'Events that could not be turned into messages because of a mistake in Fettle; the log says why.',
    () => depth.setAside,
  )
  return () =>
    store.read(async (tx) => {
      depth.waiting = await tx.outbox.count('external', outboxStates.waiting)
      depth.stuck = await tx.outbox.count('external', outboxStates.stuck)
      depth.setAside = await tx.occasions.countSetAside()
    })
}

function deliveryReporter(meter: MetricsRegistry, log: Logger) {
  const tries = meter.counter(
    'fettle_deliveries_total',
    'Tries to deliver something, by destination, what and outcome.',
  )
  return (destination: Destination, what: string, outcome: string, error: unknown): void => {
    tries({ destination, what, outcome })()
    if (error instanceof Trouble) log.warn({ destination, what, outcome, trouble: error.what }, 'a delivery failed')
    else if (outcome === 'postponed' && error)
      log.warn({ destination, what, outcome, err: error }, 'a delivery waits for the database')
    else if (error) log.error({ destination, what, outcome, err: error }, 'a delivery failed')
  }
}

export type OutboxWorkers = ReturnType<typeof openOutboxWorkers>
