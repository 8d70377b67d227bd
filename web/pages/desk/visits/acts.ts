import type { VisitState } from '#contract/counter/counter.ts'

/** To call somebody, or what became of them. */
export type Act = 'call' | 'served' | 'skipped' | 'gone' | 'waiting'

/** What can be done with somebody in the queue, by where they are; the likeliest first. */
export const acts: Readonly<Record<VisitState, readonly Act[]>> = {
  waiting: ['call', 'gone'],
  called: ['served', 'skipped', 'gone'],
  skipped: ['waiting', 'call', 'gone'],
  served: [],
  gone: ['waiting'],
}
