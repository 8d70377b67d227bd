import type { VisitState } from '#contract/counter/counter.ts'

export type VisitAction = 'call' | 'served' | 'skipped' | 'gone' | 'waiting'

export const visitActions: Readonly<Record<VisitState, readonly VisitAction[]>> = {
  waiting: ['call', 'gone'],
  called: ['served', 'skipped', 'gone'],
  skipped: ['waiting', 'call', 'gone'],
  served: [],
  gone: ['waiting'],
}
