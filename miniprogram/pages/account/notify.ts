import { kindGroups } from '#client/message-kinds.ts'
import { messageWords } from '#client/words/messages.ts'
import { textsOf } from '../../lib/language.ts'
import type { api } from '../../lib/session.ts'
import { templatesFor } from '../../lib/templates.ts'

type Choices = Awaited<ReturnType<typeof api.messages.choices>>
type NotifyUpdate = Parameters<typeof api.messages.choose>[0]

export type Notify = ReturnType<typeof notifyOf>

export function notifyOf(choices: Choices) {
  const { off, channels, kinds, wechat } = choices
  const words = textsOf(messageWords)
  const consents = wechat?.templates.reduce((sum, one) => sum + one.consents, 0) ?? 0
  const on = channels.wechat !== false
  return {
    off,
    wechat: wechat && { on, about: on ? words.wechatOn(consents) : words.wechatOff },
    templates: templatesFor(choices, 'anybody'),
    groups: kindGroups(kinds).map(({ recipientRole, kinds: some }) => ({
      title: words.groups[recipientRole],
      kinds: some.map((kind) => ({ kind, label: words.kinds[kind], on: kinds[kind] === true })),
    })),
  }
}

/** The input of a switch: everything, WeChat, or one kind. */
export function choiceInputOf(what: string, on: boolean): NotifyUpdate {
  if (what === 'off') return { off: on }
  return what === 'wechat' ? { channels: { wechat: on } } : { kinds: { [what]: on } }
}
