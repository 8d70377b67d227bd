import type { Lang } from '#contract/languages.ts'

/**
 * Texts as a function of the language. The first language defines the texts; a missing text or language does not
 * compile.
 */
export function inLanguages<W>(words: { zh_CN: W } & Record<Lang, NoInfer<W>>): (lang: Lang) => W {
  return (lang) => words[lang]
}
