import type { ImportField, RowFlaw } from '../imports/import-fields.ts'

/** What is said of a table that comes in. */
export interface ImportWords {
  /** The heading above the reasons in the table of rows that stayed out. No column of a table is called so. */
  readonly reason: string
  readonly flaws: { readonly [F in RowFlaw]: string }
  readonly fields: { readonly [F in ImportField]: string }
  /** What is wrong with a cell. */
  readonly told: (field: string, value: string, flaw: string) => string
}
