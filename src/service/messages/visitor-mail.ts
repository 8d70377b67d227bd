import type { Lang } from '#contract/languages.ts'
import { type Clock, day } from '#kit/time.ts'
import { visitorMailLimits } from '#rules/people/attempts.ts'
import type { Store, Tx } from '#store/store.ts'
import type { Attempts } from '../shared/attempts.ts'
import type { Ports } from '../shared/ports.ts'
import { accountMark, hashOf, newToken } from '../shared/secrets.ts'
import type { SettingService } from '../shared/settings.ts'

export interface VisitorMailParts {
  readonly store: Store
  readonly ports: Ports
  readonly now: Clock
  readonly settings: SettingService
  readonly attempts: Attempts
  readonly publicUrl: string
}

const linkLife = 7 * day

/** From now on messages about a visitor's ticket go to this address, also if its owner had stopped them before. */
export async function setVisitorMail(tx: Tx, personId: number, mailbox: string): Promise<void> {
  await tx.notify.keep(personId, newToken())
  await tx.notify.setMail(personId, mailbox, newToken())
  const { choices = {} } = (await tx.notify.person(personId)) ?? {}
  const { off = false, channels = {}, kinds = {} } = choices
  await tx.notify.choose(personId, { off, channels: { ...channels, mail: true }, kinds })
}

/**
 * Mail addresses that visitors type themselves, at a kiosk or on the page of their receipt. Nobody has looked at them, so one mail goes
 * there and asks; messages follow once its owner has agreed.
 */
export function visitorMailService({ store, ports, now, settings, attempts, publicUrl }: VisitorMailParts) {
  return {
    /** Sends the mail that asks. Throws if this mailbox, or this visitor, has had too many of them. */
    async ask(personId: number, mail: string, lang: Lang): Promise<void> {
      const mailbox = mail.toLowerCase()
      const place = await attempts.take(visitorMailLimits(mailbox, personId), { account: accountMark(mailbox) })
      const key = newToken()
      const at = now()
      await store.upkeep(async (tx) => {
        await tx.codes.removeOfPerson(personId, 'visitor_mail')
        const code = { hash: hashOf(key), kind: 'visitor_mail', subject: mailbox, personId } as const
        await tx.codes.add({ ...code, at, livesMs: linkLife })
      })
      const { teamName: team } = settings.current()
      await ports.mailer
        ?.sendLink(mailbox, { team, lang, link: `${publicUrl}/mail/confirm?key=${key}` })
        .catch(async (error: unknown) => {
          await attempts.giveBack(place)
          throw error
        })
    },

    /** The owner of the mailbox agrees. `false` if the link is unknown or has expired; a second press is as good as the first. */
    confirm(key: string): Promise<boolean> {
      return store.upkeep(async (tx) => {
        const hash = hashOf(key)
        const code = await tx.codes.find(hash, 'visitor_mail')
        if (!code || code.used_by === null) return false
        if (code.used_at !== null) return true
        if (!(await tx.codes.use(hash, 'visitor_mail', now(), code.used_by))) return false
        await setVisitorMail(tx, code.used_by, code.subject)
        return true
      })
    },
  }
}

export type VisitorMailService = ReturnType<typeof visitorMailService>
