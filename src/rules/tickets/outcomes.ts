import type { Status } from '#contract/codes.ts'
import { Refusal } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Barrier, Outcome, OutcomeInput } from '#contract/tickets/outcome-fields.ts'
import { zoned } from '#kit/time.ts'
import { outcomesAt } from './fitting-outcomes.ts'
import { isFinished } from './tickets.ts'

/** Unknown values are empty or 0. */
export interface OutcomeValues {
  readonly outcome: Outcome | ''
  readonly barrier: Barrier | ''
  readonly category: number
  readonly brand: string
  readonly year: number
  readonly remedy: string
}

const fields = ['outcome', 'barrier', 'category', 'brand', 'year', 'remedy'] as const satisfies (keyof OutcomeValues)[]

/** The outcome fields of a call; `undefined` without any. */
function saidIn(input: OutcomeInput): Partial<OutcomeValues> | undefined {
  const given = fields.flatMap((field) => (input[field] === undefined ? [] : [[field, input[field]] as const]))
  return given.length === 0 ? undefined : (Object.fromEntries(given) as Partial<OutcomeValues>) // each by its own name
}

/** The changed outcome of a ticket that has this status after the call; `undefined` without a change. */
export function outcomeChange(
  now: OutcomeValues,
  input: OutcomeInput,
  status: Status,
  at: number,
): Partial<OutcomeValues> | undefined {
  const given = saidIn(input)
  if (!given) return undefined
  if (!isFinished(status)) throw new Refusal('outcome_too_soon')
  assertYear(given.year ?? 0, at)
  const next = { ...now, ...given }
  if (next.outcome !== '' && !outcomesAt(status).includes(next.outcome))
    throw new Refusal('bad_input', { field: 'outcome', flaw: 'not_fitting' })
  if (next.outcome !== 'end_of_life') {
    if (given.barrier) throw new Refusal('bad_input', { field: 'barrier', flaw: 'not_fitting' })
    next.barrier = ''
  }
  const changed = fields.filter((field) => next[field] !== now[field])
  return changed.length === 0 ? undefined : Object.fromEntries(changed.map((field) => [field, next[field]]))
}

/** Devices of next year's model are sold this year. */
function assertYear(year: number, at: number): void {
  if (year === 0) return
  const most = zoned(at, 'UTC').year + 1
  if (year < limits.yearLeast)
    throw new Refusal('bad_input', { field: 'year', flaw: 'too_small', limit: limits.yearLeast })
  if (year > most) throw new Refusal('bad_input', { field: 'year', flaw: 'too_big', limit: most })
}

/** A reopened ticket has no outcome yet. Device and remedy stay. */
export function outcomeAfterReopening({ outcome, barrier }: OutcomeValues): Partial<OutcomeValues> {
  return outcome === '' && barrier === '' ? {} : { outcome: '', barrier: '' }
}
