import { handBack, listHoldings, shelve, takeIn, tieTagTo } from '#service/counter/custody.ts'
import { listStocktakes, takeStock } from '#service/counter/stocktaking.ts'
import type { Ctx } from '#service/shared/context.ts'
import type { Handlers } from '../handler.ts'

export function custodyHandlers(ctx: Ctx): Handlers<'custody'> {
  return {
    receive: ({ actor, input, key }) => takeIn(ctx, actor, input, key),
    shelf: ({ actor, input }) => shelve(ctx, actor, input.id, input.shelf),
    hand: ({ actor, input }) => handBack(ctx, actor, input),
    tie: ({ actor, input }) => tieTagTo(ctx, actor, input.id, input.tag),
    list: ({ actor, input }) => listHoldings(ctx, actor, input),
    stocktake: ({ actor, input }) => takeStock(ctx, actor, input.scans, input.shelf),
    stocktakes: ({ input }) => listStocktakes(ctx, input),
  }
}
