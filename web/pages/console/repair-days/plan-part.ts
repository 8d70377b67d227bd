import type { PlannedDay } from '#contract/repair-days/day-fields.ts'
import type { Action } from '#web/components/action.ts'
import type { PlanDraft } from './plan-draft.ts'

/** What each part of the form of a plan gets. */
export interface PlanPart {
  readonly draft: PlanDraft
  readonly action: Action<void>
  readonly set: (to: Partial<PlanDraft>) => void
}

/** True if people can still book and sign up. */
export const isAnnounced = ({ state }: Pick<PlannedDay, 'state'>): boolean =>
  state === 'announced' || state === 'full' || state === 'open'
