import type { PrivacyService } from '#service/journeys/erase-person.ts'
import type { NoticeService } from '#service/people/notices.ts'
import type { UserService } from '#service/people/users.ts'
import type { Handlers } from '../handler.ts'

export function userHandlers(users: UserService, notices: NoticeService, privacy: PrivacyService): Handlers<'users'> {
  return {
    me: async ({ actor }) => ({ user: actor ? await users.me(actor) : null }),
    info: ({ actor }) => users.profile(actor),
    update: async ({ actor, input }) => {
      await users.update(actor, input)
      return {}
    },
    phone: async ({ actor, input }) => {
      await users.takePhone(actor, input.code)
      return {}
    },
    locale: ({ actor }) => ({ lang: users.lang(actor) }),
    updateLocale: async ({ actor, input }) => {
      await users.chooseLang(actor, input.lang)
      return {}
    },
    notices: ({ actor, lang }) => notices.list(actor, lang),
    noticesSeen: async ({ actor, input }) => {
      await notices.seen(actor, input.id)
      return {}
    },
    export: ({ actor, lang }) => privacy.held(actor, lang),
    erase: async ({ actor }) => {
      await privacy.erase(actor)
      return {}
    },
    report: async ({ actor, input, key }) => {
      await users.report(actor, input.content, key)
      return {}
    },
  }
}
