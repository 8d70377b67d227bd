import type { Phrase } from '#contract/phrases.ts'
import type { Words } from '#contract/words/words.ts'
import { phraseSentence } from '#contract/words/words.ts'
import { isMediaName } from '#rules/tickets/pictures.ts'

/** The picture of a member, or the neutral one. All addresses that go out are absolute. */
export function avatarUrl(publicUrl: string, avatar: string): string {
  return mediaUrl(publicUrl, avatar === '' ? 'neutral.png' : avatar)
}

export function mediaUrl(publicUrl: string, name: string): string {
  return `${publicUrl}/media/${name}`
}

/** The name in an address that `mediaUrl` or `pictureUrl` made; `undefined` for any other address. */
export function mediaName(publicUrl: string, url: string): string | undefined {
  const start = `${publicUrl}/media/`
  if (!url.startsWith(start)) return undefined
  const [, name = ''] = /^([^?]*)(?:\?see=[\w.-]*)?$/.exec(url.slice(start.length)) ?? []
  return isMediaName(name) ? name : undefined
}

/** A stored phrase in words. */
export function phraseText(words: Words, stored: string): string {
  return stored === '' ? '' : phraseSentence(words, JSON.parse(stored) as Phrase) // written by the stores of the log and of notes alone
}
