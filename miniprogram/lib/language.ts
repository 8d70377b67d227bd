import { type Lang, langOf } from '#contract/languages.ts'
import { kept } from './storage.ts'

const chosen = kept<Lang | ''>('lang', '')

/** The language of the pages: the chosen one, else that of WeChat. */
export const language = {
  current: (): Lang => chosen.get() || (langOf(wx.getAppBaseInfo().language) ?? 'zh_CN'),
  choose: (lang: Lang): void => chosen.set(lang),
}
