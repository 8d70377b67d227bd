import type { MembershipService } from '#service/membership.ts'
import type { Handlers } from './handler.ts'

export function memberHandlers(membership: MembershipService): Handlers<'members'> {
  return {
    login: async ({ actor, input }) => {
      await membership.login(actor, input)
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
