import { TableError, type TableLimits } from './source.ts'

export interface ParsedRecord {
  readonly cells: (string | undefined)[]
  /** Start of the next record. */
  readonly end: number
  readonly broken: boolean
}

/** A longer record is not a row of a table. */
const maxRecord = 1 << 20

/**
 * Reads the record that begins at a place, or undefined if its end has not arrived. If its quotes do not match, the record is broken and the
 * next one begins after its first line, so that an unclosed quote does not swallow the rest of the table. A quoted cell that is longer than
 * a spreadsheet allows counts as unclosed.
 */
export function csvRecordReader(
  delimiter: string,
  limits: TableLimits,
): (text: string, from: number, ended: boolean) => ParsedRecord | undefined {
  const plain = new RegExp(`[^${RegExp.escape(delimiter)}\r\n]*`, 'y')

  return (text, from, ended) => {
    const cells: (string | undefined)[] = []
    let at = from
    for (;;) {
      let next: number
      if (text[at] === '"') {
        const close = closingQuote(text, at + 1)
        // Every character may be a quote, which is written twice.
        if ((close < 0 ? text.length : close) - at - 1 > 2 * limits.cell) return broken(text, from, ended)
        if (close < 0) return ended ? unclosed(text, from) : undefined
        next = close + 1
        // This quote may be the first of two.
        if (next === text.length && !ended) return undefined
        const cell = unquoted(text.slice(at + 1, close))
        if (cell !== undefined && cell.length > limits.cell) return broken(text, from, ended)
        cells.push(cell)
      } else {
        plain.lastIndex = at
        plain.exec(text)
        next = plain.lastIndex
        if (next - at > limits.cell) throw new TableError('too_large_inside')
        if (next === text.length && !ended) return undefined
        cells.push(next > at ? text.slice(at, next) : undefined)
      }
      if (next - from > maxRecord) throw new TableError('too_large_inside')
      if (next === text.length) return { cells, end: next, broken: false }
      const sign = text[next]
      if (sign === delimiter) at = next + 1
      else if (sign === '\n') return { cells, end: next + 1, broken: false }
      else if (sign !== '\r') return broken(text, from, ended)
      else if (next + 1 < text.length || ended)
        return { cells, end: next + (text[next + 1] === '\n' ? 2 : 1), broken: false }
      else return undefined
    }
  }
}

/** The end of a quoted cell. Two quotes stand for one. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

function unquoted(inside: string): string | undefined {
  const text = inside.includes('"') ? inside.replaceAll('""', '"') : inside
  return text === '' ? undefined : text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
}

const lineEnd = /\r\n|\r|\n/g

function broken(text: string, from: number, ended: boolean): ParsedRecord | undefined {
  lineEnd.lastIndex = from
  const end = lineEnd.exec(text) ? lineEnd.lastIndex : -1
  if (end === text.length && text.endsWith('\r') && !ended) return undefined
  if (end >= 0) return { cells: [], end, broken: true }
  return ended || text.length - from > maxRecord ? { cells: [], end: text.length, broken: true } : undefined
}

/** An unclosed quote in the last line means that the file is cut off. */
function unclosed(text: string, from: number): ParsedRecord | undefined {
  lineEnd.lastIndex = from
  if (!lineEnd.test(text)) throw new TableError('cut_off')
  return broken(text, from, true)
}
