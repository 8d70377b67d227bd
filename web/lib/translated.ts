import { inLanguages } from '#client/in-languages.ts'
import type { Lang } from '#contract/languages.ts'
import { useLang } from './language.ts'

/** A hook that gives texts, which the mini-program has too, in the language of the page. */
export const hookOf =
  <W>(words: (lang: Lang) => W) =>
  (): W =>
    words(useLang())

/** A hook that gives a page's own texts in the language of the page. */
export const translated = <W>(words: { zh_CN: W } & Record<Lang, NoInfer<W>>): (() => W) =>
  hookOf(inLanguages<W>(words))
