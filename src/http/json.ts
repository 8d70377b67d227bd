import { isUtf8 } from 'node:buffer'
import { Refusal } from '#contract/errors.ts'
import type { Field } from './call.ts'

/** Far more than any of our inputs needs. */
const deepest = 32

/**
 * The fields of a JSON body: an object in UTF-8, not too deep, no name twice in an object inside it, and none that could reach
 * a prototype. A field that comes twice is there twice, for whoever knows whether both mean the same.
 */
export function parseBody(bytes: Buffer): readonly Field[] {
  if (!isUtf8(bytes)) throw new Refusal('bad_json')
  const whole = bytes.toString('utf8')
  const text = whole.charCodeAt(0) === 0xfeff ? whole.slice(1) : whole
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal('bad_json')
  return hasTwice(text) ? fieldsOf(text) : Object.entries(value)
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
const colon = 0x3a

/** An object or a list on the way to where we are, with the names it had so far. */
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
    } else if (sign === openBrace || sign === openBracket) {
      if (levels.push({}) > deepest) throw new Refusal('bad_json')
    } else if (sign === closeBrace || sign === closeBracket) levels.pop()
  }
}

/**
 * Whether a field comes twice. `JSON.parse` would choose the last of two names that are the same without a word; two that differ by
 * an escape alone are the same.
 */
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
function fieldsOf(text: string): Field[] {
  const names: { name: string; start: number; end: number }[] = []
  eachName(text, (name, levels, start, end) => void (levels.length === 1 && names.push({ name, start, end })))
  return names.map(({ name, end }, i) => {
    const next = names[i + 1]?.start ?? text.lastIndexOf('}') + 1
    // Between a name and the next there are a colon, the value, and a comma (or the end of it all).
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

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text[end - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return end + 1
  }
}

const nameIn = (quoted: string): string => (quoted.includes('\\') ? JSON.parse(quoted) : quoted.slice(1, -1))

function isName(text: string, end: number): boolean {
  let at = end
  while (text.charCodeAt(at) <= 0x20) at += 1 // valid JSON has no other blanks
  return text.charCodeAt(at) === colon
}
