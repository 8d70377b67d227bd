import type { DutyInformation } from '#contract/duty/duty.ts'

/**
 * The text of an administrator about when duty continues. Empty if it is the service's own, which is the next
 * opening.
 */
export function ownRecoveryText({ dutyRecoverTime, next }: DutyInformation): string {
  return dutyRecoverTime === next?.from.slice(0, 16).replace('T', ' ') ? '' : dutyRecoverTime
}
