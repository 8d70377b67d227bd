import { askLeave, cancelLeave, listLeaves, listOffers, takeShift } from '#service/duty/leaves.ts'
import type { Ctx } from '#service/shared/context.ts'
import type { Handlers } from '../handler.ts'

export function leaveHandlers(ctx: Ctx): Handlers<'leaves'> {
  return {
    ask: async ({ actor, input, headers }) => {
      headers['x-leave-date'] = (await askLeave(ctx, actor, input)) ?? 'none'
    },
    cancel: ({ actor, input }) => cancelLeave(ctx, actor, input),
    open: ({ actor }) => listOffers(ctx, actor),
    take: ({ actor, input }) => takeShift(ctx, actor, input.id),
    list: ({ input }) => listLeaves(ctx, input),
  }
}
