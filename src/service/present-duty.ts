import type { DutyInformation } from '#contract/duty.ts'
import { wallClock } from '#kit/time.ts'
import { daysOf, type Facts, leaderIn, type Situation, type Written } from '#rules/duty.ts'

/** The situation as it goes out: every field of every revision is always there. */
export function dutyInformation(
  facts: Facts,
  now: Situation,
  next: Situation | undefined,
  changedAt: number | null,
  at: number,
): DutyInformation {
  const written = writtenIn(now)
  const [otherDutyStart = '', otherDutyEnd = ''] = written?.time.split('/') ?? []
  const time = (instant: number) => (Number.isFinite(instant) ? wallClock(instant, facts.term.timeZone) : '')
  return {
    isInDuty: now.inDuty,
    inDutyCnt: now.count,
    currentDuty: now.duty,
    place: written?.place ?? '',
    otherDutyStart,
    otherDutyEnd,
    offDutyReason: written?.reason ?? '',
    dutyRecoverTime: written?.recover ?? '',
    leader: now.inDuty ? leaderIn(facts, now) : '',
    until: time(now.stretch.until),
    next: next
      ? {
          shift: next.duty,
          from: wallClock(next.stretch.from, facts.term.timeZone),
          until: time(next.stretch.until),
          place: writtenIn(next)?.place ?? '',
        }
      : null,
    updatedTime: time(Math.max(beganAt(facts, now, at), changedAt ?? Number.NEGATIVE_INFINITY)),
  }
}

function beganAt(facts: Facts, { stretch: { source, from } }: Situation, at: number): number {
  return source ? from : Math.max(from, daysOf(facts).lastEnd(at) ?? Number.NEGATIVE_INFINITY)
}

function writtenIn({ stretch: { source } }: Situation): Written | undefined {
  return source && 'written' in source ? source.written : undefined
}
