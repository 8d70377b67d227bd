import type { RawAnswer } from '#contract/endpoint.ts'
import { byteOrderMark, csvRecord } from '#kit/csv-writer.ts'
import { minute } from '#kit/time.ts'
import { type XlsxCell, xlsxFiles } from '#kit/xlsx.ts'
import { zipped } from './zip.ts'

const contentTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

/** A table to download. `name` is that of the file, without its ending. */
export async function tableFile(
  name: string,
  sheet: string,
  rows: readonly (readonly XlsxCell[])[],
  format: 'csv' | 'xlsx',
): Promise<RawAnswer> {
  return {
    headers: {
      'content-type': contentTypes[format],
      'content-disposition': `attachment; filename="${name}.${format}"`,
    },
    body: format === 'csv' ? csvOf(rows) : await zipped(xlsxFiles(sheet, rows)),
  }
}

function csvOf(rows: readonly (readonly XlsxCell[])[]): string {
  // Cached: thousands of rows share some hundred dates.
  const dates = new Map<number, string>()
  const dateOf = (day: number) => dates.getOrInsertComputed(day, dateText)

  function csvCell(cell: XlsxCell): string | number {
    if (typeof cell === 'string') return cell
    const { value, format } = cell
    if (format === 'whole') return value
    if (format === 'hours') return Math.round(value * 100) / 100
    const day = Math.floor(value / 1440)
    if (format === 'date') return dateOf(day)
    return format === 'time' ? timeText(value - day * 1440) : `${dateOf(day)} ${timeText(value - day * 1440)}`
  }

  return byteOrderMark + rows.map((cells) => csvRecord(cells.map(csvCell))).join('')
}

const dateText = (day: number) => new Date(day * 1440 * minute).toISOString().slice(0, 10)
const timeText = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
const two = (number: number) => String(number).padStart(2, '0')
