import type { SessionService } from '#service/session.ts'
import { network } from '../limits.ts'
import type { Handlers } from './handler.ts'

export function sessionHandlers(session: SessionService): Handlers<'session'> {
  return {
    login: async ({ input: { code, merge }, actor, origin }) => ({
      token: await session.login(code, network(origin.address), merge ? actor : undefined),
    }),
    checklogin: ({ actor }) => ({ islogin: actor !== undefined }),
    mail: async ({ input, lang, origin }) => {
      await session.mail(input.mail, lang, network(origin.address))
      return {}
    },
    pair: () => session.pair(),
    approve: async ({ actor, input }) => {
      await session.approve(actor, input.pair)
      return {}
    },
    paired: async ({ input }) => ({ code: await session.paired(input.secret) }),
    logout: async ({ actor }) => {
      await session.logout(actor)
      return {}
    },
  }
}
