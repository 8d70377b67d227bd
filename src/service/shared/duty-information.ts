import type { DutyInformation } from '#contract/duty/duty.ts'
import type { Lang } from '#contract/languages.ts'
import { words } from '#contract/words/index.ts'
import { instantOf, wallClock } from '#kit/time.ts'
import {
  absenceReason,
  closingTime,
  type DutyEntry,
  type DutyFacts,
  type DutyStatus,
  leaderIn,
  nextOpening,
  placeOf,
  shiftCalendar,
} from '#rules/duty/duty.ts'

export function dutyInformation(
  facts: DutyFacts,
  now: DutyStatus,
  changedAt: number | null,
  at: number,
  lang: Lang,
): DutyInformation {
  const { timeZone } = facts.term
  const next = nextOpening(facts, now.interval)
  const written = writtenIn(now)
  const [otherDutyStart, otherDutyEnd] =
    written?.duty === 'others' ? specialDutyTime(written, timeZone) : (['', ''] as const)
  const time = (instant: number) => (Number.isFinite(instant) ? wallClock(instant, timeZone) : '')
  // A reason from roster or calendar implies the time of its end.
  const why = now.duty === '0' ? absenceReason(facts, at) : undefined
  const reason = written?.reason || reasonOf(why, lang)
  const opening = next && !written?.reason && reason ? wallClock(next.interval.from, timeZone) : ''
  return {
    isInDuty: now.inDuty,
    inDutyCnt: now.count,
    currentDuty: now.duty,
    place: placeOf(now),
    otherDutyStart,
    otherDutyEnd,
    offDutyReason: reason,
    dutyRecoverTime: written?.recover || opening.slice(0, 16).replace('T', ' '),
    leader: now.inDuty ? leaderIn(facts, now) : '',
    until: time(now.interval.until),
    closes: now.inDuty ? time(closingTime(facts, now)) : '',
    next: next
      ? {
          shift: next.duty,
          from: wallClock(next.interval.from, timeZone),
          until: time(closingTime(facts, next)),
          place: placeOf(next),
        }
      : null,
    updatedTime: time(Math.max(beganAt(facts, now, why, at), changedAt ?? Number.NEGATIVE_INFINITY)),
  }
}

/** Start and end on the clock of the zone, with the written precision. */
export function specialDutyTime({ from, until, time }: DutyEntry, zone: string): readonly [string, string] {
  const [start = '', end = ''] = time.split('/')
  const exactly = (instant: number | null, text: string) => wallClock(instant ?? 0, zone).slice(0, -3) + text.slice(-3)
  return [exactly(from, start), exactly(until, end)]
}

function reasonOf(why: ReturnType<typeof absenceReason>, lang: Lang): string {
  if (!why) return ''
  return why === 'unstaffed' ? words[lang].duty.unstaffed : why.closed.name || words[lang].duty.closed
}

function beganAt(
  facts: DutyFacts,
  { interval: { source, from } }: DutyStatus,
  why: ReturnType<typeof absenceReason>,
  at: number,
): number {
  if (source) return from
  const closed = why && why !== 'unstaffed' ? instantOf(why.closed.from, facts.term.timeZone) : undefined
  return Math.max(from, shiftCalendar(facts).lastEnd(at) ?? from, closed ?? from)
}

function writtenIn({ interval: { source } }: DutyStatus): DutyEntry | undefined {
  return source && 'written' in source ? source.written : undefined
}
