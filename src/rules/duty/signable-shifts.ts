import type { RosterStanding } from '#contract/hours/hour-fields.ts'
import { localDate, minute } from '#kit/time.ts'
import { type DutyFacts, effectiveFrom, isCalledOff, leavesOn, openings, peopleOn, shiftCalendar } from './duty.ts'

export interface SignableShift {
  /** Its number, or `others`. */
  readonly shift: string
  readonly date: string
  readonly from: number
  readonly until: number
  /** The people of the roster, leaves applied; on a repair day its helpers. */
  readonly people: readonly string[]
}

/**
 * The shifts that run or begin soon: entries first, then the timetable. Shifts on closed days, or while duty is called
 * off, are left out.
 */
export function signableShifts(facts: DutyFacts, at: number, earlyMinutes: number): SignableShift[] {
  const { timeZone } = facts.term
  const planned = shiftCalendar(facts)
    .hoursNear(at, earlyMinutes * minute)
    .filter(({ from }) => !isCalledOff(facts, Math.max(at, from)))
    .map((one) => ({ ...one, shift: String(one.shift), people: peopleOn(facts, one.date, one.shift) }))
    .sort((a, b) => a.from - b.from)
  const written = openings(facts, at, at + earlyMinutes * minute + 1).flatMap(({ interval, duty, people }) => {
    const { source, until } = interval
    if (!source || !('written' in source) || planned.some(({ shift }) => shift === duty)) return []
    const from = effectiveFrom(source.written)
    const end = duty === 'others' ? (source.written.until ?? until) : until
    return [{ shift: duty, date: localDate(from, timeZone), from, until: end, people }]
  })
  return [...written, ...planned]
}

/** The named shift; otherwise the member's own, the running one, or the next. */
export function chosenShift(
  shifts: readonly SignableShift[],
  name: string,
  input: string,
  at: number,
): SignableShift | undefined {
  const fitting = input === '' ? shifts : shifts.filter(({ shift }) => shift === input)
  const runs = ({ from }: SignableShift) => from <= at
  const isMine = ({ people }: SignableShift) => people.includes(name)
  const [next] = fitting.toSorted((a, b) => a.from - b.from)
  return fitting.find((one) => isMine(one) && runs(one)) ?? fitting.find(isMine) ?? fitting.find(runs) ?? next
}

/** Special duty has a standing only for the helpers of a repair day. */
export function rosterStanding(
  facts: DutyFacts,
  { shift, date, people }: SignableShift,
  name: string,
): RosterStanding | '' {
  if (shift === 'others') return people.includes(name) ? 'rostered' : ''
  const number = Number(shift)
  if (people.includes(name))
    return shiftCalendar(facts).slotOn(date, number)?.workers.includes(name) ? 'rostered' : 'substitute'
  return leavesOn(facts, date, number).some(({ member }) => member === name) ? 'on_leave' : 'beside'
}

/** The rostered shifts that ended in this interval and were not called off at their start, with their people. */
export function staffBetween(facts: DutyFacts, after: number, at: number) {
  return shiftCalendar(facts)
    .endedBetween(after, at)
    .filter(({ from }) => !isCalledOff(facts, from))
    .map(({ date, shift, until }) => ({
      date,
      shift: String(shift),
      until,
      people: peopleOn(facts, date, shift),
    }))
}
