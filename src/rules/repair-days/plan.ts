import type { Static } from 'typebox'
import { ticketTypes } from '#contract/codes.ts'
import { Refusal } from '#contract/errors.ts'
import type { TextPerLanguage } from '#contract/languages.ts'
import type { DayPlanFields } from '#contract/repair-days/day-fields.ts'
import type { PlaceSetting, TicketKind } from '#contract/team/settings.ts'
import { instantOf, zoned } from '#kit/time.ts'
import type { Wave } from './bookings.ts'

export interface DayPlan {
  readonly title: TextPerLanguage
  readonly about: TextPerLanguage
  readonly from: number
  readonly until: number
  readonly place: PlaceSetting
  readonly kinds: readonly number[]
  readonly refused: readonly { readonly what: TextPerLanguage; readonly where: TextPerLanguage }[]
  readonly walkInPercent: number
  readonly offerHours: number
  readonly helpUntil: number | null
  readonly publish: boolean
}

/** Without an `id` the wave is new. */
export type PlannedWave = Omit<Wave, 'id'> & { readonly id?: number }

export interface WholePlan {
  readonly plan: DayPlan
  readonly waves: readonly PlannedWave[]
}

export type PlanInput = Partial<Static<typeof DayPlanFields>>

const empty = { zh_CN: '', en_US: '' }
/** A new draft, before anything is filled in. */
export const emptyPlan = (from: number, until: number): DayPlan => ({
  title: empty,
  about: empty,
  from,
  until,
  place: { name: empty, map: '' },
  kinds: Object.values(ticketTypes),
  refused: [],
  walkInPercent: 25,
  offerHours: 12,
  helpUntil: null,
  publish: false,
})

/** The plan after a change. What is absent stays, and moves with the beginning of the day. */
export function changedPlan(
  { plan, waves }: WholePlan,
  input: PlanInput,
  { timeZone, kinds: own }: { readonly timeZone: string; readonly kinds: readonly TicketKind[] },
): WholePlan {
  const moment = (field: string, text: string) => {
    const at = instantOf(text, timeZone)
    if (at === undefined) throw new Refusal('bad_input', { field, flaw: 'not_a_moment' })
    return at
  }
  const { from: begin, until: end, helpUntil: limit, waves: given, ...rest } = input
  const from = begin === undefined ? plan.from : moment('from', begin)
  const moved = movedPlan({ plan, waves }, from, timeZone)
  const next: DayPlan = {
    ...moved.plan,
    ...rest,
    until: end === undefined ? moved.plan.until : moment('until', end),
    ...(limit === undefined ? {} : { helpUntil: limit === '' ? null : moment('helpUntil', limit) }),
  }
  const all =
    given?.map(({ from: first, until: last, ...wave }, i) => ({
      ...wave,
      from: moment(`waves[${i}].from`, first),
      until: moment(`waves[${i}].until`, last),
    })) ?? moved.waves
  assertPlan(next, all, [...own.map(({ id }) => id), ...plan.kinds])
  assertYears(next, timeZone)
  return { plan: next, waves: all.toSorted((a, b) => a.from - b.from) }
}

/** A kind that the team has given up meanwhile can stay on a day. */
function assertPlan({ from, until, kinds }: DayPlan, waves: readonly PlannedWave[], own: readonly number[]): void {
  if (until <= from) throw new Refusal('bad_input', { field: 'until', flaw: 'ends_before_start' })
  assertKinds('kinds', kinds, [...new Set([...Object.values<number>(ticketTypes), ...own])])
  for (const [i, wave] of waves.entries()) {
    if (wave.id !== undefined && waves.findIndex(({ id }) => id === wave.id) < i)
      throw new Refusal('bad_input', { field: `waves[${i}].id`, flaw: 'given_twice' })
    if (wave.until <= wave.from) throw new Refusal('bad_input', { field: `waves[${i}]`, flaw: 'ends_before_start' })
    if (wave.from < from || until < wave.until)
      throw new Refusal('bad_input', { field: `waves[${i}]`, flaw: 'not_fitting' })
    const places = wave.places.map(({ kind }) => kind)
    assertKinds(`waves[${i}].places`, places, kinds)
  }
}

/** Answers write a year with four digits, in any time zone. */
export function assertYears({ from, until, helpUntil }: DayPlan, zone: string): void {
  for (const at of [from, until, helpUntil ?? from]) {
    const { year } = zoned(at, zone)
    if (year < 1 || year > 9998) throw new Refusal('bad_input', { field: 'from', flaw: 'not_a_moment' })
  }
}

function assertKinds(field: string, kinds: readonly number[], known: readonly number[]): void {
  for (const [i, kind] of kinds.entries()) {
    if (!known.includes(kind)) throw new Refusal('bad_input', { field, flaw: 'not_one_of', limit: known.join(', ') })
    if (kinds.indexOf(kind) < i) throw new Refusal('bad_input', { field, flaw: 'given_twice' })
  }
}

/** The same plan from another beginning: everything keeps its distance on the wall clock. */
export function movedPlan({ plan, waves }: WholePlan, from: number, zone: string): WholePlan {
  if (from === plan.from) return { plan, waves }
  const move = (at: number) => movedMoment(at, plan.from, from, zone)
  return {
    plan: {
      ...plan,
      from,
      until: move(plan.until),
      helpUntil: plan.helpUntil === null ? null : move(plan.helpUntil),
    },
    waves: waves.map((wave) => ({ ...wave, from: move(wave.from), until: move(wave.until) })),
  }
}

/** A moment as far from `to` as it was from `from`, on the wall clock. */
export function movedMoment(at: number, from: number, to: number, zone: string): number {
  const distance = zoned(from, zone).toPlainDateTime().until(zoned(at, zone).toPlainDateTime())
  return zoned(to, zone).toPlainDateTime().add(distance).toZonedDateTime(zone).epochMilliseconds
}

/** The beginning of a copy. A date alone keeps the time of day. */
export function copyBegin(text: string, from: number, zone: string): number {
  const time = zoned(from, zone).toPlainTime().toString({ smallestUnit: 'minute' })
  const begin = instantOf(text.length === 'yyyy-mm-dd'.length ? `${text}T${time}` : text, zone)
  if (begin === undefined) throw new Refusal('bad_input', { field: 'from', flaw: 'not_a_moment' })
  return begin
}

/** The beginnings of repeated days. A month without a fifth such weekday is left out. */
export function repeatedBegins(from: number, every: 'fortnight' | 'month', count: number, zone: string): number[] {
  const first = zoned(from, zone).toPlainDateTime()
  const begin = (date: Temporal.PlainDate) =>
    date.toPlainDateTime(first.toPlainTime()).toZonedDateTime(zone).epochMilliseconds
  if (every === 'fortnight')
    return Array.from({ length: count }, (_, i) => begin(first.toPlainDate().add({ days: 14 * (i + 1) })))
  const week = Math.ceil(first.day / 7)
  const found: number[] = []
  for (let months = 1; found.length < count; months += 1) {
    const start = first.toPlainDate().with({ day: 1 }).add({ months })
    const days = ((first.dayOfWeek - start.dayOfWeek + 7) % 7) + 7 * (week - 1)
    const date = start.add({ days })
    if (date.month === start.month) found.push(begin(date))
  }
  return found
}

/** A day is announced with a title, and before its end. */
export function assertAnnounceable({ title, until }: DayPlan, place: TextPerLanguage, at: number): void {
  const isMissing = (texts: TextPerLanguage) => Object.values(texts).every((text) => text.trim() === '')
  if (isMissing(title)) throw new Refusal('bad_input', { field: 'title', flaw: 'missing' })
  if (isMissing(place)) throw new Refusal('bad_input', { field: 'place.name', flaw: 'missing' })
  if (until <= at) throw new Refusal('repair_day_state', { state: 'closed' })
}
