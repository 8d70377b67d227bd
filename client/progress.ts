import { type StatusName, type StatusStep, statusMeaning } from '#contract/codes.ts'
import { isTicketOpen } from '#rules/tickets/open.ts'

export interface ListedState {
  readonly status: number
  readonly isConfirmed: boolean
  /** Absent in lists. */
  readonly here?: boolean
  /** The ticket into which it was merged. */
  readonly mergedInto?: number
}

export function isOpen({ status, isConfirmed }: ListedState): boolean {
  return isTicketOpen({ status, confirmed: isConfirmed })
}

export type StepName = StatusStep | 'back'
export interface Step {
  readonly name: StepName
  readonly state: 'done' | 'now' | 'ahead'
  /** A step such as `unrepairable` or `cancelled`. */
  readonly sad: boolean
}

const hoped: readonly StepName[] = ['filed', 'taken', 'ready', 'back']

/** The steps of a ticket, at most four, and the current one. */
export function stepsOf({ status, isConfirmed, here }: ListedState): readonly Step[] {
  const { name, phase, step } = statusMeaning(status)
  if (phase === 'closed') return isConfirmed ? stepsUpTo(['filed', step, 'back'], 2) : stepsUpTo(['filed', step], 1)
  // The owner collected the device before the repair was done.
  if (isConfirmed && phase !== 'finished') return stepsUpTo(['filed', 'taken', 'back'], 2)
  // A claim alone does not begin the repair: the device has to come first.
  if (here === false && name === 'accepted') return stepsUpTo(hoped, 0)
  const names = hoped.map((one) => (one === 'ready' && phase === 'finished' ? step : one))
  return stepsUpTo(names, isConfirmed ? 3 : names.indexOf(step))
}

function stepsUpTo(names: readonly StepName[], now: number): readonly Step[] {
  return names.map((name, place) => ({
    name,
    state: place < now ? 'done' : place === now ? 'now' : 'ahead',
    sad: !hoped.includes(name),
  }))
}

export type SentenceName = StatusName | 'here' | 'claimed' | 'back' | 'backUnrepaired'

export function sentenceFor({ status, isConfirmed, here }: ListedState): SentenceName {
  const { name, phase, repaired } = statusMeaning(status)
  if (isConfirmed && phase !== 'closed') return repaired ? 'back' : 'backUnrepaired'
  if (here && name === 'submitted') return 'here'
  if (here === false && name === 'accepted') return 'claimed'
  return name
}
