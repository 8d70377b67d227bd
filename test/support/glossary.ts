import { parseAst } from 'rolldown/parseAst'
import { fileText } from './repository-files.ts'

/** A word that people never read, and the phrases in which it is right. */
interface NeverWord {
  readonly word: string
  readonly pattern: RegExp
  readonly except: RegExp | undefined
}

/** Stands for a value in a sentence. */
const value = '…'

/** The words in the last column of the tables of `docs/words.md`. */
export function neverWords(): NeverWord[] {
  return fileText('docs/words.md')
    .split('\n')
    .filter((line) => /^\|(?:[^|]*\|){4}$/.test(line))
    .flatMap((line) => [...(line.split('|')[4] ?? '').matchAll(/`([^`]+)`(?: except `([^`]+)`)?/g)])
    .map(([, word = '', except]) => ({
      word,
      pattern: patternOf(word),
      except: except ? exceptionOf(except) : undefined,
    }))
}

const anyNumber = (text: string) => RegExp.escape(text).replace(/12/g, () => `(?:\\d+|${value})`)

/** Letters stand alone, Chinese characters anywhere. The number 12 is any number or value. */
function patternOf(word: string): RegExp {
  const text = anyNumber(word)
  const before = /^[\w#]/.test(word) ? '(?<![\\w-])' : ''
  const after = /\w$/.test(word) ? '(?![\\w-])' : ''
  return new RegExp(`${before}${text}${after}`, 'i')
}

/** A phrase with these capitals, which may begin a sentence. */
const exceptionOf = (phrase: string) =>
  new RegExp(`[${phrase[0]}${phrase[0]?.toUpperCase()}]${anyNumber(phrase.slice(1))}`, 'g')

/** The words among `never` that the text uses, outside of their exceptions. */
export function usedIn(text: string, never: readonly NeverWord[]): string[] {
  return never
    .filter(({ pattern, except }) => pattern.test(except ? text.replace(except, value) : text))
    .map(({ word }) => word)
}

/** The prose of a document: neither code nor addresses. */
export function proseOf(page: string): string[] {
  const prose = page
    .replace(/^```[^\n]*\n[\s\S]*?^```$/gm, '')
    .replace(/`[^`\n]+`/g, value)
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/<(?!img)[^>\n]+>| src="[^"]*"/g, '')
  return prose.split('\n')
}

/** The texts of a source file, each as a whole, with `value` for what is put in. */
export function textsOf(file: string): string[] {
  const source = fileText(file)
  const found: string[] = []
  collect(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), found)
  return found
}

/** Looks at every node of the tree but imports and keys. */
function collect(node: unknown, found: string[]): void {
  if (Array.isArray(node)) for (const one of node) collect(one, found)
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return
  const { type, ...parts } = node as { type?: string } & Record<string, unknown> // a node of the tree; each part is looked at
  if (type?.startsWith('Import') || type?.startsWith('TS')) return
  if (type === 'Literal' && typeof parts['value'] === 'string') found.push(parts['value'])
  if (type === 'TemplateLiteral')
    found.push((parts['quasis'] as { value: { cooked: string } }[]).map(({ value: { cooked } }) => cooked).join(value))
  for (const [name, part] of Object.entries(parts)) if (name !== 'key' && name !== 'quasis') collect(part, found)
}
