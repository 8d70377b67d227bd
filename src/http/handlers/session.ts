import { deviceOf } from '#rules/devices.ts'
import type { SessionService } from '#service/people/session.ts'
import { network } from '../limits.ts'
import type { Handlers } from './handler.ts'

export function sessionHandlers(session: SessionService): Handlers<'session'> {
  return {
    login: async ({ input: { code, merge }, actor, origin, agent }) => ({
      token: await session.login(code, network(origin.address), merge ? actor : undefined, deviceOf(agent)),
    }),
    checklogin: ({ actor }) => ({ islogin: actor !== undefined }),
    mail: async ({ input, lang, origin }) => {
      await session.mail(input.mail, lang, network(origin.address))
      return {}
    },
    pair: ({ origin, agent }) => session.pair({ address: origin.address, device: deviceOf(agent) }),
    approve: async ({ actor, input }) => {
      await session.approve(actor, input.pair, input.member === true)
      return {}
    },
    pairing: ({ input, origin }) => session.pairing(input.pair, origin.address),
    paired: async ({ input }) => ({ code: await session.paired(input.secret) }),
    logout: async ({ actor }) => {
      await session.logout(actor)
      return {}
    },
  }
}
