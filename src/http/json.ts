import { isUtf8 } from 'node:buffer'
import { Refusal } from '#contract/errors.ts'

/** Far more than any of our inputs needs. */
const deepest = 32

/** A JSON body: an object in UTF-8, not too deep, no name twice in one object, and none that could reach a prototype. */
export function parseBody(bytes: Buffer): Record<string, unknown> {
  if (!isUtf8(bytes)) throw new Refusal('bad_json')
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal('bad_json')
  checkNames(text)
  return value as Record<string, unknown> // an object that came out of JSON
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('bad_json')
  }
}

const quote = '"'.charCodeAt(0)
const openers: ReadonlySet<number> = new Set(['{', '['].map((sign) => sign.charCodeAt(0)))
const closers: ReadonlySet<number> = new Set(['}', ']'].map((sign) => sign.charCodeAt(0)))

/**
 * Walks through valid JSON from name to name. `JSON.parse` would choose the last of two that are the same without a word;
 * two that differ by an escape alone are the same.
 */
function checkNames(text: string): void {
  const levels: (Set<string> | undefined)[] = []
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (openers.has(sign)) {
      if (levels.push(undefined) > deepest) throw new Refusal('bad_json')
    } else if (closers.has(sign)) levels.pop()
    else if (sign === quote) {
      const end = endOfString(text, at)
      if (isName(text, end)) addName(levels, JSON.parse(text.slice(at, end)))
      at = end - 1
    }
  }
}

function addName(levels: (Set<string> | undefined)[], name: string): void {
  if (name === '__proto__') throw new Refusal('bad_json')
  const names = levels.pop() ?? new Set()
  if (names.has(name)) throw new Refusal('bad_input', { field: name, flaw: 'given_twice' })
  levels.push(names.add(name))
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text[end - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return end + 1
  }
}

const blank = /[ \t\n\r]/

function isName(text: string, end: number): boolean {
  let at = end
  while (blank.test(text.charAt(at))) at += 1
  return text[at] === ':'
}
