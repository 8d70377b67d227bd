import { inLanguages } from '#client/in-languages.ts'
import { OwnSentence } from './failed.ts'
import { textsOf } from './language.ts'
import { api, me } from './session.ts'

export const phoneWords = inLanguages({
  zh_CN: { fromWechat: '使用微信绑定的手机号', typeIt: '微信现在给不了号码，请直接填写。' },
  en_US: {
    fromWechat: 'Use the number I have in WeChat',
    typeIt: 'WeChat does not give the number now. Please type it.',
  },
})

/** What WeChat's button tells: a code, or none where somebody refused, or where the team has used up what it may ask for. */
export type PhoneTap = WechatMiniprogram.CustomEvent<{ code?: string; errno?: number }>
const usedUp = 1400001

/** Takes over the number that somebody has in WeChat; answers it as their profile has it, or nothing where they refused. */
export async function phoneFromWechat({ code, errno }: PhoneTap['detail']): Promise<string> {
  if (errno === usedUp) throw new OwnSentence(textsOf(phoneWords).typeIt)
  if (!code) return ''
  await api.users.phone({ code })
  return (await me())?.phone ?? ''
}
