import type { ConclusionService } from '#service/conclusions.ts'
import type { Handlers } from './handler.ts'

export function conclusionHandlers(conclusions: ConclusionService): Handlers<'conclusions'> {
  return {
    write: async ({ actor, input }) => {
      await conclusions.write(actor, input)
      return {}
    },
    draft: ({ actor, input, lang }) => conclusions.draft(actor, input, lang),
    list: ({ input }) => conclusions.list(input),
  }
}
