import { endpoint } from './endpoint.ts'
import { ImportView, ImportWish } from './import-fields.ts'
import { field, Type } from './type.ts'

/** What a team has in a spreadsheet comes in. */
export const imports = {
  check: endpoint({
    method: 'POST',
    path: '/admin/import/check',
    role: 'admin',
    revision: 'addition',
    summary:
      'What would come of importing a table, sent as a form: how its columns are read, what would come in, and each doubtful row with its reason. Nothing is changed.',
    input: Type.Object(ImportWish),
    output: Type.Object(ImportView),
    rate: 'upload',
    form: true,
    errors: ['import_unreadable'],
  }),
  run: endpoint({
    method: 'POST',
    path: '/admin/import/run',
    role: 'admin',
    revision: 'addition',
    summary:
      'Import a table: all of it or nothing, or with `take` the good rows alone. What is there already is not added again, so the same file twice is one import. Nobody is sent a message.',
    input: Type.Object({
      ...ImportWish,
      take: Type.Optional(
        field(Type.Enum(['all', 'good']), 'All rows or none, or the good ones; all if absent.', 'good'),
      ),
    }),
    output: Type.Object({
      added: field(Type.Integer(), 'How many rows came in.', 117),
      known: field(Type.Integer(), 'How many were there already.', 0),
      refused: field(Type.Integer(), 'How many stayed out.', 3),
      left: field(
        Type.String(),
        'The rows that stayed out as a CSV file, with the reason in a column of its own; empty where there are none.',
        '',
      ),
    }),
    rate: 'upload',
    form: true,
    confirm: true,
    errors: ['import_unreadable', 'import_refused', 'factor_needed'],
  }),
}
