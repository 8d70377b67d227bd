import { wholeNumber } from '#client/whole-number.ts'
import type { PlannedDay } from '#contract/repair-days/day-fields.ts'
import type { api } from '#web/data/api.ts'
import { timeOfDay } from '#web/lib/time.ts'

export interface WaveDraft {
  /** Absent for a new one. */
  readonly id?: number
  /** Names the row. */
  readonly key: number
  readonly from: string
  readonly until: string
  readonly places: Readonly<Record<number, string>>
}

/** A plan as its form shows it: one date, and times of day. */
export interface PlanDraft extends Pick<PlannedDay, 'title' | 'about' | 'place' | 'refused' | 'publish'> {
  readonly kinds: readonly number[]
  readonly date: string
  readonly from: string
  readonly until: string
  readonly walkInPercent: string
  readonly offerHours: string
  readonly helpUntil: string
  readonly waves: readonly WaveDraft[]
}

type PlanInput = Omit<Parameters<typeof api.planner.update>[0], 'id' | 'version'>

export function planDraftOf(day: PlannedDay): PlanDraft {
  const { title, about, place, refused, publish, kinds, from, until, helpUntil } = day
  return {
    ...{ title, about, place, refused, publish, kinds },
    date: from.slice(0, 10),
    from: timeOfDay(from),
    until: timeOfDay(until),
    walkInPercent: String(day.walkInPercent),
    offerHours: String(day.offerHours),
    helpUntil: helpUntil.slice(0, 16),
    waves: day.waves.map((wave) => ({
      id: wave.id,
      key: wave.id,
      from: timeOfDay(wave.from),
      until: timeOfDay(wave.until),
      places: Object.fromEntries(wave.places.map(({ kind, places }) => [kind, String(places)])),
    })),
  }
}

export function inputOf(draft: PlanDraft) {
  const { title, about, place, publish, kinds, date } = draft
  const at = (time: string) => `${date}T${time}`
  return {
    ...{ title, about, place, publish },
    kinds: [...kinds],
    refused: draft.refused.map((one) => ({ ...one })),
    from: at(draft.from),
    until: at(draft.until),
    walkInPercent: wholeNumber(draft.walkInPercent),
    offerHours: wholeNumber(draft.offerHours),
    helpUntil: draft.helpUntil,
    waves: draft.waves.map(({ id, from, until, places }) => ({
      ...(id === undefined ? {} : { id }),
      from: at(from),
      until: at(until),
      places: kinds.map((kind) => ({ kind, places: wholeNumber(places[kind] || '0') })),
    })),
  } satisfies PlanInput
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const timeAt = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** Waves of the same length, from the beginning of the day to its end, in steps of five minutes. */
export function dividedDay(
  { from, until }: Pick<PlanDraft, 'from' | 'until'>,
  count: number,
  places: WaveDraft['places'],
): WaveDraft[] {
  const [begin, end] = [minutesOf(from), minutesOf(until)]
  const length = Math.floor((end - begin) / count / 5) * 5
  if (!(count >= 1 && count <= 40 && length > 0)) return []
  return Array.from({ length: count }, (_, i) => ({
    key: -1 - i,
    from: timeAt(begin + i * length),
    until: timeAt(i === count - 1 ? end : begin + (i + 1) * length),
    places,
  }))
}

/** A wave after the last one, of the same length and with the same places. */
export function nextWave(waves: readonly WaveDraft[], { from, until }: Pick<PlanDraft, 'from' | 'until'>): WaveDraft {
  const last = waves.at(-1)
  const key = Math.min(0, ...waves.map((wave) => wave.key)) - 1
  if (!last) return { key, from, until, places: {} }
  const length = minutesOf(last.until) - minutesOf(last.from)
  return {
    key,
    from: last.until,
    until: timeAt(Math.min(24 * 60 - 1, minutesOf(last.until) + length)),
    places: last.places,
  }
}
