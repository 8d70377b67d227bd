import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '#config/config.ts'
import type { Meter } from '#kit/meter.ts'
import { type Clock, day, hour, localDate, minute, second, zoned } from '#kit/time.ts'
import { livesOf, noticeLife, oldest } from '#rules/sessions.ts'
import { keyLife } from '#rules/tickets.ts'
import { endOver } from '#service/actor.ts'
import type { Services } from '#service/index.ts'
import { nightHour } from '#store/nightly.ts'
import type { Store } from '#store/store.ts'
import { backUpTonight } from './backups.ts'
import type { Forwarding } from './forwarding.ts'
import { jobMetrics } from './job-metrics.ts'
import { driftText, repairBeside } from './kept-twice.ts'

const graceMs = 1000

interface Hands {
  readonly store: Store
  readonly services: Services
  readonly forwarding: Forwarding
  readonly log: Logger
  readonly now: Clock
  readonly meter: Meter
}

/** What has had its end: sessions, codes and keys that nobody can use any more, personal data, pictures. */
export async function tidy({ store, services, now }: Pick<Hands, 'store' | 'services' | 'now'>): Promise<void> {
  const { settings, attempts, media, retention, forwardedFile } = services
  const { used } = oldest(livesOf(settings.current()), now())
  await store.upkeep(async (tx) => {
    await endOver(tx, livesOf(settings.current()), now())
    await tx.codes.forgetExpiredBefore(now() - day)
    await tx.keys.forgetBefore(now() - keyLife)
    await tx.notices.forgetBefore(now() - noticeLife)
    await tx.outbox.forgetDoneBefore(now() - 30 * day)
    await tx.guests.gather()
    await tx.guests.forgetIdle(used - 10 * day, now() - day)
  })
  await attempts.sweep()
  // In parts: what a large team has gathered over the years must not hold up others.
  while ((await store.upkeep((tx) => tx.log.forgetComingAndGoing(now() - day, 1000))) > 0);
  await retention.tidy()
  await media.tidy()
  await forwardedFile.tidy()
}

/** What the service does by itself, now and then. Each of it may be repeated without harm. */
export function jobs(config: Config, { store, services, forwarding, log, now, meter }: Hands): AsyncDisposable {
  const { settings, dutyMemory: duty } = services
  const under = new Set<Promise<unknown>>()
  const ended = jobMetrics(meter, now)
  const stop = new AbortController()
  const attempt = async (job: string, work: () => Promise<unknown>) => {
    try {
      await work()
      ended(job, true)
    } catch (err) {
      if (stop.signal.aborted) return // it was given up, and will be repeated
      ended(job, false)
      log.error({ err, job }, 'a job failed')
    }
  }
  const run = (name: string, work: () => Promise<unknown>) => {
    const running = attempt(name, work).finally(() => under.delete(running))
    under.add(running)
  }
  const every = (ms: number, name: string, work: () => Promise<unknown>) =>
    setInterval(() => run(name, work), ms).unref()
  const { database } = config
  const { courier, pace } = forwarding
  let complete: string | undefined
  void forwarding.check()
  // Somebody may have erased themselves just before the last end.
  run('forwarded file', () => services.forwardedFile.tidy())
  run('unfinished pictures', () => services.media.removeUnfinished())
  // Once a night, or as soon as may be after it.
  let compared = ''
  let comparison: ReturnType<typeof repairBeside> | undefined
  let closing = false
  const timers = [
    every(second, 'watch', async () => {
      // What ended under the old settings is taken over before the new ones could bring it back.
      await duty.refresh()
      await settings.refresh()
    }),
    // Not waited for when closing: the courier knows how to let go.
    setInterval(() => void attempt('deliver', () => courier.deliver()), pace.lookMs).unref(),
    every(10 * second, 'look', forwarding.look),
    every(second, 'live', () => services.live.look()),
    every(10 * minute, 'compare', async () => {
      const { timeZone } = settings.current()
      const today = localDate(now(), timeZone)
      if (closing || compared === today || zoned(now(), timeZone).hour < nightHour) return
      compared = today
      comparison = repairBeside(database)
      const drift = await comparison.result.catch((error: unknown) => {
        if (!closing) throw error
      })
      if (drift && driftText(drift)) log.error(drift, 'what is kept twice did not agree, and was set right')
    }),
    every(minute, 'attempts', () => services.attempts.sweep()),
    // More often than daily, so that a service that is restarted every night keeps its promise too.
    every(hour, 'tidy', () => tidy({ store, services, now })),
    ...(database.kind === 'sqlite'
      ? [
          every(10 * minute, 'backup', async () => {
            const zone = settings.current().timeZone
            const taken = await backUpTonight(config, database, now(), zone, { signal: stop.signal, complete })
            if (!taken) return
            complete = taken.file
            if (taken.isNew) log.info(taken, 'backup taken and verified')
            if (taken.pictures?.missing) log.warn(taken, 'some pictures are missing or cut off')
          }),
        ]
      : []),
  ]
  return {
    async [Symbol.asyncDispose]() {
      closing = true
      for (const timer of timers) clearInterval(timer)
      comparison?.stop()
      courier.rest()
      stop.abort()
      // What does not end soon is let go: the database refuses it from then on, and it may be repeated.
      await Promise.race([Promise.all(under), pause(graceMs, undefined, { ref: false })])
    },
  }
}
