import { hour, minute, second } from '#kit/time.ts'

/** The times and limits of deliveries. */
export interface DeliveryTiming {
  /** The shortest and the longest pause between two tries. */
  readonly firstMs: number
  readonly longestMs: number
  /** How long something may still be happening over there after we stopped listening. */
  readonly lateArrivalMs: number
  /** How long one call may take, and a whole try. */
  readonly callMs: number
  readonly tryMs: number
  /** How long a promise stays in the hands of a node that says nothing more: longer than a try, and than what it left behind. */
  readonly holdMs: number
  /** The interval between two looks for what is due. */
  readonly lookMs: number
  /** How many lanes are worked on at once. */
  readonly atOnce: number
  /** How long a message about a ticket waits for others about it, which are told with it. */
  readonly gatherMs: number
}

export const defaultTiming: DeliveryTiming = {
  firstMs: 5 * second,
  longestMs: 24 * hour,
  lateArrivalMs: minute,
  callMs: 15 * second,
  tryMs: minute,
  holdMs: 2 * minute,
  lookMs: second,
  atOnce: 4,
  gatherMs: 10 * minute,
}

export interface DeliveryFailure {
  readonly retryAfterMs: number
  readonly hopeless: boolean
  readonly unanswered: boolean
}

export interface DeliveryAttempt {
  readonly since: number
  readonly now: number
  /** The time as far as it is believed: a clock that jumped is no reason to give up. */
  readonly believed: number
  readonly giveUpMs: number
  readonly random: number
}

/**
 * When to try again, or `undefined` for no more tries. Each pause is as long as all tries so far have taken, so that they
 * double, and up to half as long again, so that many do not come back together. The last try is when it is time to give up.
 */
export function nextAttempt(
  { retryAfterMs, hopeless, unanswered }: DeliveryFailure,
  { since, now, believed, giveUpMs, random }: DeliveryAttempt,
  { firstMs, longestMs, lateArrivalMs }: DeliveryTiming,
): number | undefined {
  if (hopeless || believed - since >= giveUpMs) return undefined
  const sofar = now - since
  const left = sofar < giveUpMs ? giveUpMs - sofar : longestMs
  const pause = Math.round(Math.max(sofar, firstMs) * (1 + random / 2))
  const least = Math.max(firstMs, unanswered ? lateArrivalMs : 0, retryAfterMs)
  return now + Math.min(Math.max(Math.min(pause, left), least), longestMs)
}
