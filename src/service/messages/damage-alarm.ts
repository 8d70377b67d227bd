import { type Clock, localDate } from '#kit/time.ts'
import { quietUntil } from '#rules/messages/messages.ts'
import type { Store } from '#store/store.ts'
import type { SettingService } from '../shared/settings.ts'
import type { MessageComposer } from './composer.ts'
import { acceptsMessage } from './new-messages.ts'
import type { MessageSender } from './sender.ts'

export interface AlarmParts {
  readonly store: Store
  readonly settings: SettingService
  readonly composer: MessageComposer
  readonly sender: MessageSender
  readonly now: Clock
}

const patienceMs = 20_000

/**
 * Tells administrators that the database is damaged. It takes no more writes then, so nothing can wait in the outbox: they are told at
 * once, once a day for as long as the service runs, as far as the database still says who they are.
 */
export function damageAlarm({ store, settings, composer, sender, now }: AlarmParts) {
  let toldOn: string | undefined
  return async (): Promise<void> => {
    const { messages, timeZone } = settings.current()
    const today = localDate(now(), timeZone)
    if (!store.damage() || toldOn === today || quietUntil(messages, timeZone, now()) !== undefined) return
    const admins = await store.readOne((tx) => tx.notify.ofTeam('admin'))
    toldOn = today
    for (const admin of admins) {
      const about = { id: `damage-${today}-${admin.personId}`, at: now() }
      const message = await composer.compose([{ kind: 'upkeep', what: 'integrity' }], admin, about)
      if (!message) continue
      const signal = AbortSignal.timeout(patienceMs)
      const ways = [
        ...(acceptsMessage(admin.choices, 'upkeep', 'mail') ? [sender.mail(admin, message, signal)] : []),
        ...(acceptsMessage(admin.choices, 'upkeep', 'push')
          ? admin.push.map(({ id }) => sender.push(admin, id, message, signal))
          : []),
      ]
      // Whoever cannot be reached now is not why others are not told.
      await Promise.allSettled(ways)
    }
  }
}
