import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { categories, statuses, ticketTypes } from '#contract/codes.ts'
import type { ImportField, ImportKind } from '#contract/import-fields.ts'
import type { Settings } from '#contract/settings.ts'
import type { Words } from '#contract/words/words.ts'
import { charactersIn, type Row } from '#kit/tables/table.ts'
import { instantOf, localDate, wallClock } from '#kit/time.ts'
import { type Cells, type Doubt, textOf } from '#rules/imports/row.ts'
import { type ReadTicket, readOrds, readTicket, type TicketReading } from '#rules/imports/tickets.ts'
import { ordsKey, ordsLetters } from '#rules/ords.ts'
import type { ImportedTicket } from '#store/imports.ts'
import type { Store, Tx } from '#store/store.ts'
import { ordsTeamOf } from '../open-data/repairs.ts'
import type { Findings } from './findings.ts'
import { PackedRows } from './packed-rows.ts'
import type { OpenedTable } from './table.ts'

export interface TicketWish {
  readonly dates?: 'day_first' | 'month_first'
  readonly unstated?: 'finished' | 'open'
}

type NewTicket = ReadTicket & { readonly key: string }

/** A row that was read. Without a ticket it stays out, without a key the same came before in this very table. */
interface Waiting {
  readonly row: Row & { readonly fields: Cells }
  readonly key: string | undefined
  readonly value: ReadTicket | undefined
  readonly doubts: readonly Doubt[]
}

/** So many rows are looked up at once, or as many as have so many characters. */
const lookUp = 500
const lookUpLength = 500_000

/** Reads repairs: what comes in is kept until it is written, what does not is told. */
export async function examineTickets(
  store: Store,
  table: OpenedTable,
  findings: Findings,
  { settings, now, words, wish }: { settings: Settings; now: number; words: Words; wish: TicketWish },
): Promise<PackedRows<NewTicket>> {
  const all = await store.readOne((tx) => tx.imports.namesakes())
  const members = new Map(all.map(({ id, name, active }) => [name, { id, active: active === 1 }]))
  const names = new Map(Array.from(members, ([name, { id }]) => [id, name]))
  const reading: TicketReading = {
    now,
    today: localDate(now, settings.timeZone),
    instantOf: instants(settings.timeZone),
    retentionDays: settings.retentionDays,
    kinds: settings.kinds,
    memberOf: (name) => members.get(name),
    dates: wish.dates,
    unstated: wish.unstated ?? 'finished',
  }
  const isOrds = table.kind === 'ords'
  const read = isOrds ? readOrds : readTicket
  const keys = new KeyMaker(table.kind, settings)
  const packed = new PackedRows<NewTicket>()
  let waiting: Waiting[] = []
  let length = 0

  const judgeWaiting = async () => {
    const there = await store.read((tx) => knownAmong(tx, waiting, keys, settings.timeZone))
    for (const { row, key, value, doubts } of waiting) {
      findings.rows += 1
      if (!value) findings.refuse(row, doubts)
      else if (key === undefined || there.has(key)) findings.known += 1
      else {
        findings.doubt(row, doubts)
        const { owner, phone } = row.fields
        if (value.scrubbed === 1 && (textOf(owner) || textOf(phone))) findings.forgotten += 1
        findings.take(row, () => shownOf(value, { words, zone: settings.timeZone, names, isOrds }))
        packed.add({ ...value, key })
      }
    }
    waiting = []
    length = 0
  }

  for await (const row of table.rows) {
    const { value, doubts, identity } = row.broken ? brokenRow : read(row.fields, reading)
    waiting.push({ row, key: value && keys.of(identity), value, doubts })
    length += charactersIn(row.cells)
    if (waiting.length >= lookUp || length >= lookUpLength) await judgeWaiting()
  }
  await judgeWaiting()
  return packed
}

/** Days come again and again in a table, and to reckon with each takes a while. */
function instants(zone: string): (local: string) => number | undefined {
  const known = new Map<string, number | undefined>()
  return (local) => {
    if (known.size > 10_000) known.clear()
    return known.getOrInsertComputed(local, () => instantOf(local, zone))
  }
}

const brokenRow = {
  value: undefined,
  doubts: [{ field: '', value: '', flaw: 'broken_quotes', refused: true }],
  identity: [],
} as const

/** Writes them, as far as they are not there by now. Others get their turn between two batches; answers how many came in. */
export async function writeTickets(tx: Tx, packed: PackedRows<NewTicket>, at: number): Promise<number> {
  await tx.imports.takeTurns()
  let added = 0
  for (const batch of packed.batches()) {
    const there = await tx.imports.known(batch.map(({ key }) => key))
    const fresh = batch.filter(({ key }) => !there.has(key))
    if (fresh.length > 0)
      await tx.imports.add(
        fresh.map((ticket) => rowOf(ticket, at)),
        at,
      )
    added += fresh.length
    await turn()
  }
  return added
}

function rowOf({ workers, ...ticket }: NewTicket, at: number): ImportedTicket {
  // Whoever works on something is reminded of it by and by, and not of all of it on the day on which it came in.
  const since = ticket.open === 1 ? at : ticket.created_at
  return {
    ...ticket,
    accessories: '[]',
    claimed_at: null,
    workers: workers.map((memberId) => ({ memberId, since })),
  }
}

/** Of those that wait, the keys of which something is there: it came in before, or was published from here. */
async function knownAmong(tx: Tx, waiting: readonly Waiting[], keys: KeyMaker, zone: string) {
  const rows = waiting.flatMap(({ key, value }) => {
    const own = key === undefined ? undefined : keys.ownTicket(key)
    return key === undefined ? [] : [{ key, day: value?.finished_at ?? 0, ...own }]
  })
  const known = await tx.imports.known(rows.flatMap(({ key, plain = key }) => [key, plain]))
  const ids = rows.flatMap(({ id }) => id ?? [])
  const finished = ids.length > 0 ? await tx.imports.finished(ids) : new Map<number, number>()
  for (const { key, day, id, plain } of rows) {
    const at = id === undefined ? undefined : finished.get(id)
    // The same number of another team that is called alike is something else: that was on another day.
    const isOwn = at !== undefined && localDate(at, zone) === localDate(day, zone)
    if (isOwn && (key === plain || known.has(plain ?? ''))) known.add(key)
  }
  return known
}

/** What a row is known by when it comes again. */
class KeyMaker {
  readonly #kind: ImportKind
  /** What the ids of this team begin with. */
  readonly #letters: string
  /** The keys of its tickets once they were published. No number begins with a zero. */
  readonly #own: RegExp
  readonly #seen = new Map<string, number>()

  constructor(kind: ImportKind, settings: Settings) {
    this.#kind = kind
    this.#letters = ordsLetters(ordsTeamOf(settings).provider)
    this.#own = new RegExp(`^ords ${this.#letters}x?-([1-9][0-9]*)$`)
  }

  /** Nothing where the same number came before in this very table. Rows without one may be alike: each is one repair. */
  of(identity: readonly string[]): string | undefined {
    const [how = '', id = ''] = identity
    const numbered = how === 'number' || how === 'ords'
    const hash = () => createHash('sha256').update(JSON.stringify(identity)).digest('base64url').slice(0, 22)
    const key = (how === 'ords' && ordsKey(id)) || `${this.#kind}: ${hash()}`
    const before = this.#seen.get(key) ?? 0
    this.#seen.set(key, before + 1)
    if (before === 0) return key
    return numbered ? undefined : `${key} ${before + 1}`
  }

  /**
   * The ticket of this team that may have been published so, and the key of its plain id: it has another one where something came in
   * by that.
   */
  ownTicket(key: string): { readonly id: number; readonly plain: string } | undefined {
    const [, number = ''] = this.#own.exec(key) ?? []
    const id = Number(number)
    const plain = ordsKey(`${this.#letters}-${number}`)
    return plain !== undefined && Number.isSafeInteger(id) ? { id, plain } : undefined
  }
}

/** A ticket in words, as a preview shows it. */
function shownOf(
  ticket: ReadTicket,
  { words, zone, names, isOrds }: { words: Words; zone: string; names: ReadonlyMap<number, string>; isOrds: boolean },
): Partial<Record<ImportField, string>> {
  const time = (at: number | null) => (at === null ? '' : wallClock(at, zone).slice(0, 16).replace('T', ' '))
  const { codes, table } = words
  const name = <T extends object>(codes: T, texts: { readonly [K in keyof T]: string }, code: number) =>
    (Object.entries(codes) as [keyof T, number][]).flatMap(([key, value]) => (value === code ? [texts[key]] : []))[0] ??
    ''
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
  }
}
