import type { Lang } from '#contract/languages.ts'
import { language } from './language.ts'

/**
 * Texts in the language of the pages, by a function as the web pages have it: the build puts this in the place of theirs, so that what both
 * say is written once.
 */
export function translated<W>(words: { zh_CN: W } & Record<Lang, NoInfer<W>>): () => W {
  return () => words[language.current()]
}

/** Those texts that are no functions: templates show them, and nothing else can go to a template. */
export function plain<W extends object>(words: W): PlainTexts<W> {
  return Object.fromEntries(
    Object.entries(words)
      .filter(([, text]) => typeof text !== 'function')
      .map(([name, text]) => [name, typeof text === 'object' && text !== null ? plain(text) : text]),
  ) as PlainTexts<W>
}

// biome-ignore lint/suspicious/noExplicitAny: any function at all
type Said = (...facts: any[]) => unknown
export type PlainTexts<W> = {
  [K in keyof W as W[K] extends Said ? never : K]: W[K] extends object ? PlainTexts<W[K]> : W[K]
}
