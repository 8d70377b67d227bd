import { draftConclusion, latestConclusion, listConclusions, writeConclusion } from '#service/duty/conclusions.ts'
import type { Ctx } from '#service/shared/context.ts'
import type { Handlers } from '../handler.ts'

export function conclusionHandlers(ctx: Ctx): Handlers<'conclusions'> {
  return {
    write: async ({ actor, input, headers }) => {
      headers['x-leave-date'] = (await writeConclusion(ctx, actor, input)) ?? 'none'
    },
    draft: ({ actor, input, lang }) => draftConclusion(ctx, actor, input, lang),
    latest: ({ actor }) => latestConclusion(ctx, actor),
    list: ({ input }) => listConclusions(ctx, input),
  }
}
