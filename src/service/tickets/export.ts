import { type CodeTables, codeTables } from '#contract/codes.ts'
import { type Lang, textIn } from '#contract/languages.ts'
import { words } from '#contract/words/index.ts'
import type { TicketColumn } from '#contract/words/words.ts'
import { byteOrderMark, csvRecord } from '#kit/csv-writer.ts'
import { type DateRange, localDate } from '#kit/time.ts'
import { keysOf } from '#kit/typed-keys.ts'
import type { Relation } from '#rules/policy.ts'
import { visibleText } from '#rules/visibility.ts'
import { withEvent } from '#store/store.ts'
import type { ExportRow, TicketCursor } from '#store/tickets/export.ts'
import type { MemberActor } from '../shared/actor.ts'
import type { Ctx } from '../shared/context.ts'
import { instantsOf } from '../shared/date-range.ts'
import { keysetParts } from '../shared/keyset.ts'
import { accessoriesOf } from '../shared/ticket-access.ts'

const part = 100
/** Only administrators export tickets. */
const exporter: readonly Relation[] = ['admin']

async function* records(ctx: Ctx, range: DateRange, lang: Lang): AsyncGenerator<string> {
  const { since, end } = instantsOf(range, ctx.settings.current().timeZone)
  yield byteOrderMark + csvRecord(Object.values(words[lang].table.columns))
  const load = (after: TicketCursor) =>
    ctx.store.read(async (tx) => {
      const rows = await tx.ticketExport.after(after, end, part)
      const ids = rows.map(({ id }) => id)
      const [workers, cameOn] = [await tx.tickets.workersOf(ids), await tx.repairDays.lastVisits(ids)]
      return { rows, workers, cameOn }
    })
  for await (const { rows, workers, cameOn } of keysetParts(since, part, load, (row) => row.created_at))
    yield rows
      .map((row) =>
        csvRecord(cells(ctx, row, { workers: workers.get(row.id) ?? [], cameOn: cameOn.get(row.id) }, lang)),
      )
      .join('')
}

function kindName(ctx: Ctx, { type, kind }: ExportRow, lang: Lang): string {
  const own = ctx.settings.current().kinds.find(({ id }) => id === kind)
  return (own && textIn(own.name, lang)) || nameOf('type', type, lang)
}

interface WorkAndVisit {
  readonly workers: readonly { readonly name: string }[]
  /** When the repair day began. */
  readonly cameOn: number | undefined
}

function cells(ctx: Ctx, row: ExportRow, { workers, cameOn }: WorkAndVisit, lang: Lang): (string | number)[] {
  const { columns, yes, no, list } = words[lang].table
  const zone = ctx.settings.current().timeZone
  const time = (at: number | null) => (at === null ? '' : minuteOf(at, zone))
  const shown: Record<TicketColumn, string | number> = {
    id: row.id,
    type: kindName(ctx, row, lang),
    status: nameOf('status', row.status, lang),
    confirmed: row.confirmed_at === null ? no : yes,
    device: row.device,
    deviceModel: row.device_model,
    owner: visibleText('owner', row.owner, exporter),
    phone: visibleText('phone', row.phone, exporter),
    description: row.description,
    accessories: accessoriesOf(row)
      .map((code) => nameOf('accessory', code, lang))
      .join(list),
    workers: workers.map(({ name }) => name).join(list),
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
    repairDay: cameOn === undefined ? '' : localDate(cameOn, zone),
  }
  return keysOf(columns).map((column) => shown[column])
}

/** CSV in parts. Personal data leaves the service, so the export is logged first. */
export async function exportTickets(
  ctx: Ctx,
  actor: MemberActor,
  range: DateRange,
  lang: Lang,
): Promise<AsyncIterable<string>> {
  instantsOf(range, ctx.settings.current().timeZone) // refuses a wrong range before the export is logged
  const { from = '', until = '' } = range
  await ctx.store.change((tx) => withEvent(tx, { kind: 'tickets.exported', by: actor, at: ctx.now(), from, until }))
  return records(ctx, range, lang)
}

function minuteOf(at: number, zone: string): string {
  const plain = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime()
  return plain.toString({ smallestUnit: 'minute' }).replace('T', ' ')
}

/** Accessories that a client invented stay numbers. */
function nameOf(table: 'type' | 'status' | 'accessory' | 'category', code: number, lang: Lang): string {
  const [key] = Object.entries(codeTables[table]).find(([, number]) => number === code) ?? []
  const names: Readonly<Record<string, string>> = words[lang].codes[table satisfies keyof CodeTables]
  return (key && names[key]) ?? String(code)
}
