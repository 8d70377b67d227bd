import { Refusal } from '#contract/errors.ts'
import type { CalendarService } from '#service/calendar.ts'
import type { DutyService } from '#service/duty.ts'
import type { Handlers } from './handler.ts'

const headers = { 'content-type': 'text/calendar; charset=utf-8' }

export function dutyHandlers(duty: DutyService, calendar: CalendarService): Handlers<'duty'> {
  return {
    info: () => duty.info(),
    calendar: ({ lang }) => ({ headers, body: calendar.open(lang) }),
    week: () => ({ list: calendar.week() }),
    mine: ({ actor }) => duty.mine(actor),
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
    current: () => duty.inForce(),
    update: async ({ actor, input }) => {
      await duty.write(actor, input)
      return {}
    },
    preview: ({ input: { currentDuty, isInDuty, ...rest } }) => {
      if (currentDuty === undefined) return duty.explain()
      if (isInDuty === undefined) throw new Refusal('bad_input', { field: 'isInDuty', flaw: 'missing' })
      return duty.explain({ currentDuty, isInDuty, ...rest })
    },
    planned: () => ({ list: duty.planned() }),
    unplan: async ({ actor, input }) => {
      await duty.unplan(actor, input.id)
      return {}
    },
  }
}
