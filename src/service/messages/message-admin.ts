import { Refusal } from '#contract/errors.ts'
import type { Lang } from '#contract/languages.ts'
import { type ChannelName, channels as channelKinds } from '#contract/messages/messages.ts'
import type { DeliveryTrouble } from '#contract/outbox/troubles.ts'
import { words } from '#contract/words/index.ts'
import { channelTroubleText } from '#contract/words/words.ts'
import { type Clock, day, localDate } from '#kit/time.ts'
import { isAboutAddress, type MessageItem } from '#rules/messages/messages.ts'
import { quarterMs } from '#store/outbox/outbox.ts'
import type { Store } from '#store/store.ts'
import { outboxStates } from '#store/tables.ts'
import type { MemberActor } from '../shared/actor.ts'
import type { Channels } from '../shared/ports.ts'
import type { SettingService } from '../shared/settings.ts'
import { Trouble } from '../shared/trouble.ts'
import type { MessageComposer } from './composer.ts'
import type { MessageSender } from './sender.ts'

export interface MessageAdminParts {
  readonly store: Store
  readonly channels: Channels
  readonly settings: SettingService
  readonly composer: MessageComposer
  readonly sender: MessageSender
  readonly now: Clock
}

const lookBackMs = 30 * day
const patienceMs = 20_000
const tested: readonly MessageItem[] = [{ kind: 'test' }]

function assertSent(sent: boolean): void {
  if (!sent) throw new Refusal('no_address')
}

/** What administrators see of messages, and can try. */
export function messageAdminService({ store, channels, settings, composer, sender, now }: MessageAdminParts) {
  const there = (Object.keys(channels) as ChannelName[]).filter((name) => channels[name] !== undefined)

  /** Sends one message at once, to the caller or to the team's chat. */
  async function send(actor: MemberActor, channel: ChannelName, signal: AbortSignal): Promise<void> {
    const id = `test-${now()}`
    const reader = await store.read((tx) => tx.notify.person(actor.personId))
    if (channel === 'webhook') return channels.webhook?.send({ id, at: now(), type: 'fettle.test', data: {} }, signal)
    const personal = channelKinds[channel] === 'person'
    const message = await composer.compose(tested, personal ? reader : undefined, { id, at: now() })
    if (!message || !reader) throw new Refusal('no_address')
    switch (channel) {
      case 'mail':
        return assertSent(await sender.mail(reader, message, signal))
      case 'push': {
        const sent = await Promise.all(
          reader.push.map(({ id: browser }) => sender.push(reader, browser, message, signal)),
        )
        return assertSent(sent.includes(true))
      }
      case 'wechat': {
        const [template] = channels.wechat?.templates ?? []
        if (!template || !(await store.upkeep((tx) => tx.notify.spend(reader.personId, template.id))))
          return assertSent(false)
        return assertSent(await sender.wechat(reader, template.id, message, signal))
      }
      default:
        return channels[channel]?.send(message, signal)
    }
  }

  return {
    async list(lang: Lang) {
      const zone = settings.current().timeZone
      return store.read(async (tx) => {
        const figures = await tx.outbox.figures(now() - lookBackMs)
        const days = new Map<
          string,
          { date: string; channel: ChannelName; sent: number; waiting: number; dropped: number; failed: number }
        >()
        for (const { quarter, destination, state, count } of figures) {
          const channel = destination as ChannelName // only these have messages and events
          const date = localDate(quarter * quarterMs, zone)
          const key = `${date} ${channel}`
          const one = days.getOrInsertComputed(key, () => ({
            date,
            channel,
            sent: 0,
            waiting: 0,
            dropped: 0,
            failed: 0,
          }))
          if (state === outboxStates.delivered) one.sent += count
          else if (state === outboxStates.dropped) one.dropped += count
          else if (state === outboxStates.failed) one.failed += count
          else one.waiting += count
        }
        const health = []
        for (const channel of there) {
          const last = await tx.outbox.lastTried(channel)
          const trouble = last?.trouble ? (JSON.parse(last.trouble) as DeliveryTrouble) : undefined // written by the outbox alone
          const error = trouble && !isAboutAddress(trouble) ? channelTroubleText(words[lang].messages, trouble) : ''
          health.push({ channel, waiting: await tx.outbox.count(channel, outboxStates.waiting), error })
        }
        const list = [...days.values()].sort((a, b) =>
          a.date === b.date ? (a.channel < b.channel ? -1 : 1) : a.date < b.date ? 1 : -1,
        )
        return { channels: health, list }
      })
    },

    async test(actor: MemberActor, channel: ChannelName): Promise<void> {
      if (channels[channel] === undefined) throw new Refusal('no_channel')
      await send(actor, channel, AbortSignal.timeout(patienceMs)).catch((error: unknown) => {
        if (error instanceof Trouble) throw new Refusal('channel_refused', { trouble: error.what })
        throw error
      })
    },
  }
}

export type MessageAdminService = ReturnType<typeof messageAdminService>
