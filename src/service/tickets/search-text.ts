import { limits } from '#contract/fields.ts'
import { foldCase, phoneDigits, queryNgrams, textNgrams } from '#kit/ngrams.ts'
import { maskPhone } from '#rules/visibility.ts'

export interface Searchable {
  readonly owner: string
  readonly phone: string
  readonly device: string
  readonly device_model: string
  readonly description: string
  readonly remedy?: string
  /** The notes that members may read. */
  readonly notes?: string
}

// These prefixes occur in no text: a phone is found only by the whole number or its last digits.
const whole = (digits: string) => `\u0002${digits}`
const tail = (digits: string) => `\u0001${digits}`
const tailLength = 4

/** Without the number of the ticket. */
export function ticketGrams(ticket: Searchable): Set<string> {
  const { owner, phone, device, device_model, description, remedy = '', notes = '' } = ticket
  const grams = textNgrams([owner, device, device_model, description, remedy, notes].join('\n'))
  for (const gram of phoneGrams(phone)) grams.add(gram)
  return grams
}

export function phoneGrams(phone: string): string[] {
  const digits = phoneDigits(phone)
  return digits === '' ? [] : [whole(digits), tail(digits.slice(-tailLength))]
}

/** A word of a search. Each of its `ways` lists grams that must all match. */
export interface Word {
  readonly text: string
  /** The digits if the word may be a phone number or its end; otherwise empty. */
  readonly digits: string
  readonly id: number | undefined
  readonly ways: readonly (readonly string[])[]
  /** True if the word is shorter than a gram: all grams with this prefix match. */
  readonly prefix: boolean
  /** True if the grams prove the word without a check of the text. `digits` need a check anyway. */
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

/** Matching grams need not be adjacent in the text, so this checks the words. */
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

/** A masked phone matches only by its visible digits, or searches could reveal the rest. */
function isPhone(phone: string, { digits }: Word, seesPhone: boolean): boolean {
  if (digits === '') return false
  const number = phoneDigits(phone)
  if (digits.length === tailLength) return (seesPhone ? number : maskPhone(phone)).endsWith(digits)
  return seesPhone && number === digits
}
