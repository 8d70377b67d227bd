import type { Cell } from '#kit/tables/table.ts'
import { readDate } from './dates.ts'
import { ticketFieldOf } from './headings.ts'
import { cellText } from './row.ts'

/** What of a column decides whether its cells name a person. */
interface KeyColumn {
  readonly heading: string
  readonly field: string
}

/** A column as later imports find it again: by its heading, or by its place where it has none. */
const nameOf = ({ heading }: KeyColumn, place: number) => heading || `#${place + 1}`

const isPerson = (field: string | undefined) => field === 'owner' || field === 'phone'

/** Columns that only the chosen mapping makes the owner's name or phone. */
export function personColumnsByHand(columns: readonly KeyColumn[]): string[] {
  return columns.flatMap((column, i) =>
    isPerson(column.field) && !isPerson(ticketFieldOf(column.heading)) ? [nameOf(column, i)] : [],
  )
}

/**
 * The cells that identify a row whatever its columns are read as. Names and phones of owners are left out: the key outlasts the
 * ticket's personal data, and could be tried with one phone after the other. Columns count as theirs by heading, or by what an
 * import was told by hand (`byHand`).
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

/** True if a text is nothing but a number as long as a phone's, and no date. */
function isPhone(text: string): boolean {
  if (!/^\+?[\d\s().-]+$/.test(text) || text.replace(/\D/g, '').length < 7) return false
  const date = readDate(text, 'day_first')
  return date === undefined || 'flaw' in date
}

/**
 * Matches the rows of a table with tickets that came in before. Each ticket accounts for one row, so that of rows alike no
 * more are taken for known than there are tickets.
 */
export class KnownRows {
  readonly #taken: Set<number>

  constructor(taken: Iterable<number> = []) {
    this.#taken = new Set(taken)
  }

  copy(): KnownRows {
    return new KnownRows(this.#taken)
  }

  /** For each row whether one of its keys, the first ones first, is that of a ticket that accounts for no other row. */
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
