import { inLanguages } from '#client/in-languages.ts'
import { timeOfDay } from '#client/time.ts'
import { portalWords } from '#client/words/portal.ts'
import type { Lang } from '#contract/languages.ts'
import { textIn } from '#contract/languages.ts'
import { cachedTeam, currentBoard } from '../../lib/codes.ts'
import { language, textsOf } from '../../lib/language.ts'
import { openScanned } from '../../lib/open.ts'
import { scan } from '../../lib/scan.ts'
import { definePage, loadPage, runAction } from '../../lib/screen.ts'
import { heldToken, me } from '../../lib/session.ts'
import { dayText } from '../../lib/time.ts'

const ownWords = inLanguages({
  zh_CN: {
    desk: '工作台',
    setDuty: '值班状态',
    waiting: (count: number) => `有 ${count} 张工单在等人接手`,
    share: '维修队：现在有人值班吗？',
  },
  en_US: {
    desk: 'Work',
    setDuty: 'Duty',
    waiting: (count) => (count === 1 ? '1 ticket waits for somebody' : `${count} tickets wait for somebody`),
    share: 'The repair team: is anybody there?',
  },
})
const words = (lang: Lang) => ({ ...portalWords(lang), ...ownWords(lang) })

definePage({
  words,
  tab: true,
  data: {
    state: 'closed',
    headline: '',
    facts: [] as string[],
    waiting: '',
    member: false,
    admin: false,
  },

  /** WeChat's scanner opens this page with the code's address. */
  onLoad({ q }: { q?: string }) {
    if (q) void this.open(decoded(q))
  },
  onShareAppMessage: () => ({ title: textsOf(words).share, path: '/pages/home/home' }),

  ask() {
    return loadPage(this, async (isNewest) => {
      const [team, board] = await Promise.all([cachedTeam(), currentBoard()])
      if (!isNewest()) return
      const lang = language.current()
      const said = textsOf(words)
      const { duty, time: clock } = board
      const { isInDuty, until, next, leader, inDutyCnt, offDutyReason, place } = duty
      const state = isInDuty ? 'open' : duty.currentDuty === 'off' ? 'paused' : 'closed'
      wx.setNavigationBarTitle({ title: team.name || 'Fettle' })
      this.setData({
        state,
        headline: said[state],
        facts: [
          isInDuty && until ? said.until(dayText(until, lang, clock), timeOfDay(until)) : '',
          place || textIn(team.place.name, lang),
          leader ? said.leads(leader) : '',
          isInDuty && inDutyCnt > 0 ? said.people(inDutyCnt) : '',
          offDutyReason,
          !isInDuty && next ? `${said.next} ${dayText(next.from, lang, clock)} ${timeOfDay(next.from)}` : '',
          !isInDuty && !next ? said.noNext : '',
        ].filter(Boolean),
        waiting: board.waiting > 0 ? said.waiting(board.waiting) : '',
      })
      // Looking needs no login.
      const who = heldToken() ? await me() : null
      if (isNewest()) this.setData({ member: who?.member != null, admin: who?.member?.admin ?? false })
    })
  },

  async scan() {
    const text = await scan()
    if (text !== undefined) await this.open(text)
  },
  async open(text: string) {
    await runAction(this, () => openScanned(text))
  },
})

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return ''
  }
}
