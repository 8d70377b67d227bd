import type { ImportField } from '#contract/import-fields.ts'
import { limits } from '#contract/limits.ts'
import type { ImportWords } from '#contract/words/import-words.ts'
import { byteOrderMark, csvRecord } from '#kit/csv.ts'
import type { Row } from '#kit/tables/table.ts'
import { type Doubt, textOf } from '#rules/imports/row.ts'
import type { Column } from './table.ts'

type Shown = Readonly<Partial<Record<ImportField, string>>>

/** What was found in a table so far: how many rows of what sort, the first of them, and those that stay out. */
export class Findings {
  readonly #words: ImportWords
  readonly #columns: readonly Column[]
  readonly #left: string[] = []
  readonly preview: { row: number; values: Record<string, string> }[] = []
  readonly doubts: (Doubt & { readonly row: number })[] = []
  rows = 0
  good = 0
  known = 0
  refused = 0

  constructor(words: ImportWords, columns: readonly Column[]) {
    this.#words = words
    this.#columns = columns
  }

  /** What is not as it should be in a row that comes in all the same. */
  doubt({ row }: Row, doubts: readonly Doubt[]): void {
    for (const doubt of doubts) if (this.doubts.length < limits.importDoubts) this.doubts.push({ row, ...doubt })
  }

  refuse(row: Row, doubts: readonly Doubt[]): void {
    this.refused += 1
    this.doubt(row, doubts)
    const { told, fields, flaws } = this.#words
    const reasons = doubts
      .filter(({ refused }) => refused)
      .map(({ field, value, flaw }) => told(field === '' ? '' : fields[field], value, flaws[flaw]))
    this.#left.push(csvRecord([...this.#columns.map((_, i) => textOf(row.cells[i])), reasons.join('; ')]))
  }

  take({ row }: Row, shown: () => Shown): void {
    this.good += 1
    if (this.preview.length >= limits.importPreview) return
    const values = Object.entries(shown()).filter(([, value]) => value !== '')
    this.preview.push({ row, values: Object.fromEntries(values) })
  }

  /** The rows that stay out, as a table to be corrected and brought again; empty where there are none. */
  left(): string {
    if (this.#left.length === 0) return ''
    const headings = csvRecord([...this.#columns.map(({ heading }) => heading), this.#words.reason])
    return byteOrderMark + headings + this.#left.join('')
  }
}
