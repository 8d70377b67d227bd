import type { Rate } from '#kit/rate.ts'
import { day, hour, minute } from '#kit/time.ts'

export const mailCodeLife = 10 * minute

/**
 * Of unfinished logins (pairings, logins at the school) the newest are kept. One network can begin as many in a minute
 * (`addressRate`), so each has at least a minute to be finished.
 */
export const pendingLoginsPerNetwork = 12_000
export const pendingLoginsInAll = 100_000

/**
 * Limits that all nodes count together before they check a proof. SECURITY.md gives the reasons. Each limit counts one
 * caller or spares known ones, so that no caller can block others.
 */
export const attemptRates = {
  /** Wrong proofs of being a member. */
  guess_token: { count: 10, everyMs: minute },
  guess_address: { count: 100, everyMs: minute },
  /** For one account: from one address, and from all. */
  guess_account_address: { count: 10, everyMs: 10 * minute },
  guess_account: { count: 100, everyMs: hour },
  /** By a known caller, in place of the three above. */
  guess_known: { count: 10, everyMs: 10 * minute },
  /** Codes of a member's second factor, by a caller who has given the first proof. */
  guess_factor: { count: 10, everyMs: 10 * minute },
  guess_board: { count: 10, everyMs: 10 * minute },
  /** Wrong six-digit codes for one mailbox, by all callers together. After that it is sent long codes. */
  guess_mail: { count: 5, everyMs: day },
  /** Guests from one address, which may be a campus. */
  guest_address: { count: 300, everyMs: hour },
  /** Mails to unknown mailboxes, requested from one address, which may be a campus. */
  mail_address: { count: 300, everyMs: mailCodeLife },
  /**
   * Mails to one mailbox. The window is half the life of a code, so a mailbox that gets no new mail has a valid code.
   */
  mail_box: { count: 2, everyMs: mailCodeLife / 2 },
  /** Codes that confirm an address for messages: to one mailbox, separately for each account and for all guests. */
  confirm_box: { count: 2, everyMs: mailCodeLife / 2 },
  /** Such codes for one person, and the person's wrong tries. */
  confirm_person: { count: 10, everyMs: hour },
  guess_confirm: { count: 5, everyMs: hour },
  /** Such codes for guests at one address, which may be a campus. */
  confirm_address: { count: 100, everyMs: hour },
  /** Mails that ask a visitor to confirm an address: to one mailbox, and by one visitor. */
  visitor_box: { count: 2, everyMs: day },
  visitor_person: { count: 5, everyMs: day },
} as const satisfies Record<string, Rate>

export type AttemptLimit =
  | keyof typeof attemptRates
  | 'login_address'
  | `pictures_${'person' | 'address'}${'' | '_bytes'}`

/** A limit, and the key of its count. */
export interface CountedLimit {
  readonly limit: AttemptLimit
  readonly whose: string
  readonly rate: Rate
  /** 1 if absent. */
  readonly amount?: number
}

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
  readonly network: string
  readonly token: string
  /** The account that the caller names; absent if the proof names it. */
  readonly account: string | undefined
  /** The person who gave this proof before, or a valid code. */
  readonly known: string | undefined
}

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

/** People who were linked to the member before have counts of their own. */
export const factorLimit = (memberId: number, personId: number | undefined): CountedLimit =>
  counted('guess_factor', memberId, ...(personId === undefined ? [] : [personId]))
export const boardGuessLimit = (memberId: number): CountedLimit => counted('guess_board', memberId)
export const guestLimit = (network: string): CountedLimit => counted('guest_address', network)
export const mailAddressLimit = (network: string): CountedLimit => counted('mail_address', network)
/** Each kind of code has its own count: after six digits are used up, a mailbox can get a long code at once. */
export const mailBoxLimit = (mailbox: string, kind: 'digits' | 'long'): CountedLimit =>
  counted('mail_box', mailbox, kind)
export const mailGuessLimit = (mailbox: string): CountedLimit => counted('guess_mail', mailbox)

export interface MailConfirmation {
  readonly mailbox: string
  readonly personId: number
  /** True for guests, who share a count: many guests must not fill a mailbox. */
  readonly isGuest: boolean
  readonly network: string
}

/** Separate from the counts of logins by mail, which these must not fill. */
export const confirmLimits = ({ mailbox, personId, isGuest, network }: MailConfirmation): CountedLimit[] => [
  counted('confirm_box', mailbox, ...(isGuest ? [] : [personId])),
  counted('confirm_person', personId),
  // A caller can be a new guest each time.
  ...(isGuest ? [counted('confirm_address', network)] : []),
]
export const visitorMailLimits = (mailbox: string, personId: number): CountedLimit[] => [
  counted('visitor_box', mailbox),
  counted('visitor_person', personId),
]
export const confirmGuessLimit = (personId: number): CountedLimit => counted('guess_confirm', personId)
