import type { RosterService } from '#service/duty/rosters.ts'
import type { Handlers } from '../handler.ts'

export function rosterHandlers(rosters: RosterService): Handlers<'rosters'> {
  return {
    create: async ({ actor, input }) => {
      await rosters.create(actor, input)
      return {}
    },
    update: async ({ actor, input }) => {
      await rosters.update(actor, input)
      return {}
    },
    current: () => rosters.current(),
    list: () => rosters.list(),
    activate: async ({ actor, input }) => {
      await rosters.activate(actor, input.id)
      return {}
    },
    delete: async ({ actor, input }) => {
      await rosters.delete(actor, input.id)
      return {}
    },
    week: ({ input }) => rosters.week(input.date),
  }
}
