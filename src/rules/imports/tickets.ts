import { categories, type Status, statuses, statusMeaning, ticketTypes } from '#contract/codes.ts'
import type { ImportField } from '#contract/imports/import-fields.ts'
import { limits } from '#contract/limits.ts'
import type { TicketKind } from '#contract/team/settings.ts'
import { type Barrier, barriers, type Outcome, outcomes } from '#contract/tickets/outcome-fields.ts'
import { day } from '#kit/time.ts'
import {
  barrierOfOrds,
  brandOfOrds,
  categoryOfOrds,
  outcomeOfOrds,
  splitPartnerCategory,
  splitProblem,
  typeOfName,
} from '../open-data/ords.ts'
import { ownerScrubber, withoutOwner } from '../open-data/scrub.ts'
import type { OutcomeValues } from '../tickets/outcomes.ts'
import { type DateOrder, readDate } from './dates.ts'
import {
  type ChosenValues,
  cellText,
  type ReadValue,
  type RowCells,
  type RowDoubt,
  RowReader,
  valueKey,
} from './row.ts'
import {
  barrierIn,
  categoryIn,
  namesInCell,
  outcomeIn,
  phoneIn,
  type RepairState,
  stateCodeIn,
  stateOfCode,
  typeIn,
} from './words.ts'

export interface TicketImport {
  readonly now: number
  /** The present date in the team's zone. */
  readonly today: string
  /** The instant of a local time such as `2026-11-15T09:30`. */
  readonly instantOf: (local: string) => number | undefined
  readonly retentionDays: number
  readonly kinds: readonly TicketKind[]
  /** Finds present and former members. */
  readonly memberOf: (name: string) => MemberReference | undefined
  readonly dates?: DateOrder | undefined
  readonly unstated: 'finished' | 'open'
  readonly chosen?: ChosenValues
}

export interface MemberReference {
  readonly id: number
  readonly active: boolean
}

export interface TicketFromRow extends OutcomeValues {
  readonly type: number
  readonly kind: number | null
  readonly status: Status
  readonly device: string
  readonly device_model: string
  readonly owner: string
  readonly phone: string
  readonly description: string
  readonly created_at: number
  readonly finished_at: number | null
  readonly confirmed_at: number | null
  readonly ended_at: number | null
  readonly open: number
  /** 1 if it ended so long ago that its personal data is not stored. */
  readonly scrubbed: number
  /** Becomes an internal note. */
  readonly remarks: string
  readonly workers: readonly number[]
}

export interface RowResult<T> {
  /** Absent if the row is refused. */
  readonly value?: T
  readonly doubts: readonly RowDoubt[]
  readonly values?: readonly ReadValue[]
  /** The texts that identify the row when it is imported again, independent of the time and way of reading. */
  readonly identity: readonly string[]
}

/** `exact` if the cell has a time of day. */
interface Moment {
  readonly at: number
  readonly text: string
  readonly exact: boolean
}

const computers: ReadonlySet<number> = new Set([
  categories.desktop_computer,
  categories.laptop,
  categories.mobile,
  categories.pc_accessory,
  categories.printer_scanner,
  categories.tablet,
])

export function readTicket(cells: RowCells, reading: TicketImport): RowResult<TicketFromRow> {
  const row = new RowReader(cells, reading.chosen)
  const [created, finished, collected] = moments(row, reading)
  const device = row.fitLine('device', limits.device)
  if (device === '') row.refuse('device', 'missing')
  if (!created && !row.refused) row.refuse('created', 'missing')
  const number = row.line('number', limits.name)
  const ends = finished !== undefined || collected !== undefined
  const { state, outcome } = progressIn(row, ends)
  const barrier = barriers.find((one) => one === row.code('barrier', 'unknown_barrier', barrierIn))
  const category = categoryOf(row.code('category', 'unknown_category', categoryCodeIn))
  const sort = sortIn(row, reading, device, category)
  const names = namesInCell(cellText(row.cell('workers')))
  const texts = {
    device,
    device_model: row.fitLine('model', limits.device),
    description: row.fitText('problem', limits.text),
    brand: row.fitLine('brand', limits.name),
    year: yearIn(row, reading),
    remedy: row.fitLine('remedy', limits.remedy),
  }
  const remarks = row.fitText('remarks', limits.text)
  // Not part of the identity, which is kept for good and could be tested against guesses.
  const contact = {
    owner: row.line('owner', limits.name),
    phone: row.meaning('phone', 'not_a_phone', phoneIn) ?? '',
  }
  const identity =
    number === ''
      ? [
          ...[created, finished, collected].map((moment) => moment?.text ?? ''),
          ...Object.values(texts).map(String),
          ...(['state', 'type', 'workers', 'outcome', 'barrier', 'category'] as const).map((field) =>
            cellText(row.cell(field)),
          ),
        ]
      : ['number', number, created?.text ?? '', device]
  const dates = { created, finished, collected }
  const chosen = reading.chosen?.workers
  const known = names.flatMap((name) => reading.memberOf(chosen?.get(valueKey(name)) ?? name) ?? [])
  const active = known.filter((one) => one.active).length
  const standing = standingOf({ ...dates, state, outcome, workers: active, unstated: reading.unstated })
  const workers = workersIn(row, names, reading, standing.status)
  if (outcome && statusMeaning(standing.status).phase !== 'finished') row.doubt('outcome', 'unknown_outcome')
  const { doubts, values } = row
  if (row.refused || !created) return { doubts, values, identity }
  const became = becameOf(standing.status, outcome, barrier)
  const value = {
    ...texts,
    ...contact,
    ...sort,
    ...became,
    category,
    remarks,
    workers,
    ...statusFields(dates, standing, created, reading),
  }
  return { value: forgotten(value), doubts, values, identity }
}

/** A row of the Open Repair Data Standard. */
export function readOrds(cells: RowCells, reading: TicketImport): RowResult<TicketFromRow> {
  const row = new RowReader(cells)
  const event = momentIn(row, 'event_date', reading)
  if (!event && !row.refused) row.refuse('event_date', 'missing')
  const id = row.line('id', limits.name)
  const name = row.fitLine('product_category', limits.device)
  const number = cellText(row.cell('product_category_id'))
  const category = categoryOfOrds(name, number)
  if (name !== '' && categoryOfOrds(name, '') === undefined) row.doubt('product_category', 'unknown_category')
  if (number !== '' && categoryOfOrds('', number) !== category) row.doubt('product_category_id', 'unknown_category')
  const partner = splitPartnerCategory(row.cleanLine('partner_product_category'))
  const device = row.fit('partner_product_category', partner.device.trim(), limits.device) || name
  if (device === '') row.refuse('partner_product_category', 'missing')
  const outcome = row.meaning('repair_status', 'unknown_outcome', outcomeOfOrds) ?? 'unknown'
  const barrier = row.meaning('repair_barrier_if_end_of_life', 'unknown_barrier', barrierOfOrds)
  // Problem and remedy may each be as long as a ticket's.
  const problem = splitProblem(row.cleanText('problem'))
  const deviceFields = {
    device,
    brand: brandOfOrds(row.fitLine('brand', limits.name)),
    year: yearIn(row, reading, 'year_of_manufacture'),
    ...problem,
    description: row.fit('problem', problem.description, limits.text),
  }
  const identity =
    id === ''
      ? [row.line('data_provider', limits.device), event?.text ?? '', ...Object.values(deviceFields).map(String)]
      : ['ords', id]
  if (row.refused || !event) return { doubts: row.doubts, identity }
  const status = outcome === 'fixed' ? statuses.repaired : statuses.unrepairable
  const type = typeOfName(partner.kind) ?? typeOf(category ?? 0, device)
  const value: TicketFromRow = {
    ...(kindNamed(partner.kind, reading.kinds) ?? { type, kind: null }),
    device_model: brandOfOrds(row.fitLine('model', limits.device)),
    owner: '',
    phone: '',
    ...deviceFields,
    ...becameOf(status, outcome, barrier),
    category: category ?? 0,
    remarks: '',
    workers: [],
    ...statusFields({}, { status, collected: true }, event, reading),
  }
  return { value: forgotten(value), doubts: row.doubts, identity }
}

/**
 * How far the repair is. A column of outcomes may also contain statuses: a device in repair has no outcome. An unknown
 * value keeps the row out, unless another cell says how the repair ended: nothing counts as done by a guess.
 */
function progressIn(row: RowReader, ends: boolean): { state?: RepairState | undefined; outcome?: Outcome | undefined } {
  const state = stateOfCode(row.code('state', 'unknown_state', stateCodeIn, true) ?? '')
  const isKnown = ends || state !== undefined
  const code = row.code('outcome', 'unknown_outcome', (text) => outcomeIn(text) ?? stateCodeIn(text), !isKnown)
  const outcome = outcomes.find((one) => one === code)
  return { state: state ?? stateOfCode(code ?? ''), outcome }
}

export const categoryCodeIn = (text: string): string | undefined => {
  const category = categoryIn(text)
  return Object.entries(categories).find(([, code]) => code === category)?.[0]
}
const categoryOf = (code: string | undefined): number => categoriesByName.get(code ?? '') ?? 0
const categoriesByName: ReadonlyMap<string, number> = new Map(Object.entries(categories))

interface Dates {
  readonly created?: Moment | undefined
  readonly finished?: Moment | undefined
  readonly collected?: Moment | undefined
}

/**
 * The times of creation, finish and collection, in order. A date without a time means noon, or the time of the step
 * before on that day.
 */
function moments(row: RowReader, reading: TicketImport): (Moment | undefined)[] {
  const all = (['created', 'finished', 'collected'] as const).map((field) => ({
    field,
    moment: momentIn(row, field, reading),
  }))
  let before: Moment | undefined
  const found = all.map(({ field, moment }) => {
    if (!moment) return undefined
    const late =
      before && !moment.exact && before.text.slice(0, 10) === moment.text ? Math.max(before.at, moment.at) : moment.at
    if (before && late < before.at) row.refuse(field, 'ends_before_start')
    before = { ...moment, at: late }
    return before
  })
  // Without a date of creation, the next known date counts.
  const [created = found.find((moment) => moment !== undefined), ...rest] = found
  return [created, ...rest]
}

function momentIn(row: RowReader, field: ImportField, reading: TicketImport): Moment | undefined {
  const { now, today, instantOf, dates } = reading
  const read = readDate(row.cell(field), dates)
  if (read === undefined) return undefined
  if ('flaw' in read) {
    row.refuse(field, read.flaw)
    return undefined
  }
  const { date, time } = read
  const at = instantOf(`${date}T${time ?? '12:00'}`)
  if (at === undefined || at < day) {
    row.refuse(field, 'not_a_date')
    return undefined
  }
  // A date of today without a time must not lie in the future.
  const known = time === undefined && at > now && date === today ? now : at
  if (known > now) row.refuse(field, 'in_future')
  return { at: known, text: time === undefined ? date : `${date}T${time}`, exact: time !== undefined }
}

function yearIn(row: RowReader, { today }: TicketImport, field: ImportField = 'year'): number {
  const most = Number(today.slice(0, 4)) + 1
  const year = row.meaning(field, 'not_a_year', (text) => {
    const found = /^(\d{4})(?:\.0+)?\s*年?$/.exec(text)
    const number = Number(found?.[1] ?? 0)
    // Open repair data has question marks for unknown years.
    if (/^(?:0|\?+)?$/.test(text)) return 0
    return number >= limits.yearLeast && number <= most ? number : undefined
  })
  return year ?? 0
}

/** The workers of a ticket. Former members count for finished tickets only. */
function workersIn(row: RowReader, names: readonly string[], { memberOf }: TicketImport, status: Status): number[] {
  const isDone = ['finished', 'closed'].includes(statusMeaning(status).phase)
  const found = new Set<number>()
  for (const name of names) {
    const code = row.codeOf('workers', name, (text) => (memberOf(text) ? text : undefined))
    const member = memberOf(code ?? name)
    if (member && (member.active || isDone)) found.add(member.id)
    else if (code !== '') row.doubt('workers', 'unknown_member', false, name)
  }
  return [...found].slice(0, limits.workers)
}

/** The type and kind by the table, or by category and device. */
function sortIn(row: RowReader, { kinds }: TicketImport, device: string, category: number) {
  const code = row.code('type', 'unknown_type', (text) => typeCodeIn(text, kinds))
  const kind = kinds.find(({ id }) => kindCode(id) === code)
  if (kind) return { type: kind.type, kind: kind.id }
  const type = Object.entries(ticketTypes).find(([name]) => name === code)?.[1]
  return { type: type ?? typeOf(category, device), kind: null }
}

export const kindCode = (id: number): string => `kind:${id}`

function typeCodeIn(text: string, kinds: readonly TicketKind[]): string | undefined {
  const named = kindNamed(text, kinds)
  if (named?.kind) return kindCode(named.kind)
  const type = named?.type ?? typeIn(text)
  return Object.entries(ticketTypes).find(([, one]) => one === type)?.[0]
}

function kindNamed(text: string, kinds: readonly TicketKind[]): { type: number; kind: number | null } | undefined {
  const wanted = text.trim().toLowerCase()
  const kind = kinds.find(({ name }) => Object.values(name).some((one) => one !== '' && one.toLowerCase() === wanted))
  return kind && { type: kind.type, kind: kind.id }
}

const typeOf = (category: number, device: string) =>
  category > 0
    ? computers.has(category)
      ? ticketTypes.computer
      : ticketTypes.appliance
    : (typeIn(device) ?? ticketTypes.appliance)

interface TicketStanding {
  readonly status: Status
  readonly collected: boolean
}

interface RowFacts extends Dates {
  readonly state: { readonly status: Status; readonly collected?: boolean } | undefined
  readonly outcome: Outcome | undefined
  readonly workers: number
  readonly unstated: 'finished' | 'open'
}

/** The status by the table, or as its other values imply. */
function standingOf({ finished, collected, state, outcome, workers, unstated }: RowFacts): TicketStanding {
  const over = { status: statuses.repaired, collected: true }
  const open = { status: statuses.submitted, collected: false }
  const known = finished !== undefined || collected !== undefined || outcome !== undefined
  const { status, collected: isBack = true } = state ?? (known || unstated === 'finished' ? over : open)
  const { phase } = statusMeaning(status)
  if (phase === 'closed') return { status, collected: false }
  if (phase === 'finished') return { status: endOf(status, outcome), collected: isBack || collected !== undefined }
  // A ticket in work needs a known worker; without one it can be claimed.
  if (workers === 0) return open
  return { status: phase === 'unclaimed' ? statuses.accepted : status, collected: false }
}

function endOf(status: Status, outcome: Outcome | undefined): Status {
  if (outcome === 'fixed') return statuses.repaired
  return outcome === 'repairable' || outcome === 'end_of_life' ? statuses.unrepairable : status
}

function becameOf(status: Status, outcome: Outcome | undefined, barrier: Barrier | undefined) {
  const became: Outcome | '' = (statusMeaning(status).phase === 'finished' && outcome) || ''
  return { outcome: became, barrier: (became === 'end_of_life' && barrier) || ('' as const) }
}

/** The status with the times that depend on it. */
function statusFields(
  { finished, collected }: Dates,
  standing: TicketStanding,
  created: Moment,
  reading: TicketImport,
) {
  const { status, collected: isBack } = standing
  const { phase } = statusMeaning(status)
  const finishedAt = phase === 'finished' ? (finished ?? collected ?? created).at : null
  const confirmedAt = isBack ? (collected?.at ?? finishedAt) : null
  const endedAt = phase === 'closed' ? (finished ?? collected ?? created).at : confirmedAt
  return {
    status,
    created_at: created.at,
    finished_at: finishedAt,
    confirmed_at: confirmedAt,
    ended_at: endedAt,
    open: endedAt === null ? 1 : 0,
    scrubbed: endedAt !== null && endedAt <= reading.now - reading.retentionDays * day ? 1 : 0,
  }
}

/** The owner is kept as long as that of any other ticket. */
const forgotten = (ticket: TicketFromRow): TicketFromRow =>
  ticket.scrubbed === 1
    ? {
        ...ticket,
        owner: '',
        phone: '',
        ...withoutOwner(ticket, [ticket.owner], ticket.phone),
        remarks: ownerScrubber([ticket.owner], ticket.phone)(ticket.remarks),
      }
    : ticket
