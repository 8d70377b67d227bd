import { Refusal } from '#contract/errors.ts'
import type { ImportField, ImportKind } from '#contract/imports/import-fields.ts'
import { limits } from '#contract/limits.ts'
import type { ImportWords } from '#contract/words/import-words.ts'
import { byteOrderMark, csvRecord } from '#kit/csv-writer.ts'
import type { TableRow } from '#kit/tables/table.ts'
import { headingsFor } from '#rules/imports/headings.ts'
import { cellText, type ReadValue, type RowDoubt } from '#rules/imports/row.ts'
import type { Column } from './table.ts'
import { ValueTally } from './values.ts'

/** The first row with this doubt, and the number of other rows. */
type FoundDoubt = RowDoubt & { readonly row: number; others: number }

/** Refused rows stay in memory until the last row is read. */
const maxLeft = 32 * 2 ** 20

type PreviewCells = Readonly<Partial<Record<ImportField, string>>>

/** Counts, a preview, doubts, and the refused rows of a table. */
export class Findings {
  readonly #words: ImportWords
  readonly #kind: ImportKind
  readonly #columns: readonly Column[]
  readonly #left: string[] | undefined
  #leftLength = 0
  readonly preview: { row: number; values: Record<string, string> }[] = []
  /** Harmless doubts must not crowd out those that refuse a row. */
  readonly #doubts = { refused: new Map<string, FoundDoubt>(), harmless: new Map<string, FoundDoubt>() }
  rows = 0
  good = 0
  known = 0
  refused = 0
  /** Rows left out because the file has the same row further up. */
  repeated = 0
  doubled = 0
  same = 0
  readonly doubles: { row: number; of: number }[] = []
  readonly values = new ValueTally()
  /** Rows without their owner, because they are older than the team keeps owners. */
  forgotten = 0

  constructor(
    words: ImportWords,
    { kind, columns }: { readonly kind: ImportKind; readonly columns: readonly Column[] },
    { keepLeft }: { readonly keepLeft: boolean },
  ) {
    this.#words = words
    this.#kind = kind
    this.#columns = columns
    this.#left = keepLeft ? [] : undefined
  }

  doubt({ row }: TableRow, doubts: readonly RowDoubt[]): void {
    for (const doubt of doubts) {
      const { field, value, flaw } = doubt
      const list = this.#doubts[doubt.refused ? 'refused' : 'harmless']
      const key = JSON.stringify([field, flaw, value])
      const known = list.get(key)
      if (known) known.others += 1
      // Keeps one doubt of each flaw: the page asks how dates are written if they are unclear.
      else if (list.size < limits.importDoubts || !list.values().some((one) => one.flaw === flaw))
        list.set(key, { row, ...doubt, others: 0 })
    }
  }

  /** Each doubt once, first those that refuse rows. */
  doubts(): FoundDoubt[] {
    return [...this.#doubts.refused.values(), ...this.#doubts.harmless.values()]
  }

  /** Counts what each value becomes. A refused cell is one that the administrator is asked about. */
  tally(values: readonly ReadValue[], doubts: readonly RowDoubt[]): void {
    this.values.add(values, (field) => doubts.some((one) => one.refused && one.field === field))
  }

  /** Reports a row that the file has further up. With `isSame` the administrator decides whether it is another one. */
  double({ row }: TableRow, of: number, { isLeftOut, isSame }: { isLeftOut: boolean; isSame: boolean }): void {
    this.doubled += 1
    if (isSame) this.same += 1
    if (isLeftOut) this.repeated += 1
    if (this.doubles.length < limits.importValues) this.doubles.push({ row, of })
  }

  refuse(row: TableRow, doubts: readonly RowDoubt[]): void {
    this.refused += 1
    this.doubt(row, doubts)
    if (!this.#left) return
    const { told, fields, flaws } = this.#words
    const reasons = doubts
      .filter(({ refused }) => refused)
      .map(({ field, value, flaw }) => told(field === '' ? '' : fields[field], value, flaws[flaw]))
    const record = csvRecord([...this.#columns.map((_, i) => cellText(row.cells[i])), reasons.join('; ')])
    this.#leftLength += record.length
    if (this.#leftLength > maxLeft) throw new Refusal('import_unreadable', { why: 'too_large_inside' })
    this.#left.push(record)
  }

  take({ row }: TableRow, shown: () => PreviewCells): void {
    this.good += 1
    if (this.preview.length >= limits.importPreview) return
    const values = Object.entries(shown()).filter(([, value]) => value !== '')
    this.preview.push({ row, values: Object.fromEntries(values) })
  }

  /** The refused rows as a table to correct and import again; empty without any. */
  left(): string {
    if (!this.#left?.length) return ''
    const headings = csvRecord([...headingsFor(this.#kind, this.#columns, this.#words.fields), this.#words.reason])
    return byteOrderMark + headings + this.#left.join('')
  }
}
