import type { VisitState } from '#contract/counter/counter.ts'

/** To call somebody, or what became of them. */
export type VisitAction = 'call' | 'served' | 'skipped' | 'gone' | 'waiting'

/** What can be done with somebody in the queue, by where they are; the likeliest first. */
export const visitActions: Readonly<Record<VisitState, readonly VisitAction[]>> = {
  waiting: ['call', 'gone'],
  called: ['served', 'skipped', 'gone'],
  skipped: ['waiting', 'call', 'gone'],
  served: [],
  gone: ['waiting'],
}
