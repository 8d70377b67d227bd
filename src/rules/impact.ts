import { categories } from '#contract/codes.ts'
import { type Barrier, barriers, type Outcome, outcomes } from '#contract/outcome-fields.ts'
import { fewest, shownGroups } from './small-groups.ts'
import { weightOf, weightSource } from './weights.ts'

/** How many finished repairs there are of each kind. */
export interface Tally {
  /** The first and the last day; empty where there is none. */
  first: string
  last: string
  readonly outcomes: Map<Outcome, number>
  readonly categories: Map<number, { count: number; fixed: number }>
  /** Of those at the end of their life. */
  readonly barriers: Map<Barrier, number>
}

export const emptyTally = (): Tally => ({
  first: '',
  last: '',
  outcomes: new Map(),
  categories: new Map(),
  barriers: new Map(),
})

/** Counts one more. They come in the order of their days. */
export function count(tally: Tally, date: string, category: number, outcome: Outcome, barrier: Barrier | ''): void {
  tally.first ||= date
  tally.last = date
  tally.outcomes.set(outcome, (tally.outcomes.get(outcome) ?? 0) + 1)
  const of = tally.categories.getOrInsertComputed(category, () => ({ count: 0, fixed: 0 }))
  of.count += 1
  if (outcome === 'fixed') of.fixed += 1
  if (outcome === 'end_of_life' && barrier) tally.barriers.set(barrier, (tally.barriers.get(barrier) ?? 0) + 1)
}

/** What everybody may see of it: nothing that is hidden follows from what is shown. */
export function publicFigures(tally: Tally) {
  const counts = outcomes.map((outcome) => tally.outcomes.get(outcome) ?? 0)
  const devices = counts.reduce((sum, one) => sum + one, 0)
  const kinds = Object.values(categories).map((category) => ({
    category,
    ...(tally.categories.get(category) ?? { count: 0, fixed: 0 }),
  }))
  const ofOutcomes = shownGroups(counts)
  const ofKinds = shownGroups(kinds.map((kind) => kind.count))
  if (devices < fewest || !ofOutcomes || !ofKinds) return nothing
  const shownOutcomes = outcomes.flatMap((outcome, i) => (ofOutcomes[i] ? [{ outcome, count: counts[i] ?? 0 }] : []))
  const isShown = (wanted: Outcome) => shownOutcomes.some(({ outcome }) => outcome === wanted)
  const shownKinds = kinds.filter((_, i) => ofKinds[i])
  // The fixed ones of all kinds make up one of the outcomes; beside one that is hidden they would tell of it.
  const ofFixed = isShown('fixed') ? shownGroups(shownKinds.map(({ fixed }) => fixed)) : undefined
  const withFixed = shownKinds.map((kind, i) => ({ ...kind, fixed: ofFixed?.[i] ? kind.fixed : null }))
  return {
    devices,
    from: tally.first,
    until: tally.last,
    outcomes: shownOutcomes,
    categories: withFixed.sort((a, b) => b.count - a.count || a.category - b.category),
    // How many there are without a barrier is never told, so one that is hidden does not follow from their sum.
    barriers: isShown('end_of_life')
      ? barriers
          .map((barrier) => ({ barrier, count: tally.barriers.get(barrier) ?? 0 }))
          .filter((one) => one.count >= fewest)
          .sort((a, b) => b.count - a.count)
      : [],
    kept: keptOf(withFixed),
  }
}

/** From what is shown alone: a sum over the others would tell of them. */
function keptOf(kinds: readonly { readonly category: number; readonly fixed: number | null }[]) {
  const weighed = kinds.flatMap(({ category, fixed }) => {
    const grams = weightOf(category)
    return fixed && grams ? [{ fixed, grams: fixed * grams }] : []
  })
  const sum = (what: 'fixed' | 'grams') => weighed.reduce((all, one) => all + one[what], 0)
  return { grams: sum('grams'), devices: sum('fixed'), source: weightSource.name, link: weightSource.link }
}

const nothing = {
  devices: null,
  from: '',
  until: '',
  outcomes: [],
  categories: [],
  barriers: [],
  kept: keptOf([]),
}
