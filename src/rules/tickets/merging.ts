import { Refusal } from '#contract/errors.ts'
import { phoneDigits } from '#kit/ngrams.ts'
import { day } from '#kit/time.ts'

/** A merge can be undone for this time. */
export const unmergeSpan = day

/** One of two tickets to merge. */
export interface MergeTicket {
  readonly id: number
  readonly mergedInto: number | null
  /** Neither cancelled nor back with its owner. */
  readonly open: boolean
  readonly person: number
  /** True if the person can log in. A visitor has a receipt only. */
  readonly account: boolean
  /** Whether the team has its device. */
  readonly here: boolean
  /** How its owner is reached, as far as the actor may compare it: empty where they may not see it in full. */
  readonly phone: string
  readonly mail: string
}

/** The owner after a merge; undefined if the two are merged already. Refuses tickets that cannot be merged. */
export function ownerAfterMerge(source: MergeTicket, into: MergeTicket): number | undefined {
  if (source.mergedInto === into.id) return undefined
  if (source.mergedInto !== null) throw new Refusal('merge_not_allowed', { why: 'joined' })
  if (into.mergedInto !== null) throw new Refusal('ticket_merged', { into: into.mergedInto })
  const obstacle = mergeObstacle(source, into)
  if (obstacle) throw new Refusal('merge_not_allowed', { why: obstacle })
  return source.account ? source.person : into.person
}

/** Why two tickets cannot be merged; undefined if they can. Neither may be merged already. */
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

/** The facts that decide whether a merge can be undone. */
export interface MergeState {
  readonly at: number
  /** Name, phone and pictures of one of them are gone. */
  readonly scrubbed: boolean
  /** The device went back to its owner. */
  readonly collected: boolean
  /** It became that of an account since. */
  readonly adopted: boolean
}

export function isUnmergeable({ at, scrubbed, collected, adopted }: MergeState, now: number): boolean {
  return now - at <= unmergeSpan && !scrubbed && !collected && !adopted
}

/** The fields that the remaining ticket takes from the other where its own are empty. */
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

/** Hidden texts stay where they are, because the other ticket is not hidden. So does a phone that not all workers of the other have seen. */
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

/** The workers of a ticket before the merge. */
export interface MergeWorkers {
  readonly unclaimed: boolean
  readonly workers: readonly number[]
}

/** The workers who join the remaining ticket: those of the other if it is unclaimed. Otherwise merging makes no one a worker. */
export const workersToAdd = (source: MergeWorkers, into: MergeWorkers): readonly number[] =>
  into.unclaimed ? source.workers : []

/** True if all workers of the remaining ticket could see the phone of the other before. */
export const workersKnowPhone = (source: MergeWorkers, into: MergeWorkers): boolean =>
  source.unclaimed || into.unclaimed || into.workers.every((id) => source.workers.includes(id))

/** True if a ticket still has a text that came from the other. */
export const stillContains = (
  filled: readonly FillableField[],
  source: FillableValues,
  into: FillableValues,
): boolean => filled.some((name) => written.includes(name) && into[name] === source[name])

export const unionOf = (some: readonly number[], others: readonly number[]) => [...new Set([...some, ...others])]
