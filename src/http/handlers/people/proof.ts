import type { Services } from '#service/index.ts'
import type { Handlers } from '../handler.ts'

export function proofHandlers({ factors, membership }: Pick<Services, 'factors' | 'membership'>): Handlers<'proof'> {
  return {
    ways: ({ actor }) => factors.ways(actor),
    confirm: async ({ actor, input }) => {
      await factors.confirm(actor, input)
      return {}
    },
    changePassword: async ({ actor, input }) => {
      await membership.changePassword(actor, input)
      return {}
    },
    beginFactor: ({ actor }) => factors.begin(actor),
    switchFactorOn: ({ actor, input }) => factors.switchOn(actor, input.factor),
    renewRecovery: ({ actor }) => factors.renewRecovery(actor),
    switchFactorOff: async ({ actor }) => {
      await factors.switchOff(actor, actor.memberId)
      return {}
    },
  }
}
