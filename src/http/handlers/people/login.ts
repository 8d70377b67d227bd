import { second } from '#kit/time.ts'
import { browserName } from '#rules/people/browser-names.ts'
import { maxSession } from '#rules/people/sessions.ts'
import {
  approvePairing,
  finishPairing,
  logIn,
  logOut,
  pairingInfo,
  sendLoginMail,
  startPairing,
} from '#service/people/login.ts'
import type { Ctx } from '#service/shared/context.ts'
import { hashOf } from '#service/shared/secrets.ts'
import { secretCookie } from '../../cookie.ts'
import { networkOf } from '../../limits.ts'
import type { Handlers } from '../handler.ts'

export function sessionHandlers(ctx: Ctx): Handlers<'session'> {
  // The browser keeps the cookie as long as a session can last at most. The service decides when it ends.
  const cookie = secretCookie(ctx.publicUrl, 'fettle-session', '/')
  const forgotten = cookie.write('', 0)
  return {
    login: async ({ input: { code, mail, keep, merge }, actor, origin, agent, lang, isOwnPage, headers }) => {
      const given = mail === undefined ? { code } : { code, mail }
      const token = await logIn(ctx, given, networkOf(origin.address), {
        guest: merge ? actor : undefined,
        device: browserName(agent),
        lang: isOwnPage ? lang : undefined,
      })
      if (keep && isOwnPage) headers['set-cookie'] = cookie.write(token, maxSession / second)
      return { token }
    },
    kept: async (call) => {
      const token = call.isOwnPage ? cookie.read(call.cookie) : undefined
      if (token === undefined) return { token: '' }
      if (await ctx.actors.of(token)) return { token }
      call.headers['set-cookie'] = forgotten
      return { token: '' }
    },
    checklogin: ({ actor }) => ({ islogin: actor !== undefined }),
    mail: ({ input, lang, origin }) => sendLoginMail(ctx, input.mail, lang, networkOf(origin.address)),
    pair: ({ origin: { address }, agent }) =>
      startPairing(ctx, { address, network: networkOf(address), device: browserName(agent) }),
    approve: ({ actor, input }) => approvePairing(ctx, actor, input.pair, input.member === true),
    pairing: ({ input, origin }) => pairingInfo(ctx, input.pair, origin.address),
    paired: async ({ input }) => ({ code: await finishPairing(ctx, input.secret) }),
    logout: async ({ actor, cookie: held, headers }) => {
      await logOut(ctx, actor)
      const kept = cookie.read(held)
      // Another tab may have logged in as another person.
      if (kept !== undefined && Buffer.compare(hashOf(kept), actor.tokenHash) === 0) headers['set-cookie'] = forgotten
    },
  }
}
