import { day } from '#kit/time.ts'
import { type CountedLimit, countedLimit } from '../people/attempts.ts'

const megabyte = 1024 * 1024

/** How many pictures may be stored, and how much room has to stay free for everything else. */
export interface PictureBudget {
  readonly perPerson: DailyShare
  readonly perAddress: DailyShare
  /** Below so much free space on the disk of the pictures, only members may upload; below `freeMembers`, no one. */
  readonly freeUsers: number
  readonly freeMembers: number
}

/** What a day allows. */
export interface DailyShare {
  readonly pictures: number
  readonly megabytes: number
}

const plenty: DailyShare = { pictures: 1_000_000, megabytes: 1_000_000 }

/** For a service that takes no pictures of strangers: the demo, and tests of something else. */
export const unlimitedBudget: PictureBudget = { perPerson: plenty, perAddress: plenty, freeUsers: 0, freeMembers: 0 }

/** Who uploads a picture. */
export interface Uploader {
  readonly personId: number
  readonly isMember: boolean
  readonly isGuest: boolean
  readonly network: string
}

/** At the counter one member takes the photos of all visitors. */
const memberShare = 10

/**
 * The limits that a picture counts against. Members do not count against an address, so that strangers there cannot stop them. Guests share
 * one limit of their address, apart from the accounts there.
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

/** The part of `pictureLimits` that counts bytes: for a picture that became larger when it was encoded anew. */
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

/** The free space in bytes that this upload needs to find. */
export function freeNeeded({ freeUsers, freeMembers }: PictureBudget, isMember: boolean): number {
  return (isMember ? freeMembers : freeUsers) * megabyte
}
