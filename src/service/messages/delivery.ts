import {
  type ChannelName,
  type ChatChannel,
  channels as channelKinds,
  type PersonChannel,
  type WebhookEvent,
} from '#contract/messages/messages.ts'
import type { DeliveryTrouble } from '#contract/outbox/troubles.ts'
import type { WebhookPayload } from '#events/subscribers/webhook.ts'
import type { Clock } from '#kit/time.ts'
import {
  giveUpMs,
  isAboutAddress,
  isForChat,
  isUrgent,
  keptConsents,
  longestPauseMs,
  type MessageItem,
  quietUntil,
  staleMs,
} from '#rules/messages/messages.ts'
import type { Recipient } from '#store/messages/notify.ts'
import type { OutboxRow } from '#store/outbox/outbox.ts'
import type { Store, Tx } from '#store/store.ts'
import type { Deliverer, DeliveryResult } from '../outbox/worker.ts'
import type { Channels, Message, Template } from '../shared/ports.ts'
import type { SettingService } from '../shared/settings.ts'
import { Trouble } from '../shared/trouble.ts'
import type { MessageComposer } from './composer.ts'
import { acceptsMessage, type MessagePayload, mayShowInBrowser } from './new-messages.ts'
import type { MessageSender } from './sender.ts'

export interface MessageDeliveryParts {
  readonly store: Store
  readonly channels: Channels
  readonly settings: SettingService
  readonly composer: MessageComposer
  readonly sender: MessageSender
  readonly now: Clock
}

const delivered = { how: 'delivered' } as const
const dropped = { how: 'dropped' } as const
/** So many things are told in one message. */
const mostTogether = 20

/** A message that is ready to go to somebody. */
interface Ready {
  readonly payload: MessagePayload
  readonly reader: Recipient | undefined
  readonly message: Message
}

/** Brings messages over each channel that the team has to those whom they are for. */
export function messageDeliveries(parts: MessageDeliveryParts): { readonly [C in ChannelName]?: Deliverer } {
  const { store, channels, settings, composer, sender, now } = parts

  /** From now on the message says the same at every try; what waits for it comes along. */
  async function sealed(row: OutboxRow, payload: MessagePayload): Promise<MessagePayload> {
    if (payload.sealed) return payload
    return store.upkeep(async (tx) => {
      // A node that slept past its time must not take anything along: another has this in its hands.
      if (!(await tx.outbox.rewrite(row, payload))) throw new Trouble({ say: 'unforeseen' })
      const joined = await tx.outbox.joined(row, mostTogether - 1, now())
      const others = joined.flatMap((one) => (JSON.parse(one) as MessagePayload).items) // written by us alone
      const whole: MessagePayload = { ...payload, items: [...payload.items, ...others], sealed: true }
      await tx.outbox.rewrite(row, whole)
      return whole
    })
  }

  /** The message in words, or why it is not sent now. */
  async function prepared(
    row: OutboxRow,
    wanted: (item: MessageItem, reader: Recipient | undefined, payload: MessagePayload) => boolean,
  ): Promise<Ready | DeliveryResult> {
    const first = JSON.parse(row.payload) as MessagePayload // written by us alone
    if (now() - row.created_at > staleMs) return dropped
    const { messages, timeZone } = settings.current()
    const quiet = first.items.some(({ kind }) => isUrgent(kind)) ? undefined : quietUntil(messages, timeZone, now())
    if (quiet !== undefined) return { how: 'postponed', waitMs: quiet - now() }
    const payload = await sealed(row, first)
    const { reader, personal, instance } = await store.read(async (tx) => {
      // A guest may have become somebody else since the row was taken.
      const whose = (await tx.outbox.find(row.id))?.person_id ?? row.person_id
      return {
        personal: whose !== null,
        reader: whose === null ? undefined : await tx.notify.person(whose),
        instance: await tx.remotes.instance(),
      }
    })
    if (personal && !reader) return dropped
    const items = payload.items.filter((item) => wanted(item, reader, payload))
    const message = await composer.compose(items, reader, { id: `${instance}-${row.id}`, at: row.created_at })
    return message ? { payload, reader, message } : { how: 'dropped', also: (tx) => letGo(tx, row, payload) }
  }

  /** Of what is not sent: a gap that closed may open again, and a consent that was not used is given back. */
  async function letGo(tx: Tx, row: OutboxRow, { items, template }: MessagePayload): Promise<void> {
    if (items.every(({ kind }) => kind === 'gap' || kind === 'shift_gap')) await tx.outbox.freeKey(row)
    if (template !== undefined && row.person_id !== null) await tx.notify.agree(row.person_id, template)
  }

  /** An address that is no more is not used again, and its owner is told where they look. */
  async function handedOver(sent: Promise<boolean>, giveUp: (tx: Tx) => Promise<void>): Promise<DeliveryResult> {
    try {
      return (await sent) ? delivered : dropped
    } catch (error) {
      if (error instanceof Trouble && isAboutAddress(error.what)) await store.upkeep(giveUp)
      throw error
    }
  }

  const toPerson =
    (
      channel: PersonChannel,
      send: (ready: Ready & { reader: Recipient }, row: OutboxRow, signal: AbortSignal) => Promise<DeliveryResult>,
    ): Deliverer['deliver'] =>
    async (row, signal) => {
      const ready = await prepared(row, (item, reader, { to }) => {
        if (!reader || !acceptsMessage(reader.choices, item.kind, channel)) return false
        if (channel !== 'push') return true
        return reader.push.some((browser) => browser.id === to && mayShowInBrowser(browser, item, reader))
      })
      if ('how' in ready) return ready
      const { reader } = ready
      return reader ? send({ ...ready, reader }, row, signal) : dropped
    }

  const deliverers: { [C in ChannelName]?: Deliverer } = {}
  const { mail, push, wechat, webhook } = channels
  const common = { giveUpMs, longestPauseMs, givenUp: 'failed' } as const

  if (mail)
    deliverers.mail = {
      ...common,
      check: (signal) => mail.check(signal),
      deliver: toPerson('mail', async ({ reader, message }, _, signal) => {
        const sent = sender.mail(reader, message, signal)
        const address = reader.mail
        return handedOver(sent, async (tx) => {
          await tx.notify.refuse(reader.personId, address)
          await tx.notices.add(reader.personId, 'mail_refused', now(), {})
        })
      }),
    }

  if (push)
    deliverers.push = {
      ...common,
      check: (signal) => push.check(signal),
      deliver: toPerson('push', async ({ reader, message, payload: { to = 0 } }, _, signal) =>
        handedOver(sender.push(reader, to, message, signal), (tx) => tx.notify.forgetBrowser(to)),
      ),
    }

  if (wechat) {
    /** The template whose consent is spent on this message; the same one at every try. */
    const spent = (row: OutboxRow, { payload, reader, message: { each } }: Ready & { reader: Recipient }) =>
      store.upkeep(async (tx): Promise<string | undefined> => {
        if (payload.template !== undefined) return payload.template
        for (const { kind } of each)
          for (const template of wechat.templates.filter((one) => tells(one, kind))) {
            if (!(await tx.notify.spend(reader.personId, template.id, keptConsents(kind, template.kinds)))) continue
            // Whoever has the row by now spends one; who lost it does not.
            if (await tx.outbox.rewrite(row, { ...payload, template: template.id })) return template.id
            await tx.notify.agree(reader.personId, template.id)
            return undefined
          }
        return undefined
      })
    deliverers.wechat = {
      ...common,
      check: (signal) => wechat.check(signal),
      deliver: toPerson('wechat', async (ready, row, signal) => {
        const { reader, message, payload } = ready
        const template = reader.openid === '' ? undefined : await spent(row, ready)
        const form = wechat.templates.find(({ id }) => id === template)
        // A form tells one thing: the first for which there is one.
        const first = form && message.each.find(({ kind }) => tells(form, kind))
        if (template === undefined || !first)
          return {
            how: 'dropped',
            also: (tx) => letGo(tx, row, { ...payload, ...(template ? { template } : {}) }),
          }
        const sent = sender.wechat(reader, template, { ...message, ...first }, signal)
        return handedOver(sent, (tx) => tx.notify.disagree(reader.personId, template))
      }),
      async gaveUp(tx, row) {
        const { trouble, payload } = (await tx.outbox.find(row.id)) ?? row
        const what = trouble === null ? undefined : (JSON.parse(trouble) as DeliveryTrouble) // written by the outbox alone
        if (what && isAboutAddress(what)) return
        await letGo(tx, row, JSON.parse(payload) as MessagePayload) // written by us alone
      },
    }
  }

  for (const channel of chatsIn(channels)) {
    const bot = channels[channel]
    if (!bot) continue
    deliverers[channel] = {
      ...common,
      check: (signal) => bot.check(signal),
      async deliver(row, signal) {
        const waitMs = await store.read(async (tx) => {
          const last = await tx.outbox.lastEnd(row.lane)
          return last === undefined ? 0 : last + bot.pauseMs - (await tx.outbox.now())
        })
        // A clock that was ahead holds nothing up.
        if (waitMs > 0 && waitMs <= bot.pauseMs) return { how: 'postponed', waitMs }
        const ready = await prepared(row, ({ kind }) => isForChat(kind, settings.current().messages))
        if ('how' in ready) return ready
        await bot.send(ready.message, signal)
        return delivered
      },
    }
  }

  if (webhook)
    deliverers.webhook = {
      ...common,
      check: (signal) => webhook.check(signal),
      async deliver(row, signal) {
        const { type, ...data } = JSON.parse(row.payload) as WebhookPayload // written by the subscriber alone
        const picked: readonly WebhookEvent[] = settings.current().messages.webhook
        if (!picked.includes(type)) return dropped
        const instance = await store.readOne((tx) => tx.remotes.instance())
        await webhook.send({ id: `${instance}-${row.id}`, at: row.created_at, type, data }, signal)
        return delivered
      },
    }
  return deliverers
}

const chatsIn = (channels: Channels) =>
  (Object.keys(channels) as ChannelName[]).filter((name): name is ChatChannel => channelKinds[name] === 'chat')

const tells = ({ kinds }: Template, kind: string) => (kinds as readonly string[]).includes(kind)
