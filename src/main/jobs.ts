import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config, SqliteConfig } from '#config/config.ts'
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
import { settleRepairDays } from '#service/repair-days/upkeep.ts'
import { endExpired } from '#service/shared/actor.ts'
import type { Ctx } from '#service/shared/context.ts'
import { liveOf } from '#service/team/live.ts'
import { endIdleClaims } from '#service/tickets/idle-claims.ts'
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
import type { OutboxWorkers } from './outbox-workers.ts'

export interface JobContext {
  readonly store: Store
  readonly ctx: Ctx
  readonly outboxWorkers: OutboxWorkers
  readonly log: Logger
  readonly now: Clock
  readonly deletionClock: DeletionClock
  readonly codeFile: AdminCodeFile
}

/** A background job. It must be harmless to repeat. */
export interface Job {
  readonly name: string
  /** Without it, the job runs once, at the start. */
  readonly everyMs?: number
  /** After the signal it may give up. */
  readonly run: (signal: AbortSignal) => Promise<unknown>
  /** Starts also while an earlier run is under way. */
  readonly overlaps?: boolean
  /** A stop does not wait for it. */
  readonly notAwaitedAtStop?: boolean
}

/** Deletes expired sessions, receipts, codes and keys, and personal data and pictures whose time is over. */
export async function deleteExpired({ store, ctx, now, deletionClock }: JobContext): Promise<void> {
  // In a damaged database, a row that is not found may still exist.
  if (store.storage.damage()) return
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
    await tx.pushSubscriptions.deleteLoggedOut()
    await tx.notify.deleteUnreachable()
    await tx.guests.moveBelongings()
    await tx.guests.deleteIdle(sessionCutoffs(lives, at).used - 10 * day, at - day)
  })
  await attempts.sweep()
  // In parts, because one large deletion would block other changes.
  while ((await store.upkeep((tx) => tx.log.deleteLogins(at - day, 1000))) > 0);
  // Before the tickets, whose deletion also deletes pictures and overwrites free pages of the database.
  await anonymiseRemovedMembers(ctx)
  await eraseOldTickets(ctx)
  await tidyPictures(ctx)
  await eraseForwardedLines(ctx)
}

const lookAgainMs = 50
/** A longer queue comes from an import. */
const longQueue = 2000

/**
 * Processes a queue until it is empty. It uses a tenth of the time, so that other changes are not slowed down. After an import it uses half,
 * so that lists and searches soon are fast again.
 */
async function processQueue(
  store: Store,
  length: (tx: Tx) => Promise<number>,
  batch: (tx: Tx) => Promise<number>,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const waiting = await store.read(length)
    if (waiting === 0 || store.storage.damage()) return
    const { done, tookMs } = await store.upkeep(async (tx) => {
      const began = performance.now()
      return { done: await batch(tx), tookMs: performance.now() - began }
    })
    if (done === 0) return // another node works on them
    const restMs = done >= waiting ? lookAgainMs : (waiting > longQueue ? 1 : 9) * tookMs
    await pause(restMs, undefined, { signal, ref: false })
  }
}

export function createJobs(config: Config, context: JobContext): Job[] {
  const { store, ctx, outboxWorkers, deletionClock, codeFile } = context
  const { duty, settings } = ctx
  const { pace } = outboxWorkers
  return [
    { name: 'check destinations', run: outboxWorkers.check, notAwaitedAtStop: true },
    // A person may have erased their data just before the last stop.
    { name: 'forwarded file', run: () => eraseForwardedLines(ctx) },
    { name: 'unfinished pictures', run: () => removeUnfinishedPictures(ctx) },
    {
      name: 'watch',
      everyMs: second,
      async run() {
        // The old settings must end what they end before new settings could bring it back.
        await duty.refresh()
        await settings.refresh()
      },
    },
    ...queueJobs(context),
    // The outbox worker stops by itself, and takes more while some deliveries are under way.
    {
      name: 'deliver',
      everyMs: pace.pollMs,
      run: () => outboxWorkers.deliver(),
      overlaps: true,
      notAwaitedAtStop: true,
    },
    { name: 'cap outbox delays', everyMs: minute, run: outboxWorkers.capDelays },
    { name: 'outbox metrics', everyMs: 10 * second, run: outboxWorkers.measureDepth },
    {
      name: 'messages',
      everyMs: minute,
      run: () => (store.storage.damage() ? alertAboutDamage(ctx) : queueScheduledMessages(ctx)),
    },
    { name: 'claims', everyMs: 10 * minute, run: (signal) => endIdleClaims(ctx, signal) },
    { name: 'repair days', everyMs: minute, run: () => settleRepairDays(ctx) },
    { name: 'held pictures', everyMs: minute, run: () => giveUpVerdicts(ctx) },
    { name: 'unused pictures', everyMs: 10 * minute, run: () => deleteUnusedPictures(context) },
    { name: 'admin code', everyMs: minute, run: () => codeFile.removeUnless(() => lacksAdmin(ctx)) },
    { name: 'staff', everyMs: minute, run: () => duty.staff() },
    // It counts its calls, and looks only once at a time.
    { name: 'live', everyMs: second, run: () => liveOf(ctx).look(), overlaps: true },
    nightlyComparison(config.database, context),
    { name: 'attempts', everyMs: minute, run: () => ctx.attempts.sweep() },
    // Notices a jump of the clock when it happens, and not when something is to be deleted.
    { name: 'clock', everyMs: minute, run: async () => deletionClock.now() },
    // More often than daily, for services that restart every night.
    { name: 'tidy', everyMs: hour, run: () => deleteExpired(context) },
    ...(config.database.kind === 'sqlite' ? [nightlyBackup(config, config.database, context)] : []),
  ]
}

/** Jobs that work through what changes leave in queues. */
function queueJobs({ store, ctx, outboxWorkers: { pace } }: JobContext): Job[] {
  return [
    { name: 'occasions set aside', run: () => retryOccasionsSetAside(ctx) },
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
      everyMs: pace.pollMs,
      async run(signal) {
        const process = (tx: Tx) => processOccasions(ctx, tx)
        await processQueue(store, (tx) => tx.occasions.count(), process, signal).catch(async (error: unknown) => {
          if (!signal.aborted && !(error instanceof Unavailable)) await setAsideFailingOccasion(ctx)
          throw error
        })
      },
    },
  ]
}

async function deleteUnusedPictures({ store, ctx }: JobContext): Promise<void> {
  // In a damaged database, the row that uses a picture may not be found.
  if (!store.storage.damage()) await removeUnusedPictures(ctx)
}

/** Compares derived data with the tickets once a night, or later if the service did not run. */
function nightlyComparison(database: Config['database'], { store, ctx, log, now }: JobContext): Job {
  let compared = ''
  return {
    name: 'compare',
    everyMs: 10 * minute,
    async run(signal) {
      const { timeZone } = ctx.settings.current()
      const today = localDate(now(), timeZone)
      // Damaged tickets must not overwrite what is derived from them.
      if (store.storage.damage() || compared === today || zoned(now(), timeZone).hour < nightHour) return
      const comparison = repairInChildProcess(database)
      signal.addEventListener('abort', comparison.stop, { once: true })
      const drift = await comparison.result.finally(() => signal.removeEventListener('abort', comparison.stop))
      compared = today
      if (describeDrift(drift)) log.error(drift, 'counts or search index did not match the tickets and were repaired')
    },
  }
}

function nightlyBackup(
  config: Config,
  database: SqliteConfig,
  { store, ctx, log, now, deletionClock }: JobContext,
): Job {
  const withCheck = nightlyChecker(store)
  /** The backup whose pictures are known to be complete. */
  let complete: string | undefined
  return {
    name: 'backup',
    everyMs: 10 * minute,
    async run(signal) {
      const times = { now: now(), believed: deletionClock.now() }
      const { timeZone } = ctx.settings.current()
      const taken = await withCheck(localDate(now(), timeZone), signal, () =>
        takeNightlyBackup(config, database, times, timeZone, { signal, complete }),
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
  }
}

/** The metrics of jobs. Returns the function that records the end of a run. */
export function jobMetrics(meter: MetricsRegistry, now: Clock): (job: string, succeeded: boolean) => void {
  const failures = meter.counter('fettle_job_failures_total', 'Runs of a job that failed.')
  const lastSuccess = new Map<string, number>()
  const failing = new Map<string, number>()
  meter.gauges('fettle_job_last_success_timestamp_seconds', 'When a job last succeeded.', 'job', () => lastSuccess)
  meter.gauges('fettle_job_failing', 'Whether the last run of a job failed (1) or not (0).', 'job', () => failing)
  return (job, succeeded) => {
    failing.set(job, succeeded ? 0 : 1)
    if (succeeded) lastSuccess.set(job, now() / 1000)
    else failures({ job })()
  }
}

/** Calls a function at intervals until it is disposed. */
export type Repeat = (ms: number, call: () => void) => Disposable

const interval: Repeat = (ms, call) => {
  const timer = setInterval(call, ms).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** Runs jobs at their intervals, each once at a time. Disposing waits a moment for runs under way. */
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
      if (stop.signal.aborted) return // the next start repeats it
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
    if (!job.notAwaitedAtStop) underWay.add(run)
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
      // A job that takes longer is abandoned. The database refuses its changes from then on, and the next start repeats it.
      await waitWithTimeout(shutdownLimits.jobsMs, Promise.all(underWay))
    },
  }
}
