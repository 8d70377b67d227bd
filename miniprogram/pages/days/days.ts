import { repairDayWords } from '#client/words/repair-days.ts'
import { comingDays, dayView } from '../../lib/booking.ts'
import { teamClock } from '../../lib/codes.ts'
import { definePage, loadPage } from '../../lib/screen.ts'

definePage({
  words: repairDayWords,
  title: ({ title }) => title,
  data: { days: [] as ReturnType<typeof dayView>[] },

  ask() {
    return loadPage(this, async (isNewest) => {
      const [days, clock] = await Promise.all([comingDays(), teamClock()])
      if (isNewest()) this.setData({ days: days.map((day) => dayView(day, clock)) })
    })
  },
})
