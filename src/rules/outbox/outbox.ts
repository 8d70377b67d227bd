import { hour, minute, second } from '#kit/time.ts'

export interface DeliveryTiming {
  /** The shortest and the longest pause between two tries. */
  readonly firstMs: number
  readonly maxMs: number
  /** How long the other side may still work after our call timed out. */
  readonly lateArrivalMs: number
  /** How long one call may take, and a whole try. */
  readonly callMs: number
  readonly tryMs: number
  /** How long a node holds a lease without a sign of life: longer than a try and its late effects. */
  readonly leaseMs: number
  /** The interval between two searches for due deliveries. */
  readonly pollMs: number
  /** The number of lanes that are delivered at once. */
  readonly atOnce: number
  /** How long a message waits for others about the same ticket. */
  readonly gatherMs: number
}

export const defaultTiming: DeliveryTiming = {
  firstMs: 5 * second,
  maxMs: 24 * hour,
  lateArrivalMs: minute,
  callMs: 15 * second,
  tryMs: minute,
  leaseMs: 2 * minute,
  pollMs: second,
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
  /** The trusted time: a clock that jumped is no reason to give up. */
  readonly believed: number
  readonly giveUpMs: number
  readonly random: number
}

/**
 * The time of the next try; `undefined` to give up. Each pause is as long as all tries so far, plus up to half at
 * random, so that retries double and spread. The last try is at the end of the allowed time.
 */
export function nextAttempt(
  { retryAfterMs, hopeless, unanswered }: DeliveryFailure,
  { since, now, believed, giveUpMs, random }: DeliveryAttempt,
  { firstMs, maxMs, lateArrivalMs }: DeliveryTiming,
): number | undefined {
  if (hopeless || believed - since >= giveUpMs) return undefined
  const sofar = now - since
  const left = sofar < giveUpMs ? giveUpMs - sofar : maxMs
  const pause = Math.round(Math.max(sofar, firstMs) * (1 + random / 2))
  const least = Math.max(firstMs, unanswered ? lateArrivalMs : 0, retryAfterMs)
  return now + Math.min(Math.max(Math.min(pause, left), least), maxMs)
}
