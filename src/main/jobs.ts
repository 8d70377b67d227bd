import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '#config/config.ts'
import type { MetricsRegistry } from '#kit/metrics.ts'
import { shutdownLimits, waitWithTimeout } from '#kit/shutdown.ts'
import { type Clock, day, hour, localDate, minute, second, zoned } from '#kit/time.ts'
import { receiptLife } from '#rules/counter/counter.ts'
import { livesOf, noticeLife, sessionCutoffs } from '#rules/people/sessions.ts'
import { clockSkew } from '#rules/team/clock-trust.ts'
import { idempotencySpan } from '#rules/tickets/tickets.ts'
import { giveUpVerdicts } from '#service/content/pictures.ts'
import { alertAboutDamage } from '#service/messages/damage-alarm.ts'
import { processOccasions, retryOccasionsSetAside, setAsideFailingOccasion } from '#service/messages/occasions.ts'
import { queueScheduledMessages } from '#service/messages/scheduled.ts'
import { reportUpkeep } from '#service/messages/upkeep-faults.ts'
import { eraseForwardedLines } from '#service/outbox/forwarded-file.ts'
import { anonymiseRemovedMembers } from '#service/people/anonymise-members.ts'
import { lacksAdmin } from '#service/people/member-admin.ts'
import { endExpired } from '#service/shared/actor.ts'
import type { Ctx } from '#service/shared/context.ts'
import { liveOf } from '#service/team/live.ts'
import { endIdleClaims } from '#service/tickets/claims.ts'
import { removeUnfinishedPictures, removeUnusedPictures, tidyPictures } from '#service/tickets/media.ts'
import { eraseOldTickets } from '#service/tickets/retention.ts'
import { ticketGrams } from '#service/tickets/search-text.ts'
import { Unavailable } from '#store/engine/whole-database.ts'
import type { Store, Tx } from '#store/store.ts'
import { nightHour } from '#store/upkeep/nightly-backup.ts'
import type { AdminCodeFile } from './admin-code.ts'
import { nightlyChecker, takeNightlyBackup } from './backups.ts'
import { describeDrift, repairInChildProcess } from './consistency.ts'
import type { DeletionClock } from './deletion-clock.ts'
import { jobMetrics } from './job-metrics.ts'
import type { OutboxWorkers } from './outbox-workers.ts'

export interface JobContext {
  readonly store: Store
  readonly ctx: Ctx
  readonly couriers: OutboxWorkers
  readonly log: Logger
  readonly now: Clock
  readonly deletionClock: DeletionClock
  readonly codeFile: AdminCodeFile
}

/** Something that the service does by itself, now and then. It may be repeated without harm. */
export interface Job {
  readonly name: string
  /** Without it, once, at the start. */
  readonly everyMs?: number
  /** Once the signal is aborted it may give up. */
  readonly run: (signal: AbortSignal) => Promise<unknown>
  /** Begins each time, also while the last one is under way. */
  readonly overlaps?: boolean
  /** Is not waited for when closing. */
  readonly letGo?: boolean
}

/** What has had its end: sessions, receipts, codes and keys that nobody can use any more, personal data, pictures. */
export async function deleteExpired({ store, ctx, now, deletionClock }: JobContext): Promise<void> {
  // A row that cannot be found because of damage is not gone.
  if (store.damage()) return
  const { settings, attempts } = ctx
  const lives = livesOf(settings.current())
  const at = deletionClock.now()
  const steady = deletionClock.isSteady()
  await store.upkeep(async (tx) => {
    const later = now() + clockSkew
    if (steady && (await tx.log.hasAfter(later))) await tx.future.redate(now(), later)
    await endExpired(tx, lives, at, at)
    await tx.codes.deleteExpiredBefore(at - day)
    await tx.idempotencyKeys.deleteBefore(at - idempotencySpan)
    await tx.notices.deleteBefore(at - noticeLife)
    await tx.outbox.deleteDoneBefore(at - 30 * day)
    await tx.receipts.deleteExpired(at - receiptLife(settings.current()))
    await tx.intakes.deleteKiosksEndedBy(at)
    await tx.notify.deleteLoggedOut()
    await tx.notify.deleteUnreachable()
    await tx.guests.moveBelongings()
    await tx.guests.deleteIdle(sessionCutoffs(lives, at).used - 10 * day, at - day)
  })
  await attempts.sweep()
  // In parts: what a large team has gathered over the years must not hold up others.
  while ((await store.upkeep((tx) => tx.log.deleteLogins(at - day, 1000))) > 0);
  // Before the tickets: with these pictures are deleted, and free pages of the database overwritten.
  await anonymiseRemovedMembers(ctx)
  await eraseOldTickets(ctx)
  await tidyPictures(ctx)
  await eraseForwardedLines(ctx)
}

/** While changes come, queues are looked at more often than each second. */
const lookAgainMs = 50
/** More than people leave in a rush: a table came in. */
const flood = 2000

/**
 * Works on what changes leave in a queue, until nothing is left. It takes a tenth of the time, so that changes that come in a rush
 * go on; of a flood half of it, so that lists and searches are as quick as ever again soon.
 */
async function processQueue(
  store: Store,
  length: (tx: Tx) => Promise<number>,
  batch: (tx: Tx) => Promise<number>,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const waiting = await store.readOne(length)
    if (waiting === 0 || store.damage()) return
    const { done, tookMs } = await store.upkeep(async (tx) => {
      const began = performance.now()
      return { done: await batch(tx), tookMs: performance.now() - began }
    })
    if (done === 0) return // others hold them
    const restMs = done >= waiting ? lookAgainMs : (waiting > flood ? 1 : 9) * tookMs
    await pause(restMs, undefined, { signal, ref: false })
  }
}

/** All that the service does by itself. */
export function createJobs(config: Config, hands: JobContext): Job[] {
  const { store, ctx, couriers, log, now, deletionClock, codeFile } = hands
  const { settings, duty } = ctx
  const { database } = config
  const nightly = nightlyChecker(store)
  const { pace } = couriers
  const zone = () => settings.current().timeZone
  let compared = ''
  let complete: string | undefined
  return [
    { name: 'check destinations', run: couriers.check, letGo: true },
    // Somebody may have erased themselves just before the last end.
    { name: 'forwarded file', run: () => eraseForwardedLines(ctx) },
    { name: 'occasions set aside', run: () => retryOccasionsSetAside(ctx) },
    { name: 'unfinished pictures', run: () => removeUnfinishedPictures(ctx) },
    {
      name: 'watch',
      everyMs: second,
      async run() {
        // What ended under the old settings is taken over before the new ones could bring it back.
        await duty.refresh()
        await settings.refresh()
      },
    },
    // So many at once that others hardly wait for it.
    {
      name: 'tally',
      everyMs: second,
      run: (signal) =>
        processQueue(
          store,
          (tx) => tx.ticketQueues.length('tally_queue'),
          (tx) => tx.ticketQueues.countQueued(512),
          signal,
        ),
    },
    {
      name: 'index',
      everyMs: second,
      run: (signal) =>
        processQueue(
          store,
          (tx) => tx.ticketQueues.length('gram_queue'),
          (tx) => tx.ticketQueues.indexQueued(128, ticketGrams),
          signal,
        ),
    },
    {
      name: 'occasions',
      everyMs: pace.lookMs,
      async run(signal) {
        const process = (tx: Tx) => processOccasions(ctx, tx)
        await processQueue(store, (tx) => tx.occasions.count(), process, signal).catch(async (error: unknown) => {
          if (!signal.aborted && !(error instanceof Unavailable)) await setAsideFailingOccasion(ctx)
          throw error
        })
      },
    },
    // The courier knows how to let go, and takes more into its hands while some are full.
    { name: 'deliver', everyMs: pace.lookMs, run: () => couriers.deliver(), overlaps: true, letGo: true },
    { name: 'promises', everyMs: minute, run: couriers.bringForward },
    { name: 'look', everyMs: 10 * second, run: couriers.look },
    {
      name: 'messages',
      everyMs: minute,
      run: () => (store.damage() ? alertAboutDamage(ctx) : queueScheduledMessages(ctx)),
    },
    { name: 'claims', everyMs: 10 * minute, run: (signal) => endIdleClaims(ctx, signal) },
    { name: 'held pictures', everyMs: minute, run: () => giveUpVerdicts(ctx) },
    {
      name: 'unused pictures',
      everyMs: 10 * minute,
      async run() {
        // A row that cannot be found because of damage may use it.
        if (!store.damage()) await removeUnusedPictures(ctx)
      },
    },
    { name: 'admin code', everyMs: minute, run: () => codeFile.tidy(() => lacksAdmin(ctx)) },
    { name: 'staff', everyMs: minute, run: () => duty.staff() },
    // Counts how often it is called, and sees itself that it looks once at a time.
    { name: 'live', everyMs: second, run: () => liveOf(ctx).look(), overlaps: true },
    {
      name: 'compare',
      everyMs: 10 * minute,
      async run(signal) {
        // Once a night, or as soon as may be after it.
        const today = localDate(now(), zone())
        // What is damaged is no measure for what is kept beside it.
        if (store.damage() || compared === today || zoned(now(), zone()).hour < nightHour) return
        const comparison = repairInChildProcess(database)
        signal.addEventListener('abort', comparison.stop, { once: true })
        const drift = await comparison.result.finally(() => signal.removeEventListener('abort', comparison.stop))
        compared = today
        if (describeDrift(drift)) log.error(drift, 'what is kept twice did not agree, and was set right')
      },
    },
    { name: 'attempts', everyMs: minute, run: () => ctx.attempts.sweep() },
    // A jump is noticed when it happens, and not when something is to be deleted.
    { name: 'clock', everyMs: minute, run: async () => deletionClock.now() },
    // More often than daily, so that a service that is restarted every night keeps its promise too.
    { name: 'tidy', everyMs: hour, run: () => deleteExpired(hands) },
    ...(database.kind === 'sqlite'
      ? [
          {
            name: 'backup',
            everyMs: 10 * minute,
            async run(signal: AbortSignal) {
              const times = { now: now(), believed: deletionClock.now() }
              const taken = await nightly(localDate(now(), zone()), signal, () =>
                takeNightlyBackup(config, database, times, zone(), { signal, complete }),
              ).catch((error: unknown) => {
                if (!signal.aborted) reportUpkeep(ctx, 'backup', false)
                throw error
              })
              reportUpkeep(ctx, 'backup', true)
              if (!taken) return
              complete = taken.file
              if (taken.isNew) log.info(taken, 'backup taken and verified')
              if (taken.pictures?.missing) log.warn(taken, 'some pictures are missing or cut off')
            },
          },
        ]
      : []),
  ]
}

/** Calls something again and again until it is disposed of. */
export type Repeat = (ms: number, call: () => void) => Disposable

const interval: Repeat = (ms, call) => {
  const timer = setInterval(call, ms).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** Does jobs at their times, each once at a time. Closing waits a moment for what is under way. */
export function runJobs(
  jobs: readonly Job[],
  { log, meter, now }: { readonly log: Pick<Logger, 'error'>; readonly meter: MetricsRegistry; readonly now: Clock },
  every: Repeat = interval,
): AsyncDisposable {
  const ended = jobMetrics(meter, now)
  const stop = new AbortController()
  const busy = new Set<Job>()
  const underWay = new Set<Promise<void>>()

  const attempt = async ({ name, run }: Job): Promise<void> => {
    try {
      await run(stop.signal)
      ended(name, true)
    } catch (err) {
      if (stop.signal.aborted) return // it was given up, and will be repeated
      ended(name, false)
      log.error({ err, job: name }, 'a job failed')
    }
  }
  const begin = (job: Job): void => {
    if (busy.has(job) && !job.overlaps) return
    busy.add(job)
    const run = attempt(job).finally(() => {
      busy.delete(job)
      underWay.delete(run)
    })
    if (!job.letGo) underWay.add(run)
  }

  const timers = new DisposableStack()
  for (const job of jobs) {
    if (job.everyMs === undefined) begin(job)
    else timers.use(every(job.everyMs, () => begin(job)))
  }
  return {
    async [Symbol.asyncDispose]() {
      timers.dispose()
      stop.abort()
      // What does not end soon is let go: the database refuses it from then on, and it may be repeated.
      await waitWithTimeout(shutdownLimits.jobsMs, Promise.all(underWay))
    },
  }
}
