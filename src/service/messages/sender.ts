import { choicesPage } from '#contract/team/pages.ts'
import type { Recipient } from '#store/messages/notify.ts'
import type { Store } from '#store/store.ts'
import type { Channels, Message } from '../shared/ports.ts'
import { newToken } from '../shared/secrets.ts'

/** Hands a message over to one person. Each answers whether there was an address to send it to, and throws `Trouble`. */
export function messageSender(store: Store, { mail, push, wechat }: Channels, publicUrl: string) {
  const choices = publicUrl + choicesPage.address
  return {
    async mail(reader: Recipient, message: Message, signal: AbortSignal): Promise<boolean> {
      if (!mail || reader.mail === '') return false
      // While the database takes nothing, the page with the choices is the way out.
      const key = store.damage() ? undefined : await store.upkeep((tx) => tx.notify.keep(reader.personId, newToken()))
      const stop = key === undefined ? choices : `${publicUrl}/mail/off?key=${key}`
      await mail.send({ address: reader.mail, choices, stop }, message, signal)
      return true
    },
    async push(reader: Recipient, browser: number, message: Message, signal: AbortSignal): Promise<boolean> {
      const address = await store.readOne((tx) => tx.notify.browser(browser, reader.personId))
      if (!push || !address) return false
      await push.send(address, message, signal)
      return true
    },
    async wechat(reader: Recipient, template: string, message: Message, signal: AbortSignal): Promise<boolean> {
      if (!wechat || reader.openid === '') return false
      await wechat.send({ openid: reader.openid, template }, message, signal)
      return true
    },
  }
}

export type MessageSender = ReturnType<typeof messageSender>
