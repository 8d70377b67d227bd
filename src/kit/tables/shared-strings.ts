import { TableError, type TableLimits } from './source.ts'
import { readXml } from './xml.ts'

const pageLength = 1 << 20
const maxRecent = 1000
const maxRecentLength = 1 << 20
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The texts that cells refer to by number. They are kept as bytes, because many small strings would take several times the memory. */
export class SharedStrings {
  readonly #most: number
  readonly #pages: Uint8Array[] = []
  /** Start and end of each text, counted over all pages. A text lies in one page. */
  #places = new Uint32Array(1024)
  #count = 0
  #end = 0
  #bytes = 0
  /** A cache, so that a text in many cells is one string. */
  readonly #recent = new Map<number, string>()
  #recentLength = 0

  constructor({ texts }: TableLimits) {
    this.#most = texts
  }

  add(text: string): void {
    // A UTF-16 unit takes at most three bytes in UTF-8.
    if (this.#end + 3 * text.length > this.#pages.length * pageLength) {
      this.#end = this.#pages.length * pageLength
      this.#pages.push(new Uint8Array(pageLength))
    }
    const { written } = encoder.encodeInto(
      text,
      this.#pages.at(-1)?.subarray(this.#end % pageLength) ?? new Uint8Array(),
    )
    this.#bytes += written
    if (this.#bytes > this.#most) throw new TableError('too_large_inside')
    if (2 * this.#count === this.#places.length) this.#places = longer(this.#places)
    this.#places[2 * this.#count] = this.#end
    this.#end += written
    this.#places[2 * this.#count + 1] = this.#end
    this.#count += 1
  }

  get(number: number): string {
    const recent = this.#recent.get(number)
    if (recent !== undefined) return recent
    const text = this.#decoded(number)
    this.#recentLength += text.length
    if (this.#recent.size >= maxRecent || this.#recentLength > maxRecentLength) {
      this.#recent.clear()
      this.#recentLength = text.length
    }
    this.#recent.set(number, text)
    return text
  }

  #decoded(number: number): string {
    const [start, end] = [this.#places[2 * number], this.#places[2 * number + 1]]
    // A cell refers to a missing text, so the file is incomplete.
    if (start === undefined || end === undefined || number >= this.#count) throw new TableError('cut_off')
    const page = Math.floor(start / pageLength)
    return decoder.decode(this.#pages[page]?.subarray(start - page * pageLength, end - page * pageLength))
  }
}

function longer(list: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const copy = new Uint32Array(2 * list.length)
  copy.set(list)
  return copy
}

/** Collects the text of an element and of its formatted parts, without phonetic guides. */
export class TextCollector {
  readonly #most: number
  #text = ''
  #inside = false
  #phonetic = 0

  constructor(limits: TableLimits) {
    this.#most = limits.cell
  }

  open(name: string): void {
    if (name === 'rPh') this.#phonetic += 1
    this.#inside = name === 't' && this.#phonetic === 0
  }

  close(name: string): void {
    if (name === 'rPh') this.#phonetic -= 1
    this.#inside = false
  }

  text(text: string): void {
    if (this.#inside) this.#text += text
    if (this.#text.length > this.#most * 7) throw new TableError('too_large_inside')
  }

  take(): string {
    const text = unescapeOoxml(this.#text)
    this.#text = ''
    if (text.length > this.#most) throw new TableError('too_large_inside')
    return text
  }
}

/** Spreadsheets write characters that XML forbids as `_x000D_`. */
export function unescapeOoxml(text: string): string {
  if (!text.includes('_x')) return text
  const signs = text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return signs.replaceAll(/\r\n?/g, '\n')
}

export async function readSharedStrings(
  pieces: AsyncIterable<Uint8Array>,
  limits: TableLimits,
): Promise<SharedStrings> {
  const texts = new SharedStrings(limits)
  const collector = new TextCollector(limits)
  await readXml(pieces, {
    open: (name) => collector.open(name),
    close(name) {
      collector.close(name)
      if (name === 'si') texts.add(collector.take())
    },
    text: (text) => collector.text(text),
  })
  return texts
}
