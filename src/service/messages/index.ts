import type { UpkeepFault } from '#rules/messages/messages.ts'
import { type Ctx, perContext } from '../shared/context.ts'
import { messageComposer } from './composer.ts'
import { damageAlarm } from './damage-alarm.ts'
import { messageDeliveries } from './delivery.ts'
import { messageAdminService } from './message-admin.ts'
import { occasionDesk } from './occasions.ts'
import { messagePlanner } from './planner.ts'
import { messageSender } from './sender.ts'

/** All about telling people things: who wants to hear what, when there is something to tell, and bringing it to them. */
function messageService(ctx: Ctx) {
  const { store, ports, now, deletionTime: believed, settings, duty: memory, publicUrl, gatherMs, warn } = ctx
  const { channels } = ports
  const failing = new Set<UpkeepFault>()
  // What is true, and whether it is night, goes by the time that is believed.
  const believing = {
    ctx,
    store,
    settings,
    memory,
    publicUrl,
    gatherMs,
    warn,
    now: believed,
    believed,
    failing: () => [...failing],
  }
  const composer = messageComposer(believing)
  const sender = messageSender(store, channels, publicUrl)
  const sending = { ...believing, channels, composer, sender }
  const planner = messagePlanner({ ...believing, channels, duty: memory })
  const tellDamage = damageAlarm(sending)
  return {
    admin: messageAdminService({ ...sending, now }),
    /** Sees to it that everybody is told what only the clock says, once a minute. */
    plan: () => (store.damage() ? tellDamage() : planner.plan()),
    /** What of the service's own upkeep works, or does not. */
    upkeep(what: UpkeepFault, works: boolean): void {
      if (works) failing.delete(what)
      else failing.add(what)
    },
    /** Whom what has happened is a message for. */
    occasions: occasionDesk({ ...believing, channels, duty: memory }),
    deliverers: messageDeliveries(sending),
  }
}

/** The messages of one running service. */
export const messagesOf = perContext(messageService)
