import type { Output } from '#contract/endpoint.ts'
import type { ImportField, ImportKind } from '#contract/imports/import-fields.ts'
import type { ValueField } from '#contract/imports/import-values.ts'
import type { Contract } from '#contract/index.ts'
import { keysOf } from '#kit/typed-keys.ts'

type ImportView = Output<Contract['imports']['check']>

/** An ignored column has no field. */
export type ColumnField = ImportField | ''

/** How to read the table. Missing values are recognised by the service. */
export interface ImportForm {
  readonly kind?: ImportKind
  readonly sheet?: string
  readonly columns?: readonly ColumnField[]
  /** Indexes of the columns that were set by hand. */
  readonly byHand?: readonly number[]
  readonly dates?: '' | 'day_first' | 'month_first'
  readonly unstated?: 'finished' | 'open'
  readonly doubles?: 'each' | 'once'
  /** The chosen meanings of values, as codes. */
  readonly values?: Readonly<Partial<Record<ValueField, Readonly<Record<string, string>>>>>
}

export const fieldGroups = {
  tickets: {
    repair: ['number', 'created', 'finished', 'collected', 'state'],
    device: ['type', 'device', 'model', 'problem', 'category', 'brand', 'year'],
    people: ['owner', 'phone', 'workers'],
    outcome: ['outcome', 'barrier', 'remedy', 'remarks'],
  },
  members: { people: ['name', 'phone', 'stuid', 'class', 'college', 'admin'] },
  roster: { week: ['shift', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] },
  ords: {
    repair: ['id', 'event_date', 'repair_status', 'repair_barrier_if_end_of_life', 'problem'],
    device: [
      'partner_product_category',
      'product_category',
      'product_category_id',
      'brand',
      'model',
      'year_of_manufacture',
      'product_age',
    ],
    provider: ['data_provider', 'group_identifier', 'country'],
  },
} as const satisfies Record<ImportKind, Readonly<Partial<Record<FieldGroup, readonly ImportField[]>>>>
export type FieldGroup = 'repair' | 'device' | 'people' | 'outcome' | 'week' | 'provider'

export const tableKinds = keysOf(fieldGroups)

export const fieldsOfKind = (kind: ImportKind): ImportField[] => Object.values(fieldGroups[kind]).flat()

/** Another kind has other fields, so its columns are recognised again. */
export function withKind({ columns: _, byHand: __, ...options }: ImportForm, kind: ImportKind): ImportForm {
  return { ...options, kind }
}

/** The columns of another sheet are recognised again. */
export function withSheet({ columns: _, byHand: __, kind: ___, ...options }: ImportForm, sheet: string): ImportForm {
  return { ...options, sheet }
}

/** Assigns a field to a column, and takes it from the column that had it. */
export function withColumn(
  options: ImportForm,
  { kind, columns }: Pick<ImportView, 'kind' | 'columns'>,
  at: number,
  to: ColumnField,
): ImportForm {
  const others = columns.map(({ field }): ColumnField => (field === to ? '' : field))
  return { ...options, kind, columns: others.with(at, to), byHand: [...new Set([...(options.byHand ?? []), at])] }
}

/** Sets what a value of a column means. */
export function withValue(options: ImportForm, field: ValueField, value: string, code: string): ImportForm {
  return { ...options, values: { ...options.values, [field]: { ...options.values?.[field], [value]: code } } }
}

export function optionFieldsOf({
  kind,
  sheet,
  columns,
  dates,
  unstated,
  doubles,
  values,
}: ImportForm): Record<string, string> {
  return {
    ...(kind && { kind }),
    ...(sheet && { sheet }),
    ...(columns && { columns: JSON.stringify(columns) }),
    ...(dates && { dates }),
    ...(unstated && { unstated }),
    ...(doubles && { doubles }),
    ...(values && { values: JSON.stringify(values) }),
  }
}

export function asksDates({ doubts }: Pick<ImportView, 'doubts'>, { dates }: ImportForm): boolean {
  return Boolean(dates) || doubts.some(({ flaw }) => flaw === 'unclear_date')
}

export function importableRows({
  missing,
  good,
  refused,
}: Pick<ImportView, 'missing' | 'good' | 'refused'>): 'all' | 'good' | '' {
  if (missing.length > 0 || good === 0) return ''
  return refused > 0 ? 'good' : 'all'
}

export function shownFields({ kind, preview }: Pick<ImportView, 'kind' | 'preview'>): ImportField[] {
  return fieldsOfKind(kind).filter((field) => preview.some(({ values }) => values[field]))
}

export const baseName = (name: string) => name.replace(/\.[^.]*$/, '') || name
