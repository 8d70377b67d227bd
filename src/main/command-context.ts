import { connectPorts, openForwardedFile } from '#adapters/index.ts'
import { defaultTiming } from '#rules/outbox/outbox.ts'
import { createContext } from '#service/context.ts'
import type { Warn } from '#service/shared/warn.ts'
import { adminCodeFile } from './admin-code.ts'
import { openDatabase } from './open-store.ts'

/** Opens the database beside a running service, with the context that services need. */
export async function openContext(env: Parameters<typeof openDatabase>[0]) {
  const database = await openDatabase(env, { beside: true })
  const { store, now, config, log } = database
  const warn: Warn = (facts, text) => log.warn(facts, text)
  const ctx = createContext({
    store,
    now,
    deletionTime: now,
    ports: await connectPorts(config, warn, now),
    team: config.team,
    publicUrl: config.http.publicUrl,
    guestLogin: config.guestLogin,
    rateLimits: config.http.rateLimits,
    forwards: config.external.chosen,
    gatherMs: defaultTiming.gatherMs,
    pictureBudget: config.pictures,
    forwardedFile: openForwardedFile(config),
    warn,
    adminLoggedIn: () => adminCodeFile(config.dataDir).remove(),
  })
  await ctx.settings.refresh()
  return { ...database, ctx }
}
