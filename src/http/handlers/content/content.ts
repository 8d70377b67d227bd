import { decideLook, listLooks, showLookedAt } from '#service/content/looks.ts'
import type { Ctx } from '#service/shared/context.ts'
import type { Handlers } from '../handler.ts'

export function contentHandlers(ctx: Ctx): Handlers<'content'> {
  return {
    list: ({ input }) => listLooks(ctx, input),
    decide: ({ actor, input: { id, fine } }) => decideLook(ctx, actor, id, fine),
    show: ({ actor, input: { ticket, note } }) => showLookedAt(ctx, actor, ticket, note),
  }
}
