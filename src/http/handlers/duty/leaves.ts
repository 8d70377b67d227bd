import { askLeave, cancelLeave, listLeaves, listOffers, takeShift } from '#service/duty/leaves.ts'
import type { Ctx } from '#service/shared/context.ts'
import type { Handlers } from '../handler.ts'

export function leaveHandlers(ctx: Ctx): Handlers<'leaves'> {
  return {
    ask: async ({ actor, input, headers }) => {
      headers['x-leave-date'] = (await askLeave(ctx, actor, input)) ?? 'none'
      return {}
    },
    cancel: async ({ actor, input }) => {
      await cancelLeave(ctx, actor, input)
      return {}
    },
    open: ({ actor }) => listOffers(ctx, actor),
    take: async ({ actor, input }) => {
      await takeShift(ctx, actor, input.id)
      return {}
    },
    list: ({ input }) => listLeaves(ctx, input),
  }
}
