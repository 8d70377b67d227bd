import { endSession, listSessions } from '#service/people/sessions.ts'
import type { Ctx } from '#service/shared/context.ts'
import type { Handlers } from '../handler.ts'

export function sessionsHandlers(ctx: Ctx): Handlers<'sessions'> {
  return {
    list: ({ actor }) => listSessions(ctx, actor),
    end: ({ actor, input }) => endSession(ctx, actor, input),
  }
}
