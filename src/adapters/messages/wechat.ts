import { templateFieldKind, type WechatTemplate } from '#contract/messages/templates.ts'
import { templateValue } from '#rules/messages/template-values.ts'
import type { Message, WechatChannel } from '#service/shared/ports.ts'
import { Trouble } from '#service/shared/trouble.ts'
import { troubleOf, type WechatApi } from '../wechat/api.ts'

const badTemplate: ReadonlySet<number> = new Set([40037, 41030, 47003])

/** WeChat's subscribe messages: one for each time that a person agreed to a template. */
export function wechatMessages(api: WechatApi, templates: readonly WechatTemplate[]): WechatChannel {
  return {
    templates,
    check: api.check,
    async send({ openid, template: id }, message, signal) {
      const template = templates.find((one) => one.id === id)
      if (!template) throw new Trouble({ say: 'misconfigured', setting: 'WECHAT_TEMPLATES' }, { hopeless: true })
      const { errcode } = await api.call('/cgi-bin/message/subscribe/send', bodyOf(openid, template, message), signal)
      if (errcode !== 0) throw messageTrouble(errcode)
    },
  }
}

function bodyOf(openid: string, { id, page, fields }: WechatTemplate, message: Message): object {
  const { number = '', at = '', phrase = '' } = message.fields
  const data = Object.entries(fields).map(([name, source]) => {
    const kind = templateFieldKind(name) ?? 'thing'
    // WeChat accepts only Chinese in a phrase, whatever the reader's language.
    const text = kind === 'phrase' && source === 'status' ? phrase : (message.fields[source] ?? '')
    return [name, { value: templateValue(kind, text, at) }]
  })
  return {
    touser: openid,
    template_id: id,
    ...(page === '' ? {} : { page: page.replaceAll('{number}', number) }),
    data: Object.fromEntries(data),
    miniprogram_state: 'formal',
    lang: message.lang,
  }
}

function messageTrouble(errcode: number): Trouble {
  if (errcode === 43101) return new Trouble({ say: 'no_consent' }, { hopeless: true })
  if (errcode === 40003) return new Trouble({ say: 'address_gone' }, { hopeless: true })
  if (badTemplate.has(errcode))
    return new Trouble({ say: 'misconfigured', setting: 'WECHAT_TEMPLATES' }, { hopeless: true })
  return troubleOf(errcode)
}
