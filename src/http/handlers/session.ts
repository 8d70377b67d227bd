import type { SessionService } from '#service/session.ts'
import type { Handlers } from './index.ts'

export function sessionHandlers(session: SessionService): Handlers<'session'> {
  return {
    login: async ({ input, origin }) => ({ token: await session.login(input.code, origin) }),
    checklogin: ({ actor }) => ({ islogin: actor !== undefined }),
    mail: async ({ input, lang }) => {
      await session.mail(input.mail, lang)
      return {}
    },
    logout: async ({ actor }) => {
      await session.logout(actor)
      return {}
    },
  }
}
