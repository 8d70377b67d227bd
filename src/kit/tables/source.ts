/** A file or memory that can be read more than once. */
export interface TableSource {
  size(): Promise<number>
  /** The bytes from `start` to before `end`, in pieces. Without them, all. */
  open(start?: number, end?: number): AsyncIterable<Uint8Array>
}

/** Why a file cannot be read as a table. */
export type TableFault =
  | 'empty'
  | 'not_a_table'
  | 'old_excel'
  | 'encrypted'
  | 'cut_off'
  | 'too_large_inside'
  | 'too_many_rows'
  | 'too_many_columns'
  | 'no_such_sheet'
  | 'changed'

export class TableError extends Error {
  readonly why: TableFault

  constructor(why: TableFault, options?: ErrorOptions) {
    super(`The table cannot be read: ${why}`, options)
    this.name = 'TableError'
    this.why = why
  }
}

export type PlainCell = string | number | boolean | { readonly date: string } | undefined
/**
 * A date is `2026-03-01`, with a time `2026-03-01T09:30`, and a time of day alone `T09:30`. Empty cells and cells with an error have no
 * value.
 */
export type Cell = PlainCell | { readonly formula: true; readonly value: PlainCell }

export interface TableRow {
  /** The row number as a spreadsheet shows it, from 1. */
  readonly row: number
  /** From the first column to the last that is not empty. */
  readonly cells: readonly Cell[]
  /** The quotes of the line do not match, so it has no cells. */
  readonly broken?: 'broken_quotes'
}

export interface ReadTable {
  readonly format: 'csv' | 'xlsx'
  /** Empty for a workbook. */
  readonly encoding: string
  /** Empty for a workbook. */
  readonly delimiter: string
  /** The visible sheets of a workbook. */
  readonly sheets: readonly string[]
  /** The sheet that is read. Empty for a CSV file. */
  readonly sheet: string
  /** The rows that are not empty. They can be read once. */
  readonly rows: AsyncIterable<TableRow>
}

export interface TableLimits {
  readonly rows: number
  readonly columns: number
  /** Characters in a cell, as spreadsheets allow. */
  readonly cell: number
  /** Characters in a row. */
  readonly row: number
  /** Characters in all rows. A small workbook may repeat the same text many times. */
  readonly characters: number
  /** Bytes of an unpacked workbook. */
  readonly unpacked: number
  /** Bytes of the shared strings of a workbook, which are in memory while it is read. */
  readonly texts: number
}
export const tableLimits: TableLimits = {
  rows: 200_000,
  columns: 200,
  cell: 32_767,
  row: 100_000,
  characters: 128 * 2 ** 20,
  unpacked: 512 * 2 ** 20,
  texts: 64 * 2 ** 20,
}

/** Enough bytes to tell the type of a file. */
export async function firstBytes(source: TableSource): Promise<Uint8Array> {
  return bytesOf(source, 0, Math.min(8, await source.size()))
}

export async function bytesOf(source: TableSource, start: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(end - start)
  let length = 0
  for await (const piece of source.open(start, end)) {
    // The size of the file has changed.
    if (length + piece.length > bytes.length) throw new TableError('changed')
    bytes.set(piece, length)
    length += piece.length
  }
  if (length < bytes.length) throw new TableError('changed')
  return bytes
}

export function countCharacters(cells: readonly Cell[]): number {
  let characters = 0
  for (const cell of cells) {
    const value = typeof cell === 'object' && 'formula' in cell ? cell.value : cell
    if (typeof value === 'string') characters += value.length
  }
  return characters
}

/** Builds rows without the empty cells at their ends, and checks the limits. Returns undefined for empty rows and rows of empty formulas. */
export function rowBuilder(
  limits: TableLimits,
): (row: number, cells: Cell[], broken?: boolean) => TableRow | undefined {
  let rows = 0
  let characters = 0
  return (row, cells, broken = false) => {
    let length = cells.length
    while (length > 0 && cells[length - 1] === undefined) length -= 1
    if (!broken && cells.every(isEmpty)) return undefined
    if (length > limits.columns) throw new TableError('too_many_columns')
    rows += 1
    if (rows > limits.rows) throw new TableError('too_many_rows')
    const here = countCharacters(cells)
    characters += here
    if (here > limits.row || characters > limits.characters) throw new TableError('too_large_inside')
    cells.length = length
    return broken ? { row, cells, broken: 'broken_quotes' } : { row, cells }
  }
}

const isEmpty = (cell: Cell) =>
  cell === undefined || (typeof cell === 'object' && 'formula' in cell && cell.value === undefined)
