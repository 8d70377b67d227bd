import { myTicketsWords } from '#client/words/my-tickets.ts'
import { codeNames, teamClock } from '../../lib/codes.ts'
import { language } from '../../lib/language.ts'
import { definePage, loadPage } from '../../lib/screen.ts'
import { api, ensureLoggedIn } from '../../lib/session.ts'
import { dateTime } from '../../lib/time.ts'

const onPage = 20

definePage({
  words: myTicketsWords,
  title: ({ title }) => title,
  tab: true,
  data: {
    tickets: [] as { id: number; title: string; status: string; when: string }[],
    total: 0,
    page: 1,
  },

  onReachBottom() {
    if (this.data.tickets.length < this.data.total) this.more(this.data.page + 1)
  },

  ask() {
    return this.more(1)
  },
  more(page: number) {
    return loadPage(this, async (isNewest) => {
      await ensureLoggedIn()
      const [{ list, total }, name, clock] = await Promise.all([
        api.tickets.mine({ pageId: page, count: onPage }),
        codeNames(),
        teamClock(),
      ])
      if (!isNewest()) return
      const lang = language.current()
      const fresh = list.map(({ id, device, deviceModel, status, createdTime }) => ({
        id,
        title: `${device} ${deviceModel}`.trim(),
        status: name('status', status),
        when: dateTime(createdTime, lang, clock),
      }))
      // New tickets move others to the next page.
      const before = page === 1 ? [] : this.data.tickets.filter(({ id }) => !fresh.some((one) => one.id === id))
      this.setData({ tickets: [...before, ...fresh], total, page })
    })
  },
})
