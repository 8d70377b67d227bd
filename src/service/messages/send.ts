import { choicesPage } from '#contract/team/pages.ts'
import type { Recipient } from '#store/messages/notify.ts'
import type { Ctx } from '../shared/context.ts'
import type { Message } from '../shared/ports.ts'
import { newToken } from '../shared/secrets.ts'

// Each function sends a message to a person, and throws `Trouble` on failure. `false` means that there is no address.

export async function sendMail(ctx: Ctx, reader: Recipient, message: Message, signal: AbortSignal): Promise<boolean> {
  const { store, publicUrl } = ctx
  const { mail } = ctx.ports.channels
  if (!mail || reader.mail === '') return false
  const choices = publicUrl + choicesPage.address
  // A damaged database takes no new key. The mail then links to the page of choices instead of stopping mails by one
  // click.
  const key = store.storage.damage()
    ? undefined
    : await store.upkeep((tx) => tx.notify.lock(reader.personId, newToken()))
  const stop = key === undefined ? choices : `${publicUrl}/mail/off?key=${key}`
  await mail.send({ address: reader.mail, choices, stop }, message, signal)
  return true
}

export async function sendPush(ctx: Ctx, reader: Recipient, browser: number, message: Message, signal: AbortSignal) {
  const { push } = ctx.ports.channels
  const address = await ctx.store.read((tx) => tx.pushSubscriptions.find(browser, reader.personId))
  if (!push || !address) return false
  await push.send(address, message, signal)
  return true
}

export async function sendWechat(ctx: Ctx, reader: Recipient, template: string, message: Message, signal: AbortSignal) {
  const { wechat } = ctx.ports.channels
  if (!wechat || reader.openid === '') return false
  await wechat.send({ openid: reader.openid, template }, message, signal)
  return true
}
