import { type Lang, langOf } from '#contract/languages.ts'
import { storedValue } from './storage.ts'

export const chosenKey = 'lang'
const chosen = storedValue<Lang | ''>(chosenKey, '')
/** The language of the account, as the service told it last. */
const ofAccount = storedValue<Lang | ''>('accountLang', '')
let ofWechat: Lang | undefined

/** The language chosen here, else of the account, else of WeChat. */
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

export const textsOf = <W>(words: (lang: Lang) => W): W => words(language.current())
