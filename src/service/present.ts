import type { Phrase } from '#contract/phrases.ts'
import type { Words } from '#contract/words/words.ts'
import { worded } from '#contract/words/words.ts'

/** The picture of a member, or the neutral one. URLs that go out are absolute. */
export function avatarUrl(publicUrl: string, avatar: string): string {
  return `${publicUrl}/media/${avatar === '' ? 'neutral.png' : avatar}`
}

/** A stored phrase for somebody to read; nothing stored is nothing said. */
export function phraseText(words: Words, stored: string): string {
  return stored === '' ? '' : worded(words, JSON.parse(stored) as Phrase) // written by the log store alone
}
