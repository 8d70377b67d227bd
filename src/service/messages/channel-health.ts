import { type ChannelName, channels } from '#contract/messages/messages.ts'
import type { DeliveryTrouble } from '#contract/outbox/troubles.ts'
import { day, hour } from '#kit/time.ts'
import { keysOf } from '#kit/typed-keys.ts'
import { isAboutAddress } from '#rules/messages/messages.ts'
import type { Tx } from '#store/store.ts'
import type { Ctx } from '../shared/context.ts'

const patienceMs = hour

/** True if a channel has delivered nothing for an hour, and not because of one person's address. */
export async function isFailing(tx: Tx, channel: ChannelName, at: number): Promise<boolean> {
  const last = await tx.outbox.lastTried(channel)
  if (!last?.trouble || last.since === null || last.since > at - patienceMs) return false
  if (isAboutAddress(JSON.parse(last.trouble) as DeliveryTrouble)) return false // only the outbox writes it
  if (last.arrivedAt >= last.since) return false
  return channels[channel] !== 'person' || (await tx.outbox.countPeopleInTrouble(channel, at - day)) > 1
}

export const configuredChannels = ({ ports }: Ctx) =>
  keysOf(ports.channels).filter((name) => ports.channels[name] !== undefined)
