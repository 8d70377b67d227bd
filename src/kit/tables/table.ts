import { csvTable } from './csv.ts'
import { firstBytes, type ReadTable, TableError, type TableLimits, type TableSource, tableLimits } from './source.ts'

export type { Cell, PlainCell, ReadTable, Row, TableFault, TableLimits, TableSource } from './source.ts'
export { TableError, tableLimits } from './source.ts'

/**
 * Reads a table row by row, never all of it at once. Throws a TableError, also while the rows are read, if the file is not
 * what it should be.
 */
export async function readTable(
  source: TableSource,
  { sheet, limits = {} }: { readonly sheet?: string | undefined; readonly limits?: Partial<TableLimits> } = {},
): Promise<ReadTable> {
  const all = { ...tableLimits, ...limits }
  const start = await firstBytes(source)
  if (start.length === 0) throw new TableError('empty')
  if (sheet !== undefined) throw new TableError('no_such_sheet')
  return csvTable(source, all)
}
