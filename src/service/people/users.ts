import type { Lang } from '#contract/languages.ts'
import type { Clock } from '#kit/time.ts'
import { mayLinkAgain } from '#rules/sessions.ts'
import { type Store, unchanged } from '#store/store.ts'
import { avatarUrl } from '../present.ts'
import { type Actor, assertNotErased } from './actor.ts'

export function userService(store: Store, now: Clock, teamLang: () => Lang, publicUrl: string) {
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
          linked: linked !== undefined && mayLinkAgain(linked, link?.provenAt ?? null, now()),
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

    update(actor: Actor, wanted: { name?: string; phone?: string }): Promise<void> {
      return store.change(async (tx) => {
        const old = await tx.users.profile(actor.personId)
        const fields = (['name', 'phone'] as const).filter(
          (field) => wanted[field] !== undefined && wanted[field] !== old?.[field],
        )
        if (fields.length === 0) return unchanged
        await assertNotErased(tx, actor)
        await tx.users.update(actor.personId, wanted)
        const updated = await tx.record({ kind: 'user.updated', by: actor, at: now(), user: actor.personId, fields })
        return { answer: undefined, events: [updated] }
      })
    },

    lang(actor: Actor): Lang {
      return actor.lang ?? teamLang()
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

    report(actor: Actor, content: string): Promise<void> {
      return store.change(async (tx) => {
        const at = now()
        await assertNotErased(tx, actor)
        const feedback = await tx.feedback.add(actor.personId, content, at)
        return { answer: undefined, events: [await tx.record({ kind: 'feedback.sent', by: actor, at, feedback })] }
      })
    },
  }
}

export type UserService = ReturnType<typeof userService>
