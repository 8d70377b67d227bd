import { Refusal } from '#contract/errors.ts'
import type { Lang } from '#contract/fields.ts'
import { type Clock, minute } from '#kit/time.ts'
import type { Store, Tx } from '#store/store.ts'
import type { Actor } from './actor.ts'
import type { Identity, Origin, Ports } from './ports.ts'
import { hashOf, newCode, newToken, tidyCode } from './secrets.ts'

const mailMinutes = 10

export function sessionService(store: Store, ports: Ports, now: Clock) {
  /** Opens a session for whoever `who` finds inside the transaction, so that a code is used up and a token made as one. */
  function open(who: (tx: Tx, at: number) => Promise<{ personId: number; with: string }>): Promise<string> {
    const token = newToken()
    const at = now()
    return store.change(async (tx) => {
      const { personId, with: provider } = await who(tx, at)
      await tx.sessions.open(hashOf(token), personId, at)
      const current = { id: personId, info: { say: 'logged_in' as const, with: provider } }
      return {
        answer: token,
        entry: { by: { personId, memberId: null }, at, operation: 'log_in', target: 'user', current },
      }
    })
  }

  const known = async (tx: Tx, { provider, subject }: Identity, at: number) => ({
    personId: await tx.users.ofIdentity(provider, subject, at),
    with: provider,
  })

  return {
    /** Trades a login code for a token. The prefix says which provider knows it. */
    async login(code: string, origin: Origin): Promise<string> {
      if (/^\s*mail_/i.test(code)) {
        if (!ports.mailer) throw new Refusal('not_configured')
        const hash = hashOf(tidyCode(code))
        return open(async (tx, at) => {
          const subject = await tx.codes.use(hash, 'mail', at)
          if (subject === undefined) throw new Refusal('code_refused')
          return known(tx, { provider: 'mail', subject }, at)
        })
      }
      if (!ports.miniProgram) throw new Refusal('not_configured')
      const identity = await ports.miniProgram.identify(code, origin)
      return open((tx, at) => known(tx, identity, at))
    },

    /** Sends a one-time code. It is stored first: a mail that arrives must work. */
    async mail(address: string, lang: Lang): Promise<void> {
      if (!ports.mailer) throw new Refusal('not_configured')
      const code = newCode('mail')
      const at = now()
      await store.upkeep((tx) =>
        tx.codes.add({
          hash: hashOf(code),
          kind: 'mail',
          subject: address.toLowerCase(),
          at,
          expiresAt: at + mailMinutes * minute,
        }),
      )
      await ports.mailer.sendCode(address, code, lang, mailMinutes)
    },

    logout(actor: Actor): Promise<void> {
      const current = { id: actor.personId, info: { say: 'logged_out' as const } }
      return store.change(async (tx) => {
        await tx.sessions.close(actor.tokenHash)
        return { answer: undefined, entry: { by: actor, at: now(), operation: 'log_out', target: 'user', current } }
      })
    },
  }
}

export type SessionService = ReturnType<typeof sessionService>
