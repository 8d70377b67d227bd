import type { Input, RawAnswer } from '#contract/endpoint.ts'
import type { Contract } from '#contract/index.ts'
import type { Lang } from '#contract/languages.ts'
import { words } from '#contract/words/index.ts'
import { allSettledOrThrow } from '#kit/all-settled.ts'
import { localDate } from '#kit/time.ts'
import { entryMinutes } from '#rules/hours/hours.ts'
import { stayEnd } from '#rules/hours/signing.ts'
import type { HourRange } from '#store/hours/hours.ts'
import { type Tx, withEvent } from '#store/store.ts'
import type { MemberActor } from '../shared/actor.ts'
import type { Ctx } from '../shared/context.ts'
import { tableFile } from '../shared/table-file.ts'
import { countLines, hourRange } from './counting.ts'
import { type HourTableLine, hourTable } from './hour-table.ts'

type Hours = Contract['hours']

/** The approved lines that count on these days. A correction and its line are one. */
async function approvedLines(ctx: Ctx, tx: Tx, range: HourRange) {
  const [at, current] = [ctx.now(), ctx.settings.current()]
  const { overtimeMinutes } = current.signing
  const [rows, remarks, people] = await allSettledOrThrow([
    tx.hours.countedOn(range),
    tx.hours.remarks(range),
    tx.hours.people(),
  ])
  const { entries, tally } = countLines(rows, current, at)
  const remarkOf = new Map(remarks.map((remark) => [remark.id, remark]))
  const places = new Map(rows.map(({ id }, i) => [id, i]))
  const lines: HourTableLine[] = []
  for (const [i, row] of rows.entries()) {
    if (entries[i]?.state !== 'approved' || tally.corrected.has(row.id)) continue
    // A correction changes the counted minutes. Arrival and leaving stay as recorded.
    const place = row.corrects === null ? i : (places.get(row.corrects) ?? i)
    const [recorded, entry] = [rows[place], entries[place]]
    if (!recorded || !entry) continue
    const { at: leaving, how } = stayEnd(recorded, at, overtimeMinutes)
    const isDifference = row.exact === 1
    lines.push({
      memberId: row.member_id,
      kind: row.kind,
      date: row.date,
      arrival: isDifference ? null : recorded.came_at,
      leaving: isDifference ? null : leaving,
      left: isDifference ? '' : how,
      standing: (!isDifference && recorded.shift !== 'others' && remarkOf.get(recorded.id)?.standing) || '',
      written: remarkOf.get(row.id)?.came_how === 'written',
      minutes: isDifference ? 0 : entryMinutes(entry, current.hourRule),
      counts: tally.counts.get(row.id) ?? 0,
    })
  }
  return { lines, people }
}

/** Personal data leaves the service, so the export is logged first. */
export async function exportHours(
  ctx: Ctx,
  actor: MemberActor,
  input: Input<Hours['export']>,
  lang: Lang,
): Promise<RawAnswer> {
  const { by = 'person', format = 'xlsx' } = input
  const { timeZone: zone, hourColumns: columns } = ctx.settings.current()
  const range = hourRange(input, localDate(ctx.now(), zone))
  await ctx.store.change(async (tx) => {
    return withEvent(tx, { kind: 'hours.exported', by: actor, at: ctx.now(), ...range })
  })
  const { lines, people } = await ctx.store.read((tx) => approvedLines(ctx, tx, range))
  const { from, until } = range
  const cells = hourTable(lines, people, { columns, by, range: `${from} – ${until}`, zone, lang })
  return tableFile(`hours-${from}-${until}`, words[lang].codes.target.hours, cells, format)
}
