import type { LeaveService } from '#service/duty/leaves.ts'
import type { Handlers } from '../handler.ts'

export function leaveHandlers(leaves: LeaveService): Handlers<'leaves'> {
  return {
    ask: async ({ actor, input, headers }) => {
      headers['x-leave-date'] = (await leaves.ask(actor, input)) ?? 'none'
      return {}
    },
    cancel: async ({ actor, input }) => {
      await leaves.cancel(actor, input)
      return {}
    },
    open: ({ actor }) => leaves.open(actor),
    take: async ({ actor, input }) => {
      await leaves.take(actor, input.id)
      return {}
    },
    list: ({ input }) => leaves.list(input),
  }
}
