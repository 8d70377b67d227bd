import { handBack, listHoldings, shelve, takeIn, tieTagTo } from '#service/counter/custody.ts'
import { listStocktakes, takeStock } from '#service/counter/stocktaking.ts'
import type { Ctx } from '#service/shared/context.ts'
import type { Handlers } from '../handler.ts'

export function custodyHandlers(ctx: Ctx): Handlers<'custody'> {
  return {
    receive: async ({ actor, input, key }) => {
      await takeIn(ctx, actor, input, key)
      return {}
    },
    shelf: async ({ actor, input }) => {
      await shelve(ctx, actor, input.id, input.shelf)
      return {}
    },
    hand: async ({ actor, input }) => {
      await handBack(ctx, actor, input)
      return {}
    },
    tie: async ({ actor, input }) => {
      await tieTagTo(ctx, actor, input.id, input.tag)
      return {}
    },
    list: ({ input }) => listHoldings(ctx, input),
    stocktake: ({ actor, input }) => takeStock(ctx, actor, input.scans, input.shelf),
    stocktakes: ({ input }) => listStocktakes(ctx, input),
  }
}
