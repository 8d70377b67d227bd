import type { IconName } from '#client/icons.ts'
import { inLanguages } from '#client/in-languages.ts'
import { ownRecoveryText } from '#client/recovery.ts'
import { timeOfDay } from '#client/time.ts'
import { commonWords } from '#client/words/common.ts'
import { dutyWords } from '#client/words/duty.ts'
import { portalWords } from '#client/words/portal.ts'
import { repairDayWords } from '#client/words/repair-days.ts'
import { weekWords } from '#client/words/week.ts'
import type { Lang } from '#contract/languages.ts'
import { textIn } from '#contract/languages.ts'
import { comingDays, dayView } from '../../lib/booking.ts'
import { cachedTeam, currentBoard } from '../../lib/codes.ts'
import { language, textsOf } from '../../lib/language.ts'
import { type MemberPage, memberPages } from '../../lib/member-pages.ts'
import { ifOlder } from '../../lib/older-service.ts'
import { openScanned } from '../../lib/open.ts'
import { scan } from '../../lib/scan.ts'
import { definePage, loadPage, runAction } from '../../lib/screen.ts'
import { api, heldToken, me } from '../../lib/session.ts'
import { dayText } from '../../lib/time.ts'
import { type DayHours, hoursText, weekOf } from './week.ts'

const ownWords = inLanguages({
  zh_CN: {
    share: '维修队：现在开放吗？',
  },
  en_US: {
    share: 'The repair team: are they open now?',
  },
})
const words = (lang: Lang) => ({
  ...portalWords(lang),
  ...ownWords(lang),
  common: commonWords(lang),
  days: repairDayWords(lang),
  week: weekWords(lang),
})

interface Fact {
  readonly icon: IconName
  readonly text: string
}
type Board = Awaited<ReturnType<typeof currentBoard>>

definePage({
  words,
  tab: true,
  data: {
    state: 'closed',
    headline: '',
    facts: [] as Fact[],
    /** The next repair day. */
    next: null as ReturnType<typeof dayView> | null,
    moreDays: false,
    week: [] as DayHours[],
    member: false,
    memberPages: [] as MemberPage[],
  },

  /** WeChat's scanner opens this page with the code's address. */
  onLoad({ q }: { q?: string }) {
    if (q) void this.open(decodeAddress(q))
  },
  onShareAppMessage: () => ({ title: textsOf(words).share, path: '/pages/home/home' }),

  ask() {
    return loadPage(this, async (isNewest) => {
      const [team, board, days, { list }] = await Promise.all([
        cachedTeam(),
        currentBoard(),
        comingDays(),
        ifOlder<Pick<Awaited<ReturnType<typeof api.duty.week>>, 'list'>>(api.duty.week(), () => ({ list: [] })),
      ])
      if (!isNewest()) return
      const { isInDuty, currentDuty } = board.duty
      const state = isInDuty ? 'open' : currentDuty === 'off' ? 'paused' : 'closed'
      wx.setNavigationBarTitle({ title: team.name || 'Fettle' })
      this.setData({
        state,
        headline: textsOf(words)[state],
        facts: factsOf(board, textIn(team.place.name, language.current())),
        week: weekOf(list),
        next: days[0] ? dayView(days[0], board.time) : null,
        moreDays: days.length > 1,
      })
      // Looking needs no login.
      const who = heldToken() ? await me() : null
      if (isNewest())
        this.setData({ member: who?.member != null, memberPages: memberPages(who?.member?.admin ?? false) })
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

function factsOf({ duty, time: clock }: Board, teamPlace: string): Fact[] {
  const texts = textsOf(words)
  const lang = language.current()
  const { isInDuty, closes, next, leader, inDutyCnt, offDutyReason, place } = duty
  const recover = ownRecoveryText(duty)
  const then = next && [dayText(next.from, lang, clock), hoursText(next), next.place].filter(Boolean).join(' ')
  const facts: Fact[] = [
    { icon: 'message', text: offDutyReason },
    { icon: 'history', text: recover && textsOf(dutyWords).recover(recover) },
    { icon: 'clock', text: closes ? texts.until(dayText(closes, lang, clock), timeOfDay(closes)) : '' },
    { icon: 'pin', text: place || teamPlace },
    { icon: 'person', text: leader ? texts.leads(leader) : '' },
    { icon: 'people', text: isInDuty && inDutyCnt > 0 ? texts.people(inDutyCnt) : '' },
    { icon: 'calendar', text: isInDuty ? '' : then ? `${texts.next} ${then}` : recover ? '' : texts.noNext },
  ]
  return facts.filter(({ text }) => text !== '')
}

function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return ''
  }
}
