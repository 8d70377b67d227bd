import { categories } from '#contract/codes.ts'
import { type Barrier, barriers, type Outcome, outcomes } from '#contract/tickets/outcome-fields.ts'
import { isFew, shownGroups, smallestShown } from './small-groups.ts'
import { productWeight, weightSource } from './weights.ts'

export interface ImpactTally {
  /** The first and the last day; empty without repairs. */
  first: string
  last: string
  readonly outcomes: Map<Outcome, number>
  readonly categories: Map<number, { count: number; fixed: number }>
  readonly barriers: Map<Barrier, number>
}

export const emptyTally = (): ImpactTally => ({
  first: '',
  last: '',
  outcomes: new Map(),
  categories: new Map(),
  barriers: new Map(),
})

/** Repairs must come in the order of their dates. */
export function countRepair(
  tally: ImpactTally,
  date: string,
  category: number,
  outcome: Outcome,
  barrier: Barrier | '',
): void {
  tally.first ||= date
  tally.last = date
  tally.outcomes.set(outcome, (tally.outcomes.get(outcome) ?? 0) + 1)
  const of = tally.categories.getOrInsertComputed(category, () => ({ count: 0, fixed: 0 }))
  of.count += 1
  if (outcome === 'fixed') of.fixed += 1
  if (outcome === 'end_of_life' && barrier) tally.barriers.set(barrier, (tally.barriers.get(barrier) ?? 0) + 1)
}

/** The published figures. No hidden figure can be computed from them. */
export function publicFigures(tally: ImpactTally) {
  const counts = outcomes.map((outcome) => tally.outcomes.get(outcome) ?? 0)
  const devices = counts.reduce((sum, one) => sum + one, 0)
  const kinds = Object.values(categories).map((category) => ({
    category,
    ...(tally.categories.get(category) ?? { count: 0, fixed: 0 }),
  }))
  const ofOutcomes = shownGroups(counts)
  const ofKinds = shownGroups(kinds.map((kind) => kind.count))
  if (devices < smallestShown || !ofOutcomes || !ofKinds) return nothing
  const shownOutcomes = outcomes.flatMap((outcome, i) => (ofOutcomes[i] ? [{ outcome, count: counts[i] ?? 0 }] : []))
  const isShown = (wanted: Outcome) => shownOutcomes.some(({ outcome }) => outcome === wanted)
  const shownKinds = kinds.filter((_, i) => ofKinds[i])
  // The fixed repairs of all kinds add up to an outcome. Beside a hidden outcome they would reveal it.
  const withShownFixed = isShown('fixed')
    ? tellFixed(shownKinds, { count: devices, fixed: tally.outcomes.get('fixed') ?? 0 })
    : []
  const withFixed = shownKinds.map((kind) => ({ ...kind, fixed: withShownFixed.includes(kind) ? kind.fixed : null }))
  return {
    devices,
    from: tally.first,
    until: tally.last,
    outcomes: shownOutcomes,
    categories: withFixed.sort((a, b) => b.count - a.count || a.category - b.category),
    barriers: isShown('end_of_life') ? shownBarriers(tally) : [],
    kept: keptOf(withFixed),
  }
}

interface Kind {
  readonly count: number
  readonly fixed: number
}

/**
 * The kinds whose number of fixed devices can be published. It reveals the number of others, and the sum of all reveals
 * the rest.
 */
function tellFixed<K extends Kind>(kinds: readonly K[], all: Kind): readonly K[] {
  const shown = shownGroups(kinds.map(({ fixed }) => fixed))
  let told = kinds.filter((kind, i) => shown?.[i] && !isFew(kind.count - kind.fixed))
  for (;;) {
    const count = told.reduce((left, kind) => left - kind.count, all.count)
    const fixed = told.reduce((left, kind) => left - kind.fixed, all.fixed)
    if (told.length === 0 || !(isFew(fixed) || isFew(count - fixed))) return told
    const smallest = Math.min(...told.map((kind) => kind.fixed))
    told = told.filter((kind) => kind.fixed > smallest)
  }
}

/** Devices without a barrier are a group too: they are the rest of those at the end of life. */
function shownBarriers(tally: ImpactTally) {
  const counts = barriers.map((barrier) => tally.barriers.get(barrier) ?? 0)
  const without = counts.reduce((left, one) => left - one, tally.outcomes.get('end_of_life') ?? 0)
  const shown = shownGroups([...counts, without])
  return barriers
    .flatMap((barrier, i) => (shown?.[i] ? [{ barrier, count: counts[i] ?? 0 }] : []))
    .sort((a, b) => b.count - a.count)
}

/** Computed from published figures only: a sum of all would reveal the others. */
function keptOf(kinds: readonly { readonly category: number; readonly fixed: number | null }[]) {
  const weighed = kinds.flatMap(({ category, fixed }) => {
    const grams = productWeight(category)
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
