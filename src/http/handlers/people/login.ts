import { second } from '#kit/time.ts'
import { sessionEnd } from '#rules/people/sessions.ts'
import { deviceOf } from '#rules/tickets/devices.ts'
import type { Services } from '#service/index.ts'
import { hashOf } from '#service/shared/secrets.ts'
import { secretCookie } from '../../cookie.ts'
import { network } from '../../limits.ts'
import type { Handlers } from '../handler.ts'

export function sessionHandlers({ session, actors }: Services, publicUrl: string): Handlers<'session'> {
  // How long a session lives is decided by the service alone; the browser keeps it for as long as one can be.
  const cookie = secretCookie(publicUrl, 'fettle-session', '/')
  const forgotten = cookie.write('', 0)
  return {
    login: async ({ input: { code, mail, keep, merge }, actor, origin, agent, ownPage, headers }) => {
      const given = mail === undefined ? { code } : { code, mail }
      const token = await session.login(given, network(origin.address), merge ? actor : undefined, deviceOf(agent))
      if (keep && ownPage) headers['set-cookie'] = cookie.write(token, sessionEnd / second)
      return { token }
    },
    kept: async (call) => {
      const token = call.ownPage ? cookie.read(call.cookie) : undefined
      if (token === undefined) return { token: '' }
      if (await actors.of(token)) return { token }
      call.headers['set-cookie'] = forgotten
      return { token: '' }
    },
    checklogin: ({ actor }) => ({ islogin: actor !== undefined }),
    mail: async ({ input, lang, origin }) => {
      await session.mail(input.mail, lang, network(origin.address))
      return {}
    },
    pair: ({ origin: { address }, agent }) =>
      session.pair({ address, network: network(address), device: deviceOf(agent) }),
    approve: async ({ actor, input }) => {
      await session.approve(actor, input.pair, input.member === true)
      return {}
    },
    pairing: ({ input, origin }) => session.pairing(input.pair, origin.address),
    paired: async ({ input }) => ({ code: await session.paired(input.secret) }),
    logout: async ({ actor, cookie: held, headers }) => {
      await session.logout(actor)
      const kept = cookie.read(held)
      // Another tab may be somebody else.
      if (kept !== undefined && Buffer.compare(hashOf(kept), actor.tokenHash) === 0) headers['set-cookie'] = forgotten
      return {}
    },
  }
}
