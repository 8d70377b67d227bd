/** Tells programs that the text is UTF-8; without it spreadsheets show Chinese as something else. */
export const byteOrderMark = '\uFEFF'

// A spreadsheet would run what begins like this, however it is quoted; the full-width forms are how Chinese keyboards write them.
const runs = /^[=+\-@\t\r\n＝＋－＠]/

/** One record as RFC 4180 writes it. No cell is a formula: an apostrophe makes text of what would be one. */
export function csvRecord(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number): string {
  const text = typeof value === 'string' && runs.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
