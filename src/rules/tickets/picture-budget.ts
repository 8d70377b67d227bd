import { day } from '#kit/time.ts'
import { type CountedLimit, countedLimit } from '../people/attempts.ts'

const megabyte = 1024 * 1024

/** The limits for stored pictures, and the disk space that must stay free. */
export interface PictureBudget {
  readonly perPerson: DailyShare
  readonly perAddress: DailyShare
  /** With less free space than this, only members may upload; below `freeMembers`, no one may. */
  readonly freeUsers: number
  readonly freeMembers: number
}

export interface DailyShare {
  readonly pictures: number
  readonly megabytes: number
}

const plenty: DailyShare = { pictures: 1_000_000, megabytes: 1_000_000 }

/** For the demo, and for tests of other things. */
export const unlimitedBudget: PictureBudget = { perPerson: plenty, perAddress: plenty, freeUsers: 0, freeMembers: 0 }

export interface Uploader {
  readonly personId: number
  readonly isMember: boolean
  readonly isGuest: boolean
  readonly network: string
}

/** At the counter, one member takes the photos of all visitors. */
const memberShare = 10

/**
 * Members do not count against an address, so that strangers there cannot stop them. All guests of an address share one
 * limit, apart from its accounts.
 */
export function pictureLimits(
  { perPerson, perAddress }: PictureBudget,
  { personId, isMember, isGuest, network }: Uploader,
  bytes: number,
): CountedLimit[] {
  const own = share('person', perPerson, isMember ? memberShare : 1, [personId])
  const here = isMember ? [] : share('address', perAddress, 1, [network, isGuest ? 'guests' : 'accounts'])
  return [...own, ...here].map((one) => (one.limit.endsWith('_bytes') ? { ...one, amount: bytes } : one))
}

/** The limits of `pictureLimits` in bytes, for a picture that encoding made larger. */
export function pictureBytes(budget: PictureBudget, uploader: Uploader, bytes: number): CountedLimit[] {
  return pictureLimits(budget, uploader, bytes).filter(({ amount }) => amount !== undefined)
}

function share(
  of: 'person' | 'address',
  { pictures, megabytes }: DailyShare,
  times: number,
  whose: readonly (string | number)[],
): CountedLimit[] {
  return [
    countedLimit(`pictures_${of}`, { count: pictures * times, everyMs: day }, ...whose),
    countedLimit(`pictures_${of}_bytes`, { count: megabytes * megabyte * times, everyMs: day }, ...whose),
  ]
}

/** The free space in bytes that an upload needs. */
export function freeNeeded({ freeUsers, freeMembers }: PictureBudget, isMember: boolean): number {
  return (isMember ? freeMembers : freeUsers) * megabyte
}
