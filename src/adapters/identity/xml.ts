import { SaxesParser } from 'saxes'

/** An element by its name in its namespace, as `{namespace}name`. */
export interface Element {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly Element[]
  /** The text, if the element holds nothing but text. */
  readonly text: string | undefined
}

interface OpenElement extends Element {
  readonly children: Element[]
  text: string
  /** True if the element holds anything but text. A comment counts, so that it cannot cut a name in two. */
  mixed: boolean
}

const maxDepth = 16

/**
 * The root of a small XML document. Document types and processing instructions are refused, and with them every entity that XML does
 * not define itself. So the reader never expands or fetches anything.
 */
export function xmlTree(source: string): Element {
  const stack: OpenElement[] = []
  let root: Element | undefined
  const refuse = (reason: string) => {
    throw new SyntaxError(reason)
  }
  const addText = (text: string) => {
    const last = stack.at(-1)
    if (last) last.text += text
  }
  const markMixed = () => {
    const last = stack.at(-1)
    if (last) last.mixed = true
  }
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', ({ message }) => refuse(message))
  parser.on('doctype', () => refuse('a document type'))
  parser.on('processinginstruction', () => refuse('a processing instruction'))
  parser.on('comment', markMixed)
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('opentag', ({ uri, local, attributes }) => {
    if (stack.length >= maxDepth) refuse('too deep')
    markMixed()
    const own = new Map(Object.values(attributes).map(({ name, value }) => [name, value]))
    stack.push({ name: `{${uri}}${local}`, attributes: own, children: [], text: '', mixed: false })
  })
  parser.on('closetag', () => {
    const { mixed, text, ...rest } = stack.pop() ?? refuse('an end without its start')
    const element = { ...rest, text: mixed ? undefined : text }
    if (stack.length > 0) stack.at(-1)?.children.push(element)
    else root = element
  })
  parser.write(source).close()
  return root ?? refuse('no element')
}
