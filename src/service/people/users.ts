import type { LookReason } from '#contract/content/content.ts'
import { Refusal } from '#contract/errors.ts'
import type { Lang } from '#contract/languages.ts'
import type { Clock } from '#kit/time.ts'
import { mayLinkAgain } from '#rules/people/sessions.ts'
import { type Store, unchanged } from '#store/store.ts'
import { type Actor, assertNotErased } from '../shared/actor.ts'
import type { ContentChecks } from '../shared/content-checks.ts'
import { once } from '../shared/idempotency.ts'
import type { Ports } from '../shared/ports.ts'
import { avatarUrl } from '../shared/present.ts'
import type { SettingService } from '../shared/settings.ts'

export interface UserParts {
  readonly store: Store
  readonly ports: Pick<Ports, 'wechat'>
  readonly now: Clock
  readonly settings: Pick<SettingService, 'current'>
  readonly publicUrl: string
  readonly checks: Pick<ContentChecks, 'text'>
}

export function userService({ store, ports: { wechat }, now, settings, publicUrl, checks }: UserParts) {
  async function change(
    actor: Actor,
    wanted: { readonly name?: string; readonly phone?: string },
    why?: LookReason,
  ): Promise<void> {
    return store.change(async (tx) => {
      const at = now()
      const old = await tx.users.profile(actor.personId)
      const fields = (['name', 'phone'] as const).filter(
        (field) => wanted[field] !== undefined && wanted[field] !== old?.[field],
      )
      if (fields.length === 0) return unchanged
      await assertNotErased(tx, actor)
      await tx.users.update(actor.personId, wanted)
      const thing = { kind: 'name', id: actor.personId } as const
      if (why) await tx.content.mark({ thing, personId: actor.personId, why, at })
      // What somebody was to look at is no more.
      else if (fields.includes('name')) await tx.content.forget(thing)
      const updated = await tx.record({ kind: 'user.updated', by: actor, at, user: actor.personId, fields })
      return { answer: undefined, events: [updated] }
    })
  }

  return {
    /** All that a page wants to know of whoever opened it, in one question. */
    me(actor: Actor) {
      return store.read(async (tx) => {
        const row = await tx.users.profile(actor.personId)
        const link = await tx.users.linkOf(actor.personId)
        const linked = link && link.memberId !== null ? await tx.members.find(link.memberId) : undefined
        const member = actor.memberId === null ? undefined : await tx.members.find(actor.memberId)
        return {
          id: actor.personId,
          name: row?.name ?? '',
          phone: row?.phone ?? '',
          lang: row?.lang ?? ('' as const),
          guest: await tx.guests.is(actor.personId),
          linked:
            linked !== undefined &&
            mayLinkAgain(linked, link?.provenAt ?? null, now()) &&
            !(await tx.sessions.needsProof(actor.tokenHash)),
          notices: await tx.notices.unseen(actor.personId),
          member: member
            ? {
                id: member.id,
                name: member.name,
                avatar: avatarUrl(publicUrl, member.avatar),
                admin: actor.role === 'admin',
              }
            : null,
        }
      })
    },

    async profile(actor: Actor): Promise<{ name: string; phone: string }> {
      const row = await store.readOne((tx) => tx.users.profile(actor.personId))
      return { name: row?.name ?? '', phone: row?.phone ?? '' }
    },

    async update(actor: Actor, wanted: { name?: string; phone?: string }): Promise<void> {
      const old = await this.profile(actor)
      await change(actor, wanted, await checks.text(actor, 'profile', [wanted.name === old.name ? '' : wanted.name]))
    },

    /** Takes the phone number over that WeChat knows, by a code that is good once. */
    async takePhone(actor: Actor, code: string): Promise<void> {
      if (!wechat || !settings.current().wechat.phone) throw new Refusal('not_configured')
      const openid = await store.readOne((tx) => tx.users.subjectOf(actor.personId, wechat.provider))
      await change(actor, { phone: await wechat.phone(code, openid) })
    },

    lang(actor: Actor): Lang {
      return actor.lang ?? settings.current().lang
    },

    chooseLang(actor: Actor, lang: Lang): Promise<void> {
      return store.change(async (tx) => {
        const old = (await tx.users.profile(actor.personId))?.lang ?? undefined
        if (old === lang) return unchanged
        await tx.users.update(actor.personId, { lang })
        const facts = { user: actor.personId, before: old, after: lang }
        const chosen = await tx.record({ kind: 'user.language', by: actor, at: now(), ...facts })
        return { answer: undefined, events: [chosen] }
      })
    },

    /** The same key is told to the team once. */
    async report(actor: Actor, content: string, key?: string): Promise<void> {
      const why = await checks.text(actor, 'comment', [content], { key })
      const { personId } = actor
      await store.change(async (tx) => {
        const at = now()
        return once(tx, {
          personId,
          key,
          at,
          wish: { feedback: content },
          look: () => assertNotErased(tx, actor),
          async work(looked) {
            await looked
            const feedback = await tx.feedback.add(personId, content, at)
            if (why) await tx.content.mark({ thing: { kind: 'feedback', id: feedback }, personId, why, at })
            const sent = await tx.record({ kind: 'feedback.sent', by: actor, at, feedback })
            return { answer: { ticketId: null, noteId: null }, events: [sent] }
          },
        })
      })
    },
  }
}

export type UserService = ReturnType<typeof userService>
