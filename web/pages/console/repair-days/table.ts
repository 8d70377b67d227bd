import { download } from '#web/lib/download.ts'

/** A spreadsheet must not take a text for a formula. */
const plain = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map((text) => cell(plain(text))).join(',')).join('\r\n')}\r\n`

export const downloadTable = (name: string, rows: readonly (readonly string[])[]): void =>
  download(name, 'text/csv;charset=utf-8', csvOf(rows))
