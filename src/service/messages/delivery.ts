import { type ChannelName, chatChannels } from '#contract/messages/messages.ts'
import type { WebhookPayload } from '#events/deliveries.ts'
import { giveUpMs, maxPauseMs } from '#rules/messages/messages.ts'
import type { OutboxRow } from '#store/outbox/outbox.ts'
import type { Deliverer, DeliveryResult } from '../outbox/worker.ts'
import type { Ctx } from '../shared/context.ts'
import type { ChatBot, EventHook } from '../shared/ports.ts'
import { prepareForChat, prepareForPerson, resultOf } from './prepare.ts'
import { sendMail, sendPush } from './send.ts'
import { deliverWechat, recordWechatGivenUp } from './wechat-delivery.ts'

type Deliverers = { readonly [C in ChannelName]?: Deliverer }

export function messageDeliverers(ctx: Ctx): Deliverers {
  const { mail, push, wechat, webhook, ...others } = ctx.ports.channels
  const deliverer = (
    channel: { check(signal: AbortSignal): Promise<void> },
    deliver: (ctx: Ctx, row: OutboxRow, signal: AbortSignal) => Promise<DeliveryResult>,
  ): Deliverer => ({
    giveUpMs,
    maxPauseMs,
    givenUp: 'failed',
    check: (signal) => channel.check(signal),
    deliver: (row, signal) => deliver(ctx, row, signal),
  })
  const found: { [C in ChannelName]?: Deliverer } = {}
  if (mail) found.mail = deliverer(mail, deliverMail)
  if (push) found.push = deliverer(push, deliverPush)
  if (wechat)
    found.wechat = {
      ...deliverer(wechat, (ctx, row, signal) => deliverWechat(ctx, wechat, row, signal)),
      gaveUp: recordWechatGivenUp,
    }
  for (const name of chatChannels) {
    const bot = others[name]
    if (bot) found[name] = deliverer(bot, (ctx, row, signal) => deliverToChat(ctx, bot, row, signal))
  }
  if (webhook) found.webhook = deliverer(webhook, (ctx, row, signal) => deliverEvent(ctx, webhook, row, signal))
  return found
}

async function deliverMail(ctx: Ctx, row: OutboxRow, signal: AbortSignal): Promise<DeliveryResult> {
  const ready = await prepareForPerson(ctx, row, 'mail')
  if ('how' in ready) return ready
  const { reader, message } = ready
  return resultOf(ctx, sendMail(ctx, reader, message, signal), async (tx) => {
    await tx.notify.setRefused(reader.personId, reader.mail)
    await tx.notices.add(reader.personId, 'mail_refused', ctx.deletionTime(), {})
  })
}

async function deliverPush(ctx: Ctx, row: OutboxRow, signal: AbortSignal): Promise<DeliveryResult> {
  const ready = await prepareForPerson(ctx, row, 'push')
  if ('how' in ready) return ready
  const { reader, message, payload } = ready
  const { to: browser = 0 } = payload
  return resultOf(ctx, sendPush(ctx, reader, browser, message, signal), (tx) => tx.pushSubscriptions.remove(browser))
}

async function deliverToChat(ctx: Ctx, bot: ChatBot, row: OutboxRow, signal: AbortSignal): Promise<DeliveryResult> {
  const waitMs = await ctx.store.read(async (tx) => {
    const last = await tx.outbox.lastFinished(row.lane)
    return last === undefined ? 0 : last + bot.pauseMs - (await tx.outbox.now())
  })
  // Only a clock that was ahead can cause a longer wait.
  if (waitMs > 0 && waitMs <= bot.pauseMs) return { how: 'postponed', waitMs }
  const ready = await prepareForChat(ctx, row)
  if ('how' in ready) return ready
  await bot.send(ready.message, signal)
  return { how: 'delivered' }
}

async function deliverEvent(
  ctx: Ctx,
  webhook: EventHook,
  row: OutboxRow,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const { type, ...data } = JSON.parse(row.payload) as WebhookPayload // only the subscriber writes it
  const chosen: readonly string[] = ctx.settings.current().messages.webhook
  if (!chosen.includes(type)) return { how: 'dropped' }
  const instance = await ctx.store.read((tx) => tx.remotes.instance())
  await webhook.send({ id: `${instance}-${row.id}`, at: row.created_at, type, data }, signal)
  return { how: 'delivered' }
}
