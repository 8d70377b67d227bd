/** An element by its name in its namespace, as `{namespace}name`. */
export interface Element {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly Element[]
  /** The text, where there is nothing but text inside. */
  readonly text: string | undefined
}

const deepest = 16
const predefined: ReadonlyMap<string, string> = new Map(
  Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }),
)

const prolog = /^\uFEFF?\s*(?:<\?xml\s[^?<>]*\?>)?/
const token =
  /<!--(?<comment>(?:(?!--)[\s\S])*)-->|<!\[CDATA\[(?<cdata>(?:(?!\]\]>)[\s\S])*)\]\]>|<\/(?<end>[^\s<>/="'!?&]+)\s*>|<(?<start>[^\s<>/="'!?&]+)(?<attributes>(?:\s+[^\s<>/="'!?&]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>\/?)>|(?<text>[^<]+)/y
const attribute = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** While it is being read. */
interface Open {
  readonly tag: string
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly spaces: ReadonlyMap<string, string>
  readonly children: Element[]
  text: string
  /** Has something other than text in it. A comment counts: it must not be able to cut a name in two. */
  mixed: boolean
}

/**
 * The root of a small XML document. It knows elements, text and namespaces and the five entities that XML itself
 * defines; a document type, other entities and processing instructions are refused, so nothing is ever expanded or fetched.
 */
export function readXml(source: string): Element {
  const stack: Open[] = []
  let root: Element | undefined
  token.lastIndex = prolog.exec(source)?.[0].length ?? 0
  while (token.lastIndex < source.length) {
    const parts = token.exec(source)?.groups
    if (!parts) throw new SyntaxError('not XML that can be accepted')
    const { start, end, empty, attributes = '', comment, cdata, text } = parts
    const here = stack.at(-1)
    if (start !== undefined) {
      if (root || stack.length >= deepest) throw new SyntaxError('more than one root, or too deep')
      stack.push(opened(start, attributes, here))
      if (empty) root = closed(stack, start)
    } else if (end !== undefined) root = closed(stack, end)
    else if (comment !== undefined) {
      if (here) here.mixed = true
    } else if (here) here.text += cdata ?? unescaped(text ?? '')
    else if (cdata !== undefined || text?.trim() !== '') throw new SyntaxError('text outside the root')
  }
  if (!root) throw new SyntaxError('the document has no end')
  return root
}

function opened(tag: string, written: string, parent: Open | undefined): Open {
  if (parent) parent.mixed = true
  const own = new Map<string, string>()
  for (const [, name = '', double, single] of written.matchAll(attribute)) {
    if (own.has(name)) throw new SyntaxError('an attribute twice')
    own.set(name, unescaped(double ?? single ?? ''))
  }
  const spaces = new Map(parent?.spaces)
  for (const [name, value] of own) {
    if (name === 'xmlns') spaces.set('', value)
    else if (name.startsWith('xmlns:')) spaces.set(name.slice(6), value)
  }
  const [prefix, local] = tag.includes(':')
    ? [tag.slice(0, tag.indexOf(':')), tag.slice(tag.indexOf(':') + 1)]
    : ['', tag]
  const space = spaces.get(prefix)
  if (prefix !== '' && space === undefined) throw new SyntaxError('a prefix without a namespace')
  return { tag, name: `{${space ?? ''}}${local}`, attributes: own, spaces, children: [], text: '', mixed: false }
}

/** Ends the innermost element; answers it if it was the root. */
function closed(stack: Open[], tag: string): Element | undefined {
  const last = stack.pop()
  if (last?.tag !== tag) throw new SyntaxError('an end without its start')
  const { name, attributes, children, text, mixed } = last
  const element = { name, attributes, children, text: mixed ? undefined : text }
  const parent = stack.at(-1)
  if (!parent) return element
  parent.children.push(element)
  return undefined
}

function unescaped(text: string): string {
  return text.replace(/&([^;&]*)(;?)/g, (_, name: string, semicolon: string) => {
    const number = /^#(?:x([\da-fA-F]{1,6})|(\d{1,7}))$/.exec(name)
    const point = number ? Number.parseInt(number[1] ?? number[2] ?? '', number[1] ? 16 : 10) : undefined
    const found =
      point === undefined ? predefined.get(name) : point <= 0x10ffff ? String.fromCodePoint(point) : undefined
    if (found === undefined || semicolon === '') throw new SyntaxError('an entity that XML does not define')
    return found
  })
}
