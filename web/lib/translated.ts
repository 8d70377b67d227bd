import { useLang } from './language.ts'

/** A hook that gives a scene's texts in the language of the page. What one language has and the other lacks does not compile. */
export function bilingual<W>(zh_CN: W, en_US: NoInfer<W>): () => W {
  const words = { zh_CN, en_US }
  return () => words[useLang()]
}
