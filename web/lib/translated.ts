import type { Lang } from '#contract/languages.ts'
import { useLang } from './language.ts'

/**
 * A hook that gives a page's texts in the language of the page. The first language says which texts there are; what another
 * one lacks, and a language that is missing, does not compile.
 */
export function translated<W>(words: { zh_CN: W } & Record<Lang, NoInfer<W>>): () => W {
  return () => words[useLang()]
}
