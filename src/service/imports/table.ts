import { setImmediate as turn } from 'node:timers/promises'
import { Refusal } from '#contract/errors.ts'
import { type ImportField, type ImportKind, importFields, importKinds } from '#contract/imports/import-fields.ts'
import { countCharacters, type ReadTable, readTable, TableError, type TableRow } from '#kit/tables/table.ts'
import { fieldsByValues, headingRow, recognizedFields, recognizedKind } from '#rules/imports/headings.ts'
import { cellText, type RowCells } from '#rules/imports/row.ts'
import type { ImportSource } from './source.ts'

/** Absent values are detected. */
export interface TableInput {
  readonly kind?: ImportKind
  readonly sheet?: string
  readonly columns?: string
}

export interface Column {
  readonly heading: string
  readonly field: ImportField | ''
  readonly samples: readonly string[]
}

export interface OpenedTable {
  readonly kind: ImportKind
  readonly file: Pick<ReadTable, 'format' | 'encoding' | 'sheets' | 'sheet'>
  readonly columns: readonly Column[]
  /** Needed fields without a column. */
  readonly missing: readonly ImportField[]
  /** The rows below the headings, to be read once. */
  readonly rows: AsyncIterable<TableRow & { readonly fields: RowCells }>
}

const looksAt = 20
const samples = 3
/** Other requests run after this many rows or characters. */
const restEvery = 200
const restLength = 200_000

const needed: Record<ImportKind, readonly (readonly ImportField[])[]> = {
  tickets: [['created', 'finished', 'collected'], ['device']],
  members: [['name']],
  roster: [['shift'], ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']],
  ords: [['event_date'], ['partner_product_category', 'product_category']],
}

export async function openTable(source: ImportSource, input: TableInput): Promise<OpenedTable> {
  const before = await source.state()
  const table = await readTable(source, { sheet: input.sheet }).catch(throwUnreadable)
  const rows = whileUnchanged(table.rows, source, before)[Symbol.asyncIterator]()
  const first: TableRow[] = []
  for (let next = await rows.next(); !next.done; next = await rows.next()) {
    first.push(next.value)
    if (first.length >= looksAt) break
  }
  if (first.length === 0) throw new Refusal('import_unreadable', { why: 'no_table' })
  const texts = first.map(({ cells }) => cells.map(cellText))
  const at = headingRow(texts)
  const headings = texts[at] ?? []
  const width = Math.max(...first.slice(at).map(({ cells }) => cells.length))
  const mapped = input.columns === undefined ? undefined : parseColumns(input.columns)
  const kind = input.kind ?? (mapped ? kindFor(mapped) : recognizedKind(headings)) ?? 'tickets'
  const body = first.slice(at + 1)
  const fields = mapped ?? fieldsByValues(recognizedFields(kind, headings), texts.slice(at + 1))
  assertFit(kind, fields)
  // The reader is not kept, because it holds the texts of a workbook in memory.
  const { format, encoding, sheets, sheet } = table
  return {
    kind,
    file: { format, encoding, sheets, sheet },
    columns: Array.from({ length: Math.max(width, headings.length) }, (_, i) => ({
      heading: headings[i] ?? '',
      field: fields[i] ?? '',
      samples: body
        .map(({ cells }) => cellText(cells[i]))
        .filter(Boolean)
        .slice(0, samples),
    })),
    missing: needed[kind].flatMap((any) => (any.some((field) => fields.includes(field)) ? [] : (any[0] ?? []))),
    rows: rowsBelow(body, rows, fields),
  }
}

function parseColumns(columns: string): (ImportField | '')[] {
  try {
    const list: unknown = JSON.parse(columns)
    if (Array.isArray(list) && list.every((one) => typeof one === 'string')) return list as (ImportField | '')[] // held to the kind below
  } catch {
    // No JSON.
  }
  throw new Refusal('bad_input', { field: 'columns', flaw: 'not_list' })
}

const kindFor = (fields: readonly string[]) =>
  importKinds.find((kind) =>
    fields.every((field) => field === '' || (importFields[kind] as readonly string[]).includes(field)),
  )

function assertFit(kind: ImportKind, fields: readonly string[]): void {
  const known: readonly string[] = importFields[kind]
  for (const [i, field] of fields.entries()) {
    const wrong = field !== '' && (!known.includes(field) || fields.indexOf(field) !== i)
    if (wrong) throw new Refusal('bad_input', { field: `columns[${i}]`, flaw: 'not_one_of', limit: known.join(', ') })
  }
}

async function* rowsBelow(
  first: readonly TableRow[],
  rest: AsyncIterator<TableRow>,
  fields: readonly (ImportField | '')[],
) {
  const named = (row: TableRow) => ({
    ...row,
    fields: Object.fromEntries(row.cells.flatMap((cell, i) => (fields[i] ? [[fields[i], cell]] : []))),
  })
  for (const row of first) yield named(row)
  let [count, length] = [0, 0]
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    count += 1
    length += countCharacters(next.value.cells)
    if (count >= restEvery || length >= restLength) {
      await turn()
      count = 0
      length = 0
    }
    yield named(next.value)
  }
}

async function* whileUnchanged(
  rows: AsyncIterable<TableRow>,
  source: ImportSource,
  before: string,
): AsyncGenerator<TableRow> {
  try {
    yield* rows
  } catch (error) {
    throwUnreadable(error)
  }
  if ((await source.state()) !== before) throw new Refusal('import_unreadable', { why: 'changed' })
}

function throwUnreadable(error: unknown): never {
  if (error instanceof TableError) throw new Refusal('import_unreadable', { why: error.why })
  throw error
}
