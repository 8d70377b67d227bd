import { Refusal } from '#contract/errors.ts'
import type { Lang } from '#contract/languages.ts'
import {
  messageKinds,
  type NotifyChoices,
  type PersonChannel,
  personChannels,
  type RecipientRole,
} from '#contract/messages/messages.ts'
import { minute } from '#kit/time.ts'
import { kindsFor } from '#rules/messages/messages.ts'
import { confirmGuessLimit, confirmLimits, mailCodeLife } from '#rules/people/attempts.ts'
import { unchanged } from '#store/store.ts'
import type { Actor } from '../shared/actor.ts'
import type { Ctx } from '../shared/context.ts'
import type { PushAddress } from '../shared/ports.ts'
import { accountMark, hashOf, newDigits, newToken } from '../shared/secrets.ts'

export type ChoiceInput = Partial<NotifyChoices>

const rolesOf = ({ role }: Actor): ReadonlySet<RecipientRole> =>
  new Set<RecipientRole>(
    role === 'admin' ? ['owner', 'member', 'admin'] : role === 'member' ? ['owner', 'member'] : ['owner'],
  )

/** The digits are valid for one person and address. */
const addressHash = (personId: number, digits: string) => hashOf(`address ${personId} ${digits}`)

const there = (ctx: Ctx) => personChannels.filter((channel) => ctx.ports.channels[channel] !== undefined)

function assertThere(ctx: Ctx, channel: PersonChannel): void {
  if (ctx.ports.channels[channel] === undefined) throw new Refusal('no_channel')
}

export async function messageChoices(ctx: Ctx, actor: Actor) {
  return ctx.store.read(async (tx) => {
    const person = await tx.notify.person(actor.personId)
    const row = await tx.notify.find(actor.personId)
    const chosen = person?.choices ?? {}
    const consents = await tx.consents.ofPerson(actor.personId)
    const pending = await tx.codes.newestOf(actor.personId, 'mail_address')
    const kinds = kindsFor(rolesOf(actor)).map((kind) => [kind, chosen.kinds?.[kind] ?? messageKinds[kind].on])
    return {
      off: chosen.off ?? false,
      channels: Object.fromEntries(there(ctx).map((channel) => [channel, chosen.channels?.[channel] ?? true])),
      kinds: Object.fromEntries(kinds),
      mail: ctx.ports.channels.mail
        ? {
            address: person?.mail || row?.refused || '',
            own: row !== undefined && row.mail !== '',
            pending: pending ?? '',
            refused: row !== undefined && row.refused !== '' && person?.mail === '',
          }
        : null,
      push: ctx.ports.channels.push
        ? {
            key: ctx.ports.channels.push.publicKey,
            devices: person?.push.length ?? 0,
            here: await tx.pushSubscriptions.has(actor.tokenHash),
          }
        : null,
      wechat:
        ctx.ports.channels.wechat && person?.openid
          ? {
              templates: ctx.ports.channels.wechat.templates.map(({ id, kinds: told }) => ({
                template: id,
                kinds: [...told],
                consents: consents.get(id) ?? 0,
              })),
            }
          : null,
    }
  })
}

export function chooseMessages(ctx: Ctx, actor: Actor, { off, channels: wanted = {}, kinds = {} }: ChoiceInput) {
  return ctx.store.change(async (tx) => {
    await tx.users.lockShared(actor.personId)
    await tx.notify.lock(actor.personId, newToken())
    const { choices: old = {} } = (await tx.notify.person(actor.personId)) ?? {}
    await tx.notify.setChoices(actor.personId, {
      off: off ?? old.off ?? false,
      channels: { ...old.channels, ...wanted },
      kinds: { ...old.kinds, ...kinds },
    })
    return unchanged
  })
}

/** Sends six digits to a new address. An empty one removes the address. */
export async function setMailAddress(ctx: Ctx, actor: Actor, mail: string, lang: Lang, network: string): Promise<void> {
  assertThere(ctx, 'mail')
  if (mail === '') {
    await ctx.store.upkeep(async (tx) => {
      await tx.notify.lock(actor.personId, newToken())
      await tx.notify.removeMail(actor.personId)
      await tx.codes.removeOfPerson(actor.personId, 'mail_address')
    })
    return
  }
  // For keys only: the mail goes to the text as typed.
  const mailbox = mail.toLowerCase()
  const limits = confirmLimits({ mailbox, personId: actor.personId, isGuest: actor.guest, network })
  const place = await ctx.attempts.take(limits, { account: accountMark(mailbox) })
  const code = newDigits()
  const at = ctx.now()
  await ctx.store.upkeep(async (tx) => {
    await tx.codes.removeOfPerson(actor.personId, 'mail_address')
    await tx.codes.add({
      hash: addressHash(actor.personId, code),
      kind: 'mail_address',
      subject: mailbox,
      personId: actor.personId,
      at,
      livesMs: mailCodeLife,
    })
  })
  const { teamName: team } = ctx.settings.current()
  const mailed = { about: 'address', code, team, lang, minutes: mailCodeLife / minute } as const
  await ctx.attempts.refundOnError(place, async () => ctx.ports.mailer?.sendCode(mailbox, mailed))
}

/** Wrong attempts of the person are counted over all addresses. */
export async function verifyMailAddress(ctx: Ctx, actor: Actor, code: string): Promise<void> {
  assertThere(ctx, 'mail')
  const digits = code.replace(/\D/g, '')
  const pending = await ctx.store.read((tx) => tx.codes.newestOf(actor.personId, 'mail_address'))
  if (pending === undefined) throw new Refusal('code_refused')
  const isWrong = (error: unknown) => error instanceof Refusal && error.code === 'code_refused'
  const about = { account: accountMark(pending) }
  await ctx.attempts.guarded(confirmGuessLimit(actor.personId), about, isWrong, () =>
    ctx.store.upkeep(async (tx) => {
      const found = await tx.codes.use(addressHash(actor.personId, digits), 'mail_address', ctx.now(), actor.personId)
      if (!found) throw new Refusal('code_refused')
      await tx.notify.lock(actor.personId, newToken())
      await tx.notify.setMail(actor.personId, found.subject, newToken())
    }),
  )
}

/** Stops mails by the link in one of them. Unknown and used keys get the same answer. */
export async function stopMail(ctx: Ctx, key: string): Promise<void> {
  await ctx.store.upkeep(async (tx) => {
    const personId = await tx.notify.byMailKey(key)
    if (personId === undefined) return
    await tx.notify.lock(personId, key)
    const person = await tx.notify.person(personId)
    if (!person) return
    const { off = false, channels: old, kinds = {} } = person.choices
    await tx.notify.setChoices(person.personId, { off, channels: { ...old, mail: false }, kinds })
  })
}

export async function subscribePush(ctx: Ctx, actor: Actor, address: PushAddress): Promise<void> {
  if (!ctx.ports.channels.push) throw new Refusal('no_channel')
  if (!ctx.ports.channels.push.takes(address.endpoint))
    throw new Refusal('bad_input', { field: 'endpoint', flaw: 'not_a_link' })
  await ctx.store.upkeep((tx) => tx.pushSubscriptions.add(actor.personId, actor.tokenHash, address, ctx.now()))
}

export async function unsubscribePush(ctx: Ctx, actor: Actor, endpoint: string): Promise<void> {
  await ctx.store.upkeep((tx) => tx.pushSubscriptions.removeEndpoint(actor.personId, endpoint))
}

export async function giveConsent(ctx: Ctx, actor: Actor, template: string, accepted: boolean): Promise<void> {
  if (!ctx.ports.channels.wechat?.templates.some(({ id }) => id === template)) throw new Refusal('no_channel')
  await ctx.store.upkeep((tx) =>
    accepted ? tx.consents.add(actor.personId, template) : tx.consents.remove(actor.personId, template),
  )
}
