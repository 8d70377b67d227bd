import { csvRecordReader } from './csv-record.ts'
import { decodeText, detectEncoding } from './encoding.ts'
import { type ReadTable, rowBuilder, TableError, type TableLimits, type TableRow, type TableSource } from './source.ts'

const delimiters = [',', ';', '\t']
/** Rows to detect the delimiter. */
const sampleRows = 20
const startLength = 1 << 16
/** Excel's own line above the table that names the delimiter. */
const separatorLine = /^sep=(.)(?:\r\n|\r|\n|$)/i

/** Reads a text file as a table. Detects its encoding and delimiter. */
export async function csvTable(source: TableSource, limits: TableLimits): Promise<ReadTable> {
  const encoding = await detectEncoding(source)
  const start = await startOf(source, encoding)
  if (start.trim() === '') throw new TableError('empty')
  if (!isText(start)) throw new TableError('not_a_table')
  const separator = separatorLine.exec(start)
  const delimiter = separator?.[1] ?? mostLikely(start, limits)
  return {
    format: 'csv',
    encoding,
    delimiter,
    sheets: [],
    sheet: '',
    rows: csvRows(decodeText(source, encoding), delimiter, separator?.[0].length ?? 0, limits),
  }
}

/** False for programs, pictures, documents and web pages. */
function isText(start: string): boolean {
  if (start.includes('\u0000') || /^\s*(?:<[!?a-z]|%PDF-|\{\\rtf)/i.test(start)) return false
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a text has hardly any of these.
  const strays = start.match(/[\u0001-\u0008\u000E-\u001A\u001C-\u001F]/g)?.length ?? 0
  return strays <= 3 || strays * 100 <= start.length
}

async function startOf(source: TableSource, encoding: string): Promise<string> {
  let start = ''
  for await (const text of decodeText(source, encoding)) {
    start += text
    if (start.length >= startLength) break
  }
  return start.slice(0, startLength)
}

/** The delimiter that gives the most rows the same number of cells, and many of them. */
function mostLikely(start: string, limits: TableLimits): string {
  const scores = delimiters.map((delimiter) => {
    const counts = Map.groupBy(widths(start, delimiter, limits), (cells) => cells)
    counts.delete(1)
    return Math.max(0, ...[...counts].map(([cells, { length }]) => length * length * (cells - 1)))
  })
  return delimiters[scores.indexOf(Math.max(...scores))] ?? ','
}

/** The number of cells in each of the first rows. */
function widths(start: string, delimiter: string, limits: TableLimits): number[] {
  const read = csvRecordReader(delimiter, limits)
  const found: number[] = []
  let at = 0
  try {
    while (found.length < sampleRows && at < start.length) {
      const record = read(start, at, start.length < startLength)
      if (record === undefined) break
      at = record.end
      found.push(record.broken ? 1 : record.cells.length)
    }
  } catch (error) {
    if (!(error instanceof TableError)) throw error
  }
  return found
}

async function* csvRows(
  pieces: AsyncIterable<string>,
  delimiter: string,
  skip: number,
  limits: TableLimits,
): AsyncGenerator<TableRow> {
  const next = csvRecordReader(delimiter, limits)
  let text = ''
  let at = skip
  let number = 0
  const made = rowBuilder(limits)
  function* rows(ended: boolean): Generator<TableRow> {
    for (;;) {
      const record = at < text.length ? next(text, at, ended) : undefined
      if (record === undefined) return
      at = record.end
      number += 1
      const row = made(number, record.cells, record.broken)
      if (row) yield row
    }
  }
  for await (const piece of pieces) {
    const read = Math.min(at, text.length)
    text = text.slice(read) + piece
    at -= read
    yield* rows(false)
  }
  yield* rows(true)
}
