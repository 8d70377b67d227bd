import { phoneDigits } from '#kit/ngrams.ts'
import { withoutFigures } from './device-figures.ts'
import { type UndisguisedText, undisguised } from './disguises.ts'
import { type PersonalKind, patterns } from './scrub-patterns.ts'
import { writtenDigits } from './written-digits.ts'

export { type PersonalKind as Personal, personalKinds as personal } from './scrub-patterns.ts'

export const removalMark = '…'

/** Removes what could identify a person; `others` are names for this text only. */
export type Scrub = (text: string, others?: readonly string[]) => string

/** `names` are removed from every text. `taken` is called for each removal. */
export function scrubber(names: readonly string[], taken: (what: PersonalKind) => void = () => {}): Scrub {
  const known = nameIndex(names)
  // A cache: a ticket has several texts about the same people.
  let last: readonly string[] = []
  let own = nameIndex(last)
  return (text, others = []) => {
    if (others !== last) own = nameIndex(others)
    last = others
    // The text around a gap may match again. It gets shorter each time, so the loop ends, and a clean text does not
    // change.
    for (let clean = plain(text); ; ) {
      const reading = undisguised(clean)
      const found = [...byPattern(reading.text), ...byName(reading.text, known), ...byName(reading.text, own)]
      if (found.length === 0) return clean
      clean = without(clean, asWritten(reading, found), taken)
    }
  }
}

/**
 * Removes names, a phone, and all accounts and mail addresses from a text that is kept, with everything that they are
 * part of, so that the published text stays the same. A text without them does not change; others become one line.
 */
export function ownerScrubber(names: readonly string[], phone: string): (text: string) => string {
  const known = nameIndex(names)
  const digits = phoneDigits(phone)
  const isPhone = (text: string) => digits.length >= minDigits && phoneDigits(writtenDigits(text)).includes(digits)
  // An account without a digit may be a member's name, which published texts lose as a whole.
  const isTheirs = ({ what }: PersonalMatch, text: string) =>
    what === 'mail' || (what === 'contact' && /[\d_]/.test(text)) || isPhone(text)
  return (written) => {
    for (let clean = plain(written), kept = written; ; kept = clean) {
      const reading = undisguised(clean)
      const { text } = reading
      const people = byName(text, known)
      const others = byPattern(text)
      for (const one of others) if (isTheirs(one, text.slice(one.from, one.until))) people.push(one)
      if (people.length === 0) return kept
      const theirs = together([...people, ...others]).filter((all) => all.some((one) => people.includes(one)))
      clean = without(clean, asWritten(reading, theirs.flat()))
    }
  }
}

interface Texts {
  readonly device: string
  readonly device_model: string
  readonly description: string
  readonly brand: string
  readonly remedy: string
}

/** Runs before name and phone are deleted, because nothing could find them in the texts afterwards. */
export function withoutOwner(texts: Texts, names: readonly string[], phone: string) {
  const { device, device_model, description, brand, remedy } = texts
  const scrub = ownerScrubber(names, phone)
  return {
    device: scrub(device),
    device_model: scrub(device_model),
    description: scrub(description),
    brand: scrub(brand),
    remedy: scrub(remedy),
  }
}

/** A range to remove. All ranges are found in the same text, so that nothing hides beside a gap. */
interface PersonalMatch {
  readonly what: PersonalKind
  readonly from: number
  readonly until: number
}

function byPattern(text: string): PersonalMatch[] {
  const found: PersonalMatch[] = []
  const figureless = withoutFigures(text)
  for (const [what, pattern] of patterns) {
    // `matchAll` would copy the pattern each time, which takes longer than the search.
    pattern.lastIndex = 0
    const searched = what === 'number' ? figureless : text
    for (let match = pattern.exec(searched); match; match = pattern.exec(searched))
      found.push({ what, from: match.index, until: pattern.lastIndex })
  }
  return found
}

function asWritten(reading: UndisguisedText, found: readonly PersonalMatch[]): PersonalMatch[] {
  return found.map(({ what, from, until }) => {
    const [begin, end] = reading.range(from, until)
    return { what, from: begin, until: end }
  })
}

function without(
  text: string,
  found: readonly PersonalMatch[],
  taken: (what: PersonalKind) => void = () => {},
): string {
  let clean = ''
  let done = 0
  for (const all of together(found)) {
    const [{ what, from } = { what: 'name' as const, from: done }] = all
    clean += `${text.slice(done, from)}${removalMark}`
    taken(what)
    done = Math.max(...all.map(({ until }) => until))
  }
  return clean + text.slice(done)
}

/** Groups overlapping ranges, in order. */
function together(found: readonly PersonalMatch[]): PersonalMatch[][] {
  const all: PersonalMatch[][] = []
  let done = 0
  for (const one of found.toSorted((a, b) => a.from - b.from)) {
    if (one.from >= done) all.push([])
    all.at(-1)?.push(one)
    done = Math.max(done, one.until)
  }
  return all
}

/** One line without invisible characters, which could separate the digits of a number. */
function plain(text: string): string {
  return text
    .replace(/(?!\s)\p{Cf}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** Phone numbers are longer. */
const minDigits = 5

/** Names by their first two letters, because there may be hundreds of names and many texts. */
type NameIndex = ReadonlyMap<string, readonly Name[]>
interface Name {
  readonly text: string
  /** True if the case must match: a part of a name may also be a word. */
  readonly exact: boolean
}

function nameIndex(names: readonly string[]): NameIndex {
  const index = new Map<string, Name[]>()
  const add = (text: string, exact: boolean) => {
    if (text.length > 1 && /\p{L}/u.test(text))
      index.getOrInsertComputed(text.slice(0, 2).toLowerCase(), () => []).push({ text, exact })
  }
  for (const name of new Set(names.map((one) => undisguised(plain(one)).text))) {
    add(name, false)
    if (/^\p{Script=Han}{3,4}$/u.test(name)) add(name.slice(-2), true)
    const parts = name.split(/[\s·]+/)
    if (parts.length > 1)
      for (const part of parts) if (part.length > 2) add(`${part[0]?.toUpperCase()}${part.slice(1)}`, true)
  }
  for (const same of index.values()) same.sort((a, b) => b.text.length - a.text.length)
  return index
}

const inWord = /[\p{Script=Latin}\p{N}_]/u

function byName(text: string, index: NameIndex): PersonalMatch[] {
  const found: PersonalMatch[] = []
  if (index.size === 0) return found
  const small = text.toLowerCase()
  // Some letters become two in lower case, which would shift the positions.
  const letters = small.length === text.length ? small : text
  for (let from = 0; from < text.length; from += 1) {
    const name = index.get(letters.slice(from, from + 2))?.find((one) => stands(text, from, one))
    if (name) found.push({ what: 'name', from, until: from + name.text.length })
  }
  return found
}

function stands(text: string, at: number, { text: name, exact }: Name): boolean {
  const there = text.slice(at, at + name.length)
  if (exact ? there !== name : there.toLowerCase() !== name.toLowerCase()) return false
  const joins = (inside: string, outside: string) => inWord.test(inside) && inWord.test(outside)
  return !(joins(name[0] ?? '', text[at - 1] ?? '') || joins(name.at(-1) ?? '', text[at + name.length] ?? ''))
}
