import { type DutyShift, hasBegun, shiftTimes } from '#client/week.ts'
import { shiftWords } from '#client/words/shifts.ts'
import { summaryWords } from '#client/words/summary.ts'
import { Failure } from '#contract/connect.ts'
import { teamClock } from '../../lib/codes.ts'
import { language, textsOf } from '../../lib/language.ts'
import { ifOlder } from '../../lib/older-service.ts'
import { definePage, type InputEvent, runAction, toast } from '../../lib/screen.ts'
import { api } from '../../lib/session.ts'
import { storedValue } from '../../lib/storage.ts'
import { dayName, dayText } from '../../lib/time.ts'
import { cancelDebounce, debounce, flushTyped, setTyped } from '../../lib/typed-data.ts'
import { loadTeamPage } from '../load-team-page.ts'
import { weeksWith } from '../weeks.ts'

type Draft = Awaited<ReturnType<typeof api.conclusions.draft>>
interface Choice {
  readonly key: string
  readonly name: string
}

const keyOf = ({ date, shift }: { date: string; shift: number | string }) => `${date} ${shift}`
const facts = ['created', 'claimed', 'repaired', 'retrieved', 'waiting'] as const
/** The draft of one shift. */
const typing = storedValue('summary', { key: '', text: '' })

definePage({
  words: summaryWords,
  title: ({ title }) => title,
  data: {
    stranger: false,
    shown: false,
    chosen: '',
    choices: [] as Choice[],
    choice: 0,
    draft: null as Draft | null,
    /** The reason why there is no draft. */
    nothing: '',
    facts: [] as { name: string; count: number }[],
    text: '',
    isDraft: true,
    lastTitle: '',
    last: [] as { id: number; text: string; by: string }[],
  },

  ask() {
    return loadTeamPage(this, async (_, isNewest) => {
      const clock = await teamClock()
      const [weeks, { list: last }, draft] = await Promise.all([
        weeksWith(-7, clock),
        ifOlder(api.conclusions.latest(), () => ({ list: [], forYou: false })),
        this.draft(),
      ])
      if (!isNewest()) return
      const begun = weeks.list.filter((shift) => hasBegun(shift, clock)).reverse()
      this.show(begun, draft, clock)
      this.showLast(last, clock)
    })
  },
  /** Null if the member was on no recent shift and has chosen none. */
  async draft(): Promise<Draft | null> {
    const [week = '', shift = ''] = this.data.chosen.split(' ')
    try {
      return await ifOlder<Draft | null>(api.conclusions.draft(week ? { week, shift } : {}), () => null)
    } catch (error) {
      if (error instanceof Failure && error.code === 'not_on_shift') return null
      throw error
    }
  },
  show(begun: readonly DutyShift[], draft: Draft | null, clock: string) {
    const words = textsOf(summaryWords)
    const { shift: shiftName } = textsOf(shiftWords)
    const lang = language.current()
    const nameOf = (date: string, shift: number | string) => `${dayName(date, lang, clock)} · ${shiftName(shift)}`
    const known = begun.map((shift) => ({
      key: keyOf(shift),
      name: `${nameOf(shift.date, shift.shift)} ${shiftTimes(shift)}`.trim(),
    }))
    const key = draft ? keyOf({ date: draft.week, shift: draft.shift }) : ''
    const first = draft ? { key, name: nameOf(draft.week, draft.shift) } : { key: '', name: '–' }
    const choices = known.some((one) => one.key === key) ? known : [first, ...known]
    this.rest()
    const kept = typing.get()
    // A draft of the user is never replaced.
    const text = draft && kept.key === key ? kept.text : draft ? draft.written || draft.conclusion : ''
    this.setData({
      shown: true,
      choices,
      choice: choices.findIndex((one) => one.key === key),
      draft,
      nothing: draft ? '' : begun.length > 0 ? words.notOn : words.none,
      facts: draft ? facts.map((fact) => ({ name: words.fact[fact], count: draft.facts[fact] })) : [],
      text,
      isDraft: text === (draft?.conclusion ?? ''),
    })
  },
  showLast(list: Awaited<ReturnType<typeof api.conclusions.latest>>['list'], clock: string) {
    const [first] = list
    const { lastOf } = textsOf(summaryWords)
    this.setData({
      lastTitle: first
        ? lastOf(dayText(first.date, language.current(), clock), textsOf(shiftWords).shift(first.shift))
        : '',
      last: list.map(({ id, conclusion, member }) => ({ id, text: conclusion, by: member })),
    })
  },

  choose({ detail }: InputEvent) {
    const chosen = this.data.choices[Number(detail.value)]?.key ?? ''
    this.setData({ chosen })
    return this.ask()
  },
  rest() {
    const { draft, text } = this.data
    if (!draft) return
    const key = keyOf({ date: draft.week, shift: draft.shift })
    if (text !== (draft.written || draft.conclusion)) typing.set({ key, text })
    else if (typing.get().key === key) typing.clear()
  },
  type({ detail }: InputEvent) {
    setTyped(this, { text: detail.value })
    debounce(this, () => this.compare())
  },
  compare() {
    this.rest()
    this.setData({ isDraft: this.data.text === this.data.draft?.conclusion })
  },
  backToDraft() {
    flushTyped(this)
    this.setData({ text: this.data.draft?.conclusion ?? '' })
    this.compare()
  },
  async hand() {
    const { draft } = this.data
    if (!draft) return
    const conclusion = this.data.text.trim()
    this.setData({ at: 'hand' })
    const { week, shift } = draft
    if (!(await runAction(this, () => api.conclusions.write({ week, shift, conclusion })))) return
    cancelDebounce(this)
    typing.clear()
    this.setData({ draft: { ...draft, written: conclusion } })
    toast(textsOf(summaryWords).handed)
  },
})
