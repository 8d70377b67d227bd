import type { HourLine } from '#contract/hours/hour-fields.ts'
import { wallClock } from '#kit/time.ts'
import { isStayOver, lateMinutes, stayEnd } from '#rules/hours/signing.ts'
import type { HourRow } from '#store/hours/hours.ts'

/** A line with its counted minutes, which depend on other lines of the day. */
export interface CountedLine {
  readonly row: HourRow
  readonly minutes: number
  readonly counts: number
  readonly corrected: boolean
  /** True if it, or the line that it corrects, is in a closed period; `inAll` is then the total of both. */
  readonly closed: boolean
  readonly inAll: number
}

export interface LineContext {
  readonly now: number
  readonly zone: string
  readonly overtimeMinutes: number
}

/** Names of erased members are empty already. */
export function hourLine(
  { row, minutes, counts, corrected, closed, inAll }: CountedLine,
  { now, zone, overtimeMinutes }: LineContext,
): HourLine {
  const time = (at: number | null) => (at === null ? '' : wallClock(at, zone))
  const end = stayEnd(row, now, overtimeMinutes)
  return {
    id: row.id,
    member: row.member_id,
    name: row.name,
    kind: row.kind,
    date: row.date,
    countsOn: row.counts_on,
    shift: row.shift,
    arrival: time(row.came_at),
    leaving: time(end.at),
    here: !isStayOver(row, now, overtimeMinutes),
    came: row.came_how,
    left: end.how,
    standing: row.standing,
    late: lateMinutes(row),
    minutes,
    counts,
    state: row.state,
    reason: row.reason,
    decidedBy: row.decidedBy ?? '',
    decidedTime: time(row.decided_at),
    ownDecision: row.decided_by === row.member_id,
    what: row.what,
    with: row.with_whom,
    ticket: row.ticket_id ?? 0,
    corrects: row.corrects ?? 0,
    corrected,
    writtenBy: row.writtenBy ?? '',
    objection: row.objection,
    objected: row.objected === 1,
    answer: row.answer,
    period: row.period_id ?? 0,
    closed,
    inAll,
  }
}
