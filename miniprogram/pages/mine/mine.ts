import { type Chip, chipOf } from '#client/chip.ts'
import { isOpen } from '#client/progress.ts'
import { myTicketsWords } from '#client/words/my-tickets.ts'
import { ticketWords } from '#client/words/ticket.ts'
import { codeNames, teamClock } from '../../lib/codes.ts'
import { language, textsOf } from '../../lib/language.ts'
import { definePage, loadPage } from '../../lib/screen.ts'
import { api, ensureLoggedIn } from '../../lib/session.ts'
import { dateTime } from '../../lib/time.ts'

const onPage = 20

interface Row {
  readonly id: number
  readonly title: string
  readonly when: string
  readonly chip: Chip
  readonly status: number
  readonly confirmed: boolean
  /** Its progress is shown. */
  readonly open: boolean
}

definePage({
  words: myTicketsWords,
  title: ({ title }) => title,
  tab: true,
  data: {
    tickets: [] as Row[],
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
      const fresh = list.map((ticket) => ({
        id: ticket.id,
        title: `${ticket.device} ${ticket.deviceModel}`.trim(),
        when: dateTime(ticket.createdTime, lang, clock),
        chip: chipOf(ticket, textsOf(ticketWords), (status) => name('status', status)),
        status: ticket.status,
        confirmed: ticket.isConfirmed,
        open: isOpen(ticket),
      }))
      // New tickets move others to the next page.
      const before = page === 1 ? [] : this.data.tickets.filter(({ id }) => !fresh.some((one) => one.id === id))
      this.setData({ tickets: [...before, ...fresh], total, page })
    })
  },
})
