import type { SessionsService } from '#service/people/sessions.ts'
import type { Handlers } from '../handler.ts'

export function sessionsHandlers(sessions: SessionsService): Handlers<'sessions'> {
  return {
    list: ({ actor }) => sessions.list(actor),
    end: async ({ actor, input }) => {
      await sessions.end(actor, input)
      return {}
    },
  }
}
