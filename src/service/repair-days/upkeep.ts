import { endOfBookings, lapsedOffers } from '#rules/repair-days/bookings.ts'
import { lapsedAsks } from '#rules/repair-days/helpers.ts'
import { systemActor } from '../shared/actor.ts'
import type { Ctx } from '../shared/context.ts'
import { lockDay, settle } from './allocation.ts'
import { lockStaffedDay, settleHelpers } from './helper-places.ts'

/** Passes on offers that have run out, and settles the bookings of days that are over. Any node may repeat it. */
export async function settleRepairDays(ctx: Ctx): Promise<void> {
  if (ctx.store.storage.damage()) return
  const at = ctx.deletionTime()
  const zone = ctx.settings.current().timeZone
  const cause = { by: systemActor, at, zone }
  for (const id of await ctx.store.read((tx) => tx.repairDays.withDueBookings(at)))
    await ctx.store.change(async (tx) => {
      // Another node may have done it before this one got the lock.
      const open = await lockDay(tx, id)
      const { day, bookings } = open
      const changes = day.until <= at ? endOfBookings(day, bookings, at) : lapsedOffers(bookings, at)
      const { events } = await settle(tx, open, changes, cause)
      return { answer: undefined, events }
    })
  for (const id of await ctx.store.read((tx) => tx.helpers.withLapsedAsks(at)))
    await ctx.store.change(async (tx) => {
      const { helpers } = await lockStaffedDay(tx, id)
      return { answer: undefined, events: await settleHelpers(tx, id, lapsedAsks(helpers, at), cause) }
    })
}
