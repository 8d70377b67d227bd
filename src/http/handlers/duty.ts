import { Refusal } from '#contract/errors.ts'
import type { CalendarService } from '#service/calendar.ts'
import type { DutyService } from '#service/duty.ts'
import type { Handlers } from './handler.ts'

const headers = { 'content-type': 'text/calendar; charset=utf-8' }

export function dutyHandlers(duty: DutyService, calendar: CalendarService): Handlers<'duty'> {
  return {
    info: ({ lang }) => duty.info(lang),
    calendar: ({ lang }) => ({ headers, body: calendar.open(lang) }),
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
    feed: async ({ input, lang }) => ({ headers, body: await calendar.feed(input.key, lang) }),
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
