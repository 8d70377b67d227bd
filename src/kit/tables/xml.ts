import { SaxesParser } from 'saxes'
import { TableError } from './source.ts'

export type Attributes = Readonly<Record<string, string>>
export interface XmlHandlers {
  /** Called for elements of the spreadsheet namespaces, with the name without its prefix. */
  open?(name: string, attributes: Attributes): void
  close?(name: string): void
  text?(text: string): void
}

const maxDepth = 64
/** A cell is shorter, even with every character as an entity. */
const maxWithoutEvent = 1 << 20

/** Both the transitional and the strict form. */
const namespaces = new Set([
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  'http://purl.oclc.org/ooxml/spreadsheetml/main',
  'http://schemas.openxmlformats.org/package/2006/relationships',
])

/**
 * Parses XML piece by piece. Refuses document types, deep nesting and endless texts. Only the root's prefix counts as the namespace's prefix:
 * resolving it for each element takes half as long again, and no program changes it further down.
 */
export function xmlReader(handlers: XmlHandlers): { write(piece: string): void; end(): void } {
  let depth = 0
  let since = 0
  let prefix: string | undefined
  const own = (name: string): string | undefined => {
    if (prefix === '') return name.includes(':') ? undefined : name
    return prefix !== undefined && name.startsWith(prefix) ? name.slice(prefix.length) : undefined
  }
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw new TableError('cut_off', { cause: error })
  })
  parser.on('doctype', () => {
    throw new TableError('not_a_table')
  })
  parser.on('opentag', ({ name, attributes }) => {
    since = 0
    if (depth === 0) prefix = prefixOf(name, attributes)
    depth += 1
    if (depth > maxDepth) throw new TableError('cut_off')
    const known = own(name)
    if (known !== undefined) handlers.open?.(known, attributes)
  })
  parser.on('closetag', ({ name }) => {
    since = 0
    depth -= 1
    const known = own(name)
    if (known !== undefined) handlers.close?.(known)
  })
  if (handlers.text) {
    const text = handlers.text.bind(handlers)
    parser.on('text', text)
    parser.on('cdata', text)
  }
  return {
    write(piece) {
      since += piece.length
      parser.write(piece)
      if (since > maxWithoutEvent) throw new TableError('too_large_inside')
    },
    end: () => void parser.close(),
  }
}

/** The prefix of the root with its colon, if its namespace is known. */
function prefixOf(root: string, attributes: Attributes): string | undefined {
  const prefix = root.slice(0, root.indexOf(':') + 1)
  const declared = attributes[prefix === '' ? 'xmlns' : `xmlns:${prefix.slice(0, -1)}`]
  return declared !== undefined && namespaces.has(declared) ? prefix : undefined
}

/** Decodes an XML file. */
export async function* xmlText(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  try {
    for await (const piece of pieces) {
      decoder ??= new TextDecoder(piece[0] === 0xff ? 'utf-16le' : piece[0] === 0xfe ? 'utf-16be' : 'utf-8', {
        fatal: true,
      })
      yield decoder.decode(piece, { stream: true })
    }
    yield decoder?.decode() ?? ''
  } catch (error) {
    throw error instanceof TypeError ? new TableError('cut_off', { cause: error }) : error
  }
}

export async function readXml(pieces: AsyncIterable<Uint8Array>, handlers: XmlHandlers): Promise<void> {
  const reader = xmlReader(handlers)
  for await (const piece of xmlText(pieces)) reader.write(piece)
  reader.end()
}
