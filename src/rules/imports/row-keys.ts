import type { Cell } from '#kit/tables/table.ts'
import { readDate } from './dates.ts'
import { ticketFieldOf } from './headings.ts'
import { cellText } from './row.ts'

interface KeyColumn {
  readonly heading: string
  readonly field: string
}

/** The name by which later imports find a column: its heading, or its position. */
const nameOf = ({ heading }: KeyColumn, place: number) => heading || `#${place + 1}`

const isPerson = (field: string | undefined) => field === 'owner' || field === 'phone'

/** Columns that only the chosen mapping makes the owner's name or phone. */
export function personColumnsByHand(columns: readonly KeyColumn[]): string[] {
  return columns.flatMap((column, i) =>
    isPerson(column.field) && !isPerson(ticketFieldOf(column.heading)) ? [nameOf(column, i)] : [],
  )
}

/**
 * The cells that identify a row, however its columns are read. Owners' names and phones are left out, because the key
 * is kept after their erasure and could be tested against guesses. Such columns are known by their headings, or from
 * imports that mapped them by hand (`byHand`).
 */
export function identifyingCells(cells: readonly Cell[], columns: readonly KeyColumn[], byHand: ReadonlySet<string>) {
  const texts = columns.map((column, i) => {
    const usual = ticketFieldOf(column.heading)
    if (isPerson(usual) || byHand.has(nameOf(column, i))) return ''
    const text = cellText(cells[i]).replace(/\s+/g, ' ')
    return usual === undefined && isPhone(text) ? '' : text
  })
  return texts.slice(0, texts.findLastIndex(Boolean) + 1)
}

/** True if a text is a number as long as a phone number, and no date. */
function isPhone(text: string): boolean {
  if (!/^\+?[\d\s().-]+$/.test(text) || text.replace(/\D/g, '').length < 7) return false
  const date = readDate(text, 'day_first')
  return date === undefined || 'flaw' in date
}

/**
 * Matches the rows of a table with imported tickets. Each ticket matches one row, so that of equal rows no more are
 * known than there are tickets.
 */
export class KnownRows {
  readonly #taken: Set<number>

  constructor(taken: Iterable<number> = []) {
    this.#taken = new Set(taken)
  }

  copy(): KnownRows {
    return new KnownRows(this.#taken)
  }

  /** For each row, true if one of its keys, in their order, belongs to a ticket that matches no other row. */
  among(rows: readonly (readonly string[])[], ticketOf: (key: string) => number | undefined): boolean[] {
    const known = rows.map(() => false)
    const most = Math.max(0, ...rows.map((keys) => keys.length))
    for (let nth = 0; nth < most; nth += 1)
      for (const [i, keys] of rows.entries()) {
        const key = keys[nth]
        const ticket = key === undefined || known[i] ? undefined : ticketOf(key)
        if (ticket === undefined || this.#taken.has(ticket)) continue
        this.#taken.add(ticket)
        known[i] = true
      }
    return known
  }
}
