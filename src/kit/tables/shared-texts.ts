import { TableError, type TableLimits } from './source.ts'
import { readXml } from './xml.ts'

const pageLength = 1 << 20
/** More than any table of two hundred thousand rows has. */
const mostBytes = 64 << 20
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * The texts that cells refer to by number. They are kept as bytes: as many small strings, those of a large sheet would take
 * several times the memory.
 */
export class SharedTexts {
  readonly #pages: Uint8Array[] = []
  /** Where each begins, and where the last one ends. */
  #starts = new Float64Array(1024)
  #count = 0
  #end = 0

  add(text: string): void {
    const most = text.length * 3
    const used = this.#end % pageLength
    // A text lies in one page, and none is longer than that.
    if (this.#pages.length === 0 || used + most > pageLength) {
      this.#end = this.#pages.length * pageLength
      this.#pages.push(new Uint8Array(pageLength))
    }
    if (this.#end > mostBytes) throw new TableError('too_large_inside')
    const page = this.#pages.at(-1) ?? new Uint8Array()
    const start = this.#end % pageLength
    const { written } = encoder.encodeInto(text, page.subarray(start))
    if (2 * this.#count + 2 > this.#starts.length) {
      const larger = new Float64Array(2 * this.#starts.length)
      larger.set(this.#starts)
      this.#starts = larger
    }
    this.#starts[2 * this.#count] = this.#end
    this.#starts[2 * this.#count + 1] = written
    this.#count += 1
    this.#end += written
  }

  get(number: number): string {
    const start = this.#starts[2 * number]
    const length = this.#starts[2 * number + 1]
    // A cell that refers to no text: the list is not whole.
    if (start === undefined || length === undefined || !(number < this.#count)) throw new TableError('cut_off')
    const at = start % pageLength
    return decoder.decode(this.#pages[Math.floor(start / pageLength)]?.subarray(at, at + length))
  }
}

/** Collects the texts of an element: its own and those of its formatted parts, but not how Chinese words are pronounced. */
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
    const text = unescaped(this.#text)
    this.#text = ''
    if (text.length > this.#most) throw new TableError('too_large_inside')
    return text
  }
}

/** Spreadsheets write what XML cannot, such as a carriage return, as `_x000D_`. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  const signs = text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return signs.replaceAll(/\r\n?/g, '\n')
}

export async function readSharedTexts(pieces: AsyncIterable<Uint8Array>, limits: TableLimits): Promise<SharedTexts> {
  const texts = new SharedTexts()
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
