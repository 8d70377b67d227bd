import { Refusal } from '#contract/errors.ts'
import { type RepairDayColumn, repairDayColumns } from '#contract/repair-days/day-states.ts'
import { words } from '#contract/words/index.ts'
import type { TableRow } from '#kit/tables/table.ts'
import { cellText } from '../imports/row.ts'

export interface NamedCells {
  readonly row: number
  readonly cells: Partial<Record<RepairDayColumn, string>>
}

const plain = (text: string) => text.trim().toLowerCase()
export const isOneOf = (text: string, names: readonly string[]): boolean => names.map(plain).includes(plain(text))

/** The names of a column in all languages. */
const namesOf = (column: RepairDayColumn) =>
  Object.values(words).map(({ repairDayTable }) => repairDayTable.columns[column])

/** The rows below the headings of an export. */
export function namedRows(rows: readonly TableRow[], needed: readonly RepairDayColumn[]): NamedCells[] {
  const [headings, ...rest] = rows
  const columns = headings?.cells.map((cell) =>
    repairDayColumns.find((column) => isOneOf(cellText(cell), namesOf(column))),
  )
  if (!columns || needed.some((column) => !columns.includes(column)))
    throw new Refusal('import_unreadable', { why: 'no_table' })
  return rest.map(({ row, cells }) => ({
    row,
    cells: Object.fromEntries(
      columns.flatMap((column, i) => (column === undefined ? [] : [[column, cellText(cells[i]).trim()]])),
    ),
  }))
}
