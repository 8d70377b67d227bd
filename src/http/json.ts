import { isUtf8 } from 'node:buffer'
import type { BodyLimits } from '#contract/body-limits.ts'
import { isPlainObject } from '#contract/check.ts'
import { Refusal } from '#contract/errors.ts'
import type { RawField } from './call.ts'

/**
 * The fields of a JSON body, an object in UTF-8. A name twice in a nested object is refused, and so is `__proto__`. A field that comes twice
 * is returned twice, because the caller compares the values.
 */
export function parseBody(bytes: Buffer, limits: BodyLimits): readonly RawField[] {
  if (!isUtf8(bytes)) throw new Refusal('bad_json')
  const whole = bytes.toString('utf8')
  const text = whole.charCodeAt(0) === 0xfeff ? whole.slice(1) : whole
  const names = countNames(text, limits)
  const value = parsed(text)
  if (!isPlainObject(value)) throw new Refusal('bad_json')
  // `JSON.parse` keeps the last of two fields with one name, so fewer are left than there were.
  return namesIn(value) < names && hasTwice(text) ? fieldsOf(text) : Object.entries(value)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('bad_json')
  }
}

const quote = 0x22
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]
const [colon, comma, backslash, space] = [0x3a, 0x2c, 0x5c, 0x20]

/**
 * Counts the names in valid JSON and refuses too many names, entries or levels before parsing. Parsing a megabyte of short names takes a
 * hundred times as long as counting them, and all other requests would wait. The parser refuses invalid JSON later.
 */
function countNames(text: string, { fields, items, depth }: BodyLimits): number {
  const isList: boolean[] = []
  let names = 0
  let entries = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === quote) at = endOfString(text, at) - 1
    else if (sign <= space) at = afterBlanks(text, at) - 1
    else if (sign === comma) entries += isList.at(-1) ? 1 : 0
    else if (sign === colon) names += 1
    else if (sign === openBrace) isList.push(false)
    else if (sign === openBracket) {
      isList.push(true)
      entries += 1
    } else if (sign === closeBrace || sign === closeBracket) isList.pop()
    else continue
    if (names > fields || entries > items || isList.length > depth) throw new Refusal('too_many_fields')
  }
  return names
}

/** The number of names in the parsed value. */
function namesIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + namesIn(each), 0)
  if (!isPlainObject(value)) return 0
  if (Object.hasOwn(value, '__proto__')) throw new Refusal('bad_json')
  const values = Object.values(value)
  return values.reduce<number>((sum, each) => sum + namesIn(each), values.length)
}

/** An open object or list, with its names so far. */
interface Level {
  names?: Set<string>
}

/** Walks through valid JSON from name to name. */
function eachName(text: string, visit: (name: string, levels: readonly Level[], start: number, end: number) => void) {
  const levels: Level[] = []
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === quote) {
      const end = endOfString(text, at)
      if (isName(text, end)) visit(nameIn(text.slice(at, end)), levels, at, end)
      at = end - 1
    } else if (sign <= space) at = afterBlanks(text, at) - 1
    else if (sign === openBrace || sign === openBracket) levels.push({})
    else if (sign === closeBrace || sign === closeBracket) levels.pop()
  }
}

/** True if a field of the body comes twice. Refuses a name that comes twice in a nested object. Escapes are decoded first. */
function hasTwice(text: string): boolean {
  let twice = false
  eachName(text, (name, levels) => {
    if (name === '__proto__') throw new Refusal('bad_json')
    const level = levels.at(-1) ?? {}
    level.names ??= new Set()
    if (!level.names.has(name)) level.names.add(name)
    else if (levels.length === 1) twice = true
    else throw new Refusal('bad_input', { field: name, flaw: 'given_twice' })
  })
  return twice
}

/** Each field of an object with its own value. */
function fieldsOf(text: string): RawField[] {
  const names: { name: string; start: number; end: number }[] = []
  eachName(text, (name, levels, start, end) => void (levels.length === 1 && names.push({ name, start, end })))
  return names.map(({ name, end }, i) => {
    const next = names[i + 1]?.start ?? text.lastIndexOf('}') + 1
    // Between two names there are a colon, the value, and a comma or the closing brace.
    return [
      name,
      JSON.parse(
        text
          .slice(text.indexOf(':', end) + 1, next)
          .trimEnd()
          .slice(0, -1),
      ),
    ]
  })
}

/** The place after the string that begins here, or the end of the text if its last quote is missing. */
function endOfString(text: string, start: number): number {
  // Most strings have no escapes, and `indexOf` is a hundred times as fast as a loop.
  const end = text.indexOf('"', start + 1)
  if (end < 0) return text.length
  if (text.charCodeAt(end - 1) !== backslash) return end + 1
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === quote) return at + 1
    if (sign === backslash) at += 1
  }
  return text.length
}

const notBlank = /[^\0- ]/g // valid JSON has no other blanks
/** The first place from here on that is not blank. */
function afterBlanks(text: string, start: number): number {
  notBlank.lastIndex = start
  return notBlank.test(text) ? notBlank.lastIndex - 1 : text.length
}

const nameIn = (quoted: string): string => (quoted.includes('\\') ? JSON.parse(quoted) : quoted.slice(1, -1))

function isName(text: string, end: number): boolean {
  return text.charCodeAt(afterBlanks(text, end)) === colon
}
