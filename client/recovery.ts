import type { DutyInformation } from '#contract/duty/duty.ts'

/** When duty goes on, in somebody's own words. What the service says by itself is the next opening, which is shown anyway. */
export function ownRecoveryText({ dutyRecoverTime, next }: DutyInformation): string {
  return dutyRecoverTime === next?.from.slice(0, 16).replace('T', ' ') ? '' : dutyRecoverTime
}
