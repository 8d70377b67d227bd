import { type Clock, wallClock } from '#kit/time.ts'
import type { Store } from '#store/store.ts'
import type { Actor } from './actor.ts'
import type { SettingService } from './settings.ts'

/** What the law lets a person ask for: everything that is held about them, and its end. */
export function privacyService(store: Store, now: Clock, settings: SettingService) {
  return {
    async held(actor: Actor) {
      const { timeZone, lang } = settings.current()
      const time = (at: number) => wallClock(at, timeZone)
      return store.read(async (tx) => {
        const { person, identities, sessions } = await tx.users.held(actor.personId)
        const member = person.member_id === null ? undefined : await tx.members.find(person.member_id)
        const feedback = await tx.feedback.of(actor.personId)
        return {
          profile: {
            id: person.id,
            name: person.name,
            phone: person.phone,
            lang: person.lang ?? lang,
            createdTime: time(person.created_at),
          },
          identities: identities.map(({ provider, subject, created_at }) => ({
            provider,
            subject,
            createdTime: time(created_at),
          })),
          sessions: sessions.map(({ created_at, used_at }) => ({
            createdTime: time(created_at),
            usedTime: time(used_at),
          })),
          member: member ? { id: member.id, name: member.name, phone: member.phone, stuid: member.stuid } : null,
          feedback: feedback.map(({ id, content, created_at }) => ({ id, content, createdTime: time(created_at) })),
        }
      })
    },

    async erase(actor: Actor): Promise<void> {
      await store.change(async (tx) => {
        await tx.feedback.remove(actor.personId)
        await tx.users.erase(actor.personId)
        const current = { id: actor.personId, info: { say: 'erased' as const } }
        return { answer: undefined, entry: { by: actor, at: now(), operation: 'delete', target: 'user', current } }
      })
      await store.scrub()
    },
  }
}

export type PrivacyService = ReturnType<typeof privacyService>
