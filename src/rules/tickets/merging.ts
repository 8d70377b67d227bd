import { Refusal } from '#contract/errors.ts'
import { phoneDigits } from '#kit/ngrams.ts'
import { day } from '#kit/time.ts'

export const unmergeSpan = day

export interface MergeTicket {
  readonly id: number
  readonly mergedInto: number | null
  readonly open: boolean
  readonly person: number
  /** True if the person can log in; a visitor has only a receipt. */
  readonly account: boolean
  readonly here: boolean
  /** The owner's contacts, empty if the actor may not see them in full. */
  readonly phone: string
  readonly mail: string
}

/** The owner after a merge; `undefined` if the tickets are merged already. */
export function ownerAfterMerge(source: MergeTicket, into: MergeTicket): number | undefined {
  if (source.mergedInto === into.id) return undefined
  if (source.mergedInto !== null) throw new Refusal('merge_not_allowed', { why: 'joined' })
  if (into.mergedInto !== null) throw new Refusal('ticket_merged', { into: into.mergedInto })
  const obstacle = mergeObstacle(source, into)
  if (obstacle) throw new Refusal('merge_not_allowed', { why: obstacle })
  return source.account ? source.person : into.person
}

/** `undefined` if two unmerged tickets can be merged. */
export function mergeObstacle(
  source: MergeTicket,
  into: MergeTicket,
): 'over' | 'owners' | 'not_same_person' | 'both_here' | undefined {
  if (!source.open || !into.open) return 'over'
  if (source.person !== into.person) {
    if (source.account && into.account) return 'owners'
    if (!isSamePerson(source, into)) return 'not_same_person'
  }
  return source.here && into.here ? 'both_here' : undefined
}

/** Compares phone and mail address. Without a match one person would get the ticket of another. */
function isSamePerson(one: MergeTicket, other: MergeTicket): boolean {
  const [a, b] = [phoneDigits(one.phone), phoneDigits(other.phone)]
  return (a.length >= wholePhone && a === b) || (one.mail !== '' && one.mail.toLowerCase() === other.mail.toLowerCase())
}
const wholePhone = 7

export interface MergeState {
  readonly at: number
  readonly scrubbed: boolean
  readonly collected: boolean
  /** True if an account took the ticket over since the merge. */
  readonly adopted: boolean
}

export function canUndoMerge({ at, scrubbed, collected, adopted }: MergeState, now: number): boolean {
  return now - at <= unmergeSpan && !scrubbed && !collected && !adopted
}

/** The remaining ticket takes these fields if its own are empty. */
export const fillableFields = [
  'device_model',
  'description',
  'owner',
  'phone',
  'category',
  'brand',
  'year',
  'remedy',
] as const
export type FillableField = (typeof fillableFields)[number]
export type FillableValues = Readonly<Record<FillableField, string | number>>

const written: readonly FillableField[] = ['device_model', 'description', 'owner', 'brand', 'remedy']

/**
 * Hidden texts are not copied, because the other ticket is not hidden. Neither is a phone that some worker of the other
 * ticket has not seen.
 */
export function fieldsToFill(
  source: FillableValues & { readonly hidden: number },
  into: FillableValues,
  phoneWasSeen: boolean,
): FillableField[] {
  return fillableFields.filter(
    (name) =>
      !into[name] &&
      source[name] &&
      !(source.hidden === 1 && written.includes(name)) &&
      (name !== 'phone' || phoneWasSeen),
  )
}

export interface MergeWorkers {
  readonly unclaimed: boolean
  readonly workers: readonly number[]
}

/** Merging adds workers only to an unclaimed ticket. */
export const workersToAdd = (source: MergeWorkers, into: MergeWorkers): readonly number[] =>
  into.unclaimed ? source.workers : []

/** True if all workers of the remaining ticket could see the other phone before. */
export const workersKnowPhone = (source: MergeWorkers, into: MergeWorkers): boolean =>
  source.unclaimed || into.unclaimed || into.workers.every((id) => source.workers.includes(id))

export const stillContains = (
  filled: readonly FillableField[],
  source: FillableValues,
  into: FillableValues,
): boolean => filled.some((name) => written.includes(name) && into[name] === source[name])

export const unionOf = (some: readonly number[], others: readonly number[]) => [...new Set([...some, ...others])]
