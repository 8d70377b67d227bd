/** Tells programs that the text is UTF-8; without it spreadsheets show Chinese as something else. */
export const byteOrderMark = '\uFEFF'

/**
 * Where a cell begins that a spreadsheet would run, however it is quoted. Some split at semicolons or tabs instead, and then
 * take our quotes for text, so every place where any of them could begin a cell counts. The full-width forms are how Chinese
 * keyboards write them.
 */
const runs = /(?=[=+\-@＝＋－＠])(?<=(?:^|[,;|\t\r\n])["\s]*)/g

/** One record as RFC 4180 writes it. No cell is a formula: an apostrophe makes text of what would be one. */
export function csvRecord(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number): string {
  return typeof value === 'number' ? String(value) : `"${value.replace(runs, "'").replaceAll('"', '""')}"`
}
