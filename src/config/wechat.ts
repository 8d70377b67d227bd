import type { WechatTemplate } from '#contract/messages/templates.ts'
import { type EnvReaderOf, trimSlash, type Variables } from './values.ts'
import { parseTemplates } from './wechat-templates.ts'

export interface WechatConfig {
  readonly kind: 'wechat'
  readonly appId: string
  readonly secret: string
  readonly baseUrl: string
  /** For messages. Without templates there are none. */
  readonly templates: readonly WechatTemplate[]
  /** The message push, which brings the verdicts on pictures. */
  readonly push: { readonly token: string; readonly key: string | undefined } | undefined
}

export const wechatVariables = {
  WECHAT_APP_ID: {
    about: "The mini-program's app id. With the secret it turns WeChat login on.",
    example: 'wx0123456789abcdef',
  },
  WECHAT_APP_SECRET: { about: "The mini-program's secret.", example: '0123456789abcdef0123456789abcdef', secret: true },
  WECHAT_BASE_URL: {
    about: "WeChat's server. Only tests and relays need another.",
    default: 'https://api.weixin.qq.com',
  },
  WECHAT_PUSH_TOKEN: {
    about:
      'The token of the message push, the same as at WeChat, where the address is PUBLIC_URL/wechat/push. With it, pictures are held until WeChat has checked them. See docs/content-check.md.',
    example: 'Zk3vQ9xTn4',
    secret: true,
  },
  WECHAT_PUSH_KEY: {
    about: 'The EncodingAESKey of the message push, if its messages are encrypted: 43 letters and digits.',
    example: 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C',
    secret: true,
  },
  WECHAT_TEMPLATES: {
    about:
      'Templates for messages in WeChat, as JSON: a list of { id, kinds, page, fields }. Switches these messages on. See docs/messages-wechat.md.',
    example:
      '[{"id":"AT0002-ready","kinds":["ready"],"page":"pages/ticket/ticket?id={number}","fields":{"thing1":"device","character_string2":"number","phrase3":"status","time4":"time"}}]',
  },
} as const satisfies Variables

export function readWechat(values: EnvReaderOf<typeof wechatVariables>): WechatConfig | undefined {
  const appId = values.given('WECHAT_APP_ID')
  const secret = values.given('WECHAT_APP_SECRET')
  const url = values.url('WECHAT_BASE_URL', values.value('WECHAT_BASE_URL'), {
    schemes: ['https:', 'http:'],
    plain: true,
  })
  const given = values.given('WECHAT_TEMPLATES')
  const templates = given === undefined ? [] : parseTemplates(given, (flaw) => values.wrong('WECHAT_TEMPLATES', flaw))
  if (given !== undefined && !appId) values.wrong('WECHAT_TEMPLATES', 'also needs WECHAT_APP_ID')
  const push = readPush(values, appId)
  if (appId && secret && url) return { kind: 'wechat', appId, secret, baseUrl: trimSlash(url), templates, push }
  if (appId && !secret) values.wrong('WECHAT_APP_ID', 'also needs WECHAT_APP_SECRET')
  if (secret && !appId) values.wrong('WECHAT_APP_SECRET', 'also needs WECHAT_APP_ID')
  return undefined
}

function readPush(values: EnvReaderOf<typeof wechatVariables>, appId: string | undefined): WechatConfig['push'] {
  const token = values.given('WECHAT_PUSH_TOKEN')
  const key = values.given('WECHAT_PUSH_KEY')
  if (token !== undefined && !appId) values.wrong('WECHAT_PUSH_TOKEN', 'also needs WECHAT_APP_ID')
  if (token !== undefined && !/^[A-Za-z0-9]{3,32}$/.test(token))
    values.wrong('WECHAT_PUSH_TOKEN', 'must be 3 to 32 letters and digits')
  if (key !== undefined && token === undefined) values.wrong('WECHAT_PUSH_KEY', 'also needs WECHAT_PUSH_TOKEN')
  if (key !== undefined && !/^[A-Za-z0-9]{43}$/.test(key))
    values.wrong('WECHAT_PUSH_KEY', 'must be 43 letters and digits')
  return token === undefined ? undefined : { token, key }
}
