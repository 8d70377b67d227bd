import { boardCodeIn } from '#client/code.ts'
import type { HereNow } from '#client/shift-sign-in.ts'
import { timeOfDay } from '#client/time.ts'
import { type DutyShift, myShifts, partIn, type SpecialShift, shiftTimes, specialAhead } from '#client/week.ts'
import { commonWords } from '#client/words/common.ts'
import { hereWords } from '#client/words/here.ts'
import { hourWords } from '#client/words/hours.ts'
import { shiftWords } from '#client/words/shifts.ts'
import { Failure } from '#contract/connect.ts'
import type { Lang } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { teamClock } from '../../lib/codes.ts'
import { language, textsOf } from '../../lib/language.ts'
import { ifOlder } from '../../lib/older-service.ts'
import { takePassedCode } from '../../lib/open.ts'
import { scan } from '../../lib/scan.ts'
import { confirm, definePage, runAndReload, type TapEvent, toast } from '../../lib/screen.ts'
import { api } from '../../lib/session.ts'
import { dateTime, dayName } from '../../lib/time.ts'
import { loadTeamPage } from '../load-team-page.ts'
import { weeksWith } from '../weeks.ts'
import {
  type BoardCode,
  isCodeValid,
  type Line,
  noCode,
  noSigning,
  type Signing,
  signingOf,
  wantedShift,
} from './signing.ts'

type Duty = Awaited<ReturnType<typeof api.duty.mine>>
type Offers = Awaited<ReturnType<typeof api.leaves.open>>['list']
interface View extends ReturnType<typeof viewOf> {
  readonly signing: Signing
  readonly mine: ReturnType<typeof mineOf>
  readonly none: string
}

const words = (lang: Lang) => ({
  ...shiftWords(lang),
  signing: hourWords(lang),
  sections: hereWords(lang).sections,
  common: commonWords(lang),
})

const keyOf = ({ date, shift }: DutyShift) => `${date} ${shift}`

definePage({
  words,
  title: ({ title }) => title,
  data: {
    stranger: false,
    view: null as View | null,
    member: 0,
    name: '',
    // Signing in.
    now: noSigning as HereNow,
    ended: null as Line | null,
    code: noCode as BoardCode,
    mayCome: false,
    old: false,
    typed: '',
    count: 0,
    people: '',
    // My shifts.
    shifts: [] as DutyShift[],
    asking: '',
    substitutes: [] as string[],
    substitute: 0,
    reason: '',
  },

  onLoad() {
    const found = takePassedCode('board')
    if (found) this.setData({ code: { code: found.code, at: Date.now() } })
  },
  shown() {
    void this.ask().then(() => this.come())
  },

  ask() {
    return loadTeamPage(this, async (member, isNewest) => {
      this.setData({ member: member.id, name: member.name })
      const clock = await teamClock()
      const [duty, now, weeks, offers] = await Promise.all([
        api.duty.mine(),
        ifOlder(api.hours.here(), () => noSigning),
        weeksWith(7, clock),
        ifOlder(api.leaves.open(), () => ({ list: [] })),
      ])
      if (!isNewest()) return
      const { ended, code } = this.data
      const shifts = myShifts(weeks.list, member.name, clock)
      const special = specialAhead(weeks.special, clock)
      const none = textsOf(shiftWords)[weeks.hasRoster ? 'noneMine' : 'noRoster']
      this.setData({
        view: {
          ...viewOf(now, duty, offers.list, clock),
          signing: signingOf(now, member.id, clock, ended),
          mine: mineOf(shifts, special, member.name, clock),
          none,
        },
        ...{ now, shifts },
        mayCome: now.desk || isCodeValid(code),
        old: code.code !== '' && !isCodeValid(code),
      })
      this.setCount(duty.inDutyCnt)
    })
  },

  // Signing in and out.
  async scan() {
    const text = await scan()
    if (text !== undefined) await this.take(text)
  },
  enter() {
    return this.take(this.data.typed)
  },
  /** Signs in with a code if the shift is clear. */
  take(text: string) {
    const code = boardCodeIn(text)
    if (code === undefined) {
      this.setData({ at: 'signing', failed: textsOf(hourWords).noCode })
      return undefined
    }
    this.setData({ code: { code, at: Date.now() }, mayCome: true, old: false, failed: '' })
    return this.come()
  },
  come() {
    const { code, now, member } = this.data
    const shift = isCodeValid(code) ? wantedShift(now, member) : undefined
    return shift === undefined ? undefined : this.signIn(shift)
  },
  choose({ currentTarget }: TapEvent) {
    return this.signIn(currentTarget.dataset['shift'] as string)
  },
  signIn(shift: string) {
    return this.sign(async (code) => {
      await api.hours.signIn({ ...code, shift })
      this.setData({ ended: null, typed: '' })
    })
  },
  async signOut() {
    const { signOut } = textsOf(hourWords)
    // The button is where the user has just tapped to sign in.
    if (!(await confirm(signOut, textsOf(commonWords).sure))) return
    await this.sign(async (code) => {
      this.setData({ ended: await api.hours.signOut(code) })
    })
  },
  /** Forgets the code once the service has used or refused it. */
  sign(work: (code: { code?: string }) => Promise<void>) {
    const { code } = this.data
    return runAndReload(this, 'signing', async () => {
      try {
        await work(isCodeValid(code) ? { code: code.code } : {})
        this.setData({ code: noCode })
      } catch (error) {
        if (error instanceof Failure && error.status !== 0) this.setData({ code: noCode })
        throw error
      }
    })
  },

  // How many are there.
  fewer() {
    this.setCount(this.data.count - 1)
  },
  more() {
    this.setCount(this.data.count + 1)
  },
  setCount(wanted: number) {
    const count = Math.min(Math.max(wanted, 0), limits.headCount)
    this.setData({ count, people: textsOf(shiftWords).people(count) })
  },
  saveCount() {
    return runAndReload(this, 'now', () => api.duty.count({ dutycnt: this.data.count }))
  },

  // Leave.
  async openLeave({ currentTarget }: TapEvent) {
    const key = currentTarget.dataset['key'] as string
    const shift = this.shiftOf(key)
    if (!shift) return
    const { nobodyYet } = textsOf(shiftWords)
    this.setData({ at: 'mine', failed: '', asking: key, reason: '', substitute: 0, substitutes: [nobodyYet] })
    const taken = [this.data.name, ...shift.workers, ...shift.leaves.map(({ member }) => member)]
    const { list } = await api.members.list().catch(() => ({ list: [] }))
    const free = list.map(({ name }) => name).filter((name) => !taken.includes(name))
    this.setData({ substitutes: [nobodyYet, ...free] })
  },
  closeLeave() {
    this.setData({ asking: '', failed: '' })
  },
  shiftOf(key: string): DutyShift | undefined {
    return this.data.shifts.find((shift) => keyOf(shift) === key)
  },
  askLeave() {
    const { asking, reason, substitute, substitutes } = this.data
    const shift = this.shiftOf(asking)
    if (!shift) return undefined
    return runAndReload(this, 'mine', async () => {
      await api.leaves.ask({
        week: shift.date,
        shift: String(shift.shift),
        reason: reason.trim(),
        substitute: substitute > 0 ? (substitutes[substitute] ?? '') : '',
      })
      this.setData({ asking: '' })
      toast(textsOf(shiftWords).asked)
    })
  },
  async withdraw({ currentTarget }: TapEvent) {
    const shift = this.shiftOf(currentTarget.dataset['key'] as string)
    const words = textsOf(shiftWords)
    if (!shift || !(await confirm(words.withdraw, words.withdrawQuestion))) return
    await runAndReload(this, 'mine', async () => {
      await api.leaves.cancel({ week: shift.date, shift: String(shift.shift) })
      toast(words.withdrawn)
    })
  },

  /** Asks first: the next offer moves under the finger. */
  async takeOffer({ currentTarget }: TapEvent) {
    const offer = this.data.view?.offers.find(({ id }) => id === currentTarget.dataset['id'])
    const words = textsOf(shiftWords)
    if (!offer || !(await confirm(words.take, offer.what))) return
    await runAndReload(this, 'offers', async () => {
      await api.leaves.take({ id: offer.id })
      toast(words.taken(offer.what))
    })
  },
})

function viewOf(now: HereNow, duty: Duty, offers: Offers, clock: string) {
  const words = textsOf(shiftWords)
  const lang = language.current()
  const { currentDuty, place, until, next, offDutyReason, isInDuty, inDutyCnt } = duty
  const isOpen = currentDuty !== '0' && currentDuty !== 'off'
  const onDuty = currentDuty === 'others' ? words.others(place) : words.shift(currentDuty)
  const closed = currentDuty === 'off' ? words.off(offDutyReason) : offDutyReason || words.closed
  const since = (at: string) => textsOf(hourWords).since(timeOfDay(at))
  return {
    signs: now.on,
    here: now.here.map((one) => `${one.name} · ${words.shift(one.shift)} · ${since(one.since)}`),
    expected: now.expected.map(({ name, shift }) => `${name} · ${words.shift(shift)}`),
    isOpen,
    headline: isOpen ? words.open(onDuty, until && timeOfDay(until)) : closed,
    next: !isOpen && next ? words.next(dateTime(next.from, lang, clock)) : '',
    onDuty: isInDuty,
    known: inDutyCnt,
    offers: offers.map(({ id, date, shift, member, reason }) => {
      const what = `${dayName(date, lang, clock)} · ${words.shift(shift)}`
      const about = [words.away(member), reason].filter(Boolean).join(' · ')
      return { id, what, about, take: words.takeThis(what) }
    }),
  }
}

function mineOf(shifts: readonly DutyShift[], special: readonly SpecialShift[], name: string, clock: string) {
  const words = textsOf(shiftWords)
  const { with: inCompany } = words
  const dayOf = (date: string) => dayName(date, language.current(), clock)
  const regular = shifts.map((one) => {
    const leave = partIn(one, name) === 'away' ? one.leaves.find(({ member }) => member === name) : undefined
    const company = one.workers.filter((worker) => worker !== name)
    const what = words.shift(one.shift)
    const day = dayOf(one.date)
    return {
      ...{ key: keyOf(one), begins: one.from || one.date, what, day, special: false },
      about: [what, shiftTimes(one)].filter(Boolean).join(' · '),
      with: !leave && company.length > 0 ? inCompany(company) : '',
      away: leave ? (leave.substitute ? words.comes(leave.substitute) : words.nobodyComes) : '',
      askFor: words.askFor(`${day} · ${what}`),
    }
  })
  const extra = special.map((one) => ({
    ...{ key: one.from, begins: one.from, what: words.special, day: dayOf(one.date), special: true },
    ...{ about: `${words.others(one.place)} · ${shiftTimes(one)}`, with: words.specialAbout, away: '', askFor: '' },
  }))
  return [...regular, ...extra].sort((a, b) => (a.begins < b.begins ? -1 : 1))
}
