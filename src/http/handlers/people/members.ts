import { browserName } from '#rules/people/browser-names.ts'
import { listColleagues, logInAsMember, logOutAsMember, memberProfile } from '#service/people/members.ts'
import type { Ctx } from '#service/shared/context.ts'
import type { Handlers } from '../handler.ts'

export function memberHandlers(ctx: Ctx): Handlers<'members'> {
  return {
    login: ({ actor, input, agent }) => logInAsMember(ctx, actor, input, browserName(agent)),
    checklogin: ({ actor }) => memberProfile(ctx, actor),
    list: () => listColleagues(ctx),
    logout: ({ actor }) => logOutAsMember(ctx, actor),
  }
}
