import type { Rate } from '#kit/rate.ts'
import { day, hour, minute } from '#kit/time.ts'

/** A mail code works this long. */
export const mailCodeLife = 10 * minute

/**
 * How many logins that were begun and not finished (pairings, ways to the school) are kept: of one network, and of all together. The
 * oldest make room. One network can make as many calls in a minute (`addressRate`), so each has at least a minute to be finished.
 */
export const pendingLoginsPerNetwork = 12_000
export const pendingLoginsInAll = 100_000

/**
 * The limits that all nodes count together, before a proof is checked. SECURITY.md gives the reasons. A caller is never stopped by a count
 * that only others can fill: each limit counts one caller, or spares known ones.
 */
export const attemptRates = {
  /** Wrong proofs of being a member. */
  guess_token: { count: 10, everyMs: minute },
  guess_address: { count: 100, everyMs: minute },
  /** At one account: from one address, and from everywhere. */
  guess_account_address: { count: 10, everyMs: 10 * minute },
  guess_account: { count: 100, everyMs: hour },
  /** By a known caller; in place of the three above. */
  guess_known: { count: 10, everyMs: 10 * minute },
  /** Codes of one member's second factor, by a caller who has proved the rest. */
  guess_factor: { count: 10, everyMs: 10 * minute },
  /** Codes of the board, by one member. */
  guess_board: { count: 10, everyMs: 10 * minute },
  /** Wrong codes of six digits for one mailbox, by all callers together. Beyond that it is sent long codes. */
  guess_mail: { count: 5, everyMs: day },
  /** New people without an account, from one address, which may be a campus. */
  guest_address: { count: 300, everyMs: hour },
  /** Mails that strangers to us can ask for from one address, which may be a campus. */
  mail_address: { count: 300, everyMs: mailCodeLife },
  /** Mails to one mailbox. The window is half a code's life: who gets no further mail has one whose code still works. */
  mail_box: { count: 2, everyMs: mailCodeLife / 2 },
  /** Codes that confirm an address for messages: to one mailbox, for guests together and for each who has an account by themselves. */
  confirm_box: { count: 2, everyMs: mailCodeLife / 2 },
  /** The same by one person, to whichever mailbox; and their wrong tries. */
  confirm_person: { count: 10, everyMs: hour },
  guess_confirm: { count: 5, everyMs: hour },
  /** The same by guests from one address, which may be a campus. */
  confirm_address: { count: 100, everyMs: hour },
  /** Mails that ask whether a visitor's address may be used: to one mailbox, and by one visitor. */
  visitor_box: { count: 2, everyMs: day },
  visitor_person: { count: 5, everyMs: day },
} as const satisfies Record<string, Rate>

export type AttemptLimit =
  | keyof typeof attemptRates
  | 'login_address'
  | `pictures_${'person' | 'address'}${'' | '_bytes'}`

/** A limit, and whose count it is. */
export interface CountedLimit {
  readonly limit: AttemptLimit
  readonly whose: string
  readonly rate: Rate
  /** How much it counts, where that is not one. */
  readonly amount?: number
}

/** For limits whose rate a setting decides. */
export const countedLimit = (
  limit: AttemptLimit,
  rate: Rate,
  ...whose: readonly (string | number)[]
): CountedLimit => ({
  limit,
  whose: JSON.stringify(whose),
  rate,
})

const counted = (limit: keyof typeof attemptRates, ...whose: readonly (string | number)[]): CountedLimit =>
  countedLimit(limit, attemptRates[limit], ...whose)

export interface ProofGuess {
  /** The address, or the network that counts as one. */
  readonly network: string
  readonly token: string
  /** Whose proof it is said to be; absent where the proof alone says it. */
  readonly account: string | undefined
  /** What makes the caller known for this: the person who has proved it before, or a code that works. */
  readonly known: string | undefined
}

/** What a try to prove something counts against. */
export function guessLimits({ network, token, account, known }: ProofGuess): CountedLimit[] {
  const own = counted('guess_token', token)
  if (known !== undefined) return [own, counted('guess_known', known)]
  const here = [own, counted('guess_address', network)]
  if (account === undefined) return here
  return [...here, counted('guess_account_address', account, network), counted('guess_account', account)]
}

export const loginLimit = (network: string, perMinute: number): CountedLimit => ({
  limit: 'login_address',
  whose: network,
  rate: { count: perMinute, everyMs: minute },
})

/** By people who have become this member before, each for themselves, and by all others together. */
export const factorLimit = (memberId: number, personId: number | undefined): CountedLimit =>
  counted('guess_factor', memberId, ...(personId === undefined ? [] : [personId]))
export const boardGuessLimit = (memberId: number): CountedLimit => counted('guess_board', memberId)
export const guestLimit = (network: string): CountedLimit => counted('guest_address', network)
export const mailAddressLimit = (network: string): CountedLimit => counted('mail_address', network)
/** Each kind of code by itself: when six digits are over, a mailbox is sent the other kind at once. */
export const mailBoxLimit = (mailbox: string, kind: 'digits' | 'long'): CountedLimit =>
  counted('mail_box', mailbox, kind)
export const mailGuessLimit = (mailbox: string): CountedLimit => counted('guess_mail', mailbox)

export interface MailConfirmation {
  readonly mailbox: string
  readonly personId: number
  /** Guests cost nothing: many of them must not fill a mailbox. */
  readonly isGuest: boolean
  readonly network: string
}

/** What a mail with a code that confirms an address counts against. Logging in by mail has counts of its own, which this must not fill. */
export const confirmLimits = ({ mailbox, personId, isGuest, network }: MailConfirmation): CountedLimit[] => [
  counted('confirm_box', mailbox, ...(isGuest ? [] : [personId])),
  counted('confirm_person', personId),
  // A caller can be a new guest each time.
  ...(isGuest ? [counted('confirm_address', network)] : []),
]
/** What a mail counts against that asks whether a visitor's address may be used. */
export const visitorMailLimits = (mailbox: string, personId: number): CountedLimit[] => [
  counted('visitor_box', mailbox),
  counted('visitor_person', personId),
]
export const confirmGuessLimit = (personId: number): CountedLimit => counted('guess_confirm', personId)
