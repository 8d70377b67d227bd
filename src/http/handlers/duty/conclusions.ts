import type { ConclusionService } from '#service/duty/conclusions.ts'
import type { Handlers } from '../handler.ts'

export function conclusionHandlers(conclusions: ConclusionService): Handlers<'conclusions'> {
  return {
    write: async ({ actor, input, headers }) => {
      headers['x-leave-date'] = (await conclusions.write(actor, input)) ?? 'none'
      return {}
    },
    draft: ({ actor, input, lang }) => conclusions.draft(actor, input, lang),
    latest: () => conclusions.latest(),
    list: ({ input }) => conclusions.list(input),
  }
}
