import { dateOfSerial } from './serial-date.ts'
import { type SharedStrings, TextCollector, unescapeOoxml } from './shared-strings.ts'
import { type Cell, type PlainCell, rowBuilder, TableError, type TableLimits, type TableRow } from './source.ts'
import { type Attributes, xmlReader, xmlText } from './xml.ts'

/** What the cells of a sheet refer to. */
interface WorkbookParts {
  readonly from1904: boolean
  /** True for each style that shows dates. */
  readonly dates: readonly boolean[]
  readonly texts: SharedStrings
  readonly limits: TableLimits
}

/** Cells merged over several rows. The first row has the value, and only the first column counts. */
interface MergedRange {
  readonly column: number
  readonly first: number
  readonly last: number
}

const maxRow = 1_048_576
const maxColumn = 16_384
const maxMerged = 100_000

/** Streams the rows of a sheet that are not empty. */
export async function* readSheetRows(
  pieces: AsyncIterable<Uint8Array>,
  merged: readonly MergedRange[],
  parts: WorkbookParts,
): AsyncGenerator<TableRow> {
  const sheet = new SheetReader(parts)
  const carry = carrier(merged)
  const reader = xmlReader(sheet)
  const made = rowBuilder(parts.limits)
  const done = function* () {
    for (const { row, cells } of sheet.taken()) {
      const whole = made(row, carry(row, cells))
      if (whole) yield whole
    }
  }
  for await (const piece of xmlText(pieces)) {
    reader.write(piece)
    yield* done()
  }
  reader.end()
  yield* done()
}

/** Collects rows from the elements of a sheet. Rows and cells without a place follow the one before. */
class SheetReader {
  readonly #parts: WorkbookParts
  readonly #collector: TextCollector
  #rows: { row: number; cells: Cell[] }[] = []
  #row = 0
  #cells: Cell[] = []
  /** In this row. */
  #characters = 0
  #column = -1
  #type = ''
  #dated = false
  #formula = false
  #reading = false
  #value = ''

  constructor(parts: WorkbookParts) {
    this.#parts = parts
    this.#collector = new TextCollector(parts.limits)
  }

  taken(): { row: number; cells: Cell[] }[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  open(name: string, attributes: Attributes): void {
    switch (name) {
      case 'row':
        this.#beginRow(attributes['r'])
        break
      case 'c':
        this.#beginCell(attributes)
        break
      case 'f':
        this.#formula = true
        break
      case 'v':
        this.#reading = true
        break
      default:
        this.#collector.open(name)
    }
  }

  text(text: string): void {
    if (this.#reading) {
      this.#value += text
      if (this.#value.length > this.#parts.limits.cell * 7) throw new TableError('too_large_inside')
    } else this.#collector.text(text)
  }

  close(name: string): void {
    switch (name) {
      case 'row':
        if (this.#cells.length > 0) this.#rows.push({ row: this.#row, cells: this.#cells })
        this.#cells = []
        this.#characters = 0
        break
      case 'c':
        this.#endCell()
        break
      case 'v':
        this.#reading = false
        break
      default:
        this.#collector.close(name)
    }
  }

  #beginRow(said: string | undefined): void {
    const row = said === undefined ? this.#row + 1 : Number(said)
    if (!Number.isInteger(row) || row <= this.#row || row > maxRow) throw new TableError('cut_off')
    this.#row = row
    this.#column = -1
  }

  #beginCell(attributes: Attributes): void {
    const reference = attributes['r']
    this.#column = reference === undefined ? this.#column + 1 : columnOf(reference)
    if (this.#row === 0 || !(this.#column < maxColumn)) throw new TableError('cut_off')
    this.#type = attributes['t'] ?? 'n'
    this.#dated = this.#parts.dates[Number(attributes['s'] ?? 0)] ?? false
    this.#formula = false
    this.#value = ''
  }

  #endCell(): void {
    const inline = this.#collector.take()
    const value = this.#type === 'inlineStr' ? inline || undefined : this.#plain(this.#value)
    if (value === undefined && !this.#formula) return
    if (this.#column >= this.#parts.limits.columns) throw new TableError('too_many_columns')
    // Checked for each cell, so that an oversized row never fills the memory.
    this.#characters += typeof value === 'string' ? value.length : 0
    if (this.#characters > this.#parts.limits.row) throw new TableError('too_large_inside')
    while (this.#cells.length < this.#column) this.#cells.push(undefined)
    this.#cells[this.#column] = this.#formula ? { formula: true, value } : value
  }

  #plain(value: string): PlainCell {
    if (value === '') return undefined
    switch (this.#type) {
      case 's':
        return this.#parts.texts.get(Number(value)) || undefined
      case 'str':
        return this.#text(value)
      case 'b':
        return value.trim() === '1' || value.trim() === 'true'
      case 'd':
        return isoDate(value) ?? value
      case 'n':
        return this.#number(Number(value))
      // An error such as #N/A, or an unknown type.
      default:
        return undefined
    }
  }

  #text(value: string): string | undefined {
    const text = unescapeOoxml(value)
    if (text.length > this.#parts.limits.cell) throw new TableError('too_large_inside')
    return text || undefined
  }

  #number(number: number): PlainCell {
    if (!Number.isFinite(number)) return undefined
    const date = this.#dated ? dateOfSerial(number, this.#parts.from1904) : undefined
    return date === undefined ? number : { date }
  }
}

/** `B7` is in column 1. */
function columnOf(place: string): number {
  const [, letters = ''] = /^\$?([A-Z]{1,3})\$?\d+$/i.exec(place) ?? []
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return column === 0 ? maxColumn : column - 1
}

function isoDate(value: string): { date: string } | undefined {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)?(T\d\d:\d\d)?/.exec(value) ?? []
  return day ? { date: `${day}${time && time !== 'T00:00' ? time : ''}` } : time ? { date: time } : undefined
}

/** Copies the value of merged cells into all their rows. Rows without any cell are skipped. */
function carrier(merged: readonly MergedRange[]): (row: number, cells: Cell[]) => Cell[] {
  const waiting = merged.toSorted((a, b) => b.first - a.first)
  let open: { range: MergedRange; value: Cell }[] = []
  return (row, cells) => {
    for (let next = waiting.at(-1); next && next.first <= row; next = waiting.at(-1)) {
      waiting.pop()
      // If the first row was empty, it has passed already.
      open.push({ range: next, value: next.first === row ? cells[next.column] : undefined })
    }
    open = open.filter(({ range }) => range.last >= row)
    for (const { range, value } of open) {
      if (value === undefined || range.first === row || cells[range.column] !== undefined) continue
      while (cells.length < range.column) cells.push(undefined)
      cells[range.column] = value
    }
    return cells
  }
}

/** Cells merged over several rows. They are listed after all rows but needed before them, so the sheet is skimmed once without parsing. */
export async function findMergedCells(pieces: AsyncIterable<Uint8Array>): Promise<readonly MergedRange[]> {
  const found: MergedRange[] = []
  let rest = ''
  let behind = false
  for await (const piece of xmlText(pieces)) {
    rest += piece
    if (!behind) {
      const end = endOfRows(rest)
      behind = end >= 0
      rest = rest.slice(behind ? end : -maxEnd)
    }
    if (!behind) continue
    let used = 0
    for (const match of rest.matchAll(mergeCell)) {
      used = match.index + match[0].length
      const range = mergedRange(match[1] ?? '')
      if (range) found.push(range)
      if (found.length > maxMerged) throw new TableError('too_large_inside')
    }
    rest = rest.slice(Math.max(used, rest.length - maxMergeCell))
  }
  return found
}

const mergeCell = /<(?:[\w.-]+:)?mergeCell\s[^>]*?\bref="([^"]*)"/g
const maxMergeCell = 1024
const maxEnd = 64

function endOfRows(text: string): number {
  let at = text.indexOf('sheetData>')
  while (at >= 0 && !/<\/(?:[\w.-]+:)?$/.test(text.slice(Math.max(0, at - maxEnd), at)))
    at = text.indexOf('sheetData>', at + 1)
  return at
}

function mergedRange(ref: string): MergedRange | undefined {
  const [, from, first, , last] = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(ref) ?? []
  if (!from || Number(last) <= Number(first)) return undefined
  return { column: columnOf(`${from}1`), first: Number(first), last: Number(last) }
}
