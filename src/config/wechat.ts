import { base, type ValuesOf } from './values.ts'
import type { Variables } from './variable.ts'

export interface WechatConfig {
  readonly kind: 'wechat'
  readonly appId: string
  readonly secret: string
  readonly baseUrl: string
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
} as const satisfies Variables

export function readWechat(values: ValuesOf<typeof wechatVariables>): WechatConfig | undefined {
  const appId = values.given('WECHAT_APP_ID')
  const secret = values.given('WECHAT_APP_SECRET')
  const url = values.url('WECHAT_BASE_URL', values.value('WECHAT_BASE_URL'), {
    schemes: ['https:', 'http:'],
    plain: true,
  })
  if (appId && secret && url) return { kind: 'wechat', appId, secret, baseUrl: base(url) }
  if (appId && !secret) values.wrong('WECHAT_APP_ID', 'needs WECHAT_APP_SECRET beside it')
  if (secret && !appId) values.wrong('WECHAT_APP_SECRET', 'needs WECHAT_APP_ID beside it')
  return undefined
}
