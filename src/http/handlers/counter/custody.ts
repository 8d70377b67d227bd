import type { Services } from '#service/index.ts'
import type { Handlers } from '../handler.ts'

export function custodyHandlers({
  custody,
  stocktaking,
}: Pick<Services, 'custody' | 'stocktaking'>): Handlers<'custody'> {
  return {
    receive: async ({ actor, input, key }) => {
      await custody.receive(actor, input, key)
      return {}
    },
    shelf: async ({ actor, input }) => {
      await custody.shelve(actor, input.id, input.shelf)
      return {}
    },
    hand: async ({ actor, input }) => {
      await custody.hand(actor, input)
      return {}
    },
    tie: async ({ actor, input }) => {
      await custody.tie(actor, input.id, input.tag)
      return {}
    },
    list: ({ input }) => custody.list(input),
    stocktake: ({ actor, input }) => stocktaking.take(actor, input.scans, input.shelf),
    stocktakes: ({ input }) => stocktaking.list(input),
  }
}
