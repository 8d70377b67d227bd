import { get, post } from '../endpoint.ts'
import { Created, Id, limits, sample, Timestamp, TimestampOrNone } from '../fields.ts'
import { field, flag, integer, listOf, optional, Type, text } from '../type.ts'
import { ImportInput, ImportKind, ImportReport } from './import-fields.ts'

const ImportId = field(Id, 'The number of the import.', 4)

/** What a team has in a spreadsheet comes in. */
export const imports = {
  check: post('/admin/import/check', 'admin', {
    ticket: 'unrelated',
    summary:
      'What would come of importing a table, sent as a form: how its columns are read, what would come in, and each doubtful row with its reason. Nothing is changed.',
    input: Type.Object(ImportInput),
    output: Type.Object(ImportReport),
    rate: 'upload',
    form: true,
    errors: ['import_unreadable'],
  }),
  run: post('/admin/import/run', 'admin', {
    ticket: 'unrelated',
    summary:
      'Import a table: all of it or nothing, or with `take` the good rows alone. What is there already is not added again, so the same file twice is one import. Nobody is sent a message.',
    input: Type.Object({
      ...ImportInput,
      take: optional(Type.Enum(['all', 'good']), 'All rows or none, or the good ones; all if absent.', 'good'),
    }),
    output: Type.Object({
      added: integer('How many rows came in.', 117),
      known: integer('How many were there already.', 0),
      refused: integer('How many stayed out.', 3),
      left: text(
        'The rows that stayed out as a CSV file, with the reason in a column of its own; empty where there are none.',
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
    summary: `The imports that brought something, the newest ${limits.importRuns}, newest first.`,
    output: Type.Object({
      list: listOf('The imports.', {
        id: ImportId,
        kind: ImportKind,
        op: text('Who made it; empty for the command line.', sample.person),
        createdTime: Created,
        added: integer('How many rows came in.', 117),
        undoable: flag('Whether it can be undone now.', true),
        undoUntil: field(Timestamp, 'Until when it can be undone.'),
        undoneTime: field(TimestampOrNone, 'When it was undone; empty if it was not.'),
        removed: integer('Of one that was undone: how many tickets, members or rosters were removed.', 0),
      }),
    }),
  }),
  undo: post('/admin/import/undo', 'admin', {
    summary:
      'Undo an import within 24 hours. Tickets that people have worked with since, members who have logged in or are planned in a roster, and the current roster stay, and are named. To undo it again changes nothing and answers the same.',
    input: Type.Object({ id: ImportId }),
    output: Type.Object({
      removed: integer('How many tickets, members or rosters were removed.', 115),
      stay: integer('How many stay.', 2),
      kept: listOf(`Those that stay, the first ${limits.importKept}.`, {
        id: field(Id, 'The number of the ticket, the member or the roster.', 1043),
        name: text('Its device or name.', sample.device),
      }),
    }),
    ticket: { none: 'An administrator takes back what came with a table; what people have worked with since stays.' },
    confirm: true,
    errors: ['import_not_found', 'import_undo_over', 'factor_needed'],
  }),
}
