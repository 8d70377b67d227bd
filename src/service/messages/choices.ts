import { Refusal } from '#contract/errors.ts'
import type { Lang } from '#contract/languages.ts'
import {
  type Choices,
  type Hearer,
  messageKinds,
  type PersonChannel,
  personChannels,
} from '#contract/messages/messages.ts'
import { type Clock, minute } from '#kit/time.ts'
import { kindsFor } from '#rules/messages/messages.ts'
import { confirmGuessLimit, confirmLimits, mailCodeLife } from '#rules/people/attempts.ts'
import { type Store, unchanged } from '#store/store.ts'
import type { Actor } from '../shared/actor.ts'
import type { Attempts } from '../shared/attempts.ts'
import type { Ports, PushAddress } from '../shared/ports.ts'
import { accountMark, hashOf, newDigits, newToken } from '../shared/secrets.ts'
import type { SettingService } from '../shared/settings.ts'

export interface ChoiceParts {
  readonly store: Store
  readonly ports: Ports
  readonly now: Clock
  readonly settings: SettingService
  readonly attempts: Attempts
}

export type ChoiceWish = Partial<Choices>

const rolesOf = ({ role }: Actor): ReadonlySet<Hearer> =>
  new Set<Hearer>(role === 'admin' ? ['owner', 'member', 'admin'] : role === 'member' ? ['owner', 'member'] : ['owner'])

/** The digits are good for one person and one address. */
const addressHash = (personId: number, digits: string) => hashOf(`address ${personId} ${digits}`)

/** How each person wants to be told things. */
export function choiceService({ store, ports, now, settings, attempts }: ChoiceParts) {
  const { channels } = ports
  const there = personChannels.filter((channel) => channels[channel] !== undefined)

  function assertThere(channel: PersonChannel): void {
    if (channels[channel] === undefined) throw new Refusal('no_channel')
  }

  return {
    async of(actor: Actor) {
      return store.read(async (tx) => {
        const person = await tx.notify.person(actor.personId)
        const row = await tx.notify.of(actor.personId)
        const chosen = person?.choices ?? {}
        const consents = await tx.notify.consents(actor.personId)
        const pending = await tx.codes.newestOf(actor.personId, 'mail_address')
        const kinds = kindsFor(rolesOf(actor)).map((kind) => [kind, chosen.kinds?.[kind] ?? messageKinds[kind].on])
        return {
          off: chosen.off ?? false,
          channels: Object.fromEntries(there.map((channel) => [channel, chosen.channels?.[channel] ?? true])),
          kinds: Object.fromEntries(kinds),
          mail: channels.mail
            ? {
                address: person?.mail || row?.refused || '',
                own: row !== undefined && row.mail !== '',
                pending: pending ?? '',
                refused: row !== undefined && row.refused !== '' && person?.mail === '',
              }
            : null,
          push: channels.push
            ? {
                key: channels.push.publicKey,
                devices: person?.push.length ?? 0,
                here: await tx.notify.hasBrowser(actor.tokenHash),
              }
            : null,
          wechat:
            channels.wechat && person?.openid
              ? {
                  templates: channels.wechat.templates.map(({ id, kinds: told }) => ({
                    template: id,
                    kinds: [...told],
                    consents: consents.get(id) ?? 0,
                  })),
                }
              : null,
        }
      })
    },

    choose(actor: Actor, { off, channels: wanted = {}, kinds = {} }: ChoiceWish): Promise<void> {
      return store.change(async (tx) => {
        await tx.users.hold(actor.personId)
        await tx.notify.keep(actor.personId, newToken())
        const { choices: old = {} } = (await tx.notify.person(actor.personId)) ?? {}
        await tx.notify.choose(actor.personId, {
          off: off ?? old.off ?? false,
          channels: { ...old.channels, ...wanted },
          kinds: { ...old.kinds, ...kinds },
        })
        return unchanged
      })
    },

    /** Six digits to an address that somebody would like to use; or none any more. */
    async setMail(actor: Actor, mail: string, lang: Lang, network: string): Promise<void> {
      assertThere('mail')
      if (mail === '') {
        await store.upkeep(async (tx) => {
          await tx.notify.keep(actor.personId, newToken())
          await tx.notify.removeMail(actor.personId)
          await tx.codes.removeOfPerson(actor.personId, 'mail_address')
        })
        return
      }
      // It goes to the very text that it confirms, as with login codes.
      const mailbox = mail.toLowerCase()
      const limits = confirmLimits({ mailbox, personId: actor.personId, isGuest: actor.guest, network })
      const place = await attempts.take(limits, { account: accountMark(mailbox) })
      const code = newDigits()
      const at = now()
      await store.upkeep(async (tx) => {
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
      const { teamName: team } = settings.current()
      const said = { about: 'address', code, team, lang, minutes: mailCodeLife / minute } as const
      await ports.mailer?.sendCode(mailbox, said).catch(async (error: unknown) => {
        await attempts.giveBack(place)
        throw error
      })
    },

    /** Each wrong try counts, whichever address it is about: few of them use up the hour. */
    async verifyMail(actor: Actor, code: string): Promise<void> {
      assertThere('mail')
      const digits = code.replace(/\D/g, '')
      const pending = await store.readOne((tx) => tx.codes.newestOf(actor.personId, 'mail_address'))
      if (pending === undefined) throw new Refusal('code_refused')
      const taken = await attempts.take([confirmGuessLimit(actor.personId)], { account: accountMark(pending) })
      const used = await store.upkeep(async (tx) => {
        const found = await tx.codes.use(addressHash(actor.personId, digits), 'mail_address', now(), actor.personId)
        if (!found) return undefined
        await tx.notify.keep(actor.personId, newToken())
        await tx.notify.setMail(actor.personId, found.subject, newToken())
        return found
      })
      if (!used) throw new Refusal('code_refused')
      await attempts.giveBack(taken)
    },

    /** By whoever got a mail, with one click. A key that nobody has is as good as one that was used. */
    async stopMail(key: string): Promise<void> {
      await store.upkeep(async (tx) => {
        const personId = await tx.notify.byMailKey(key)
        if (personId === undefined) return
        await tx.notify.keep(personId, key)
        const person = await tx.notify.person(personId)
        if (!person) return
        const { off = false, channels: old, kinds = {} } = person.choices
        await tx.notify.choose(person.personId, { off, channels: { ...old, mail: false }, kinds })
      })
    },

    async subscribe(actor: Actor, address: PushAddress): Promise<void> {
      if (!channels.push) throw new Refusal('no_channel')
      if (!channels.push.takes(address.endpoint))
        throw new Refusal('bad_input', { field: 'endpoint', flaw: 'not_a_link' })
      await store.upkeep((tx) => tx.notify.subscribe(actor.personId, actor.tokenHash, address, now()))
    },

    async unsubscribe(actor: Actor, endpoint: string): Promise<void> {
      await store.upkeep((tx) => tx.notify.unsubscribe(actor.personId, endpoint))
    },

    async consent(actor: Actor, template: string, accepted: boolean): Promise<void> {
      if (!channels.wechat?.templates.some(({ id }) => id === template)) throw new Refusal('no_channel')
      await store.upkeep((tx) =>
        accepted ? tx.notify.agree(actor.personId, template) : tx.notify.disagree(actor.personId, template),
      )
    },
  }
}

export type ChoiceService = ReturnType<typeof choiceService>
