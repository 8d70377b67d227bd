import type { Lang } from '#contract/languages.ts'
import { day } from '#kit/time.ts'
import { visitorMailLimits } from '#rules/people/attempts.ts'
import type { Tx } from '#store/store.ts'
import type { Ctx } from '../shared/context.ts'
import { accountMark, hashOf, newToken } from '../shared/secrets.ts'

const linkLife = 7 * day

/** Also turns mails on again if the owner of the ticket had stopped them. */
export async function setVisitorMail(tx: Tx, personId: number, mailbox: string): Promise<void> {
  await tx.notify.lock(personId, newToken())
  await tx.notify.setMail(personId, mailbox, newToken())
  const { choices = {} } = (await tx.notify.person(personId)) ?? {}
  const { off = false, channels = {}, kinds = {} } = choices
  await tx.notify.setChoices(personId, { off, channels: { ...channels, mail: true }, kinds })
}

/** Throws if this mailbox or this visitor got too many links. */
export async function askVisitorMail(ctx: Ctx, personId: number, mail: string, lang: Lang): Promise<void> {
  const mailbox = mail.toLowerCase()
  const place = await ctx.attempts.take(visitorMailLimits(mailbox, personId), { account: accountMark(mailbox) })
  const key = newToken()
  const at = ctx.now()
  await ctx.store.upkeep(async (tx) => {
    await tx.codes.removeOfPerson(personId, 'visitor_mail')
    const code = { hash: hashOf(key), kind: 'visitor_mail', subject: mailbox, personId } as const
    await tx.codes.add({ ...code, at, livesMs: linkLife })
  })
  const { teamName: team } = ctx.settings.current()
  const link = `${ctx.publicUrl}/mail/confirm?key=${key}`
  await ctx.attempts.refundOnError(place, async () => ctx.ports.mailer?.sendLink(mailbox, { team, lang, link }))
}

/** `false` for an unknown or expired link. Confirming twice is no error. */
export function confirmVisitorMail(ctx: Ctx, key: string): Promise<boolean> {
  return ctx.store.upkeep(async (tx) => {
    const hash = hashOf(key)
    const code = await tx.codes.find(hash, 'visitor_mail')
    if (!code || code.used_by === null) return false
    if (code.used_at !== null) return true
    if (!(await tx.codes.use(hash, 'visitor_mail', ctx.now(), code.used_by))) return false
    await setVisitorMail(tx, code.used_by, code.subject)
    return true
  })
}
