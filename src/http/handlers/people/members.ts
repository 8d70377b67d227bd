import { deviceOf } from '#rules/tickets/devices.ts'
import type { MembershipService } from '#service/people/members.ts'
import type { Handlers } from '../handler.ts'

export function memberHandlers(membership: MembershipService): Handlers<'members'> {
  return {
    login: async ({ actor, input, agent }) => {
      await membership.login(actor, input, deviceOf(agent))
      return {}
    },
    checklogin: ({ actor }) => membership.profile(actor),
    list: () => membership.colleagues(),
    logout: async ({ actor }) => {
      await membership.logout(actor)
      return {}
    },
  }
}
