import { type Status, statusMeaning } from '#contract/codes.ts'
import { type Outcome, outcomes } from '#contract/tickets/outcome-fields.ts'
import { ordsCategory, ordsOutcome } from '../open-data/ords.ts'
import { isFew, shownGroups } from '../open-data/small-groups.ts'
import { productWeight } from '../open-data/weights.ts'

export interface DeviceThatCame {
  readonly kind: number
  readonly status: Status
  readonly outcome: Outcome | ''
  readonly category: number
  readonly device: string
  readonly model: string
  readonly booked: boolean
}

export const reportOutcomes = [...outcomes, 'open'] as const
export type ReportOutcome = (typeof reportOutcomes)[number]

export interface DayTally {
  readonly devices: number
  readonly booked: number
  readonly walkIns: number
  readonly grams: number
  readonly kinds: readonly {
    readonly kind: number
    readonly count: number
    readonly outcomes: readonly { readonly outcome: ReportOutcome; readonly count: number }[]
  }[]
}

function outcomeOf({ status, outcome }: DeviceThatCame): ReportOutcome {
  const { phase, repaired } = statusMeaning(status)
  return phase === 'finished' || phase === 'closed' ? ordsOutcome({ outcome, repaired }) : 'open'
}

/** What came to a repair day, and what became of it. */
export function tallyDay(came: readonly DeviceThatCame[]): DayTally {
  const booked = came.filter((one) => one.booked).length
  const fixed = came.filter((one) => outcomeOf(one) === 'fixed')
  return {
    devices: came.length,
    booked,
    walkIns: came.length - booked,
    grams: fixed.reduce((sum, one) => sum + (productWeight(ordsCategory(one)) ?? 0), 0),
    kinds: [...Map.groupBy(came, ({ kind }) => kind)]
      .map(([kind, all]) => ({ kind, count: all.length, outcomes: countOutcomes(all) }))
      .sort((a, b) => b.count - a.count || a.kind - b.kind),
  }
}

/** How many were fixed, were closed without being fixed, and are not finished. */
export function resultsOf({ devices, kinds }: DayTally) {
  const [fixed, open] = [countOf(kinds, 'fixed'), countOf(kinds, 'open')]
  return { fixed, notFixed: devices - fixed - open, open }
}

function countOf(kinds: DayTally['kinds'], wanted: ReportOutcome): number {
  return kinds
    .flatMap((kind) => kind.outcomes)
    .reduce((sum, { outcome, count }) => sum + (outcome === wanted ? count : 0), 0)
}

function countOutcomes(came: readonly DeviceThatCame[]) {
  const counts = Map.groupBy(came, outcomeOf)
  return reportOutcomes.flatMap((outcome) => {
    const count = counts.get(outcome)?.length ?? 0
    return count > 0 ? [{ outcome, count }] : []
  })
}

/** What everyone may see. Smaller groups than five are hidden: a reader could recognise a person. */
export function publicTally({ devices, grams, kinds }: DayTally) {
  const byOutcome = reportOutcomes.map((outcome) => countOf(kinds, outcome))
  const ofOutcomes = shownGroups(byOutcome)
  const ofKinds = shownGroups(kinds.map(({ count }) => count))
  if (devices === 0 || isFew(devices) || !ofOutcomes || !ofKinds)
    return { devices: devices === 0 ? 0 : null, grams: 0, outcomes: [], kinds: [] }
  const shown = reportOutcomes.flatMap((outcome, i) => (ofOutcomes[i] ? [{ outcome, count: byOutcome[i] ?? 0 }] : []))
  return {
    devices,
    // The weight would tell how many were fixed.
    grams: shown.some(({ outcome }) => outcome === 'fixed') ? grams : 0,
    outcomes: shown,
    kinds: kinds.filter((_, i) => ofKinds[i]).map(({ kind, count }) => ({ kind, count })),
  }
}
