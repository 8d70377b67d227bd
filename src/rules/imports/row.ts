import type { ImportField, RowFlaw } from '#contract/imports/import-fields.ts'
import type { ValueField } from '#contract/imports/import-values.ts'
import type { Cell, PlainCell } from '#kit/tables/table.ts'
import { normalizedText } from './normalize.ts'

export interface RowDoubt {
  readonly field: ImportField | ''
  readonly value: string
  readonly flaw: RowFlaw
  /** True if the row is refused; otherwise only this cell is ignored. */
  readonly refused: boolean
}

/** The meaning of a value that an administrator has chosen: its code, or an empty one to leave it out. */
export type ChosenValues = Readonly<Partial<Record<ValueField, ReadonlyMap<string, string>>>>

/** A value of a column and its code. Without a code its meaning is not decided yet. */
export interface ReadValue {
  readonly field: ValueField
  readonly value: string
  readonly code: string | undefined
}

/** Width, case and spaces make no difference to what a value means. */
export const valueKey = (text: string): string => normalizedText(text).toLowerCase()

const nothingChosen: ChosenValues = {}

export type RowCells = Readonly<Partial<Record<ImportField, Cell>>>

const shown = 60
/** Invisible characters other than tabs and line breaks, and marks that change the direction of text. */
const noText = /[^\P{Cc}\t\n]|\p{Cs}|\p{Bidi_Control}/gu

/** Reads the cells of a row and collects doubts. */
export class RowReader {
  readonly #cells: RowCells
  readonly #chosen: ChosenValues
  readonly doubts: RowDoubt[] = []
  readonly values: ReadValue[] = []

  constructor(cells: RowCells, chosen = nothingChosen) {
    this.#cells = cells
    this.#chosen = chosen
  }

  get refused(): boolean {
    return this.doubts.some(({ refused }) => refused)
  }

  /** Formulas count by their value. */
  cell(field: ImportField): PlainCell {
    const cell = this.#cells[field]
    if (typeof cell !== 'object' || !('formula' in cell)) return cell
    if (cell.value === undefined) this.refuse(field, 'no_value')
    return cell.value
  }

  /** A text in one line. */
  line(field: ImportField, most: number): string {
    return this.#text(field, most, cellText(this.cell(field)).replace(/[\t\r\n]+/g, ' '))
  }

  text(field: ImportField, most: number): string {
    return this.#text(field, most, cellText(this.cell(field)).replace(/\r\n?/g, '\n'))
  }

  /** A text in one line, cut if it is too long. The cut part becomes a doubt. */
  fitLine(field: ImportField, most: number): string {
    return this.fit(field, this.cleanLine(field), most)
  }

  /** A text with its line breaks, cut if it is too long. The cut part becomes a doubt. */
  fitText(field: ImportField, most: number): string {
    return this.fit(field, this.cleanText(field), most)
  }

  /** A text in one line of any length, without invisible characters. */
  cleanLine(field: ImportField): string {
    return this.#clean(field, cellText(this.cell(field)).replace(/[\t\r\n]+/g, ' '))
  }

  cleanText(field: ImportField): string {
    return this.#clean(field, cellText(this.cell(field)).replace(/\r\n?/g, '\n'))
  }

  /** Cuts a text of a cell. The cut part becomes a doubt. */
  fit(field: ImportField, text: string, most: number): string {
    if (!isLonger(text, most)) return text
    const kept = [...text.slice(0, 2 * most)].slice(0, most).join('')
    this.doubt(field, 'cut_off', false, `…${text.slice(kept.length).trim()}`)
    return kept.trim()
  }

  /** `undefined` for an empty or unknown value. An unknown one leaves a doubt. */
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

  /** The code of a value, as chosen or recognised. `undefined` for an empty, unknown or ignored one. */
  code(field: ValueField, flaw: RowFlaw, codeIn: (text: string) => string | undefined, refused = false) {
    const text = cellText(this.cell(field))
    const code = this.#code(field, text, codeIn)
    if (text !== '' && code === undefined) this.doubt(field, flaw, refused)
    return code || undefined
  }

  /** The code of one of several values in a cell. */
  codeOf(field: ValueField, value: string, codeIn: (text: string) => string | undefined): string | undefined {
    return this.#code(field, value, codeIn)
  }

  #code(field: ValueField, value: string, codeIn: (text: string) => string | undefined): string | undefined {
    const code = this.#chosen[field]?.get(valueKey(value)) ?? (value === '' ? undefined : codeIn(value))
    this.values.push({ field, value, code })
    return code
  }

  refuse(field: ImportField | '', flaw: RowFlaw): void {
    this.doubt(field, flaw, true)
  }

  doubt(field: ImportField | '', flaw: RowFlaw, refused = false, value?: string): void {
    const cell = field === '' ? undefined : this.#cells[field]
    const there = value ?? cellText(typeof cell === 'object' && 'formula' in cell ? cell.value : cell)
    const doubt = { field, value: cut(there), flaw, refused }
    // A cell may be read twice, or contain a name twice.
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

/** The text of a cell as a spreadsheet shows it. */
export function cellText(cell: Cell): string {
  if (cell === undefined) return ''
  if (typeof cell === 'object') return 'formula' in cell ? cellText(cell.value) : cell.date.replace('T', ' ').trim()
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  // In our exports an apostrophe keeps spreadsheets from taking a text for a formula.
  return String(cell)
    .replace(/^'(?=[=+\-@＝＋－＠])/, '')
    .trim()
}

/** Each character has at most two UTF-16 units. */
const isLonger = (text: string, most: number) => text.length > 2 * most || [...text].length > most

const cut = (text: string) =>
  isLonger(text, shown) ? `${[...text.slice(0, 2 * shown)].slice(0, shown - 1).join('')}…` : text
