import { createHash } from 'node:crypto'
import type { ImportKind } from '#contract/imports/import-fields.ts'
import type { Settings } from '#contract/team/settings.ts'
import type { Cell, TableRow } from '#kit/tables/table.ts'
import { cellText } from '#rules/imports/row.ts'
import { identifyingCells, personColumnsByHand } from '#rules/imports/row-keys.ts'
import { ordsKey, ordsLetters } from '#rules/open-data/ords.ts'
import { ordsTeamOf } from '../open-data/repairs.ts'
import type { Column, OpenedTable } from './table.ts'

export interface RowKeys {
  /** Each of these identifies the row: by its cells, or by the values read from them. */
  readonly all: readonly string[]
  readonly stored: readonly string[]
  readonly number?: string | undefined
  /** The row with the same number further up in the table. */
  readonly repeats?: number | undefined
  /**
   * The own ticket that may have been published under this number, and the key of its plain id, which an import may
   * have used.
   */
  readonly own?: { readonly id: number; readonly plain: string } | undefined
}

const hash = (texts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 22)

/**
 * The values of a row depend on how columns and dates are read; its cells do not. Both give keys, so that rows of
 * earlier versions and edited rows with a number are recognised.
 */
export class KeyMaker {
  /** Columns that only the chosen mapping makes personal. */
  readonly byHand: readonly string[]
  readonly #kind: ImportKind
  readonly #columns: readonly Column[]
  /** The same columns of earlier imports, each of which gives another key. */
  readonly #mappings: readonly (readonly string[])[]
  readonly #letters: string
  /** Matches keys of own published tickets. No number begins with a zero. */
  readonly #own: RegExp
  readonly #seen = new Map<string, number>()
  readonly #rows = new Map<string, number>()

  constructor({ kind, columns }: OpenedTable, settings: Settings, earlier: readonly (readonly string[])[]) {
    this.#kind = kind
    this.#columns = columns
    this.byHand = personColumnsByHand(columns)
    const mappings = new Map([this.byHand, [], ...earlier].map((names) => [JSON.stringify(names), names]))
    this.#mappings = [...mappings.values()]
    this.#letters = ordsLetters(ordsTeamOf(settings).provider)
    this.#own = new RegExp(`^ords ${this.#letters}x?-([1-9][0-9]*)$`)
  }

  of(identity: readonly string[], { row, cells }: TableRow): RowKeys {
    const [how = '', id = ''] = identity
    const key = (how === 'ords' && ordsKey(id)) || `${this.#kind}: ${hash(identity)}`
    const before = this.#count(key)
    const isNumbered = how === 'number' || how === 'ords'
    const unique = before === 0 || isNumbered ? key : `${key} ${before + 1}`
    const ofCells = new Set(this.#mappings.map((names) => this.#ofCells(cells, new Set(names))))
    const numbered = [...ofCells].map((one) => {
      const n = this.#count(one)
      return n === 0 ? one : `${one} ${n + 1}`
    })
    return {
      all: [...numbered, unique],
      stored: [...numbered.slice(0, 1), unique],
      repeats: isNumbered ? this.firstRow(unique, row) : undefined,
      number: isNumbered ? unique : undefined,
      own: this.#ownTicket(unique),
    }
  }

  /** The first row that is the same in all columns that are read, if it is another one. */
  sameRow({ row, cells }: TableRow): number | undefined {
    const texts = cells.map((cell, i) => (this.#columns[i]?.field ? cellText(cell) : ''))
    return this.firstRow(`same ${hash(texts.slice(0, texts.findLastIndex(Boolean) + 1))}`, row)
  }

  firstRow(key: string, row: number): number | undefined {
    const first = this.#rows.getOrInsert(key, row)
    return first === row ? undefined : first
  }

  #ofCells(cells: readonly Cell[], byHand: ReadonlySet<string>): string {
    return `row ${hash(identifyingCells(cells, this.#columns, byHand))}`
  }

  /** Equal rows are separate repairs, so the count of earlier ones becomes part of the key. */
  #count(key: string): number {
    const before = this.#seen.get(key) ?? 0
    this.#seen.set(key, before + 1)
    return before
  }

  #ownTicket(key: string): RowKeys['own'] {
    const [, number = ''] = this.#own.exec(key) ?? []
    const id = Number(number)
    const plain = ordsKey(`${this.#letters}-${number}`)
    return plain !== undefined && Number.isSafeInteger(id) ? { id, plain } : undefined
  }
}
