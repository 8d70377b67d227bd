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

/** The columns that only the standard has. Their names are the same in every language. */
export const standardColumns = {
  id: 'id',
  data_provider: 'data_provider',
  country: 'country',
  partner_product_category: 'partner_product_category',
  product_category: 'product_category',
  product_category_id: 'product_category_id',
  year_of_manufacture: 'year_of_manufacture',
  product_age: 'product_age',
  repair_status: 'repair_status',
  repair_barrier_if_end_of_life: 'repair_barrier_if_end_of_life',
  group_identifier: 'group_identifier',
  event_date: 'event_date',
}
