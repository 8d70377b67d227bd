import { csvTable } from './csv-reader.ts'
import { firstBytes, type ReadTable, TableError, type TableLimits, type TableSource, tableLimits } from './source.ts'

export type { Cell, PlainCell, ReadTable, TableFault, TableLimits, TableRow, TableSource } from './source.ts'
export { countCharacters, TableError, tableLimits } from './source.ts'

/** Streams a table row by row. Throws a TableError, also while the rows are read. */
export async function readTable(
  source: TableSource,
  { sheet, limits = {} }: { readonly sheet?: string | undefined; readonly limits?: Partial<TableLimits> } = {},
): Promise<ReadTable> {
  const all = { ...tableLimits, ...limits }
  const start = await firstBytes(source)
  if (start.length === 0) throw new TableError('empty')
  if (startsWith(start, 0xd0, 0xcf, 0x11, 0xe0)) throw await oldDocument(source)
  if (startsWith(start, 0x50, 0x4b, 3, 4)) {
    const { workbookTable } = await import('./workbook.ts')
    return workbookTable(source, sheet, all)
  }
  // An empty archive.
  if (startsWith(start, 0x50, 0x4b, 5, 6)) throw new TableError('not_a_table')
  if (sheet !== undefined) throw new TableError('no_such_sheet')
  return csvTable(source, all)
}

const startsWith = (start: Uint8Array, ...bytes: readonly number[]) => bytes.every((byte, i) => start[i] === byte)

/**
 * Until 2003 office documents were a small file system. A workbook with a password still is one, with the encrypted file inside. The names
 * of its parts have two bytes per letter.
 */
async function oldDocument(source: TableSource): Promise<TableError> {
  const latin = new TextDecoder('latin1')
  let rest = ''
  let old = false
  for await (const piece of source.open()) {
    const text = (rest + latin.decode(piece)).replaceAll('\0', '')
    if (text.includes('EncryptedPackage')) return new TableError('encrypted')
    old ||= text.includes('Workbook') || text.includes('Book')
    rest = text.slice(-'EncryptedPackage'.length)
  }
  return new TableError(old ? 'old_excel' : 'not_a_table')
}
