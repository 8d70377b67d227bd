import type { ExternalService } from '#service/outbox/external.ts'
import type { Handlers } from '../handler.ts'

export function externalHandlers(external: ExternalService): Handlers<'external'> {
  return {
    list: ({ input, lang }) => external.list(input, lang),
    retry: async ({ actor, input }) => {
      await external.retry(actor, input.id)
      return {}
    },
  }
}
