import type { Logger } from 'pino'
import type { Config } from '#config/config.ts'
import { type Clock, hour, minute, second } from '#kit/time.ts'
import { livesOf, oldestUse } from '#rules/sessions.ts'
import type { DutyMemory } from '#service/duty-state.ts'
import type { SettingService } from '#service/settings.ts'
import { backupNightly } from '#store/nightly.ts'
import type { Store } from '#store/store.ts'

interface Hands {
  readonly store: Store
  readonly settings: SettingService
  readonly duty: DutyMemory
  readonly log: Logger
  readonly now: Clock
}

/** What the service does by itself, now and then. Each of it may be repeated without harm. */
export function jobs(config: Config, { store, settings, duty, log, now }: Hands): AsyncDisposable {
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
    every(second, 'watch', async () => {
      // What ended under the old settings is taken over before the new ones could bring it back.
      await duty.refresh()
      await settings.refresh()
    }),
    every(hour, 'forget', () =>
      store.upkeep(async (tx) => {
        await tx.sessions.forgetUnusedSince(oldestUse(livesOf(settings.current()), now()))
        await tx.codes.forgetExpiredBefore(now() - 24 * hour)
      }),
    ),
    ...(database.kind === 'sqlite'
      ? [
          every(10 * minute, 'backup', async () => {
            const file = await backupNightly(database.file, database.backups, now(), settings.current().timeZone)
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
