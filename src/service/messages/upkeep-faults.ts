import type { UpkeepFault } from '#rules/messages/messages.ts'
import { type Ctx, perContext } from '../shared/context.ts'

/** The service's own jobs that fail now. */
export const upkeepFaults = perContext(() => new Set<UpkeepFault>())

export function reportUpkeep(ctx: Ctx, fault: UpkeepFault, works: boolean): void {
  if (works) upkeepFaults(ctx).delete(fault)
  else upkeepFaults(ctx).add(fault)
}
