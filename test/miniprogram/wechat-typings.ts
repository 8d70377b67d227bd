import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

export interface KnownCall {
  readonly options: readonly string[]
  /** The base library that an option needs. */
  readonly optionSince: Readonly<Record<string, string>>
}

const file = createRequire(import.meta.url).resolve('miniprogram-api-typings/types/wx/lib.wx.api.d.ts')
const sinceIn = (comment: string) => /需要基础库： `([\d.]+)`/.exec(comment)?.[1] ?? ''

export function knownCalls(): Readonly<Record<string, KnownCall>> {
  const text = readFileSync(file, 'utf8')
  const properties = propertiesOf(text)
  const wx = text.slice(text.indexOf('interface Wx {'))
  const calls: Record<string, KnownCall> = {}
  for (const [, name = '', signature = ''] of wx.matchAll(
    /^ {8}(\w+)(?:<[^>]*(?:<[^>]*>[^>]*)*>)?\(([\s\S]*?)\)\s*:/gm,
  )) {
    const option = /option\??:\s*(?:Optional<)?(\w+)/.exec(signature)?.[1] ?? /:\s*T\b/.exec(signature)?.[0]
    const generic = new RegExp(`${name}<\\s*T\\w* extends (\\w+)`).exec(wx)?.[1]
    const type = option && option !== ': T' && properties.has(option) ? option : generic
    const found = type ? [...(properties.get(type) ?? [])] : []
    calls[name] = {
      options: found.map(([property]) => property),
      optionSince: Object.fromEntries(found.filter(([, since]) => since !== '')),
    }
  }
  return calls
}

/** The base library that each function needs, by its name (`wx.login`, `UploadTask.onProgressUpdate`); empty without a minimum. */
export function librarySince(): Readonly<Record<string, string>> {
  const comments = readFileSync(file, 'utf8').matchAll(
    /\/\*\* \[(?:(?:\w+|\[\w+\]\([^)]*\)) )?(\w+\.\w+)\([^\]]*\]\(https:[^)]+\)(?:(?!\*\/)[\s\S])*\*\//g,
  )
  return Object.fromEntries(Array.from(comments, ([comment, name = '']) => [name, sinceIn(comment)]))
}

/** The properties of each interface with the base library they need. */
function propertiesOf(text: string): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>()
  for (const [, name = '', body = ''] of text.matchAll(/^ {4}interface (\w+)[^{]*\{\n([\s\S]*?)^ {4}\}/gm)) {
    const own = found.get(name) ?? new Map<string, string>()
    for (const [, comment = '', property = ''] of body.matchAll(
      /(?:^ {8}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?^ {8}(\w+)\??[:(<]/gm,
    ))
      own.set(property, sinceIn(comment))
    found.set(name, own)
  }
  return found
}
