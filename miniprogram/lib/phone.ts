import { api, me } from './session.ts'
import { translated } from './translated.ts'

export const usePhoneWords = translated({
  zh_CN: { fromWechat: '使用微信绑定的手机号' },
  en_US: { fromWechat: 'Use the number I have in WeChat' },
})

/** What WeChat's button tells: a code, or none where somebody refused. */
export type PhoneTap = WechatMiniprogram.CustomEvent<{ code?: string }>

/** Takes over the number that somebody has in WeChat; answers it as their profile has it. */
export async function phoneFromWechat(code: string): Promise<string> {
  await api.users.phone({ code })
  return (await me())?.phone ?? ''
}
