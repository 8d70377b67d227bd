import { Refusal } from '#contract/errors.ts'
import type { CalendarText } from '#service/duty/calendar.ts'
import {
  calendarFeed,
  calendarWeek,
  openingCalendar,
  subscribeCalendar,
  unsubscribeCalendar,
} from '#service/duty/calendar.ts'
import {
  countPresent,
  dutyInfo,
  dutyInUpdateFormat,
  explainDuty,
  followRoster,
  myDuty,
  plannedDuty,
  unplanDuty,
  writeDuty,
} from '#service/duty/duty.ts'
import type { Ctx } from '#service/shared/context.ts'
import { cachedResponse, etagOf } from '../../cached-response.ts'
import type { Handlers } from '../handler.ts'

const headers = { 'content-type': 'text/calendar; charset=utf-8' }

export function dutyHandlers(ctx: Ctx): Handlers<'duty'> {
  const answers = new WeakMap<CalendarText, ReturnType<typeof cachedResponse>>()
  return {
    info: ({ lang }) => dutyInfo(ctx, lang),
    calendar: ({ lang }) => {
      const open = openingCalendar(ctx, lang)
      return answers.getOrInsertComputed(open, ({ text }) =>
        cachedResponse(text, { ...headers, vary: 'accept-encoding, accept-language' }),
      )
    },
    week: () => ({ list: calendarWeek(ctx) }),
    mine: ({ actor, lang }) => myDuty(ctx, actor, lang),
    count: ({ actor, input }) => countPresent(ctx, actor, input.dutycnt),
    subscribe: async ({ actor }) => ({ url: await subscribeCalendar(ctx, actor) }),
    unsubscribe: ({ actor }) => unsubscribeCalendar(ctx, actor),
    feed: async ({ input, lang }) => {
      const { text } = await calendarFeed(ctx, input.key, lang)
      const caching = { 'cache-control': 'private, no-cache', vary: 'accept-language', etag: etagOf(text) }
      return { headers: { ...headers, ...caching }, body: text }
    },
    current: ({ lang }) => dutyInUpdateFormat(ctx, lang),
    update: ({ actor, input }) => writeDuty(ctx, actor, input),
    preview: ({ input: { currentDuty, isInDuty, ...rest }, lang }) => {
      if (currentDuty === undefined) return explainDuty(ctx, lang)
      if (isInDuty === undefined) throw new Refusal('bad_input', { field: 'isInDuty', flaw: 'missing' })
      return explainDuty(ctx, lang, { currentDuty, isInDuty, ...rest })
    },
    planned: () => ({ list: plannedDuty(ctx) }),
    unplan: ({ actor, input: { id } }) => (id === undefined ? followRoster(ctx, actor) : unplanDuty(ctx, actor, id)),
  }
}
