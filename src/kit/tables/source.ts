/** Bytes that can be read more than once: of a file, or in memory. */
export interface TableSource {
  /** How many there are. */
  size(): Promise<number>
  /** Those from `start` to before `end`, in pieces; all if absent. */
  open(start?: number, end?: number): AsyncIterable<Uint8Array>
}

/** Why a file is no table that can be read. */
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
 * What stands in a cell. A date is `2026-03-01`, with a time `2026-03-01T09:30`; a time of day alone is `T09:30`. An empty
 * cell has no value, and neither has one that shows an error.
 */
export type Cell = PlainCell | { readonly formula: true; readonly value: PlainCell }

export interface Row {
  /** Its number as a spreadsheet shows it, from 1. */
  readonly row: number
  /** From the first column to the last that is not empty. */
  readonly cells: readonly Cell[]
  /** Its quotes do not fit together: what the line is, nobody can say. It has no cells then. */
  readonly broken?: 'broken_quotes'
}

export interface ReadTable {
  readonly format: 'csv' | 'xlsx'
  /** Of a CSV file; else empty. */
  readonly encoding: string
  /** Of a CSV file; else empty. */
  readonly delimiter: string
  /** The sheets of a workbook that are not hidden. */
  readonly sheets: readonly string[]
  /** The one that is read; of a CSV file empty. */
  readonly sheet: string
  /** Those that are not empty. They can be read once. */
  readonly rows: AsyncIterable<Row>
}

export interface TableLimits {
  readonly rows: number
  readonly columns: number
  /** Characters in a cell: as many as a spreadsheet allows. */
  readonly cell: number
  /** Characters in a row. */
  readonly row: number
  /** Characters in all rows: a small workbook may say the same text again and again. */
  readonly characters: number
  /** Bytes that a workbook unpacks to. */
  readonly unpacked: number
  /** Bytes of the texts that a workbook keeps in one place, each once: they are in memory while it is read. */
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

/** As many bytes as tell what a file is. */
export async function firstBytes(source: TableSource, count = 8): Promise<Uint8Array> {
  return bytesOf(source, 0, Math.min(count, await source.size()))
}

/** Some bytes at once. */
export async function bytesOf(source: TableSource, start: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(end - start)
  let length = 0
  for await (const piece of source.open(start, end)) {
    // More than was asked for, or less: the file has another size than a moment ago.
    if (length + piece.length > bytes.length) throw new TableError('changed')
    bytes.set(piece, length)
    length += piece.length
  }
  if (length < bytes.length) throw new TableError('changed')
  return bytes
}

/** How much stands in cells. */
export function countCharacters(cells: readonly Cell[]): number {
  let characters = 0
  for (const cell of cells) {
    const value = typeof cell === 'object' && 'formula' in cell ? cell.value : cell
    if (typeof value === 'string') characters += value.length
  }
  return characters
}

/**
 * Makes rows of cells, without the empty ones at the end of each, as long as there are not too many. Nothing comes of an empty
 * row, as rows are to which formulas were only copied.
 */
export function rowBuilder(limits: TableLimits): (row: number, cells: Cell[], broken?: boolean) => Row | undefined {
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
