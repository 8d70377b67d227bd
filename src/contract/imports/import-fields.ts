import type { Static } from 'typebox'
import { LineOfText, LongText, limits } from '../fields.ts'
import { field, flag, integer, list, listOf, named, namedObject, optional, Type, text } from '../type.ts'
import { valueFields } from './import-values.ts'

/** The content of a table: repairs, members, a roster, or repairs in the format of the Open Repair Data Standard. */
export const importKinds = ['tickets', 'members', 'roster', 'ords'] as const
export const ImportKind = named('ImportKind', Type.Enum(importKinds), 'What a table contains.', 'tickets')
export type ImportKind = Static<typeof ImportKind>

export const importFields = {
  tickets: [
    'number',
    'created',
    'finished',
    'collected',
    'state',
    'type',
    'device',
    'model',
    'problem',
    'owner',
    'phone',
    'workers',
    'outcome',
    'barrier',
    'category',
    'brand',
    'year',
    'remedy',
    'remarks',
  ],
  members: ['name', 'phone', 'stuid', 'class', 'college', 'admin'],
  roster: ['shift', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  /** The columns of the standard. */
  ords: [
    'id',
    'data_provider',
    'country',
    'partner_product_category',
    'product_category',
    'product_category_id',
    'brand',
    'year_of_manufacture',
    'product_age',
    'repair_status',
    'repair_barrier_if_end_of_life',
    'group_identifier',
    'event_date',
    'problem',
    // Part of the standard up to version 0.2.
    'model',
  ],
} as const satisfies Record<ImportKind, readonly string[]>
export type ImportField = (typeof importFields)[ImportKind][number]
const fields: ImportField[] = [...new Set(Object.values(importFields).flat())]

export const rowFlaws = [
  'missing',
  'not_a_date',
  'unclear_date',
  'in_future',
  'ends_before_start',
  'not_a_year',
  'too_long',
  'bad_characters',
  'cut_off',
  'stray_characters',
  'not_a_phone',
  'unknown_state',
  'unknown_type',
  'unknown_outcome',
  'unknown_barrier',
  'unknown_category',
  'unknown_member',
  'unknown_shift',
  'name_taken',
  'student_id_taken',
  'no_value',
  'too_many_cells',
  'broken_quotes',
] as const
export type RowFlaw = (typeof rowFlaws)[number]

export const ImportInput = {
  // A file of a form arrives as bytes. The handler refuses anything else.
  file: field(
    Type.Unsafe<Uint8Array<ArrayBuffer>>({ contentMediaType: 'application/octet-stream' }),
    'The table as CSV or XLSX, up to 10 MB. Larger files can be imported on the command line.',
  ),
  kind: optional(ImportKind, 'The content; by default recognised by the headings.'),
  sheet: optional(LineOfText(limits.name), 'For a workbook: the sheet; by default the first with a table.', '2026'),
  columns: optional(
    LongText(),
    'The fields in the order of the columns as a JSON list, with an empty string for a column to leave out; by default recognised by the headings.',
    '["created","device","","owner"]',
  ),
  dates: optional(
    Type.Enum(['day_first', 'month_first']),
    'How to read ambiguous dates such as 03/04/2026; by default they are refused.',
    'day_first',
  ),
  unstated: optional(
    Type.Enum(['finished', 'open']),
    'The state of repairs for which the table has none; `finished` by default.',
    'finished',
  ),
  name: optional(LineOfText(limits.name), 'For a roster: its name.', 'Autumn term'),
  values: optional(
    LongText(),
    'What values of columns mean, as JSON: for a field, the codes by value, with an empty string to leave a value out; by default as the check shows them.',
    '{"state":{"on the bench":"repairing"}}',
  ),
  doubles: optional(
    Type.Enum(['each', 'once']),
    'Rows that are the same in all columns that are read: each is a repair of its own, or all of them are one. By default each is, unless the row that it repeats was imported before.',
    'once',
  ),
}

export const ImportDoubt = namedObject('Doubt', 'A problem in one or more rows.', {
  row: integer('The number of the row, counted from 1 with the headings.', 7),
  others: integer('How many other rows have the same problem.', 0),
  field: field(Type.Enum(['', ...fields]), 'The field; empty if it is about the whole row.', 'created'),
  value: text('The value, shortened.', '31.2.2026'),
  flaw: field(Type.Enum([...rowFlaws]), 'What is wrong.', 'not_a_date'),
  refused: flag('Whether the row is left out; otherwise only this cell is.', true),
})

export const ImportReport = {
  kind: ImportKind,
  format: field(Type.Enum(['csv', 'xlsx']), 'The format of the file.', 'csv'),
  encoding: text('For a CSV file: the character encoding.', 'gb18030'),
  sheets: list(Type.String(), 'For a workbook: its sheets.', ['2026']),
  sheet: text('The sheet that was read; empty for a CSV file.', '2026'),
  columns: listOf('The columns, left to right.', {
    heading: text('The heading; may be empty.', '报修日期'),
    field: field(Type.Enum(['', ...fields]), 'The recognised field; empty if the column is left out.', 'created'),
    samples: list(Type.String(), 'Up to three sample values.', ['2026-03-01']),
  }),
  missing: list(Type.Enum(fields), 'Required fields that no column has.', ['device']),
  rows: integer('The number of rows below the headings, not counting empty ones.', 120),
  good: integer('How many rows would be imported.', 117),
  known: integer('How many rows exist already, from an earlier import or otherwise.', 0),
  refused: integer('How many rows would be left out, each with a reason.', 3),
  repeated: integer('How many rows are left out because the file has the same row further up.', 0),
  doubles: listOf(`The rows that repeat another row of the file, the first ${limits.importValues}.`, {
    row: integer('The number of the row.', 9),
    of: integer('The row that it repeats.', 4),
  }),
  doubled: integer('How many rows repeat another row of the file.', 0),
  same: integer('How many of them are the same in all columns that are read, so that `doubles` decides about them.', 0),
  values: listOf(
    'For columns of statuses, outcomes, kinds, people, barriers and categories: what each value becomes.',
    {
      field: field(Type.Enum([...valueFields]), 'The field of the column.', 'state'),
      choices: listOf('What a value can become.', {
        code: text('The code for `values`.', 'repairing'),
        name: text('Its name.', 'Repairing'),
      }),
      list: listOf(
        `The values, at most ${limits.importValues}: first those without a meaning, then the most frequent.`,
        {
          value: text('The value; empty for cells without one.', '维修中'),
          count: integer('In how many rows it is.', 12),
          code: text('What it becomes; empty if it is left out.', 'repairing'),
          known: flag('Whether the value was recognised or chosen.', true),
          asked: flag('Whether rows stay out until a meaning is chosen.', false),
        },
      ),
      more: integer('How many further values there are.', 0),
    },
  ),
  preview: listOf('The first rows as they would be imported.', {
    row: integer('The number of the row.', 2),
    values: field(Type.Record(Type.String(), Type.String()), 'The values by field.', { device: '电水壶' }),
  }),
  forgotten: integer(
    'How many rows would be imported without owner and phone, because they are older than the retention period.',
    0,
  ),
  doubts: list(
    ImportDoubt,
    'The problems: first those that leave rows out, then the others, at most two hundred of each.',
  ),
}
