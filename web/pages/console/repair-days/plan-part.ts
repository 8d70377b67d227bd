import type { Action } from '#web/components/action.ts'
import type { PlanDraft } from './plan-draft.ts'

/** What each part of the form of a plan gets. */
export interface PlanPart {
  readonly draft: PlanDraft
  readonly action: Action<void>
  readonly set: (to: Partial<PlanDraft>) => void
}
