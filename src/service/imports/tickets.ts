import { setImmediate as turn } from 'node:timers/promises'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { categories, statuses, ticketTypes } from '#contract/codes.ts'
import type { ImportField } from '#contract/imports/import-fields.ts'
import type { Lang } from '#contract/languages.ts'
import type { Settings } from '#contract/team/settings.ts'
import { words as texts } from '#contract/words/index.ts'
import type { Words } from '#contract/words/words.ts'
import { countCharacters, type TableRow } from '#kit/tables/table.ts'
import { instantOf, localDate, wallClock } from '#kit/time.ts'
import { entriesOf } from '#kit/typed-keys.ts'
import { cellText, type ReadValue, type RowCells, type RowDoubt } from '#rules/imports/row.ts'
import { KnownRows } from '#rules/imports/row-keys.ts'
import { readOrds, readTicket, type TicketFromRow, type TicketImport } from '#rules/imports/tickets.ts'
import type { ImportedTicket } from '#store/imports/imports.ts'
import type { Store, Tx } from '#store/store.ts'
import type { Findings } from './findings.ts'
import { KeyMaker, type RowKeys } from './keys.ts'
import type { OpenedTable } from './table.ts'
import { chosenValues, type ValueChoices, valueChoices } from './values.ts'

/** The rows of a statement and of a compressed part. */
const batchSize = 250

/** Compressed rows in memory: they contain personal data, so they are never written to disk. */
class PackedRows<T> {
  readonly #pieces: Uint8Array[] = []
  #rows: T[] = []

  add(row: T): void {
    this.#rows.push(row)
    if (this.#rows.length < batchSize) return
    this.#pieces.push(deflateRawSync(JSON.stringify(this.#rows), { level: 1 }))
    this.#rows = []
  }

  *batches(): Generator<readonly T[]> {
    for (const piece of this.#pieces) yield JSON.parse(inflateRawSync(piece).toString()) as T[] // only the code above writes it
    if (this.#rows.length > 0) yield this.#rows
  }
}

export interface TicketTableInput {
  readonly dates?: 'day_first' | 'month_first'
  readonly unstated?: 'finished' | 'open'
  readonly values?: string
  readonly doubles?: 'each' | 'once'
}

type NewTicket = TicketFromRow & { readonly keys: readonly string[] }

/** New rows, and those that are known. */
export interface ReadTickets {
  readonly packed: PackedRows<NewTicket>
  readonly known: KnownRows
  readonly byHand: readonly string[]
  readonly choices: ValueChoices
}

/** Without a value the row is refused. */
interface PendingRow {
  readonly row: TableRow & { readonly fields: RowCells }
  readonly keys: RowKeys
  readonly value: TicketFromRow | undefined
  readonly doubts: readonly RowDoubt[]
  readonly values: readonly ReadValue[]
  /** The same row further up. */
  readonly same: number | undefined
}

/** The batch size of lookups, in rows or characters. */
const lookUp = 500
const lookUpLength = 500_000

/** Keeps good rows until they are written, and reports others to the findings. */
export async function examineTickets(
  store: Store,
  table: OpenedTable,
  findings: Findings,
  { settings, now, lang, input }: { settings: Settings; now: number; lang: Lang; input: TicketTableInput },
): Promise<ReadTickets> {
  const words = texts[lang]
  const all = await store.read((tx) => tx.imports.namesakes())
  const mapped = await store.read((tx) => tx.importRuns.mappedByHand())
  const members = new Map(all.map(({ id, name, active }) => [name, { id, active: active === 1 }]))
  const active = all.flatMap(({ name, active }) => (active === 1 ? [name] : []))
  const choices = valueChoices(words, lang, settings.kinds, active)
  const names = new Map(Array.from(members, ([name, { id }]) => [id, name]))
  const reading: TicketImport = {
    now,
    today: localDate(now, settings.timeZone),
    instantOf: instants(settings.timeZone),
    retentionDays: settings.retentionDays,
    kinds: settings.kinds,
    memberOf: (name) => members.get(name),
    dates: input.dates,
    unstated: input.unstated ?? 'finished',
    chosen: chosenValues(input.values, choices),
  }
  const isOrds = table.kind === 'ords'
  const read = isOrds ? readOrds : readTicket
  const keys = new KeyMaker(table, settings, mapped)
  const known = new KnownRows()
  const packed = new PackedRows<NewTicket>()
  let waiting: PendingRow[] = []
  let length = 0

  /** A file that was imported once with its repeated rows left out adds nothing when it is imported again. */
  const there = new Set<number>()
  const usual = (same: number) => (there.has(same) ? 'once' : 'each')

  const judgeWaiting = async () => {
    const isThere = await store.read((tx) => knownAmong(tx, waiting, known, settings.timeZone))
    for (const [i, { row, keys, value, doubts, values, same }] of waiting.entries()) {
      findings.rows += 1
      findings.tally(values, doubts)
      const isSame = keys.repeats === undefined && same !== undefined
      const isLeftOut = keys.repeats !== undefined || (isSame && (input.doubles ?? usual(same)) === 'once')
      const of = keys.repeats ?? same
      if (isThere[i]) there.add(row.row)
      else if (value && of !== undefined) findings.double(row, of, { isLeftOut, isSame })
      if (!value) findings.refuse(row, doubts)
      else if (isThere[i]) findings.known += 1
      else if (!isLeftOut) {
        findings.doubt(row, doubts)
        const { owner, phone } = row.fields
        if (value.scrubbed === 1 && (cellText(owner) || cellText(phone))) findings.forgotten += 1
        findings.take(row, () => shownOf(value, { words, zone: settings.timeZone, names, isOrds }))
        packed.add({ ...value, keys: keys.stored })
      }
    }
    waiting = []
    length = 0
  }

  for await (const row of table.rows) {
    const { value, doubts, values = [], identity } = row.broken ? brokenRow : read(row.fields, reading)
    const known = value ? { keys: keys.of(identity, row), same: keys.sameRow(row) } : { keys: noKeys, same: undefined }
    waiting.push({ row, ...known, value, doubts, values })
    length += countCharacters(row.cells)
    if (waiting.length >= lookUp || length >= lookUpLength) await judgeWaiting()
  }
  await judgeWaiting()
  return { packed, known, byHand: keys.byHand, choices }
}

/** Cached, because days repeat in a table and are slow to compute. */
function instants(zone: string): (local: string) => number | undefined {
  const known = new Map<string, number | undefined>()
  return (local) => {
    if (known.size > 10_000) known.clear()
    return known.getOrInsertComputed(local, () => instantOf(local, zone))
  }
}

const noKeys: RowKeys = { all: [], stored: [] }
const brokenRow = {
  value: undefined,
  values: [],
  doubts: [{ field: '', value: '', flaw: 'broken_quotes', refused: true }],
  identity: [],
} as const

/** Writes the tickets that are still unknown, and returns their number. Other changes run between two batches. */
export async function writeTickets(
  tx: Tx,
  { packed, known: read }: ReadTickets,
  { importId, at }: { readonly importId: number; readonly at: number },
): Promise<number> {
  await tx.imports.lockImports()
  // A retried change must not find its own rows.
  const known = read.copy()
  let added = 0
  for (const batch of packed.batches()) {
    const tickets = await tx.imports.ticketsOfKeys(batch.flatMap(({ keys }) => keys))
    const isThere = known.among(
      batch.map(({ keys }) => keys),
      (key) => tickets.get(key),
    )
    const fresh = batch.filter((_, i) => !isThere[i])
    if (fresh.length > 0)
      await tx.imports.add(
        fresh.map((ticket) => rowOf(ticket, at)),
        { importId, at },
      )
    added += fresh.length
    await turn()
  }
  return added
}

function rowOf({ workers, ...ticket }: NewTicket, at: number): ImportedTicket {
  // The claims of open tickets begin now, so that workers do not get reminders for all of them.
  const since = ticket.open === 1 ? at : ticket.created_at
  return {
    ...ticket,
    accessories: '[]',
    claimed_at: null,
    workers: workers.map((memberId) => ({ memberId, since })),
  }
}

/** True for rows that were imported before or published by this team. */
async function knownAmong(tx: Tx, waiting: readonly PendingRow[], known: KnownRows, zone: string): Promise<boolean[]> {
  const all = waiting.map(({ keys }) => keys)
  const tickets = await tx.imports.ticketsOfKeys(all.flatMap(({ all, own }) => (own ? [...all, own.plain] : all)))
  const cameBefore = known.among(
    all.map(({ all }) => all),
    (key) => tickets.get(key),
  )
  const ids = all.flatMap(({ own }) => own?.id ?? [])
  const finished = ids.length > 0 ? await tx.imports.finishedTimes(ids) : new Map<number, number>()
  return waiting.map(({ keys: { own, number }, value }, i) => {
    // A row with a number is one repair, however often it occurs.
    if (cameBefore[i] || (number !== undefined && tickets.has(number))) return true
    const at = own && finished.get(own.id)
    // Another team with the same name may use the number, but not with the same date.
    const isOwn = at !== undefined && localDate(at, zone) === localDate(value?.finished_at ?? 0, zone)
    return isOwn && (number === own?.plain || tickets.has(own?.plain ?? ''))
  })
}

function shownOf(
  ticket: TicketFromRow,
  { words, zone, names, isOrds }: { words: Words; zone: string; names: ReadonlyMap<number, string>; isOrds: boolean },
): Partial<Record<ImportField, string>> {
  const time = (at: number | null) => (at === null ? '' : wallClock(at, zone).slice(0, 16).replace('T', ' '))
  const { codes, table } = words
  const name = <T extends object>(codes: T, texts: { readonly [K in keyof T]: string }, code: number) =>
    entriesOf(codes).flatMap(([key, value]) => (value === code ? [texts[key]] : []))[0] ?? ''
  const outcome = ticket.outcome === '' ? '' : words.outcomes[ticket.outcome]
  const barrier = ticket.barrier === '' ? '' : words.barriers[ticket.barrier]
  const category = name(categories, codes.category, ticket.category)
  const year = ticket.year === 0 ? '' : String(ticket.year)
  const { device, description: problem, brand } = ticket
  if (isOrds)
    return {
      event_date: time(ticket.finished_at).slice(0, 10),
      partner_product_category: device,
      product_category: category,
      brand,
      model: ticket.device_model,
      year_of_manufacture: year,
      repair_status: outcome,
      repair_barrier_if_end_of_life: barrier,
      problem,
    }
  return {
    created: time(ticket.created_at),
    finished: time(ticket.finished_at),
    collected: time(ticket.confirmed_at),
    state: name(statuses, codes.status, ticket.status),
    type: name(ticketTypes, codes.type, ticket.type),
    device,
    model: ticket.device_model,
    problem,
    owner: ticket.owner,
    phone: ticket.phone,
    workers: ticket.workers.map((id) => names.get(id) ?? '').join(table.list),
    outcome,
    barrier,
    category,
    brand,
    year,
    remedy: ticket.remedy,
    remarks: ticket.remarks,
  }
}
