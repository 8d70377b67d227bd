import { type Correction, type DutyEntry, type DutyFacts, withShiftHours } from '#rules/duty/duty.ts'
import type { Leave, RosterSlot } from '#rules/duty/rosters.ts'
import type { TimetableSettings } from '#rules/duty/shift-calendar.ts'

/** Random-looking numbers that are the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export interface World {
  readonly term: TimetableSettings
  readonly slots: readonly RosterSlot[]
  readonly leaves: readonly Leave[]
  readonly removed: ReadonlySet<string>
  /** The actions of people, in order, each in its own minute. */
  readonly deeds: readonly ({ readonly written: DutyEntry } | { readonly correction: Correction })[]
}

export const start = Date.UTC(2026, 0, 1)
export const minutes = 365 * 24 * 60
const minuteMs = 60_000
const dateOf = (dayOfYear: number) => Temporal.PlainDate.from('2026-01-01').add({ days: dayOfYear }).toString()

/** A random team with shifts around clock changes, whose administrators often change the situation. */
export function randomWorld(seed: number, timeZone: string): World {
  const random = randomFrom(seed)
  const below = (n: number) => Math.floor(random() * n)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T
  const timetable = randomTimetable(below, timeZone)
  const shifts = [...new Set(timetable.map(({ shift }) => shift))]
  const slots: RosterSlot[] = []
  for (let weekday = 1; weekday <= 7; weekday += 1) {
    for (const shift of [...shifts, 9]) {
      if (weekday < 7 && random() < 0.4) continue
      const workers = ['A', 'B', 'C', 'D'].filter(() => random() < 0.5)
      slots.push({ weekday, shift, workers, leader: workers[0] ?? '' })
    }
  }
  const closedDays = Array.from({ length: below(6) }, () => {
    const from = below(350)
    return { from: dateOf(from), until: dateOf(from + below(12)) }
  }).filter(({ from, until }) => !quiet.some((date) => from <= date && date <= until))
  const makeUpDays = [...new Set(Array.from({ length: below(8) }, () => below(365)))]
    .map((day) => ({ date: dateOf(day), weekday: 1 + below(7) }))
    .filter(({ date }) => !quiet.includes(date))
  closedDays.push({ from: '2026-08-03', until: '2026-08-16' })
  makeUpDays.push({ date: '2026-08-08', weekday: 7 })
  const leaves: Leave[] = []
  for (let day = 0; day < 365; day += 1) {
    for (const shift of shifts) {
      for (const member of ['A', 'B', 'S1']) {
        if (random() < 0.2)
          leaves.push({
            date: dateOf(day),
            shift,
            member,
            substitute: random() < 0.5 ? '' : member === 'S1' ? pick(['T1', 'A']) : pick(['S1', 'S2', 'A', 'B']),
          })
      }
    }
  }
  const term = { timeZone, timetable, closedDays, makeUpDays }
  const removed = new Set(['C', ...['S2', 'T1'].filter(() => random() < 0.3)])
  // A shift number is stored with the hours of that shift.
  const known: DutyFacts = { term, slots, leaves, removed, written: [], correction: undefined }
  const deeds = randomDeeds(below, shifts).map((deed) => {
    if (!('written' in deed)) return deed
    return { written: { ...deed.written, ...withShiftHours(known, deed.written, deed.written.at) } }
  })
  return { term, slots, leaves, removed, deeds }
}

function randomTimetable(below: (n: number) => number, zone: string): TimetableSettings['timetable'] {
  const text = (fives: number) =>
    `${String(Math.floor(fives / 12)).padStart(2, '0')}:${String((fives % 12) * 5).padStart(2, '0')}`
  const day = () => {
    const edges = new Set<number>()
    // Half of the edges between midnight and four, where clocks change.
    while (edges.size < 6) edges.add(below(2) === 0 ? below(49) : below(289))
    const sorted = [...edges].sort((a, b) => a - b)
    return [0, 2, 4].map((i) => ({ from: text(sorted[i] ?? 0), until: text(sorted[i + 1] ?? 0) }))
  }
  const general = day().map((hours, i) => ({ shift: i + 1, ...hours }))
  const weekday = 1 + below(6)
  // On Sundays with clock changes: times that come twice, times that are skipped, and a shift that begins right after a
  // gap.
  const [first, second, third] = [below(12), 18 + below(6), 24 + below(6)]
  const last = zone === 'Australia/Lord_Howe' ? 30 : 36
  const sunday = [
    { shift: 1, from: text(first), until: text(second) },
    { shift: 2, from: text(second), until: text(third) },
    { shift: 3, from: text(last), until: text(last + 1 + below(24)) },
  ].map((hours) => ({ ...hours, weekday: 7 }))
  return [...general, ...day().map((hours, i) => ({ shift: i + 1, weekday, ...hours })), ...sunday]
}

// Clock changes in New York and on Lord Howe, and a make-up day among closed days. Without entries on these days the
// roster decides.
const quiet = ['2026-03-08', '2026-04-05', '2026-08-08', '2026-10-04', '2026-11-01']
const calmFrom = (date: string) => (Date.parse(`${date}T00:00:00Z`) - start) / minuteMs - 6 * 24 * 60
const isCalm = (minute: number) =>
  quiet.some((date) => calmFrom(date) < minute && minute < calmFrom(date) + 8 * 24 * 60)

function randomDeeds(below: (n: number) => number, shifts: readonly number[]): World['deeds'] {
  const calming = new Set(quiet.map(calmFrom))
  const some = Array.from({ length: 160 }, () => below(minutes)).filter((minute) => !isCalm(minute))
  const when = [...new Set([...some, ...calming])].sort((a, b) => a - b)
  let last = 0
  return when.map((minute, i) => {
    const at = start + minute * minuteMs
    if (!calming.has(minute) && below(4) === 0) return { correction: { at, count: below(30), after: last } }
    const random =
      ['off', '0', 'others', 'others', 'others', String(shifts[below(shifts.length)] ?? 1), '9'][below(7)] ?? '0'
    const duty = calming.has(minute) ? '0' : random
    const from = duty === 'others' ? at + (below(3) === 0 ? -below(300) : below(6000)) * minuteMs : null
    const until = from === null ? null : Math.max(at, from) + (1 + below(600)) * minuteMs
    const count = duty === 'off' || duty === '0' ? 0 : below(20)
    last = i + 1
    return {
      written: { id: i + 1, at, duty, count, place: '', reason: '', recover: '', from, until, time: '' },
    }
  })
}

/** The contents of the store after the first n actions. */
export function factsAfter({ term, slots, leaves, removed, deeds }: World, done: number): DutyFacts {
  const before = deeds.slice(0, done)
  return {
    term,
    slots,
    leaves,
    removed,
    written: before.flatMap((deed) => ('written' in deed ? [deed.written] : [])),
    correction: before.flatMap((deed) => ('correction' in deed ? [deed.correction] : [])).at(-1),
  }
}
