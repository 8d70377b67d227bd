import { connectPorts, openForwardedFile } from '#adapters/index.ts'
import { defaultTiming } from '#rules/outbox/outbox.ts'
import { createContext } from '#service/context.ts'
import type { Warn } from '#service/shared/warn.ts'
import { openDatabase } from './open-store.ts'

/** Opens the database beside a running service, with the context that services need. */
export async function openContext(env: Parameters<typeof openDatabase>[0]) {
  const database = await openDatabase(env, { beside: true })
  const { store, now, config } = database
  const warn: Warn = (_facts, text) => process.stderr.write(`${text}\n`)
  const ctx = createContext({
    store,
    now,
    deletionTime: now,
    ports: await connectPorts(config, () => {}, now),
    team: config.team,
    publicUrl: config.http.publicUrl,
    guestLogin: config.guestLogin,
    rateLimits: config.http.rateLimits,
    forwards: config.external.chosen,
    gatherMs: defaultTiming.gatherMs,
    pictureBudget: config.pictures,
    forwardedFile: openForwardedFile(config),
    warn,
    adminLoggedIn: () => {},
  })
  await ctx.settings.refresh()
  return { ...database, ctx }
}
