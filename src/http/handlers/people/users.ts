import { erasePerson, personalData } from '#service/journeys/erase-person.ts'
import { listNotices, markNoticesSeen } from '#service/people/notices.ts'
import {
  chooseLanguage,
  languageOf,
  sendFeedback,
  takePhone,
  updateProfile,
  userProfile,
  whoAmI,
} from '#service/people/users.ts'
import type { Ctx } from '#service/shared/context.ts'
import type { Handlers } from '../handler.ts'

export function userHandlers(ctx: Ctx): Handlers<'users'> {
  return {
    me: async ({ actor }) => ({ user: actor ? await whoAmI(ctx, actor) : null }),
    info: ({ actor }) => userProfile(ctx, actor),
    update: async ({ actor, input }) => {
      await updateProfile(ctx, actor, input)
      return {}
    },
    phone: async ({ actor, input }) => {
      await takePhone(ctx, actor, input.code)
      return {}
    },
    locale: ({ actor }) => ({ lang: languageOf(ctx, actor) }),
    updateLocale: async ({ actor, input }) => {
      await chooseLanguage(ctx, actor, input.lang)
      return {}
    },
    notices: ({ actor, lang }) => listNotices(ctx, actor, lang),
    noticesSeen: async ({ actor, input }) => {
      await markNoticesSeen(ctx, actor, input.id)
      return {}
    },
    export: ({ actor, lang }) => personalData(ctx, actor, lang),
    erase: async ({ actor }) => {
      await erasePerson(ctx, actor)
      return {}
    },
    report: async ({ actor, input, key }) => {
      await sendFeedback(ctx, actor, input.content, key)
      return {}
    },
  }
}
