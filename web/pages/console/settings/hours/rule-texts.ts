import { wholeNumber } from '#client/whole-number.ts'
import type { HourRule } from '#contract/hours/hour-fields.ts'

export const roundings = [0, 15, 30, 60] as const satisfies HourRule['rounding'][]
export const directions = ['nearest', 'up', 'down'] as const satisfies HourRule['direction'][]
export const pers = ['entry', 'day'] as const satisfies HourRule['per'][]

export function ruleTextsOf({ mostPerDay, ticketMinutes, nightPercent, closedPercent, ...rest }: HourRule) {
  return {
    ...rest,
    mostPerDay: String(mostPerDay),
    ticketMinutes: String(ticketMinutes),
    nightPercent: String(nightPercent),
    closedPercent: String(closedPercent),
  }
}

/** Invalid numbers are passed on, so that the service refuses them with a message. */
export function ruleOf(texts: ReturnType<typeof ruleTextsOf>): HourRule {
  return {
    ...texts,
    mostPerDay: wholeNumber(texts.mostPerDay),
    ticketMinutes: wholeNumber(texts.ticketMinutes),
    nightPercent: wholeNumber(texts.nightPercent),
    closedPercent: wholeNumber(texts.closedPercent),
  }
}

export function isPossible({ mostPerDay, ticketMinutes, nightPercent, closedPercent }: HourRule): boolean {
  const isIn = (number: number, least: number, most: number) =>
    Number.isInteger(number) && least <= number && number <= most
  return (
    isIn(mostPerDay, 0, 1440) &&
    isIn(ticketMinutes, 0, 480) &&
    [nightPercent, closedPercent].every((percent) => isIn(percent, 100, 300))
  )
}

interface Counted {
  readonly now: number
  readonly would: number
}

export const changesFirst = <Person extends Counted>(people: readonly Person[]): readonly Person[] =>
  people
    .filter(({ now, would }) => now !== would)
    .toSorted((a, b) => Math.abs(b.would - b.now) - Math.abs(a.would - a.now))
