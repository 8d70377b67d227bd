import { inLanguages } from '#client/in-languages.ts'
import { UserError } from './error-text.ts'
import { textsOf } from './language.ts'
import { api, me } from './session.ts'

export const phoneWords = inLanguages({
  zh_CN: { fromWechat: '使用微信绑定的手机号', typeIt: '暂时无法从微信获取号码，请直接填写。' },
  en_US: {
    fromWechat: 'Use my WeChat phone number',
    typeIt: 'WeChat cannot give us the number right now. Please type it in.',
  },
})

/** WeChat's button gives a code; none if the user refused or the team's quota is used up. */
export type PhoneTap = WechatMiniprogram.CustomEvent<{ code?: string; errno?: number }>
const usedUp = 1400001

/** Stores the phone number of the WeChat account in the profile; returns it, or nothing if the user refused. */
export async function phoneFromWechat({ code, errno }: PhoneTap['detail']): Promise<string> {
  if (errno === usedUp) throw new UserError(textsOf(phoneWords).typeIt)
  if (!code) return ''
  await api.users.phone({ code })
  return (await me())?.phone ?? ''
}
