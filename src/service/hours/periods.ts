import { hash } from 'node:crypto'
import type { Input, Output } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { HourRule } from '#contract/hours/hour-fields.ts'
import type { Contract } from '#contract/index.ts'
import { localDate } from '#kit/time.ts'
import { assertLikelyDate } from '#rules/dates.ts'
import { awaitsDecision, nextDate, periodText } from '#rules/hours/hours.ts'
import type { HourFacts, HourPeriodRow } from '#store/hours/hours.ts'
import type { MemberActor } from '../shared/actor.ts'
import { type Ctx, timeText } from '../shared/context.ts'
import { countLines } from './counting.ts'

type Hours = Contract['hours']
type HourPeriod = Output<Hours['close']>

function periodView(ctx: Ctx, row: HourPeriodRow): HourPeriod {
  return {
    id: row.id,
    name: row.name,
    from: row.from_date,
    until: row.until_date,
    rule: JSON.parse(row.rule) as HourRule, // only the code below writes it
    lines: row.lines,
    minutes: row.minutes,
    checksum: row.checksum,
    closedTime: timeText(ctx, row.closed_at),
    closedBy: row.closedBy,
  }
}

export async function listPeriods(ctx: Ctx): Promise<Output<Hours['periods']>> {
  const rows = await ctx.store.read((tx) => tx.hours.periods())
  return { list: rows.map((one) => periodView(ctx, one)), openFrom: rows[0] ? nextDate(rows[0].until_date) : '' }
}

/** Closes all open lines up to a day, counted by the rule in force. */
export function closePeriod(ctx: Ctx, actor: MemberActor, { name, until }: Input<Hours['close']>): Promise<HourPeriod> {
  return ctx.store.change(async (tx) => {
    await tx.duty.lock()
    // Reads the database, because the rule stays with the period for good.
    const current = await ctx.settings.stored(tx)
    const at = ctx.now()
    assertLikelyDate('until', until)
    if (until >= localDate(at, current.timeZone)) throw new Refusal('period_not_over')
    const last = await tx.hours.closedUntil()
    const from = last === '' ? '' : nextDate(last)
    if (until <= last) throw new Refusal('period_taken', { from })
    const rows = await tx.hours.open(until)
    const { entries, tally } = countLines(rows, current, at)
    const undecided = entries.filter((entry) => awaitsDecision(entry, tally, current.hourRule)).length
    if (undecided > 0) throw new Refusal('hours_undecided', { lines: undecided })
    const lines = rows.map((row) => ({ ...row, counted: tally.counts.get(row.id) ?? 0 }))
    const rule = JSON.stringify(current.hourRule)
    const minutes = lines.reduce((sum, { counted }) => sum + counted, 0)
    const period = { name, from_date: from, until_date: until, rule, lines: lines.length, minutes }
    const id = await tx.hours.addPeriod({
      ...period,
      checksum: checksumOf(rule, lines),
      closed_at: at,
      closed_by: actor.memberId,
    })
    for (const [counted, same] of Map.groupBy(lines, (line) => line.counted))
      await tx.hours.change(
        same.map((line) => line.id),
        { period_id: id, counted },
      )
    // Stores the minutes of tickets, because the rule may change.
    const tickets = lines.filter(({ kind }) => kind === 'ticket').map((line) => line.id)
    await tx.hours.change(tickets, { minutes: current.hourRule.ticketMinutes })
    await tx.hours.addSums(sumRows(id, lines))
    const facts = { period: id, name, until, lines: lines.length, minutes }
    const event = await tx.record({ kind: 'hours.closed', by: actor, at, ...facts })
    const [row] = await tx.hours.periods()
    if (!row) throw new Error('the closed period is missing')
    return { answer: periodView(ctx, row), events: [event] }
  })
}

type ClosedLine = HourFacts & { readonly counted: number }

/** SHA-256 over the rule of a period and its lines in the order of their ids. */
export function checksumOf(rule: string, lines: readonly ClosedLine[]): string {
  return hash(
    'sha256',
    periodText(
      rule,
      lines.map((line) => ({ ...line, member: line.member_id })),
    ),
  )
}

/** The minutes of each member by kind. */
export function sumRows(period_id: number, lines: readonly ClosedLine[]) {
  return Map.groupBy(lines, ({ member_id, kind }) => `${member_id} ${kind}`)
    .values()
    .flatMap((same) => {
      const [first] = same
      const minutes = same.reduce((sum, { counted }) => sum + counted, 0)
      return first && minutes !== 0 ? [{ period_id, member_id: first.member_id, kind: first.kind, minutes }] : []
    })
    .toArray()
}
