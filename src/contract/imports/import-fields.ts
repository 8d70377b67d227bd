import type { Static } from 'typebox'
import { LineOfText, LongText, limits } from '../fields.ts'
import { field, flag, integer, list, listOf, named, namedObject, optional, Type, text } from '../type.ts'

/** What a table holds: repairs, the team, who comes when, or repairs as the Open Repair Data Standard writes them. */
export const importKinds = ['tickets', 'members', 'roster', 'ords'] as const
export const ImportKind = named('ImportKind', Type.Enum(importKinds), 'What a table holds.', 'tickets')
export type ImportKind = Static<typeof ImportKind>

/** What a column of a table can be. */
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
  ],
  members: ['name', 'phone', 'stuid', 'class', 'college', 'admin'],
  roster: ['shift', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  /** The columns of the standard, by their own names. */
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
    // Up to its version 0.2 the standard had it.
    'model',
  ],
} as const satisfies Record<ImportKind, readonly string[]>
export type ImportField = (typeof importFields)[ImportKind][number]
const fields: ImportField[] = [...new Set(Object.values(importFields).flat())]

/** What can be wrong with a row. */
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

/** A table to import, and how to read it. */
export const ImportInput = {
  // What a form's file becomes is bytes; the handler refuses anything else.
  file: field(
    Type.Unsafe<Uint8Array<ArrayBuffer>>({ contentMediaType: 'application/octet-stream' }),
    'The table: CSV or XLSX, up to 10 MB. Larger ones come in on the command line.',
  ),
  kind: optional(ImportKind, 'What it holds; recognised by its headings if absent.'),
  sheet: optional(LineOfText(limits.name), 'Of a workbook: which sheet; the first with a table if absent.', '2026'),
  columns: optional(
    LongText(),
    'What each column is, as a JSON list of fields in the order of the columns, empty for those to leave out; recognised by their headings if absent.',
    '["created","device","","owner"]',
  ),
  dates: optional(
    Type.Enum(['day_first', 'month_first']),
    'How to read dates such as 03/04/2026 that can be read in two ways; refused if absent.',
    'day_first',
  ),
  unstated: optional(
    Type.Enum(['finished', 'open']),
    'What repairs are of which the table does not say how far they are: over and done with if absent.',
    'finished',
  ),
  name: optional(LineOfText(limits.name), 'Of a roster: what it is to be called.', 'Autumn term'),
}

export const ImportDoubt = namedObject('Doubt', 'Something in a row, or in several, that is not as it should be.', {
  row: integer('Its number in the table, from 1, the headings included.', 7),
  others: integer('How many other rows have the very same.', 0),
  field: field(Type.Enum(['', ...fields]), 'Which field it is about; empty where it is the whole row.', 'created'),
  value: text('What stands there, cut to a few characters.', '31.2.2026'),
  flaw: field(Type.Enum([...rowFlaws]), 'What is wrong with it.', 'not_a_date'),
  refused: flag('Whether the row stays out because of it; else only this cell does.', true),
})

/** What would come in. */
export const ImportReport = {
  kind: ImportKind,
  format: field(Type.Enum(['csv', 'xlsx']), 'What kind of file it is.', 'csv'),
  encoding: text('Of a CSV file: how its characters are written.', 'gb18030'),
  sheets: list(Type.String(), 'Of a workbook: its sheets.', ['2026']),
  sheet: text('The sheet that was read; empty of a CSV file.', '2026'),
  columns: listOf('The columns, from left to right.', {
    heading: text('Its heading; may be empty.', '报修日期'),
    field: field(Type.Enum(['', ...fields]), 'What it is; empty where it is left out.', 'created'),
    samples: list(Type.String(), 'What stands in it, as far as the first three.', ['2026-03-01']),
  }),
  missing: list(Type.Enum(fields), 'Fields without which nothing can come in, and no column is one.', ['device']),
  rows: integer('How many rows there are below the headings, without empty ones.', 120),
  good: integer('How many of them would come in.', 117),
  known: integer('How many are there already, from an earlier import or otherwise.', 0),
  refused: integer('How many would not, each with its reason.', 3),
  preview: listOf('The first ones that would come in, as they would.', {
    row: integer('Its number in the table.', 2),
    values: field(Type.Record(Type.String(), Type.String()), 'What was read, by field.', { device: '电水壶' }),
  }),
  forgotten: integer(
    'Of how many that would come in the owner and the phone stay out, since they are older than the team keeps that.',
    0,
  ),
  doubts: list(
    ImportDoubt,
    'What is not as it should be: first what keeps rows out, then what does not, the first two hundred of each.',
  ),
}
