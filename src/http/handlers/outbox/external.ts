import { listUndelivered, retryDelivery } from '#service/outbox/external.ts'
import type { Ctx } from '#service/shared/context.ts'
import type { Handlers } from '../handler.ts'

export function externalHandlers(ctx: Ctx): Handlers<'external'> {
  return {
    list: ({ input, lang }) => listUndelivered(ctx, input, lang),
    retry: ({ actor, input }) => retryDelivery(ctx, actor, input.id),
  }
}
