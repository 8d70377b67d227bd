import type { Logger } from 'pino'
import type { Config } from '#config/config.ts'
import { type Clock, hour, minute } from '#kit/time.ts'
import { oldestUse } from '#rules/sessions.ts'
import { backupNightly } from '#store/backup.ts'
import type { Store } from '#store/store.ts'

/** What the service does by itself, now and then. Each of it may be repeated without harm. */
export function jobs(config: Config, store: Store, log: Logger, now: Clock): AsyncDisposable {
  const under = new Set<Promise<unknown>>()
  const every = (ms: number, name: string, work: () => Promise<unknown>) =>
    setInterval(() => {
      const run = work()
        .catch((err: unknown) => log.error({ err, job: name }, 'a job failed'))
        .finally(() => under.delete(run))
      under.add(run)
    }, ms).unref()
  const { database } = config
  const timers = [
    every(hour, 'forget', () =>
      store.upkeep(async (tx) => {
        await tx.sessions.forgetUnusedSince(oldestUse(now()))
        await tx.codes.forgetExpiredBefore(now() - 24 * hour)
      }),
    ),
    ...(database.kind === 'sqlite'
      ? [
          every(10 * minute, 'backup', async () => {
            const file = await backupNightly(database.file, database.backups, now(), config.team.zone)
            if (file) log.info({ file }, 'backup taken and verified')
          }),
        ]
      : []),
  ]
  return {
    async [Symbol.asyncDispose]() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(under)
    },
  }
}
