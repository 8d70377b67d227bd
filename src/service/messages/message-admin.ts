import { Refusal } from '#contract/errors.ts'
import type { Lang } from '#contract/languages.ts'
import { type ChannelName, channels as channelKinds } from '#contract/messages/messages.ts'
import type { DeliveryTrouble } from '#contract/outbox/troubles.ts'
import { words } from '#contract/words/index.ts'
import { channelTroubleText } from '#contract/words/words.ts'
import { day, localDate } from '#kit/time.ts'
import { isAboutAddress } from '#rules/messages/messages.ts'
import { quarterMs } from '#store/outbox/outbox.ts'
import type { Tx } from '#store/store.ts'
import { outboxStates } from '#store/tables.ts'
import type { MemberActor } from '../shared/actor.ts'
import type { Ctx } from '../shared/context.ts'
import { Trouble } from '../shared/trouble.ts'
import { configuredChannels } from './channel-health.ts'
import { composeMessage } from './compose.ts'
import { sendMail, sendPush, sendWechat } from './send.ts'

const lookBackMs = 30 * day
const timeoutMs = 20_000

export function listMessages(ctx: Ctx, lang: Lang) {
  return ctx.store.read(async (tx) => {
    const list = await dailyCounts(ctx, tx)
    const channels = []
    for (const channel of configuredChannels(ctx)) channels.push(await channelStatus(tx, channel, lang))
    return { channels, list }
  })
}

async function dailyCounts(ctx: Ctx, tx: Tx) {
  const zone = ctx.settings.current().timeZone
  const none = { sent: 0, waiting: 0, dropped: 0, failed: 0 }
  const days = new Map<string, typeof none & { date: string; channel: ChannelName }>()
  for (const { quarter, destination, state, count } of await tx.outbox.countsSince(ctx.now() - lookBackMs)) {
    const channel = destination as ChannelName // only channels have messages and events
    const date = localDate(quarter * quarterMs, zone)
    const one = days.getOrInsertComputed(`${date} ${channel}`, () => ({ date, channel, ...none }))
    if (state === outboxStates.delivered) one.sent += count
    else if (state === outboxStates.dropped) one.dropped += count
    else if (state === outboxStates.failed) one.failed += count
    else one.waiting += count
  }
  return [...days.values()].sort((a, b) =>
    a.date === b.date ? (a.channel < b.channel ? -1 : 1) : a.date < b.date ? 1 : -1,
  )
}

async function channelStatus(tx: Tx, channel: ChannelName, lang: Lang) {
  const last = await tx.outbox.lastTried(channel)
  const trouble = last?.trouble ? (JSON.parse(last.trouble) as DeliveryTrouble) : undefined // only the outbox writes it
  const error = trouble && !isAboutAddress(trouble) ? channelTroubleText(words[lang].messages, trouble) : ''
  return { channel, waiting: await tx.outbox.count(channel, outboxStates.waiting), error }
}

export async function sendTestMessage(ctx: Ctx, actor: MemberActor, channel: ChannelName): Promise<void> {
  if (ctx.ports.channels[channel] === undefined) throw new Refusal('no_channel')
  try {
    if (!(await sendTest(ctx, actor, channel, AbortSignal.timeout(timeoutMs)))) throw new Refusal('no_address')
  } catch (error) {
    throw error instanceof Trouble ? new Refusal('channel_refused', { trouble: error.what }) : error
  }
}

async function sendTest(ctx: Ctx, actor: MemberActor, channel: ChannelName, signal: AbortSignal): Promise<boolean> {
  const { channels } = ctx.ports
  const at = ctx.now()
  const id = `test-${at}`
  const reader = await ctx.store.read((tx) => tx.notify.person(actor.personId))
  if (channel === 'webhook') {
    await channels.webhook?.send({ id, at, type: 'fettle.test', data: {} }, signal)
    return true
  }
  const isPersonal = channelKinds[channel] === 'person'
  const message = await composeMessage(ctx, [{ kind: 'test' }], isPersonal ? reader : undefined, { id, at })
  if (!message || !reader) return false
  switch (channel) {
    case 'mail':
      return sendMail(ctx, reader, message, signal)
    case 'push': {
      const sent = await Promise.all(reader.push.map((browser) => sendPush(ctx, reader, browser.id, message, signal)))
      return sent.includes(true)
    }
    case 'wechat': {
      const [template] = channels.wechat?.templates ?? []
      if (!template || !(await ctx.store.upkeep((tx) => tx.consents.consume(reader.personId, template.id))))
        return false
      return sendWechat(ctx, reader, template.id, message, signal)
    }
    default:
      await channels[channel]?.send(message, signal)
      return true
  }
}
