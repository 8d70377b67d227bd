import { statusMeaning } from '#contract/codes.ts'
import type { Outcome } from '#contract/tickets/outcome-fields.ts'
import { keysOf } from '#kit/typed-keys.ts'

/** The outcomes for repaired tickets (`true`) and for those that are not. */
const fitting: Readonly<Record<Outcome, readonly boolean[]>> = {
  fixed: [true],
  repairable: [false],
  end_of_life: [false],
  unknown: [true, false],
}

export const outcomesAt = (status: number): readonly Outcome[] =>
  keysOf(fitting).filter((outcome) => fitting[outcome].includes(statusMeaning(status).repaired))
