import { decideLook, listLooks, showLookedAt } from '#service/content/looks.ts'
import type { Ctx } from '#service/shared/context.ts'
import type { Handlers } from '../handler.ts'

export function contentHandlers(ctx: Ctx): Handlers<'content'> {
  return {
    list: ({ input }) => listLooks(ctx, input),
    decide: async ({ actor, input: { id, fine } }) => {
      await decideLook(ctx, actor, id, fine)
      return {}
    },
    show: async ({ actor, input: { ticket, note } }) => {
      await showLookedAt(ctx, actor, ticket, note)
      return {}
    },
  }
}
