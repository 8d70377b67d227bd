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
    create: ({ actor, input }) => createRoster(ctx, actor, input),
    update: ({ actor, input }) => updateRoster(ctx, actor, input),
    current: () => currentRoster(ctx),
    list: () => listRosters(ctx),
    activate: ({ actor, input }) => activateRoster(ctx, actor, input.id),
    delete: ({ actor, input }) => deleteRoster(ctx, actor, input.id),
    week: ({ input }) => rosterWeek(ctx, input.date),
  }
}
