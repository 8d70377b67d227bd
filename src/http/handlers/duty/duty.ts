import { Refusal } from '#contract/errors.ts'
import type { Calendar, CalendarService } from '#service/duty/calendar.ts'
import type { DutyService } from '#service/duty/duty.ts'
import { published, tagOf } from '../../published.ts'
import type { Handlers } from '../handler.ts'

const headers = { 'content-type': 'text/calendar; charset=utf-8' }

export function dutyHandlers(duty: DutyService, calendar: CalendarService): Handlers<'duty'> {
  const answers = new WeakMap<Calendar, ReturnType<typeof published>>()
  return {
    info: ({ lang }) => duty.info(lang),
    calendar: ({ lang }) => {
      const open = calendar.open(lang)
      return answers.getOrInsertComputed(open, ({ text }) =>
        published(text, { ...headers, vary: 'accept-encoding, accept-language' }),
      )
    },
    week: () => ({ list: calendar.week() }),
    mine: ({ actor, lang }) => duty.mine(actor, lang),
    count: async ({ actor, input }) => {
      await duty.count(actor, input.dutycnt)
      return {}
    },
    subscribe: async ({ actor }) => ({ url: await calendar.subscribe(actor) }),
    unsubscribe: async ({ actor }) => {
      await calendar.unsubscribe(actor)
      return {}
    },
    feed: async ({ input, lang }) => {
      const { text } = await calendar.feed(input.key, lang)
      const told = { 'cache-control': 'private, no-cache', vary: 'accept-language', etag: tagOf(text) }
      return { headers: { ...headers, ...told }, body: text }
    },
    current: ({ lang }) => duty.inForce(lang),
    update: async ({ actor, input }) => {
      await duty.write(actor, input)
      return {}
    },
    preview: ({ input: { currentDuty, isInDuty, ...rest }, lang }) => {
      if (currentDuty === undefined) return duty.explain(lang)
      if (isInDuty === undefined) throw new Refusal('bad_input', { field: 'isInDuty', flaw: 'missing' })
      return duty.explain(lang, { currentDuty, isInDuty, ...rest })
    },
    planned: () => ({ list: duty.planned() }),
    unplan: async ({ actor, input }) => {
      await duty.unplan(actor, input.id)
      return {}
    },
  }
}
