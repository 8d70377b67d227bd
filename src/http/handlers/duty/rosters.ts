import {
  activateRoster,
  createRoster,
  currentRoster,
  deleteRoster,
  listRosters,
  rosterWeek,
  updateRoster,
} from '#service/duty/rosters.ts'
import type { Ctx } from '#service/shared/context.ts'
import type { Handlers } from '../handler.ts'

export function rosterHandlers(ctx: Ctx): Handlers<'rosters'> {
  return {
    create: async ({ actor, input }) => {
      await createRoster(ctx, actor, input)
      return {}
    },
    update: async ({ actor, input }) => {
      await updateRoster(ctx, actor, input)
      return {}
    },
    current: () => currentRoster(ctx),
    list: () => listRosters(ctx),
    activate: async ({ actor, input }) => {
      await activateRoster(ctx, actor, input.id)
      return {}
    },
    delete: async ({ actor, input }) => {
      await deleteRoster(ctx, actor, input.id)
      return {}
    },
    week: ({ input }) => rosterWeek(ctx, input.date),
  }
}
