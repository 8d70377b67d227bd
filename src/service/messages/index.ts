import type { Clock } from '#kit/time.ts'
import type { UpkeepFault } from '#rules/messages/messages.ts'
import type { Store } from '#store/store.ts'
import type { ConclusionService } from '../duty/conclusions.ts'
import type { DutyService } from '../duty/duty.ts'
import type { Attempts } from '../shared/attempts.ts'
import type { DutyMemory } from '../shared/duty-memory.ts'
import type { Ports } from '../shared/ports.ts'
import type { SettingService } from '../shared/settings.ts'
import { choiceService } from './choices.ts'
import { messageComposer } from './composer.ts'
import { damageAlarm } from './damage-alarm.ts'
import { messageDeliveries } from './delivery.ts'
import { messageAdminService } from './message-admin.ts'
import { occasionDesk } from './occasions.ts'
import { messagePlanner } from './planner.ts'
import { messageSender } from './sender.ts'

export interface MessageParts {
  readonly store: Store
  readonly ports: Ports
  readonly now: Clock
  /** The time as far as it is believed. */
  readonly believed: Clock
  readonly settings: SettingService
  readonly attempts: Attempts
  readonly memory: DutyMemory
  readonly duty: DutyService
  readonly conclusions: ConclusionService
  readonly publicUrl: string
  readonly gatherMs: number
  readonly warn: (facts: object, text: string) => void
}

/** All about telling people things: who wants to hear what, when there is something to tell, and bringing it to them. */
export function messageService(parts: MessageParts) {
  const { store, ports, believed, memory, publicUrl } = parts
  const { channels } = ports
  const failing = new Set<UpkeepFault>()
  // What is true, and whether it is night, goes by the time that is believed.
  const believing = { ...parts, now: believed, failing: () => [...failing] }
  const composer = messageComposer(believing)
  const sender = messageSender(store, channels, publicUrl)
  const sending = { ...believing, channels, composer, sender }
  const planner = messagePlanner({ ...believing, channels, duty: memory })
  const tellDamage = damageAlarm(sending)
  return {
    choices: choiceService(parts),
    admin: messageAdminService({ ...sending, now: parts.now }),
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

export type MessageService = ReturnType<typeof messageService>
