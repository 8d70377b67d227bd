import type { Phrase } from '#contract/phrases.ts'
import { phraseSentence, type Words } from '#contract/words/words.ts'

export function phraseText(words: Words, stored: string): string {
  return stored === '' ? '' : phraseSentence(words, JSON.parse(stored) as Phrase) // only the stores of the log and of notes write it
}
