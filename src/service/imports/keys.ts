import { createHash } from 'node:crypto'
import type { ImportKind } from '#contract/imports/import-fields.ts'
import type { Settings } from '#contract/team/settings.ts'
import type { Cell } from '#kit/tables/table.ts'
import { identifyingCells, personColumnsByHand } from '#rules/imports/row-keys.ts'
import { ordsKey, ordsLetters } from '#rules/open-data/ords.ts'
import { ordsTeamOf } from '../open-data/repairs.ts'
import type { Column, OpenedTable } from './table.ts'

/** The keys by which a row is recognised when it comes again. */
export interface RowKeys {
  /** Any of these identifies the row: by its cells, and by what was read of them. */
  readonly all: readonly string[]
  /** The keys that are stored with its ticket. */
  readonly stored: readonly string[]
  /** The key of the row's own number. */
  readonly number?: string | undefined
  /** True if the same number was in this table before. */
  readonly isRepeated: boolean
  /**
   * The ticket of this team that may have been published under this number, and the key of its plain id. An import by
   * the plain id gives it another key.
   */
  readonly own?: { readonly id: number; readonly plain: string } | undefined
}

const hash = (texts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 22)

/**
 * Makes the keys of the rows of one table.
 * What was read of a row depends on how columns and dates were read; its cells do not. Without a key for what was read,
 * rows of earlier versions and edited rows with a number would not be recognised.
 */
export class KeyMaker {
  /** Columns that only the chosen mapping makes personal. */
  readonly byHand: readonly string[]
  readonly #kind: ImportKind
  readonly #columns: readonly Column[]
  /** The same columns of earlier imports. Each gives the cells another key. */
  readonly #mappings: readonly (readonly string[])[]
  /** The prefix of this team's ids. */
  readonly #letters: string
  /** Matches keys of published tickets of this team. No number begins with a zero. */
  readonly #own: RegExp
  readonly #seen = new Map<string, number>()

  constructor({ kind, columns }: OpenedTable, settings: Settings, earlier: readonly (readonly string[])[]) {
    this.#kind = kind
    this.#columns = columns
    this.byHand = personColumnsByHand(columns)
    const mappings = new Map([this.byHand, [], ...earlier].map((names) => [JSON.stringify(names), names]))
    this.#mappings = [...mappings.values()]
    this.#letters = ordsLetters(ordsTeamOf(settings).provider)
    this.#own = new RegExp(`^ords ${this.#letters}x?-([1-9][0-9]*)$`)
  }

  of(identity: readonly string[], cells: readonly Cell[]): RowKeys {
    const [how = '', id = ''] = identity
    const key = (how === 'ords' && ordsKey(id)) || `${this.#kind}: ${hash(identity)}`
    const before = this.#count(key)
    const isNumbered = how === 'number' || how === 'ords'
    const said = before === 0 || isNumbered ? key : `${key} ${before + 1}`
    const ofCells = new Set(this.#mappings.map((names) => this.#ofCells(cells, new Set(names))))
    const numbered = [...ofCells].map((one) => {
      const n = this.#count(one)
      return n === 0 ? one : `${one} ${n + 1}`
    })
    return {
      all: [...numbered, said],
      stored: [...numbered.slice(0, 1), said],
      isRepeated: isNumbered && before > 0,
      number: isNumbered ? said : undefined,
      own: this.#ownTicket(said),
    }
  }

  #ofCells(cells: readonly Cell[], byHand: ReadonlySet<string>): string {
    return `row ${hash(identifyingCells(cells, this.#columns, byHand))}`
  }

  /** How often this key came before in the table: equal rows are separate repairs. */
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
