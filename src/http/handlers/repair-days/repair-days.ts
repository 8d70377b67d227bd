import { arriveByBooking } from '#service/counter/queue.ts'
import { bookPlace, unbookPlace, wishFor } from '#service/repair-days/bookings.ts'
import {
  announceDay,
  cancelDay,
  closeDay,
  copyDay,
  createDay,
  removeDay,
  repeatDay,
  updateDay,
} from '#service/repair-days/planner.ts'
import { dayBookings, dayInfo, listDays, listPlannedDays, myBookings, plannedDay } from '#service/repair-days/views.ts'
import type { Ctx } from '#service/shared/context.ts'
import type { Handlers } from '../handler.ts'

export function repairDayHandlers(ctx: Ctx): Handlers<'repairDays'> {
  return {
    list: ({ lang }) => listDays(ctx, lang),
    info: ({ input, lang }) => dayInfo(ctx, input.id, lang),
    book: ({ actor, input: { ticket, ...given } }) => bookPlace(ctx, actor, ticket, given),
    unbook: ({ actor, input }) => unbookPlace(ctx, actor, input.ticket, input.id),
    mine: ({ actor, lang }) => myBookings(ctx, actor, lang),
    arrive: async ({ actor, input }) => ({ number: await arriveByBooking(ctx, actor, input.ticket, input.id) }),
    bookings: ({ actor, input }) => dayBookings(ctx, actor, input.id),
    wish: ({ actor, input }) => wishFor(ctx, actor, input),
  }
}

export function plannerHandlers(ctx: Ctx): Handlers<'planner'> {
  return {
    list: () => listPlannedDays(ctx),
    info: ({ input }) => plannedDay(ctx, input.id),
    create: async ({ actor, input }) => ({ id: await createDay(ctx, actor, input) }),
    copy: async ({ actor, input }) => ({ id: await copyDay(ctx, actor, input.id, input.from) }),
    repeat: async ({ actor, input }) => ({ ids: await repeatDay(ctx, actor, input) }),
    update: ({ actor, input }) => updateDay(ctx, actor, input),
    announce: ({ actor, input }) => announceDay(ctx, actor, input.id),
    cancel: ({ actor, input }) => cancelDay(ctx, actor, input.id),
    close: ({ actor, input }) => closeDay(ctx, actor, input.id),
    remove: ({ actor, input }) => removeDay(ctx, actor, input.id),
  }
}
