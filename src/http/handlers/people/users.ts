import { erasePerson } from '#service/journeys/erase-person.ts'
import { personalData } from '#service/journeys/personal-data.ts'
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
    update: ({ actor, input }) => updateProfile(ctx, actor, input),
    phone: ({ actor, input }) => takePhone(ctx, actor, input.code),
    locale: ({ actor }) => ({ lang: languageOf(ctx, actor) }),
    updateLocale: ({ actor, input }) => chooseLanguage(ctx, actor, input.lang),
    notices: ({ actor, lang }) => listNotices(ctx, actor, lang),
    noticesSeen: ({ actor, input }) => markNoticesSeen(ctx, actor, input.id),
    export: ({ actor, lang }) => personalData(ctx, actor, lang),
    erase: ({ actor }) => erasePerson(ctx, actor),
    report: ({ actor, input, key }) => sendFeedback(ctx, actor, input.content, key),
  }
}
