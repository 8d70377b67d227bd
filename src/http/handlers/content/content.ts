import type { LookService } from '#service/content/looks.ts'
import type { Handlers } from '../handler.ts'

export function contentHandlers(looks: LookService): Handlers<'content'> {
  return {
    list: ({ input }) => looks.list(input),
    decide: async ({ actor, input: { id, fine } }) => {
      await looks.decide(actor, id, fine)
      return {}
    },
    show: async ({ actor, input: { ticket, note } }) => {
      await looks.show(actor, ticket, note)
      return {}
    },
  }
}
