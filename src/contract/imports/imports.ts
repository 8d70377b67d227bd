import { get, post } from '../endpoint.ts'
import { Created, Id, limits, sample, Timestamp, TimestampOrNone } from '../fields.ts'
import { field, flag, integer, listOf, optional, Type, text } from '../type.ts'
import { ImportInput, ImportKind, ImportReport } from './import-fields.ts'

const ImportId = field(Id, 'The number of the import.', 4)

export const imports = {
  check: post('/admin/import/check', 'admin', {
    ticket: 'unrelated',
    summary:
      'Check a table before importing it. The file is sent as a form. The answer shows how the columns are read, what would be imported, and each problem with its row. Nothing is changed.',
    input: Type.Object(ImportInput),
    output: Type.Object(ImportReport),
    rate: 'upload',
    form: true,
    errors: ['import_unreadable'],
  }),
  run: post('/admin/import/run', 'admin', {
    ticket: 'unrelated',
    summary:
      'Import a table. Either all rows are imported or none; with `take` the good rows alone. Rows that exist already are not added again, so importing the same file twice is safe. No messages are sent.',
    input: Type.Object({
      ...ImportInput,
      take: optional(Type.Enum(['all', 'good']), 'All rows or none, or the good rows; `all` by default.', 'good'),
    }),
    output: Type.Object({
      id: integer('The number of the import, by which it can be undone; 0 if nothing was imported.', 4),
      added: integer('How many rows were imported.', 117),
      known: integer('How many rows existed already.', 0),
      refused: integer('How many rows were left out.', 3),
      repeated: integer('How many rows were left out because the file has the same row further up.', 0),
      left: text(
        'The rows that were left out as a CSV file, with an extra column for the reason; empty if there are none.',
        '',
      ),
    }),
    rate: 'upload',
    form: true,
    confirm: true,
    errors: ['import_unreadable', 'import_refused', 'factor_needed'],
  }),
  list: get('/admin/import/list', 'admin', {
    ticket: 'unrelated',
    summary: `List the latest ${limits.importRuns} imports that added something, newest first.`,
    output: Type.Object({
      list: listOf('The imports.', {
        id: ImportId,
        kind: ImportKind,
        op: text('Who ran it; empty for the command line.', sample.person),
        createdTime: Created,
        added: integer('How many rows were imported.', 117),
        undoable: flag('Whether it can be undone now.', true),
        undoUntil: field(Timestamp, 'Until when it can be undone.'),
        undoneTime: field(TimestampOrNone, 'When it was undone; empty if it was not.'),
        removed: integer('After an undo: how many tickets, members or rosters were removed.', 0),
      }),
    }),
  }),
  undo: post('/admin/import/undo', 'admin', {
    summary:
      'Undo an import within 24 hours. Tickets that people have worked on since, members who have logged in or are on a roster, and the current roster are kept and listed. Repeating the call has no effect and gives the same answer.',
    input: Type.Object({ id: ImportId }),
    output: Type.Object({
      removed: integer('How many tickets, members or rosters were removed.', 115),
      stay: integer('How many were kept.', 2),
      kept: listOf(`What was kept, the first ${limits.importKept}.`, {
        id: field(Id, 'The number of the ticket, the member or the roster.', 1043),
        name: text('The device or the name.', sample.device),
      }),
    }),
    ticket: { none: 'It removes what an administrator imported, except what people have worked on since.' },
    confirm: true,
    errors: ['import_not_found', 'import_undo_over', 'factor_needed'],
  }),
}
