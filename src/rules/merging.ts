import { Refusal } from '#contract/errors.ts'
import { day } from '#kit/time.ts'

/** For so long it can be undone that two tickets were joined. */
export const separable = day

/** One of two tickets that are to be one. */
export interface Side {
  readonly id: number
  readonly mergedInto: number | null
  /** Neither cancelled nor back with its owner. */
  readonly open: boolean
  readonly person: number
  /** Whether somebody can log in as this person: a visitor has a receipt alone. */
  readonly account: boolean
  /** Whether the team has its device. */
  readonly here: boolean
}

/** Whose the two are from now on; nothing where they are one already. Refuses what cannot be one. */
export function keeperOf(source: Side, into: Side): number | undefined {
  if (source.mergedInto === into.id) return undefined
  if (source.mergedInto !== null) throw new Refusal('merge_not_allowed', { why: 'joined' })
  if (into.mergedInto !== null) throw new Refusal('ticket_merged', { into: into.mergedInto })
  const obstacle = obstacleBetween(source, into)
  if (obstacle) throw new Refusal('merge_not_allowed', { why: obstacle })
  return source.account ? source.person : into.person
}

/** Why two tickets, neither of which was joined with another, cannot be one. */
export function obstacleBetween(source: Side, into: Side): 'over' | 'owners' | 'both_here' | undefined {
  if (!source.open || !into.open) return 'over'
  if (source.person !== into.person && source.account && into.account) return 'owners'
  return source.here && into.here ? 'both_here' : undefined
}

/** What decides whether two can be separated again. */
export interface Joined {
  readonly at: number
  /** Name, phone and pictures of one of them are gone. */
  readonly scrubbed: boolean
  /** The device went back to its owner. */
  readonly collected: boolean
  /** It became that of an account since. */
  readonly adopted: boolean
}

export function maySeparate({ at, scrubbed, collected, adopted }: Joined, now: number): boolean {
  return now - at <= separable && !scrubbed && !collected && !adopted
}

/** What a ticket that goes on has of the other where it has nothing itself. */
export const fillable = [
  'device_model',
  'description',
  'owner',
  'phone',
  'category',
  'brand',
  'year',
  'remedy',
] as const
export type Fillable = (typeof fillable)[number]
export type Texts = Readonly<Record<Fillable, string | number>>

const written: readonly Fillable[] = ['device_model', 'description', 'owner', 'brand', 'remedy']

/** Words that are for members alone stay where they are: the other ticket is not hidden. */
export function filledFrom(source: Texts & { readonly hidden: number }, into: Texts): Fillable[] {
  return fillable.filter((name) => !into[name] && source[name] && !(source.hidden === 1 && written.includes(name)))
}

/** Whether a ticket still says what it has of another. */
export const repeats = (filled: readonly Fillable[], source: Texts, into: Texts): boolean =>
  filled.some((name) => written.includes(name) && into[name] === source[name])

export const united = (some: readonly number[], others: readonly number[]) => [...new Set([...some, ...others])]
