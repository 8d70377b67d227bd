import { type Lang, langOf } from '#contract/languages.ts'
import { kept } from './storage.ts'

export const chosenKey = 'lang'
const chosen = kept<Lang | ''>(chosenKey, '')
/** What somebody has chosen on the web pages, as the service told it last. */
const ofAccount = kept<Lang | ''>('accountLang', '')
/** It stays the same until WeChat is started anew. */
let ofWechat: Lang | undefined

/** The language of the pages: the one chosen here, else that of the account, else that of WeChat. */
export const language = {
  current(): Lang {
    ofWechat ??= langOf(wx.getAppBaseInfo().language) ?? 'zh_CN'
    return chosen.get() || ofAccount.get() || ofWechat
  },
  choose: (lang: Lang): void => chosen.set(lang),
  tell(lang: Lang | ''): void {
    if (ofAccount.get() !== lang) ofAccount.set(lang)
  },
}

/** Texts in the language of the pages. */
export const textsOf = <W>(words: (lang: Lang) => W): W => words(language.current())
