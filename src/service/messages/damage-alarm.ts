import { localDate } from '#kit/time.ts'
import { quietUntil } from '#rules/messages/messages.ts'
import { type Ctx, perContext } from '../shared/context.ts'
import { composeMessage } from './compose.ts'
import { acceptsMessage } from './new-messages.ts'
import { sendMail, sendPush } from './send.ts'

const timeoutMs = 20_000

const lastAlarm = perContext<{ date?: string }>(() => ({}))

/** Sends directly, once a day: a damaged database takes no writes, so nothing can wait in the outbox. */
export async function alertAboutDamage(ctx: Ctx): Promise<void> {
  const { messages, timeZone } = ctx.settings.current()
  const at = ctx.deletionTime()
  const today = localDate(at, timeZone)
  const last = lastAlarm(ctx)
  if (last.date === today || quietUntil(messages, timeZone, at) !== undefined) return
  const admins = await ctx.store.read((tx) => tx.notify.ofTeam('admin'))
  last.date = today
  for (const admin of admins) {
    const about = { id: `damage-${today}-${admin.personId}`, at }
    const message = await composeMessage(ctx, [{ kind: 'upkeep', what: 'integrity' }], admin, about)
    if (!message) continue
    const signal = AbortSignal.timeout(timeoutMs)
    // One unreachable administrator must not keep the others from getting the message.
    await Promise.allSettled([
      ...(acceptsMessage(admin.choices, 'upkeep', 'mail') ? [sendMail(ctx, admin, message, signal)] : []),
      ...(acceptsMessage(admin.choices, 'upkeep', 'push')
        ? admin.push.map(({ id }) => sendPush(ctx, admin, id, message, signal))
        : []),
    ])
  }
}
