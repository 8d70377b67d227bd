import { limits } from '#contract/fields.ts'
import { foldCase, phoneDigits, queryNgrams, textNgrams } from '#kit/ngrams.ts'
import { maskPhone } from '#rules/visibility.ts'

/** The searchable columns of a ticket. */
export interface Searchable {
  readonly owner: string
  readonly phone: string
  readonly device: string
  readonly device_model: string
  readonly description: string
}

// Prefixes that no text contains: a phone is found by the whole number or its last digits, and by no other part.
const whole = (digits: string) => `\u0002${digits}`
const tail = (digits: string) => `\u0001${digits}`
const tailLength = 4

/** The index entries of a ticket, except its number. */
export function ticketGrams({ owner, phone, device, device_model, description }: Searchable): Set<string> {
  const grams = textNgrams([owner, device, device_model, description].join('\n'))
  for (const gram of phoneGrams(phone)) grams.add(gram)
  return grams
}

/** The index entries of a phone: the whole number and its last digits. */
export function phoneGrams(phone: string): string[] {
  const digits = phoneDigits(phone)
  return digits === '' ? [] : [whole(digits), tail(digits.slice(-tailLength))]
}

/** One word of a search. Each of its `ways` is a list of grams that must all match. */
export interface Word {
  readonly text: string
  /** The digits if the word may be a phone number, or the end of one; otherwise empty. */
  readonly digits: string
  /** The ticket with this number matches too. */
  readonly id: number | undefined
  readonly ways: readonly (readonly string[])[]
  /** True if the word is shorter than a gram: all grams that begin with it match. */
  readonly prefix: boolean
  /** True if the grams are the whole word, so that no text must be checked. `digits` must be checked anyway. */
  readonly exact: boolean
}

export function wordsOf(values: string): Word[] {
  const trimmed = values.trim()
  // A phone number is one word, with or without spaces.
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

/** True if the ticket really has every word: matching grams need not be adjacent in the text. */
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

/** A member who sees a masked phone finds it only by the visible digits, or searching could reveal the rest. */
function isPhone(phone: string, { digits }: Word, seesPhone: boolean): boolean {
  if (digits === '') return false
  const number = phoneDigits(phone)
  if (digits.length === tailLength) return (seesPhone ? number : maskPhone(phone)).endsWith(digits)
  return seesPhone && number === digits
}
