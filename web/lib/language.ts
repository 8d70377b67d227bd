import { type Lang, langOf, langs, languages } from '#contract/languages.ts'
import { createStore, useStore } from './store.ts'
import { storedText } from './stored-text.ts'

const stored = storedText(localStorage, 'fettle.lang')
const current = createStore<Lang>(langs.find((lang) => lang === stored.get()) ?? langOf(navigator.language) ?? 'en_US')

/** Browsers choose fonts and voices by the `lang` attribute. */
function mark(lang: Lang): void {
  document.documentElement.lang = languages[lang].tag
}
mark(current.get())

export const language = {
  current: current.get,
  choose(next: Lang): void {
    stored.set(next)
    mark(next)
    current.set(next)
  },
}

export const useLang = (): Lang => useStore(current)
