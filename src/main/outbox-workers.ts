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

/** Which system tickets are forwarded to: a number of one means nothing in another. */
export function externalSystemKey({ external: { system } }: Config): string {
  return 'url' in system ? `${system.kind} ${system.url}` : system.kind
}

/** A courier for each destination, with figures and lines in the log. */
export function openOutboxWorkers(
  config: Config,
  { store, ports, ctx, log, meter, now, monotonic, deletionTime, pace: wanted }: OutboxWorkerSources,
) {
  const pace = { ...defaultTiming, ...wanted }
  const depth = { waiting: 0, stuck: 0, setAside: 0 }
  meter.gauge('fettle_outbox_waiting', 'Deliveries to the external ticket system that wait.', () => depth.waiting)
  meter.gauge('fettle_outbox_stuck', 'Deliveries to it that wait for an administrator to try again.', () => depth.stuck)
  meter.gauge(
    'fettle_occasions_set_aside',
    'Events that could not be turned into messages because of a mistake in Fettle; the log says why.',
    () => depth.setAside,
  )
  const deliveries = meter.counter(
    'fettle_deliveries_total',
    'Tries to deliver something, by destination, what and outcome.',
  )
  const pictures = pictureDeliverer(ctx)
  const deliverers: { readonly [D in Destination]?: Deliverer } = {
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
  const couriers = (Object.entries(deliverers) as [Destination, Deliverer][]).map(
    ([destination, deliverer]) =>
      new OutboxWorker({
        store,
        destination,
        deliverer,
        now,
        believed: deletionTime,
        monotonic,
        pace,
        random: random,
        ended(what, outcome, error) {
          deliveries({ destination, what, outcome })()
          if (error instanceof Trouble)
            log.warn({ destination, what, outcome, trouble: error.what }, 'a delivery failed')
          else if (outcome === 'postponed' && error)
            log.warn({ destination, what, outcome, err: error }, 'a delivery waits for the database')
          else if (error) log.error({ destination, what, outcome, err: error }, 'a delivery failed')
        },
      }),
  )
  return {
    pace,
    /** Delivers all that is due. */
    async deliver(): Promise<void> {
      await Promise.all(couriers.map((courier) => courier.deliver()))
    },
    /** Takes nothing more. */
    rest(): void {
      for (const courier of couriers) courier.rest()
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await Promise.all(couriers.map((courier) => courier[Symbol.asyncDispose]()))
    },
    /** Counts what waits, for the figures. */
    async look(): Promise<void> {
      await store.read(async (tx) => {
        depth.waiting = await tx.outbox.count('external', outboxStates.waiting)
        depth.stuck = await tx.outbox.count('external', outboxStates.stuck)
        depth.setAside = await tx.occasions.countSetAside()
      })
    },
    /** Lets nothing wait because the clock was wrong. */
    bringForward: () => store.upkeep((tx) => tx.outbox.capDelays(pace)),
    /** Says in the log what is wrong; forwarding goes on all the same. */
    async check(): Promise<void> {
      for (const courier of couriers)
        await courier.check().catch((error: unknown) => {
          const why = error instanceof Trouble ? externalTroubleText(words.en_US, error.what) : String(error)
          log.warn({ destination: courier.destination, why }, 'a destination of deliveries cannot be used as it is')
        })
    },
  }
}

export type OutboxWorkers = ReturnType<typeof openOutboxWorkers>
