import type { Input, Output, RawAnswer } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Contract } from '#contract/index.ts'
import { type Lang, langs, textIn } from '#contract/languages.ts'
import { words } from '#contract/words/index.ts'
import { refusalSentence } from '#contract/words/words.ts'
import { readTable, TableError, type TableRow } from '#kit/tables/table.ts'
import { localDate, wallClock } from '#kit/time.ts'
import type { XlsxCell } from '#kit/xlsx.ts'
import { isLiveBooking } from '#rules/repair-days/bookings.ts'
import { type HelperRole, needsPlace } from '#rules/repair-days/helpers.ts'
import { assertDayAllows } from '#rules/repair-days/states.ts'
import { isOneOf, type NamedCells, namedRows } from '#rules/repair-days/tables.ts'
import { isTicketOpen } from '#rules/tickets/open.ts'
import type { RecordedEvent } from '#store/events.ts'
import type { RepairDayRecord } from '#store/repair-days/repair-days.ts'
import { type Tx, withEvent } from '#store/store.ts'
import { bytesSource } from '../imports/source.ts'
import type { MemberActor } from '../shared/actor.ts'
import type { Ctx } from '../shared/context.ts'
import { changeDuty } from '../shared/duty-memory.ts'
import { tableFile } from '../shared/table-file.ts'
import { ticketState } from '../shared/ticket-access.ts'
import { afterCommit } from '../shared/warn.ts'
import { type Cause, lockDay } from './allocation.ts'
import { enterBooking } from './bookings.ts'
import { lockStaffedDay } from './helper-places.ts'
import { helpersOfDay } from './helper-views.ts'
import { enterHelper } from './helpers.ts'
import { kindText, roleText } from './role-text.ts'
import { dayBookings } from './views.ts'

type Tables = Contract['dayTables']

/** Personal data leaves the service, so the export is logged first. */
export async function exportDay(
  ctx: Ctx,
  actor: MemberActor,
  { id, what, format = 'xlsx' }: Input<Tables['export']>,
  lang: Lang,
): Promise<RawAnswer> {
  const rows = what === 'bookings' ? await bookingTable(ctx, actor, id, lang) : await helperTable(ctx, actor, id, lang)
  const { timeZone, lang: teamLang } = ctx.settings.current()
  const date = await ctx.store.change(async (tx) => {
    const day = await tx.repairDays.find(id)
    if (!day) throw new Refusal('repair_day_not_found')
    const facts = { day: id, title: textIn(day.title, teamLang), date: localDate(day.from, timeZone) }
    return withEvent(tx, { kind: 'repair_day.exported', by: actor, at: ctx.now(), ...facts }, facts.date)
  })
  return tableFile(`${what}-${date}`, words[lang].codes.target.repair_day, rows, format)
}

async function bookingTable(ctx: Ctx, actor: MemberActor, id: number, lang: Lang): Promise<XlsxCell[][]> {
  const { columns, bookings } = words[lang].repairDayTable
  const { list } = await dayBookings(ctx, actor, id)
  return [
    [columns.ticket, columns.device, columns.owner, columns.kind, columns.wave, columns.state],
    ...list.map(({ ticket, device, owner, kind, from, state }) => [
      { value: ticket, format: 'whole' as const },
      device,
      owner,
      kindText(ctx, kind, lang),
      waveName(from),
      bookings[state],
    ]),
  ]
}

const waveName = (from: string) => from.slice(0, 16).replace('T', ' ')

async function helperTable(ctx: Ctx, actor: MemberActor, id: number, lang: Lang): Promise<XlsxCell[][]> {
  const { columns, helpers } = words[lang].repairDayTable
  const { roles } = await helpersOfDay(ctx, actor, id, lang)
  return [
    [columns.role, columns.member, columns.state],
    ...roles.flatMap((role) =>
      role.helpers.map(({ name, state }) => [roleText(ctx, role, lang), name, helpers[state]]),
    ),
  ]
}

type Result = Output<Tables['import']>

/** Carries the answer of a check out of its transaction, which leaves nothing. */
class RollbackWith extends Error {
  readonly result: Result
  constructor(result: Result) {
    super('only checked')
    this.result = result
  }
}

/** No repair day has more. */
const maxRows = 2000

export async function importDay(
  ctx: Ctx,
  actor: MemberActor,
  { id, what, file, check = 'false' }: Input<Tables['import']>,
  lang: Lang,
): Promise<Result> {
  const read = await readRows(file)
  const rows = namedRows(read, what === 'bookings' ? ['ticket'] : ['role', 'member'])
  const enter = what === 'bookings' ? enterBookings : enterHelpers
  try {
    return await ctx.store.change(async (tx) => {
      const current = ctx.settings.current()
      const cause = { by: actor, at: ctx.now(), zone: current.timeZone }
      const tally = new RowTally(rows.length, lang)
      await enter({ ctx, tx, id, cause, tally }, rows)
      if (check === 'true') throw new RollbackWith(tally.result)
      if (tally.problems.length > 0) throw new Refusal('import_refused', { rows: tally.problems.length })
      return { answer: tally.result, events: tally.events }
    })
  } catch (error) {
    if (error instanceof RollbackWith) return error.result
    throw error
  } finally {
    await afterCommit(ctx.warn, 'refresh duty', () => ctx.duty.refresh())
  }
}

async function readRows(file: unknown): Promise<TableRow[]> {
  if (!(file instanceof Uint8Array)) throw new Refusal('bad_input', { field: 'file', flaw: 'not_a_file' })
  const rows: TableRow[] = []
  try {
    for await (const row of (await readTable(bytesSource(file))).rows) {
      if (rows.length > maxRows) throw new Refusal('import_unreadable', { why: 'too_many_rows' })
      rows.push(row)
    }
  } catch (error) {
    if (error instanceof TableError) throw new Refusal('import_unreadable', { why: error.why })
    throw error
  }
  return rows
}

class RowTally {
  readonly events: RecordedEvent[] = []
  readonly problems: { row: number; reason: string }[] = []
  readonly #lang: Lang
  readonly #rows: number
  #added = 0
  #known = 0
  constructor(rows: number, lang: Lang) {
    this.#rows = rows
    this.#lang = lang
  }
  /** `work` returns what it recorded; `undefined` if the row exists already. A refusal is a problem of the row. */
  async count(row: number, work: () => Promise<readonly RecordedEvent[] | undefined>): Promise<void> {
    try {
      const events = await work()
      if (events === undefined) this.#known += 1
      else {
        this.#added += 1
        this.events.push(...events)
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.problems.push({ row, reason: refusalSentence(words[this.#lang], error.code, error.facts) })
    }
  }
  get result(): Result {
    return { rows: this.#rows, added: this.#added, known: this.#known, problems: this.problems }
  }
}

interface TableWork {
  readonly ctx: Ctx
  readonly tx: Tx
  readonly id: number
  readonly cause: Cause
  readonly tally: RowTally
}

async function enterHelpers({ ctx, tx, id, cause, tally }: TableWork, rows: readonly NamedCells[]): Promise<void> {
  const { day } = await lockStaffedDay(tx, id)
  assertDayAllows('help', day, cause.at)
  const members = new Map((await tx.members.active()).map(({ id: member, name }) => [name, member]))
  await changeDuty(tx, ctx.settings.current(), cause.at, async () => {
    for (const { row, cells } of rows)
      await tally.count(row, async () => {
        const staffed = await lockStaffedDay(tx, id)
        const role = staffed.roles.find((one) => isOneOf(cells.role ?? '', roleNames(ctx, one)))
        if (!role) throw new Refusal('role_not_found')
        const member = members.get(cells.member ?? '')
        if (member === undefined) throw new Refusal('member_not_found')
        const own = staffed.helpers.find((one) => one.role === role.id && one.member === member)
        if (!needsPlace(role, staffed.helpers, member)) return undefined
        return (await enterHelper({ ...staffed, tx, role, own, cause }, member, 'signed')).events
      })
  })
}

const roleNames = (ctx: Ctx, role: HelperRole) => langs.map((lang) => roleText(ctx, role, lang))

/** Tickets are locked before the day. */
async function enterBookings({ tx, id, cause, tally }: TableWork, rows: readonly NamedCells[]): Promise<void> {
  const numbers = rows.map(({ cells }) => Number(cells.ticket?.replace(/^#/, '')))
  const tickets = new Map<number, Awaited<ReturnType<Tx['tickets']['lock']>>>()
  for (const number of [...new Set(numbers)].filter(Number.isSafeInteger).sort((a, b) => a - b))
    tickets.set(number, await tx.tickets.lock(number))
  let open = await lockDay(tx, id)
  assertDayAllows('book', open.day, cause.at)
  for (const [i, { row, cells }] of rows.entries())
    await tally.count(row, async () => {
      const number = numbers[i] ?? 0
      const ticket = tickets.get(number)
      if (!ticket) throw new Refusal('ticket_not_found', { id: Number.isSafeInteger(number) ? number : 0 })
      if (!isTicketOpen(ticketState(ticket))) throw new Refusal('ticket_over')
      if (open.bookings.some((one) => one.ticket === number && isLiveBooking(one))) return undefined
      const wave = waveOf(open.day, cells.wave ?? '', cause.zone)
      const { events, ...next } = await enterBooking(tx, open, ticket, wave, cause)
      open = { ...next, events: [] }
      return events
    })
}

/** 0 for any. */
function waveOf({ waves }: RepairDayRecord, text: string, zone: string): number {
  if (text === '') return 0
  const wave = waves.find(({ from }) => waveName(wallClock(from, zone)) === waveName(text))
  if (!wave) throw new Refusal('wave_not_found')
  return wave.id
}
