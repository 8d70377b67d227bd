import { Refusal } from '#contract/errors.ts'
import type { ImportField, ImportKind } from '#contract/imports/import-fields.ts'
import { limits } from '#contract/limits.ts'
import type { ImportWords } from '#contract/words/import-words.ts'
import { byteOrderMark, csvRecord } from '#kit/csv.ts'
import type { Row } from '#kit/tables/table.ts'
import { headingsFor } from '#rules/imports/headings.ts'
import { cellText, type RowDoubt } from '#rules/imports/row.ts'
import type { Column } from './table.ts'

/** In which row it is first, and in how many others. */
type FoundDoubt = RowDoubt & { readonly row: number; others: number }

/** Characters of rows that stay out: they are in memory until the last one is read. */
const mostLeft = 32 * 2 ** 20

type Shown = Readonly<Partial<Record<ImportField, string>>>

/** What was found in a table so far: how many rows of what sort, the first of them, and those that stay out. */
export class Findings {
  readonly #words: ImportWords
  readonly #kind: ImportKind
  readonly #columns: readonly Column[]
  /** Absent where nobody asks for them. */
  readonly #left: string[] | undefined
  #leftLength = 0
  readonly preview: { row: number; values: Record<string, string> }[] = []
  /** What keeps rows out, and what does not: the one must not crowd out the other. */
  readonly #doubts = { refused: new Map<string, FoundDoubt>(), harmless: new Map<string, FoundDoubt>() }
  rows = 0
  good = 0
  known = 0
  refused = 0
  /** How many came in without whose they were, which is older than the team keeps it. */
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

  /** What is not as it should be in a row that comes in all the same. */
  doubt({ row }: Row, doubts: readonly RowDoubt[]): void {
    for (const doubt of doubts) {
      const { field, value, flaw } = doubt
      const list = this.#doubts[doubt.refused ? 'refused' : 'harmless']
      const key = JSON.stringify([field, flaw, value])
      const known = list.get(key)
      if (known) known.others += 1
      // Of each flaw there is one: the page asks how dates are written where they are unclear.
      else if (list.size < limits.importDoubts || !list.values().some((one) => one.flaw === flaw))
        list.set(key, { row, ...doubt, others: 0 })
    }
  }

  /** What was found, alike ones once: first what keeps rows out. */
  doubts(): FoundDoubt[] {
    return [...this.#doubts.refused.values(), ...this.#doubts.harmless.values()]
  }

  refuse(row: Row, doubts: readonly RowDoubt[]): void {
    this.refused += 1
    this.doubt(row, doubts)
    if (!this.#left) return
    const { told, fields, flaws } = this.#words
    const reasons = doubts
      .filter(({ refused }) => refused)
      .map(({ field, value, flaw }) => told(field === '' ? '' : fields[field], value, flaws[flaw]))
    const record = csvRecord([...this.#columns.map((_, i) => cellText(row.cells[i])), reasons.join('; ')])
    this.#leftLength += record.length
    if (this.#leftLength > mostLeft) throw new Refusal('import_unreadable', { why: 'too_large_inside' })
    this.#left.push(record)
  }

  take({ row }: Row, shown: () => Shown): void {
    this.good += 1
    if (this.preview.length >= limits.importPreview) return
    const values = Object.entries(shown()).filter(([, value]) => value !== '')
    this.preview.push({ row, values: Object.fromEntries(values) })
  }

  /** The rows that stay out, as a table to be corrected and brought again; empty where there are none or they were not kept. */
  left(): string {
    if (!this.#left?.length) return ''
    const headings = csvRecord([...headingsFor(this.#kind, this.#columns, this.#words.fields), this.#words.reason])
    return byteOrderMark + headings + this.#left.join('')
  }
}
