import { boardCodeIn } from '#client/code.ts'
import type { HereNow } from '#client/shifts.ts'
import { timeOfDay } from '#client/time.ts'
import { type DutyShift, myShifts, partIn, shiftTimes, specialAhead } from '#client/week.ts'
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
import { confirm, definePage, type InputEvent, loadPage, runAndReload, type TapEvent, toast } from '../../lib/screen.ts'
import { api } from '../../lib/session.ts'
import { dateTime, dayName } from '../../lib/time.ts'
import { setTyped } from '../../lib/typing.ts'
import { requireMember } from '../require-member.ts'
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

interface Mine {
  readonly key: string
  readonly begins: string
  readonly what: string
  readonly day: string
  readonly about: string
  readonly with: string
  /** The state of the leave; empty without one. */
  readonly away: string
  readonly special: boolean
  readonly askFor: string
}

const words = (lang: Lang) => ({
  ...shiftWords(lang),
  signing: hourWords(lang),
  sections: hereWords(lang).sections,
  common: commonWords(lang),
})

definePage({
  words,
  title: ({ title }) => title,
  data: {
    limits: { text: limits.text, headCount: limits.headCount },
    stranger: false,
    shown: false,
    member: 0,
    name: '',
    // Signing in.
    signs: false,
    now: noSigning as HereNow,
    signing: null as Signing | null,
    ended: null as Line | null,
    code: noCode as BoardCode,
    mayCome: false,
    old: false,
    typed: '',
    here: [] as string[],
    expected: [] as string[],
    // The situation.
    headline: '',
    next: '',
    onDuty: false,
    isOpen: false,
    known: 0,
    count: 0,
    people: '',
    // My shifts.
    shifts: [] as DutyShift[],
    mine: [] as Mine[],
    none: '',
    asking: '',
    substitutes: [] as string[],
    substitute: 0,
    reason: '',
    offers: [] as { id: number; what: string; about: string; take: string }[],
  },

  onLoad() {
    const found = takePassedCode('board')
    if (found) this.setData({ code: { code: found.code, at: Date.now() } })
  },
  shown() {
    void this.ask().then(() => this.come())
  },

  ask() {
    return loadPage(this, async (isNewest) => {
      const member = await requireMember(this, isNewest)
      if (!member) return
      this.setData({ member: member.id, name: member.name })
      const clock = await teamClock()
      const [duty, now, weeks, offers] = await Promise.all([
        api.duty.mine(),
        ifOlder(api.hours.here(), () => noSigning),
        weeksWith(7, clock),
        ifOlder(api.leaves.open(), () => ({ list: [] })),
      ])
      if (!isNewest()) return
      this.showHere(now, clock)
      this.showDuty(duty, clock)
      const words = textsOf(shiftWords)
      const lang = language.current()
      const shifts = myShifts(weeks.list, member.name, clock)
      const special = specialAhead(weeks.special, clock).map(
        ({ date, from, until, place }): Mine => ({
          key: from,
          begins: from,
          what: words.special,
          day: dayName(date, lang, clock),
          about: `${words.others(place)} · ${shiftTimes({ from, until })}`,
          with: words.specialAbout,
          away: '',
          special: true,
          askFor: '',
        }),
      )
      const what = (date: string, shift: number | string) => `${dayName(date, lang, clock)} · ${words.shift(shift)}`
      this.setData({
        shown: true,
        shifts,
        mine: [...shifts.map((shift) => this.mineOf(shift, clock)), ...special].sort((a, b) =>
          a.begins < b.begins ? -1 : 1,
        ),
        none: weeks.hasRoster ? words.noneMine : words.noRoster,
        offers: offers.list.map(({ id, date, shift, member: who, reason }) => ({
          id,
          what: what(date, shift),
          about: [words.away(who), reason].filter(Boolean).join(' · '),
          take: words.takeThis(what(date, shift)),
        })),
      })
    })
  },

  showHere(now: HereNow, clock: string) {
    const { member, ended, code } = this.data
    const words = textsOf(hourWords)
    this.setData({
      signs: now.on,
      now,
      signing: signingOf(now, member, clock, ended),
      mayCome: now.desk || isCodeValid(code),
      old: code.code !== '' && !isCodeValid(code),
      here: now.here.map(
        ({ name, shift, since }) => `${name} · ${words.shift(shift)} · ${words.since(timeOfDay(since))}`,
      ),
      expected: now.expected.map(({ name, shift }) => `${name} · ${words.shift(shift)}`),
    })
  },
  showDuty(duty: Awaited<ReturnType<typeof api.duty.mine>>, clock: string) {
    const words = textsOf(shiftWords)
    const { currentDuty, place, until, next, offDutyReason, isInDuty, inDutyCnt } = duty
    const isOpen = currentDuty !== '0' && currentDuty !== 'off'
    const what = currentDuty === 'others' ? words.others(place) : words.shift(currentDuty)
    const closed = currentDuty === 'off' ? words.off(offDutyReason) : offDutyReason || words.closed
    this.setData({
      isOpen,
      headline: isOpen ? words.open(what, until && timeOfDay(until)) : closed,
      next: !isOpen && next ? words.next(dateTime(next.from, language.current(), clock)) : '',
      onDuty: isInDuty,
      known: inDutyCnt,
      count: inDutyCnt,
      people: words.people(inDutyCnt),
    })
  },
  mineOf(shift: DutyShift, clock: string): Mine {
    const words = textsOf(shiftWords)
    const { name } = this.data
    const day = dayName(shift.date, language.current(), clock)
    const leave = partIn(shift, name) === 'away' ? shift.leaves.find(({ member }) => member === name) : undefined
    const { with: inCompany } = words
    const company = shift.workers.filter((worker) => worker !== name)
    return {
      key: `${shift.date} ${shift.shift}`,
      begins: shift.from || shift.date,
      what: words.shift(shift.shift),
      day,
      about: [words.shift(shift.shift), shiftTimes(shift)].filter(Boolean).join(' · '),
      with: !leave && company.length > 0 ? inCompany(company.join(', ')) : '',
      away: leave ? (leave.substitute ? words.comes(leave.substitute) : words.nobodyComes) : '',
      special: false,
      askFor: words.askFor(`${day} · ${words.shift(shift.shift)}`),
    }
  },

  // Signing in and out.
  typeCode({ detail }: InputEvent) {
    setTyped(this, { typed: detail.value })
  },
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
    this.setData({
      asking: key,
      at: 'mine',
      failed: '',
      reason: '',
      substitute: 0,
      substitutes: [textsOf(shiftWords).nobodyYet],
    })
    const taken = [this.data.name, ...shift.workers, ...shift.leaves.map(({ member }) => member)]
    const { list } = await api.members.list().catch(() => ({ list: [] }))
    const free = list.map(({ name }) => name).filter((name) => !taken.includes(name))
    this.setData({ substitutes: [textsOf(shiftWords).nobodyYet, ...free] })
  },
  closeLeave() {
    this.setData({ asking: '', failed: '' })
  },
  shiftOf(key: string): DutyShift | undefined {
    return this.data.shifts.find(({ date, shift }) => `${date} ${shift}` === key)
  },
  chooseSubstitute({ detail }: InputEvent) {
    this.setData({ substitute: Number(detail.value) })
  },
  typeReason({ detail }: InputEvent) {
    setTyped(this, { reason: detail.value })
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
    const offer = this.data.offers.find(({ id }) => id === currentTarget.dataset['id'])
    const words = textsOf(shiftWords)
    if (!offer || !(await confirm(words.take, offer.what))) return
    await runAndReload(this, 'offers', async () => {
      await api.leaves.take({ id: offer.id })
      toast(words.taken(offer.what))
    })
  },
})
