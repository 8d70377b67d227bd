import { setImmediate } from 'node:timers/promises'
import { type CodeTables, codeTables } from '#contract/codes.ts'
import { Refusal } from '#contract/errors.ts'
import { type Lang, textIn } from '#contract/languages.ts'
import { words } from '#contract/words/index.ts'
import type { TicketColumn } from '#contract/words/words.ts'
import { byteOrderMark, csvRecord } from '#kit/csv.ts'
import { type DateRange, instantOf, isDate } from '#kit/time.ts'
import type { ExportRow, TicketCursor } from '#store/tickets/export.ts'
import type { MemberActor } from '../shared/actor.ts'
import type { Ctx } from '../shared/context.ts'
import { withEvent } from '../shared/with-event.ts'

const part = 100

/** The start of a day in the team's zone, `days` later. */
function beginOf(ctx: Ctx, field: 'from' | 'until', date: string, days: number): number {
  if (!isDate(date)) throw new Refusal('bad_input', { field, flaw: 'not_a_date' })
  const begin = Temporal.PlainDate.from(date).add({ days }).toString()
  return instantOf(begin, ctx.settings.current().timeZone) ?? 0
}

async function* records(ctx: Ctx, first: number, end: number, lang: Lang): AsyncGenerator<string> {
  const { columns } = words[lang].table
  yield byteOrderMark + csvRecord(Object.values(columns))
  let place: TicketCursor = { at: first, id: 0 }
  for (;;) {
    const { rows, workers } = await ctx.store.read(async (tx) => {
      const rows = await tx.ticketExport.after(place, end, part)
      return { rows, workers: await tx.ticketExport.workers(rows.map(({ id }) => id)) }
    })
    yield rows.map((row) => csvRecord(cells(ctx, row, workers.get(row.id) ?? [], lang))).join('')
    const last = rows.at(-1)
    if (!last || rows.length < part) return
    place = { at: last.created_at, id: last.id }
    // SQLite answers without leaving the event loop, so other requests get their turn here.
    await setImmediate()
  }
}

function kindName(ctx: Ctx, { type, kind }: ExportRow, lang: Lang): string {
  const own = ctx.settings.current().kinds.find(({ id }) => id === kind)
  return (own && textIn(own.name, lang)) || nameOf('type', type, lang)
}

function cells(ctx: Ctx, row: ExportRow, workers: readonly string[], lang: Lang): (string | number)[] {
  const { columns, yes, no, list } = words[lang].table
  const zone = ctx.settings.current().timeZone
  const time = (at: number | null) => (at === null ? '' : minuteOf(at, zone))
  const accessories = JSON.parse(row.accessories) as number[] // written by create alone
  const shown: Record<TicketColumn, string | number> = {
    id: row.id,
    type: kindName(ctx, row, lang),
    status: nameOf('status', row.status, lang),
    confirmed: row.confirmed_at === null ? no : yes,
    device: row.device,
    deviceModel: row.device_model,
    owner: row.owner,
    phone: row.phone,
    description: row.description,
    accessories: accessories.map((code) => nameOf('accessory', code, lang)).join(list),
    workers: workers.join(list),
    created: time(row.created_at),
    claimed: time(row.claimed_at),
    finished: time(row.finished_at),
    retrieved: time(row.confirmed_at),
    forwarded: time(row.forwarded_at),
    outcome: row.outcome && words[lang].outcomes[row.outcome],
    barrier: row.barrier && words[lang].barriers[row.barrier],
    category: row.category === 0 ? '' : nameOf('category', row.category, lang),
    brand: row.brand,
    year: row.year === 0 ? '' : row.year,
    remedy: row.remedy,
  }
  return Object.keys(columns).map((column) => shown[column as TicketColumn]) // its keys are these
}

/** The table as CSV, in parts. Personal data leaves the service, so the export is logged before anything goes out. */
export async function exportTickets(
  ctx: Ctx,
  actor: MemberActor,
  { from, until }: DateRange,
  lang: Lang,
): Promise<AsyncIterable<string>> {
  const first = from === undefined ? 0 : beginOf(ctx, 'from', from, 0)
  const end = until === undefined ? Number.MAX_SAFE_INTEGER : beginOf(ctx, 'until', until, 1)
  if (end <= first) throw new Refusal('bad_input', { field: 'until', flaw: 'ends_before_start' })
  await ctx.store.change(async (tx) => {
    const period = { from: from ?? '', until: until ?? '' }
    return withEvent(tx, { kind: 'tickets.exported', by: actor, at: ctx.now(), ...period })
  })
  return records(ctx, first, end, lang)
}

/** `2026-11-15 09:30`, which spreadsheets read as a time. */
function minuteOf(at: number, zone: string): string {
  const plain = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime()
  return plain.toString({ smallestUnit: 'minute' }).replace('T', ' ')
}

/** The name of a code. Accessories that a client invented stay numbers. */
function nameOf(table: 'type' | 'status' | 'accessory' | 'category', code: number, lang: Lang): string {
  const [key] = Object.entries(codeTables[table]).find(([, number]) => number === code) ?? []
  const names: Readonly<Record<string, string>> = words[lang].codes[table satisfies keyof CodeTables]
  return (key && names[key]) ?? String(code)
}
