import type { Logger } from 'pino'
import { connectPorts, openForwardedFile } from '#adapters/index.ts'
import type { Config } from '#config/config.ts'
import { defaultTiming } from '#rules/outbox/outbox.ts'
import { type ContextInput, createContext } from '#service/create-context.ts'
import type { Ctx } from '#service/shared/context.ts'
import type { Warn } from '#service/shared/warn.ts'
import { type AdminCodeFile, adminCodeFile } from './admin-code.ts'
import { openDatabase } from './open-store.ts'

type Parts = Pick<ContextInput, 'store' | 'ports' | 'now' | 'deletionTime' | 'gatherMs'> & {
  readonly log: Logger
  readonly codeFile: AdminCodeFile
}

export const warnIn =
  (log: Logger): Warn =>
  (facts, text) =>
    log.warn(facts, text)

/** The context of the services, with the settings of the configuration. */
export function configuredContext(config: Config, { log, codeFile, ...parts }: Parts): Ctx {
  return createContext({
    ...parts,
    team: config.team,
    publicUrl: config.http.publicUrl,
    guestLogin: config.guestLogin,
    rateLimits: config.http.rateLimits,
    pictureBudget: config.pictures,
    warn: warnIn(log),
    forwardedFile: openForwardedFile(config),
    adminLoggedIn: () => codeFile.remove(),
    forwards: config.external.chosen,
  })
}

/** Opens the database and the context for a command that works beside a running service. */
export async function openContext(env: Parameters<typeof openDatabase>[0]) {
  const database = await openDatabase(env, { beside: true })
  const { store, now, config, log } = database
  const ports = await connectPorts(config, warnIn(log), now)
  const codeFile = adminCodeFile(config.dataDir)
  const { gatherMs } = defaultTiming
  const ctx = configuredContext(config, { store, ports, now, deletionTime: now, gatherMs, log, codeFile })
  await ctx.settings.refresh()
  return { ...database, ctx }
}
