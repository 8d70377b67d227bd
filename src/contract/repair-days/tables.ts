import { get, post } from '../endpoint.ts'
import { ImportInput } from '../imports/import-fields.ts'
import { field, integer, listOf, optional, Type, text } from '../type.ts'
import { DayId } from './day-fields.ts'

const What = field(Type.Enum(['bookings', 'helpers']), 'Which list of the repair day.', 'helpers')
const TableInput = Type.Object({ id: DayId, what: What, file: ImportInput.file })
const TableResult = Type.Object({
  rows: integer('The number of rows below the headings.', 12),
  added: integer('How many rows are entered.', 11),
  known: integer('How many rows exist already.', 1),
  problems: listOf('The rows that cannot be entered.', {
    row: integer('The number of the row, counted from 1 with the headings.', 7),
    reason: text('Why not.', 'This role has no free place.'),
  }),
})
const importErrors = ['import_unreadable', 'repair_day_not_found', 'repair_day_state'] as const

/** Bookings and helpers of a repair day as tables. */
export const dayTables = {
  export: get('/admin/event/export', 'admin', {
    ticket: { none: 'Bookings of a repair day, as administrators see them in its list.' },
    summary: 'Export the bookings or the helpers of a repair day as a table.',
    input: Type.Object({
      id: DayId,
      what: What,
      format: optional(Type.Enum(['xlsx', 'csv']), '`xlsx` by default.', 'csv'),
    }),
    output: text('The table.', '工单,设备,时段\r\n'),
    answer: 'raw',
    produces: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    confirm: true,
    errors: ['repair_day_not_found', 'factor_needed'],
    bytes: true,
  }),
  import: post('/admin/event/import', 'admin', {
    ticket: { none: 'It books places for tickets that an administrator names.' },
    summary:
      'Enter the bookings or the helpers of a table, under the headings of an export. Bookings take free places or wait, like any other. With `check` nothing is changed, and the answer shows what would be. Otherwise all rows are entered or none.',
    input: Type.Object({
      ...TableInput.properties,
      check: optional(Type.Enum(['true', 'false']), 'Whether only to check; `false` by default.', 'true'),
    }),
    output: TableResult,
    rate: 'upload',
    form: true,
    confirm: true,
    errors: [...importErrors, 'import_refused', 'factor_needed'],
  }),
}
