import type { Lang } from '#contract/fields.ts'
import type { Clock } from '#kit/time.ts'
import { mayLinkAgain } from '#rules/sessions.ts'
import type { Store } from '#store/store.ts'
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
      const row = await store.read((tx) => tx.users.profile(actor.personId))
      return { name: row?.name ?? '', phone: row?.phone ?? '' }
    },

    update(actor: Actor, wanted: { name?: string; phone?: string }): Promise<void> {
      return store.change(async (tx) => {
        const old = await tx.users.profile(actor.personId)
        const fields = (['name', 'phone'] as const).filter(
          (field) => wanted[field] !== undefined && wanted[field] !== old?.[field],
        )
        if (fields.length === 0) return { answer: undefined, entry: undefined }
        await assertNotErased(tx, actor)
        await tx.users.update(actor.personId, wanted)
        const current = { id: actor.personId, info: { say: 'profile' as const, fields } }
        return { answer: undefined, entry: { by: actor, at: now(), operation: 'update', target: 'user', current } }
      })
    },

    lang(actor: Actor): Lang {
      return actor.lang ?? teamLang()
    },

    chooseLang(actor: Actor, lang: Lang): Promise<void> {
      return store.change(async (tx) => {
        const old = (await tx.users.profile(actor.personId))?.lang ?? undefined
        if (old === lang) return { answer: undefined, entry: undefined }
        await tx.users.update(actor.personId, { lang })
        const side = (chosen: Lang) => ({ id: actor.personId, info: { say: 'language' as const, lang: chosen } })
        const entry = {
          by: actor,
          at: now(),
          operation: 'update' as const,
          target: 'user' as const,
          current: side(lang),
        }
        return { answer: undefined, entry: old ? { ...entry, previous: side(old) } : entry }
      })
    },

    report(actor: Actor, content: string): Promise<void> {
      return store.change(async (tx) => {
        const at = now()
        await assertNotErased(tx, actor)
        const id = await tx.feedback.add(actor.personId, content, at)
        const current = { id, info: { say: 'feedback' as const } }
        return { answer: undefined, entry: { by: actor, at, operation: 'create', target: 'feedback', current } }
      })
    },
  }
}

export type UserService = ReturnType<typeof userService>
