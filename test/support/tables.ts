import {
  type Cell,
  type ReadTable,
  readTable,
  TableError,
  type TableLimits,
  type TableRow,
  type TableSource,
} from '#kit/tables/table.ts'

/** A table source over bytes in memory, in pieces of the given length. */
export function sourceOf(content: string | Uint8Array, pieceLength = 1 << 16): TableSource {
  const bytes = Buffer.from(content)
  return {
    size: async () => bytes.length,
    async *open(start = 0, end = bytes.length) {
      for (let at = start; at < Math.min(end, bytes.length); at += pieceLength)
        yield bytes.subarray(at, Math.min(at + pieceLength, end, bytes.length))
    },
  }
}

export interface WholeTable extends Omit<ReadTable, 'rows'> {
  readonly rows: readonly TableRow[]
}

/** A table with all its rows. */
export async function wholeTable(
  content: string | Uint8Array | TableSource,
  options: { readonly sheet?: string; readonly limits?: Partial<TableLimits> } = {},
): Promise<WholeTable> {
  const source = typeof content === 'string' || content instanceof Uint8Array ? sourceOf(content) : content
  const table = await readTable(source, options)
  const rows = await Array.fromAsync(table.rows)
  return { ...table, rows }
}

/** Only the cells, row by row. */
export async function cellsOf(...wanted: Parameters<typeof wholeTable>): Promise<(readonly Cell[])[]> {
  return (await wholeTable(...wanted)).rows.map(({ cells }) => cells)
}

/** Why a table cannot be read. Anything but a TableError is a failure of the reader. */
export async function tableFault(...wanted: Parameters<typeof wholeTable>): Promise<string> {
  try {
    await wholeTable(...wanted)
  } catch (error) {
    if (error instanceof TableError) return error.why
    throw error
  }
  return 'readable'
}
