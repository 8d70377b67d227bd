/** Without it, spreadsheets do not read the file as UTF-8 and garble Chinese. */
export const byteOrderMark = '\uFEFF'

/**
 * Places where a spreadsheet would start a formula. Some programs split at semicolons or tabs and take our quotes for text, so every possible
 * start of a cell counts. Chinese keyboards type the full-width forms.
 */
const formulaStart = /(?=[=+\-@＝＋－＠])(?<=(?:^|[,;|\t\r\n])["\s]*)/g

/** One record by RFC 4180. An apostrophe turns a possible formula into text. */
export function csvRecord(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number): string {
  return typeof value === 'number' ? String(value) : `"${value.replace(formulaStart, "'").replaceAll('"', '""')}"`
}
