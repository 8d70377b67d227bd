import { inLanguages } from '#client/in-languages.ts'
import type { Lang } from '#contract/languages.ts'
import { useLang } from './language.ts'

/** A hook for texts that the mini-program has as well. */
export const hookOf =
  <W>(words: (lang: Lang) => W) =>
  (): W =>
    words(useLang())

/** A hook for the pages' own texts. */
export const translated = <W>(words: { zh_CN: W } & Record<Lang, NoInfer<W>>): (() => W) =>
  hookOf(inLanguages<W>(words))
