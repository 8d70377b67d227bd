import { type DutyDraft, dutyChoices, dutyInputOf, emptyDutyDraft, isComplete } from '#client/duty-input.ts'
import { inLanguages } from '#client/in-languages.ts'
import { ownRecoveryText } from '#client/recovery.ts'
import { timeOfDay } from '#client/time.ts'
import { dutyWords } from '#client/words/duty.ts'
import type { ExplainedDuty } from '#contract/duty/duty.ts'
import type { Lang } from '#contract/languages.ts'
import { teamClock } from '../../lib/codes.ts'
import { errorText } from '../../lib/error-text.ts'
import { language, textsOf } from '../../lib/language.ts'
import { ifOlder } from '../../lib/older-service.ts'
import { confirm, definePage, type InputEvent, runAndReload, type TapEvent, toast } from '../../lib/screen.ts'
import { api } from '../../lib/session.ts'
import { dateTime, dayText } from '../../lib/time.ts'
import { debounce, flushTyped, setTyped } from '../../lib/typed-data.ts'
import { loadTeamPage } from '../load-team-page.ts'

const ownWords = inLanguages({
  zh_CN: { fromDate: '开始日期', fromTime: '开始时间', untilDate: '结束日期', untilTime: '结束时间', pick: '请选择' },
  en_US: { fromDate: 'First day', fromTime: 'Begins at', untilDate: 'Last day', untilTime: 'Ends at', pick: 'Choose' },
})
const words = (lang: Lang) => ({ ...dutyWords(lang), when: ownWords(lang) })

type DutyTexts = ReturnType<typeof toldBy>
/** An older service has no source. */
type DutyPreview = Omit<ExplainedDuty, 'source'> & { readonly source: ExplainedDuty['source'] | '' }

interface Preview {
  readonly now: DutyPreview | null
  readonly later: DutyPreview | null
}
const noPreview: Preview = { now: null, later: null }

/** Numbers the previews: only the newest is shown. */
let asked = 0

const noTimes = { fromDate: '', fromTime: '', untilDate: '', untilTime: '' }

definePage({
  words,
  title: ({ title }) => title,
  data: {
    stranger: false,
    now: null as DutyTexts | null,
    plan: null as DutyPreview | null,
    shifts: [] as number[],
    shiftNames: [] as string[],
    shift: 0,
    offered: [] as { value: string; name: string; about: string }[],
    draft: null as DutyDraft | null,
    times: noTimes,
    preview: null as (DutyTexts & { title: string; note: string }) | null,
    unclear: '',
    planned: [] as { id: number; place: string; when: string; overruled: boolean }[],
  },

  ask() {
    return loadTeamPage(
      this,
      async (_, isNewest) => {
        const [{ now, plan }, { timetable }, { list }, clock] = await Promise.all([
          ifOlder<{ now: DutyPreview; plan: DutyPreview }>(api.duty.preview(), async () => {
            const now: DutyPreview = { info: await api.duty.info(), source: '', people: [] }
            return { now, plan: now }
          }),
          ifOlder<{ timetable: readonly { shift: number }[] }>(api.admin.settings(), () => ({ timetable: [] })),
          ifOlder(api.duty.planned(), () => ({ list: [] })),
          teamClock(),
        ])
        if (!isNewest()) return
        const words = textsOf(dutyWords)
        const lang = language.current()
        const known = [...new Set(timetable.map(({ shift }) => shift))].sort((a, b) => a - b)
        const shifts = known.length > 0 ? known : [1]
        this.setData({
          now: toldBy(now, clock),
          plan,
          shifts,
          shiftNames: shifts.map(words.shiftName),
          // Only a situation set by hand can be taken back.
          offered: dutyChoices
            .filter((choice) => choice !== 'plan' || now.source === 'written')
            .map((value) => ({ value, ...words.choices[value] })),
          planned: list.map(({ id, otherDutyTime, place, inDutyCnt, overruled }) => {
            const [from = '', until = ''] = otherDutyTime.split('/')
            const when = `${dateTime(from, lang, clock)} – ${dateTime(until, lang, clock)}`
            return { id, place, when: `${when} · ${words.people(inDutyCnt)}`, overruled }
          }),
        })
      },
      { admin: true },
    )
  },

  choose({ detail }: InputEvent) {
    const choice = dutyChoices.find((one) => one === detail.value)
    if (!choice) return
    const shift = String(this.data.shifts[this.data.shift] ?? 1)
    flushTyped(this)
    this.setData({ draft: { ...emptyDutyDraft, shift, ...this.data.draft, choice } })
    this.change()
  },
  chooseShift({ detail }: InputEvent) {
    const shift = Number(detail.value)
    this.setData({ shift })
    this.fill({ shift: String(this.data.shifts[shift] ?? 1) })
  },
  type({ currentTarget, detail }: InputEvent) {
    this.fill({ [currentTarget.dataset['name'] as string]: detail.value })
  },
  chooseTime({ currentTarget, detail }: InputEvent) {
    const times = { ...this.data.times, [currentTarget.dataset['name'] as string]: detail.value }
    this.setData({ times })
    const { fromDate, fromTime, untilDate, untilTime } = times
    const at = (date: string, time: string) => (date && time ? `${date}T${time}` : '')
    this.fill({ from: at(fromDate, fromTime), until: at(untilDate, untilTime) })
  },
  fill(to: Partial<DutyDraft>) {
    const { draft } = this.data
    if (!draft) return
    setTyped(this, { draft: { ...draft, ...to } })
    this.change()
  },
  change() {
    if (this.data.failed) this.setData({ failed: '' })
    debounce(this, () => void this.preview())
  },

  /** Asks the service for a preview. */
  async preview() {
    asked += 1
    const turn = asked
    const { draft, plan } = this.data
    if (!draft || !plan) return
    const words = textsOf(dutyWords)
    if (!isComplete(draft)) return this.setData({ preview: null, unclear: words.fill })
    try {
      const clock = await teamClock()
      const input = dutyInputOf(draft)
      const { now, later } = input
        ? await ifOlder<Preview>(api.duty.preview(input), () => noPreview)
        : { now: plan, later: null }
      if (turn !== asked) return
      const title = later ? words.later : words.preview
      const previewed = later ?? now
      // An older service has no preview.
      const preview = previewed && { ...toldBy(previewed, clock), title, note: later ? words.same : '' }
      this.setData({ unclear: preview ? '' : words.changeAbout, preview })
    } catch (error) {
      if (turn === asked) this.setData({ preview: null, unclear: errorText(error) })
    }
  },
  save() {
    const { draft } = this.data
    if (!draft) return undefined
    const input = dutyInputOf(draft)
    return runAndReload(this, 'change', async () => {
      await (input ? api.duty.update(input) : api.duty.unplan({}))
      asked += 1
      this.setData({ draft: null, preview: null, unclear: '', times: noTimes })
      toast(textsOf(dutyWords).saved)
    })
  },
  async callOff({ currentTarget }: TapEvent) {
    const plan = this.data.planned.find(({ id }) => id === currentTarget.dataset['id'])
    const words = textsOf(dutyWords)
    if (!plan || !(await confirm(words.callOff, plan.place))) return
    await runAndReload(this, 'planned', async () => {
      await api.duty.unplan({ id: plan.id })
      toast(words.calledOff)
    })
  },
})

function toldBy({ info, source, people }: DutyPreview, clock: string) {
  const words = textsOf(dutyWords)
  const lang = language.current()
  const { isInDuty, currentDuty, inDutyCnt, place, offDutyReason, until, next } = info
  const recover = ownRecoveryText(info)
  const end = until && words.end(dayText(until, lang, clock), timeOfDay(until))
  const open = currentDuty === 'others' ? words.others(place) : words.open(currentDuty)
  return {
    headline: currentDuty === 'off' ? words.off : currentDuty === '0' ? words.ended : open,
    facts: [
      isInDuty ? words.people(inDutyCnt) + (people.length > 0 ? words.named(people) : '') : '',
      isInDuty && until ? words.until(end) : '',
      offDutyReason && words.reason(offDutyReason),
      recover && words.recover(recover),
      isInDuty ? '' : next ? words.next(dateTime(next.from, lang, clock), next.shift) : words.noNext,
    ].filter(Boolean),
    because: source === 'written' ? words.because.written(end) : source && words.because[source],
  }
}
