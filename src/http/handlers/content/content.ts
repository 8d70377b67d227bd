import { decideReview, listReviews, unhideContent } from '#service/content/reviews.ts'
import type { Ctx } from '#service/shared/context.ts'
import type { Handlers } from '../handler.ts'

export function contentHandlers(ctx: Ctx): Handlers<'content'> {
  return {
    list: ({ input }) => listReviews(ctx, input),
    decide: ({ actor, input: { id, fine } }) => decideReview(ctx, actor, id, fine),
    show: ({ actor, input: { ticket, note } }) => unhideContent(ctx, actor, ticket, note),
  }
}
