import { limits } from '#contract/fields.ts'
import { foldCase, phoneDigits, queryNgrams, textNgrams } from '#kit/ngrams.ts'
import { maskPhone } from '#rules/visibility.ts'

/** What of a ticket can be searched. */
export interface Searchable {
  readonly owner: string
  readonly phone: string
  readonly device: string
  readonly device_model: string
  readonly description: string
}

// Marks that no text contains, so that a phone is found as a whole and by its end, and by no other part.
const whole = (digits: string) => `\u0002${digits}`
const tail = (digits: string) => `\u0001${digits}`
const tailLength = 4

/** Everything a ticket can be found by, but for its number. */
export function ticketGrams({ owner, phone, device, device_model, description }: Searchable): Set<string> {
  const grams = textNgrams([owner, device, device_model, description].join('\n'))
  for (const gram of phoneGrams(phone)) grams.add(gram)
  return grams
}

/** What a phone is found by: all of it, and its end. */
export function phoneGrams(phone: string): string[] {
  const digits = phoneDigits(phone)
  return digits === '' ? [] : [whole(digits), tail(digits.slice(-tailLength))]
}

/** One word of a search: the ways to meet it are lists of grams that must all be there. */
export interface Word {
  readonly text: string
  /** What may be a phone number, or the end of one; empty if it can be neither. */
  readonly digits: string
  /** The ticket with this number meets it too. */
  readonly id: number | undefined
  readonly ways: readonly (readonly string[])[]
  /** Too short to have a whole gram: all that begin with it are further ways. */
  readonly prefix: boolean
  /** Its grams are the whole word: whatever has them has it. Who may find a phone by its `digits` is not in the grams. */
  readonly exact: boolean
}

export function wordsOf(values: string): Word[] {
  const trimmed = values.trim()
  // A phone number is one word, however it is spaced.
  const parts = /^\+?\d[\d -]{6,}$/.test(trimmed) ? [trimmed.replace(/\s/g, '')] : trimmed.split(/\s+/u)
  return [...new Set(parts)].filter((part) => part !== '').map(wordOf)
}

function wordOf(part: string): Word {
  const number = /^\+?[\d-]+$/.test(part) ? phoneDigits(part) : ''
  const digits = number.length >= tailLength ? number : ''
  const id = /^#?([1-9]\d{0,14})$/.exec(part)?.[1]
  const grams = [...queryNgrams(part)]
  return {
    text: foldCase(part),
    digits,
    id: id === undefined ? undefined : Number(id),
    prefix: grams.length === 0,
    exact: grams.length === 0 || grams[0] === foldCase(part),
    ways: [
      ...(grams.length > 0 ? [grams] : []),
      ...(digits.length >= limits.phoneDigits ? [[whole(digits)]] : []),
      ...(digits.length === tailLength ? [[tail(digits)]] : []),
    ],
  }
}

/** Whether the ticket really has every word: grams side by side need not be next to each other. */
export function matchesWords(
  ticket: { readonly id: number; readonly text: string; readonly phone: string },
  words: readonly Word[],
  seesPhone: boolean,
): boolean {
  const searched = foldCase(ticket.text)
  return words.every(
    (word) => searched.includes(word.text) || word.id === ticket.id || isPhone(ticket.phone, word, seesPhone),
  )
}

/** Whoever sees a phone maskPhone finds it by the end that they see, and by nothing more: they could guess the rest by searching. */
function isPhone(phone: string, { digits }: Word, seesPhone: boolean): boolean {
  if (digits === '') return false
  const number = phoneDigits(phone)
  if (digits.length === tailLength) return (seesPhone ? number : maskPhone(phone)).endsWith(digits)
  return seesPhone && number === digits
}
