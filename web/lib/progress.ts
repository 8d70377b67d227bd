import { statuses } from '#contract/codes.ts'

/** How a ticket stands, as every list tells it. */
export interface Standing {
  readonly status: number
  readonly isConfirmed: boolean
}

export type StepName = 'filed' | 'taken' | 'ready' | 'back' | 'unrepairable' | 'cancelled'
export interface Step {
  readonly name: StepName
  readonly state: 'done' | 'now' | 'ahead'
}

const { submitted, repaired, unrepairable, cancelled } = statuses

/** The way of a ticket in four words at most, and how far along it is. */
export function stepsOf({ status, isConfirmed }: Standing): readonly Step[] {
  if (status === cancelled)
    return isConfirmed ? reached(['filed', 'cancelled', 'back'], 2) : reached(['filed', 'cancelled'], 1)
  const names: StepName[] = ['filed', 'taken', status === unrepairable ? 'unrepairable' : 'ready', 'back']
  const finished = status === repaired || status === unrepairable
  // Taken back before it was done.
  if (isConfirmed && !finished) return reached(['filed', 'taken', 'back'], 2)
  return reached(names, isConfirmed ? 3 : finished ? 2 : status === submitted ? 0 : 1)
}

function reached(names: readonly StepName[], now: number): readonly Step[] {
  return names.map((name, place) => ({ name, state: place < now ? 'done' : place === now ? 'now' : 'ahead' }))
}

const sentences = [
  'submitted',
  'accepted',
  'diagnosing',
  'repairing',
  'waiting',
  'repaired',
  'unrepairable',
  'cancelled',
] as const
export type SentenceName = (typeof sentences)[number] | 'back' | 'backUnrepaired'

/** What to tell its owner about it. */
export function sentenceFor({ status, isConfirmed }: Standing): SentenceName {
  if (isConfirmed && status !== cancelled) return status === repaired ? 'back' : 'backUnrepaired'
  return sentences[status] ?? 'submitted'
}
