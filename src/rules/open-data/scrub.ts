import { phoneDigits } from '#kit/ngrams.ts'
import { withoutFigures } from './device-figures.ts'
import { type UndisguisedText, undisguised } from './disguises.ts'
import { type PersonalKind, patterns } from './scrub-patterns.ts'
import { writtenDigits } from './written-digits.ts'

export { type PersonalKind as Personal, personalKinds as personal } from './scrub-patterns.ts'

/** What stands in its place. */
export const removalMark = '…'

/** Takes out what could lead to a person; `others` are names that matter for this text alone. */
export type Scrub = (text: string, others?: readonly string[]) => string

/** `names` are taken out of every text. Told each time that something was taken out. */
export function scrubber(names: readonly string[], taken: (what: PersonalKind) => void = () => {}): Scrub {
  const known = nameIndex(names)
  // A ticket has several texts about the same people.
  let last: readonly string[] = []
  let own = nameIndex(last)
  return (text, others = []) => {
    if (others !== last) own = nameIndex(others)
    last = others
    // What is left beside a gap may be something again. Each time there is less, so it ends, and the same text again is left as it is.
    for (let clean = plain(text); ; ) {
      const reading = undisguised(clean)
      const found = [...byPattern(reading.text), ...byName(reading.text, known), ...byName(reading.text, own)]
      if (found.length === 0) return clean
      clean = without(clean, asWritten(reading, found), taken)
    }
  }
}

/**
 * Takes people out of a text that is kept when their names are not, a phone, and every account and mail address: with all that these are
 * a part of, so that what leaves for everybody is the same as before. A text without them stays as it is; one with them is in one line
 * afterwards.
 */
export function forgetter(names: readonly string[], phone: string): (text: string) => string {
  const known = nameIndex(names)
  const digits = phoneDigits(phone)
  const isPhone = (text: string) => digits.length >= fewestDigits && phoneDigits(writtenDigits(text)).includes(digits)
  // An account without a digit may be the name of a member, whom a published text loses as a whole.
  const isTheirs = ({ what }: Found, text: string) =>
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

/** What may be published of a ticket. */
interface Texts {
  readonly device: string
  readonly device_model: string
  readonly description: string
  readonly brand: string
  readonly remedy: string
}

/** These texts without their owner. After the name and the phone are deleted, nothing could find them in a text. */
export function withoutOwner(texts: Texts, names: readonly string[], phone: string) {
  const { device, device_model, description, brand, remedy } = texts
  const forget = forgetter(names, phone)
  return {
    device: forget(device),
    device_model: forget(device_model),
    description: forget(description),
    brand: forget(brand),
    remedy: forget(remedy),
  }
}

/** Where in a text something is to be taken out. All of it is looked for in the same text, so that nothing hides behind a gap. */
interface Found {
  readonly what: PersonalKind
  readonly from: number
  readonly until: number
}

function byPattern(text: string): Found[] {
  const found: Found[] = []
  const figureless = withoutFigures(text)
  for (const [what, pattern] of patterns) {
    // By hand: `matchAll` makes a copy of the pattern each time, which takes longer than to look.
    pattern.lastIndex = 0
    const searched = what === 'number' ? figureless : text
    for (let match = pattern.exec(searched); match; match = pattern.exec(searched))
      found.push({ what, from: match.index, until: pattern.lastIndex })
  }
  return found
}

/** Where the same stands in the text as it was written. */
function asWritten(reading: UndisguisedText, found: readonly Found[]): Found[] {
  return found.map(({ what, from, until }) => {
    const [begin, end] = reading.range(from, until)
    return { what, from: begin, until: end }
  })
}

function without(text: string, found: readonly Found[], taken: (what: PersonalKind) => void = () => {}): string {
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

/** What overlaps is one, in the order of the text. */
function together(found: readonly Found[]): Found[][] {
  const all: Found[][] = []
  let done = 0
  for (const one of found.toSorted((a, b) => a.from - b.from)) {
    if (one.from >= done) all.push([])
    all.at(-1)?.push(one)
    done = Math.max(done, one.until)
  }
  return all
}

/** In one line, and without signs that are not seen and could stand between the digits of a number. */
function plain(text: string): string {
  return text
    .replace(/(?!\s)\p{Cf}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** A phone has more. */
const fewestDigits = 5

/** Names by their first two letters: a team has had hundreds of members, and a file has many texts. */
type NameIndex = ReadonlyMap<string, readonly Name[]>
interface Name {
  readonly text: string
  /** Whether it has to be written just so: one part of a name may be an ordinary word as well. */
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

function byName(text: string, index: NameIndex): Found[] {
  const found: Found[] = []
  if (index.size === 0) return found
  const small = text.toLowerCase()
  // A few letters of other languages become two as small ones; then the places would not be the same.
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
