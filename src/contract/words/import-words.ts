import type { ImportField, RowFlaw } from '../imports/import-fields.ts'
import type { StateMeaning } from '../imports/import-values.ts'

export interface ImportWords {
  /** The heading of the reasons in the table of rows that were left out. No imported column has this name. */
  readonly reason: string
  readonly flaws: { readonly [F in RowFlaw]: string }
  readonly states: { readonly [S in StateMeaning]: string }
  readonly fields: { readonly [F in ImportField]: string }
  /** The error of a cell. */
  readonly told: (field: string, value: string, flaw: string) => string
}
