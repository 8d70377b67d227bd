import type { ImportField, RowFlaw } from '#contract/imports/import-fields.ts'
import type { Cell, PlainCell } from '#kit/tables/table.ts'

/** Something in a row that is not as it should be. */
export interface RowDoubt {
  readonly field: ImportField | ''
  readonly value: string
  readonly flaw: RowFlaw
  /** The row stays out because of it; else only this cell does. */
  readonly refused: boolean
}

/** What stands in a row, by what its columns are. */
export type RowCells = Readonly<Partial<Record<ImportField, Cell>>>

const shown = 60
/** Tabs and line breaks are part of a text; nothing else that cannot be seen is, nor what turns the direction of a text. */
const noText = /[^\P{Cc}\t\n]|\p{Cs}|\p{Bidi_Control}/gu

/** A row of a table that is being read: its cells one by one, and what is wrong with them. */
export class RowReader {
  readonly #cells: RowCells
  readonly doubts: RowDoubt[] = []

  constructor(cells: RowCells) {
    this.#cells = cells
  }

  get refused(): boolean {
    return this.doubts.some(({ refused }) => refused)
  }

  /** A cell with what a formula came to. One that came to nothing is no value. */
  cell(field: ImportField): PlainCell {
    const cell = this.#cells[field]
    if (typeof cell !== 'object' || !('formula' in cell)) return cell
    if (cell.value === undefined) this.refuse(field, 'no_value')
    return cell.value
  }

  /** A text in one line; empty where there is none. */
  line(field: ImportField, most: number): string {
    return this.#text(field, most, cellText(this.cell(field)).replace(/[\t\r\n]+/g, ' '))
  }

  /** A text with its line breaks. */
  text(field: ImportField, most: number): string {
    return this.#text(field, most, cellText(this.cell(field)).replace(/\r\n?/g, '\n'))
  }

  /** As much of a text in one line as fits; what does not is said. */
  fitLine(field: ImportField, most: number): string {
    return this.fit(field, this.cleanLine(field), most)
  }

  /** As much of a text as fits, with its line breaks; what does not is said. */
  fitText(field: ImportField, most: number): string {
    return this.fit(field, this.cleanText(field), most)
  }

  /** A text in one line, however long, without characters that are no text. */
  cleanLine(field: ImportField): string {
    return this.#clean(field, cellText(this.cell(field)).replace(/[\t\r\n]+/g, ' '))
  }

  cleanText(field: ImportField): string {
    return this.#clean(field, cellText(this.cell(field)).replace(/\r\n?/g, '\n'))
  }

  /** The beginning of a text that stands in a cell; the rest is told. */
  fit(field: ImportField, text: string, most: number): string {
    if (!isLonger(text, most)) return text
    const kept = [...text.slice(0, 2 * most)].slice(0, most).join('')
    this.doubt(field, 'cut_off', false, `…${text.slice(kept.length).trim()}`)
    return kept.trim()
  }

  /** The meaning of a cell; undefined if it is empty or unknown. An unknown one leaves a doubt. */
  meaning<T>(
    field: ImportField,
    flaw: RowFlaw,
    of: (text: string) => T | undefined,
    { refused = false } = {},
  ): T | undefined {
    const text = cellText(this.cell(field))
    if (text === '') return undefined
    const found = of(text)
    if (found === undefined) this.doubt(field, flaw, refused)
    return found
  }

  refuse(field: ImportField | '', flaw: RowFlaw): void {
    this.doubt(field, flaw, true)
  }

  doubt(field: ImportField | '', flaw: RowFlaw, refused = false, value?: string): void {
    const cell = field === '' ? undefined : this.#cells[field]
    const there = value ?? cellText(typeof cell === 'object' && 'formula' in cell ? cell.value : cell)
    const doubt = { field, value: cut(there), flaw, refused }
    // A cell is read more than once, and may have the same name twice.
    const isSaid = this.doubts.some((one) => one.field === field && one.flaw === flaw && one.value === doubt.value)
    if (!isSaid) this.doubts.push(doubt)
  }

  #text(field: ImportField, most: number, text: string): string {
    const trimmed = text.trim()
    if (isLonger(trimmed, most)) this.refuse(field, 'too_long')
    else if (trimmed.search(noText) !== -1) this.refuse(field, 'bad_characters')
    return trimmed
  }

  #clean(field: ImportField, text: string): string {
    const clean = text.replaceAll(noText, '').trim()
    if (clean.length < text.trim().length) this.doubt(field, 'stray_characters', false, clean)
    return clean
  }
}

/** A cell as a text, as a spreadsheet shows it. */
export function cellText(cell: Cell): string {
  if (cell === undefined) return ''
  if (typeof cell === 'object') return 'formula' in cell ? cellText(cell.value) : cell.date.replace('T', ' ').trim()
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  // An apostrophe keeps a spreadsheet from taking a text for a formula: our own tables have it.
  return String(cell)
    .replace(/^'(?=[=+\-@＝＋－＠])/, '')
    .trim()
}

/** Whether a text has more characters than this, of which each is two of UTF-16 at most. */
const isLonger = (text: string, most: number) => text.length > 2 * most || [...text].length > most

const cut = (text: string) =>
  isLonger(text, shown) ? `${[...text.slice(0, 2 * shown)].slice(0, shown - 1).join('')}…` : text
