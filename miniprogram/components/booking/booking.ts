import { repairDayWords } from '#client/words/repair-days.ts'
import type { BookingAction } from '../../lib/booking.ts'
import { textsOf } from '../../lib/language.ts'
import { openPage } from '../../lib/open-page.ts'

/** Shows a booking with its buttons; the page handles the event. */
Component({
  properties: {
    booking: { type: Object, value: { texts: [], waves: [] } },
    busy: { type: Boolean, value: false },
    /** The page of the day is one tap away. */
    linked: { type: Boolean, value: false },
  },
  data: { change: '' },
  observers: {
    booking() {
      this.setData({ change: textsOf(repairDayWords).change })
    },
  },
  methods: {
    open({ currentTarget }: WechatMiniprogram.TouchEvent) {
      void openPage(currentTarget.dataset['to'] as string)
    },
    act({ currentTarget }: WechatMiniprogram.TouchEvent) {
      const { action, wave = 0 } = currentTarget.dataset as { action: BookingAction; wave?: number }
      this.triggerEvent('act', { action, wave })
    },
  },
})
