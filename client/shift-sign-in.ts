import type { Output } from '#contract/endpoint.ts'
import type { hours } from '#contract/hours/hours.ts'
import { timeOfDay } from './time.ts'

export type HereNow = Output<(typeof hours)['here']>
export type OpenShift = HereNow['shifts'][number]
export type PresentMember = HereNow['here'][number]

/** The shift to sign in for without a question: the member's own, or the only one. */
export function shiftToSignIn(shifts: readonly OpenShift[]): OpenShift | undefined {
  const mine = shifts.filter((one) => one.mine)
  if (mine.length === 1) return mine[0]
  return shifts.length === 1 ? shifts[0] : undefined
}

/** `14:00–17:00`. */
export const timesOf = ({ from, until }: Pick<OpenShift, 'from' | 'until'>) => `${timeOfDay(from)}–${timeOfDay(until)}`

/** The minutes until a shift begins, or its minutes over and left. */
export function shiftProgress({ from, until }: Pick<OpenShift, 'from' | 'until'>, clock: string) {
  const minutes = (a: string, b: string) => Math.floor((read(b) - read(a)) / 60_000)
  if (clock < from) return { before: Math.max(1, minutes(clock, from)) }
  const whole = Math.max(1, minutes(from, until))
  const over = Math.min(whole, Math.max(0, minutes(from, clock)))
  return { over, left: whole - over, percent: Math.round((100 * over) / whole) }
}

const read = (timestamp: string) => Date.parse(`${timestamp.slice(0, 19)}Z`)

export const othersOnShift = (
  here: readonly PresentMember[],
  { member, shift }: Pick<PresentMember, 'member' | 'shift'>,
) => here.filter((one) => one.shift === shift && one.member !== member).map(({ name }) => name)
