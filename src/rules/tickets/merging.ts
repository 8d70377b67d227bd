import { Refusal } from '#contract/errors.ts'
import { phoneDigits } from '#kit/ngrams.ts'
import { day } from '#kit/time.ts'

/** For so long it can be undone that two tickets were joined. */
export const unmergeSpan = day

/** One of two tickets that are to be one. */
export interface MergeTicket {
  readonly id: number
  readonly mergedInto: number | null
  /** Neither cancelled nor back with its owner. */
  readonly open: boolean
  readonly person: number
  /** Whether somebody can log in as this person: a visitor has a receipt alone. */
  readonly account: boolean
  /** Whether the team has its device. */
  readonly here: boolean
  /** How its owner is reached, as far as the actor may compare it: empty where they may not see it in full. */
  readonly phone: string
  readonly mail: string
}

/** Whose the two are from now on; nothing where they are one already. Refuses what cannot be one. */
export function ownerAfterMerge(source: MergeTicket, into: MergeTicket): number | undefined {
  if (source.mergedInto === into.id) return undefined
  if (source.mergedInto !== null) throw new Refusal('merge_not_allowed', { why: 'joined' })
  if (into.mergedInto !== null) throw new Refusal('ticket_merged', { into: into.mergedInto })
  const obstacle = mergeObstacle(source, into)
  if (obstacle) throw new Refusal('merge_not_allowed', { why: obstacle })
  return source.account ? source.person : into.person
}

/** Why two tickets, neither of which was joined with another, cannot be one. */
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

/** By phone or mail address. Else the one would become the owner of what is the other's. */
function isSamePerson(one: MergeTicket, other: MergeTicket): boolean {
  const [a, b] = [phoneDigits(one.phone), phoneDigits(other.phone)]
  return (a.length >= wholePhone && a === b) || (one.mail !== '' && one.mail.toLowerCase() === other.mail.toLowerCase())
}
const wholePhone = 7

/** What decides whether two can be separated again. */
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

/** What a ticket that goes on has of the other where it has nothing itself. */
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
 * Words that are for members alone stay where they are: the other ticket is not hidden. So does a phone that not all of those have seen
 * who work on the other.
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

/** Who works on what, before two tickets become one. */
export interface MergeWorkers {
  readonly unclaimed: boolean
  readonly workers: readonly number[]
}

/**
 * Who begins to work on the ticket that goes on. Those of the other do while it is unclaimed, when each of them may claim it; else nobody
 * becomes a worker by joining.
 */
export const workersToAdd = (source: MergeWorkers, into: MergeWorkers): readonly number[] =>
  into.unclaimed ? source.workers : []

/** Whether all who work on the ticket that goes on could see the phone of the other before. */
export const workersKnowPhone = (source: MergeWorkers, into: MergeWorkers): boolean =>
  source.unclaimed || into.unclaimed || into.workers.every((id) => source.workers.includes(id))

/** Whether a ticket still says what it has of another. */
export const stillContains = (
  filled: readonly FillableField[],
  source: FillableValues,
  into: FillableValues,
): boolean => filled.some((name) => written.includes(name) && into[name] === source[name])

export const unionOf = (some: readonly number[], others: readonly number[]) => [...new Set([...some, ...others])]
