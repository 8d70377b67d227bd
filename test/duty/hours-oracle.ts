import type { HourKind, HourRule, HourState, RosterStanding } from '#contract/hours/hour-fields.ts'

/*
 * A second implementation of the ledger of hours. It shares no code with the rules: it stores what people did in plain
 * lists, reads the wall clock as text from Intl, and counts an entry minute by minute. It is slow, and simple to check
 * by eye.
 */

const minuteMs = 60_000

export interface OracleLine {
  readonly id: number
  readonly member: number
  readonly kind: HourKind
  readonly date: string
  readonly countsOn: string
  readonly shift: string
  readonly from: number | null
  readonly until: number | null
  readonly came: number | null
  left: number | null
  readonly cameHow: string
  leftHow: string
  readonly standing: RosterStanding | ''
  /** For work, and for a correction without times. */
  readonly minutes: number | null
  readonly exact: boolean
  readonly corrects: number
  readonly created: number
  state: HourState
  objected: boolean
  period: number
  counted: number
}

export interface Run {
  readonly date: string
  readonly shift: string
  readonly from: number
  readonly until: number
}

interface Slot {
  readonly weekday: number
  readonly shift: number
  readonly workers: readonly string[]
}

export interface OracleTeam {
  timetable: readonly { shift: number; weekday?: number; from: string; until: string }[]
  closedDays: readonly { from: string; until: string }[]
  makeUpDays: readonly { date: string; weekday: number }[]
  slots: readonly Slot[]
  rule: HourRule
  early: number
  overtime: number
  desk: boolean
  /** Whether `off` was set and still lasts. */
  off: boolean
}

export class HourOracle {
  readonly lines: OracleLine[] = []
  readonly periods: { until: string; lines: number; minutes: number }[] = []
  readonly leaves: { date: string; shift: number; member: string; substitute: string }[] = []
  readonly specials: { from: number; until: number }[] = []
  readonly removed = new Set<string>()
  /** The members on the roster of each ended shift. */
  readonly staff: { date: string; shift: string; member: number }[] = []
  readonly wall: Wall
  readonly team: OracleTeam
  readonly #idOf: (name: string) => number

  constructor(wall: Wall, team: OracleTeam, idOf: (name: string) => number) {
    this.wall = wall
    this.team = team
    this.#idOf = idOf
  }

  isClosed(date: string): boolean {
    if (this.team.makeUpDays.some((day) => day.date === date)) return false
    return this.team.closedDays.some(({ from, until }) => from <= date && date <= until)
  }

  /** The shifts of a day by the timetable; none on a closed one. */
  runsOn(date: string): Run[] {
    if (this.isClosed(date)) return []
    const weekday = this.#weekdayOn(date)
    const numbers = [...new Set(this.team.timetable.map(({ shift }) => shift))]
    return numbers.flatMap((shift) => {
      const all = this.team.timetable.filter((one) => one.shift === shift)
      const hours = all.find((one) => one.weekday === weekday) ?? all.find((one) => one.weekday === undefined)
      if (!hours) return []
      const from = this.wall.instant(date, hours.from)
      return [{ date, shift: String(shift), from, until: this.wall.instant(date, hours.until) }]
    })
  }

  /** The members on a shift, substitutes included. */
  peopleOn({ date, shift }: Run): { name: string; standing: 'rostered' | 'substitute' }[] {
    const slot = this.#slotOf(date, shift)
    const people = new Map<string, 'rostered' | 'substitute'>()
    for (const worker of slot?.workers ?? []) {
      let name = worker
      for (let turns = 0; turns < 10 && name !== ''; turns += 1) {
        const leave = this.#leaveOf(name, date, shift)
        if (!leave) break
        name = leave.substitute
      }
      if (name !== '' && !this.removed.has(name) && people.get(name) !== 'rostered')
        people.set(name, name === worker ? 'rostered' : 'substitute')
    }
    return [...people].map(([name, standing]) => ({ name, standing }))
  }

  /** The shifts for which a member can sign in. */
  candidates(now: number): Run[] {
    const today = this.wall.date(now)
    const runs = this.team.off ? [] : [before(today), today, after(today)].flatMap((date) => this.runsOn(date))
    const special = this.specials.map(({ from, until }) => ({
      date: this.wall.date(from),
      shift: 'others',
      from,
      until,
    }))
    return [...runs, ...special].filter(({ from, until }) => from - this.team.early * minuteMs <= now && now < until)
  }

  signIn(now: number, who: string, shift: string, how: 'board' | 'desk'): string {
    const run = this.#meant(now, who, shift)
    if (!run) return 'no_shift_now'
    const last = this.#unended(who)
    if (last) {
      this.#forget(now, last)
      const same = last.date === run.date && last.shift === run.shift
      // A member who was there when the shift was moved signs in to the moved shift once theirs is over.
      if (last.left === null && same && (last.from === run.from || now < (last.until ?? 0))) return ''
      if (last.left === null) {
        last.left = Math.max(last.came ?? 0, Math.min(last.until ?? 0, Math.max(now, run.from)))
        last.leftHow = 'next'
      }
    }
    this.#cutShort(who, Math.max(now, run.from))
    this.#add(now, {
      member: this.#idOf(who),
      kind: 'shift',
      ...run,
      came: now,
      cameHow: how,
      standing: this.#standing(who, run),
    })
    return ''
  }

  signOut(now: number, who: string, how: 'board' | 'desk' | 'anywhere'): string {
    const last = this.#unended(who)
    if (!last) return 'not_here'
    this.#forget(now, last)
    if (last.left === null) {
      // The end is never before the start, even if the clock goes back.
      last.left = Math.max(now, last.came ?? now)
      last.leftHow = how
    }
    this.#cutShort(who, now)
    return ''
  }

  remove(now: number, who: string): void {
    const last = this.#unended(who)
    if (last) {
      this.#forget(now, last)
      if (last.left === null) {
        last.left = Math.min(now, this.#lastMoment(last))
        last.leftHow = 'removed'
      }
      this.#cutShort(who, now)
    }
    this.removed.add(who)
  }

  work(now: number, who: string, date: string, minutes: number): string {
    if (date > this.wall.date(now)) return 'bad_input'
    this.#add(now, { member: this.#idOf(who), kind: 'work', date, minutes })
    return ''
  }

  /** A ticket is finished for the first time. */
  finish(now: number, workers: readonly string[]): void {
    for (const who of workers) {
      const last = this.#unended(who)
      const here = last !== undefined && now <= this.#lastMoment(last)
      const onShift =
        !this.team.off &&
        this.runsOn(this.wall.date(now)).some(
          (run) => run.from <= now && now < run.until && this.peopleOn(run).some(({ name }) => name === who),
        )
      if (!here && !onShift) this.#add(now, { member: this.#idOf(who), kind: 'ticket', date: this.wall.date(now) })
    }
  }

  /** A decision about several entries leaves out those with an open objection. */
  decide(ids: readonly number[], state: 'approved' | 'refused'): void {
    for (const id of ids)
      if (ids.length === 1 || !this.line(id).objected) Object.assign(this.line(id), { state, objected: false })
  }

  object(id: number): void {
    this.line(id).objected = true
  }

  /** Corrects the minutes, or the times, of an entry. */
  correct(now: number, id: number, right: { minutes?: number; arrival?: string; leaving?: string }): void {
    const named = this.line(id)
    const root = named.corrects === 0 ? named : this.line(named.corrects)
    root.objected = false
    named.objected = false
    const counted = this.counted()
    if (root.period > 0) {
      const all = this.lines.filter((one) => one.id === root.id || one.corrects === root.id)
      const had = all.reduce((sum, one) => sum + (counted.get(one.id) ?? 0), 0)
      const open = after(this.#closedUntil())
      const today = this.wall.date(now)
      const minutes = (right.minutes ?? 0) - had
      this.#add(
        now,
        { member: root.member, kind: 'correction', date: root.date, minutes, exact: true, corrects: root.id },
        today > open ? today : open,
      )
    } else {
      const times =
        right.arrival === undefined || right.leaving === undefined
          ? { minutes: right.minutes ?? 0 }
          : { came: this.wall.instant(root.date, right.arrival), left: this.wall.instant(root.date, right.leaving) }
      const { member, date, shift, from, until, countsOn } = root
      const said = { came: null, left: null, minutes: null, ...times }
      const last = this.lines.findLast((one) => one.corrects === root.id)
      // The same correction again changes nothing.
      if (last && last.came === said.came && last.left === said.left && last.minutes === said.minutes) return
      this.#add(now, { member, kind: 'correction', date, shift, from, until, ...said, corrects: root.id }, countsOn)
    }
    this.line(this.lines.length).state = 'approved'
  }

  /** An administrator writes an entry for a member: at a shift, or for other work. */
  write(now: number, who: string, date: string, line: { run: Run; arrival: string; leaving: string } | number): string {
    const member = this.#idOf(who)
    if (typeof line === 'number') this.#add(now, { member, kind: 'work', date, minutes: line, cameHow: 'written' })
    else {
      const { run, arrival, leaving } = line
      const [came, left] = [this.wall.instant(date, arrival), this.wall.instant(date, leaving)]
      if (this.#wasElsewhere(member, came, left, now)) return 'already_written'
      this.#add(now, { member, kind: 'shift', ...run, came, left, cameHow: 'written', leftHow: 'written' })
    }
    this.line(this.lines.length).state = 'approved'
    return ''
  }

  /** Whether an entry that may count has the member elsewhere during this time. */
  #wasElsewhere(member: number, came: number, left: number, now: number): boolean {
    return this.lines.some((line) => {
      if (line.member !== member || line.state === 'refused' || line.minutes === 0 || this.corrected(line)) return false
      const there = line.came === null && line.corrects > 0 ? this.line(line.corrects) : line
      if (there.came === null) return false
      const begin = Math.max(there.came, there.from ?? 0)
      return begin < left && came < (this.ended(there, now).left ?? now)
    })
  }

  close(now: number, until: string): string {
    if (until >= this.wall.date(now)) return 'period_not_over'
    if (until <= this.#closedUntil()) return 'period_taken'
    const counted = this.counted()
    const these = this.lines.filter(({ period, countsOn }) => period === 0 && countsOn <= until)
    const waits = these.filter(
      (one) =>
        one.state === 'proposed' && !this.corrected(one) && (one.kind !== 'ticket' || this.team.rule.ticketMinutes > 0),
    )
    if (waits.length > 0) return 'hours_undecided'
    for (const one of these) Object.assign(one, { period: this.periods.length + 1, counted: counted.get(one.id) ?? 0 })
    const minutes = these.reduce((sum, one) => sum + one.counted, 0)
    this.periods.push({ until, lines: these.length, minutes })
    return ''
  }

  /** The shift is over: records the staff of it. */
  over(run: Run): void {
    if (this.team.off) return
    for (const { name } of this.peopleOn(run))
      this.staff.push({ date: run.date, shift: run.shift, member: this.#idOf(name) })
  }

  missing(): { date: string; shift: string; member: number }[] {
    return this.staff.filter(
      ({ date, shift, member }) =>
        !this.lines.some((one) => one.member === member && one.date === date && one.shift === shift),
    )
  }

  /** The entries of those who are here now. */
  here(now: number): OracleLine[] {
    return this.lines.filter((one) => one.kind === 'shift' && one.left === null && now <= this.#lastMoment(one))
  }

  line(id: number): OracleLine {
    const found = this.lines[id - 1]
    if (!found) throw new Error(`no line ${id}`)
    return found
  }

  /** Whether a correction in the same kind of period replaces this entry. */
  corrected(line: OracleLine): boolean {
    const root = line.corrects === 0 ? line.id : line.corrects
    return this.lines.some((one) => one.corrects === root && !one.exact && one.id > line.id && !line.exact)
  }

  /** The end of the stay as seen now, and its reason. */
  ended(line: OracleLine, now: number): { left: number | null; leftHow: string } {
    if (line.left === null && line.kind === 'shift' && now > this.#lastMoment(line))
      return { left: line.until, leftHow: 'forgotten' }
    return line
  }

  /** The length in whole minutes. */
  minutes(line: OracleLine): number {
    if (line.minutes !== null) return line.minutes
    if (line.kind === 'ticket') return this.team.rule.ticketMinutes
    const [begin, end] = this.#span(line)
    let minutes = 0
    while (begin + (minutes + 1) * minuteMs <= end) minutes += 1
    return minutes
  }

  /** What each entry counts: those in closed periods as at the closing, the others by the present rule. */
  counted(): Map<number, number> {
    const { rule } = this.team
    const counted = new Map<number, number>()
    const days = new Map<string, OracleLine[]>()
    for (const line of this.lines) {
      counted.set(line.id, line.period > 0 ? line.counted : 0)
      if (line.period > 0) continue
      if (line.exact) counted.set(line.id, line.minutes ?? 0)
      else if (line.state !== 'refused' && !this.corrected(line)) {
        const key = `${line.member} ${line.date} ${line.countsOn}`
        days.set(key, [...(days.get(key) ?? []), line])
      }
    }
    for (const lines of days.values()) {
      const inOrder = lines.toSorted((a, b) => (a.came ?? a.created) - (b.came ?? b.created) || a.id - b.id)
      let sum = 0
      let given = 0
      for (const line of inOrder) {
        const weight = this.#weight(line)
        sum += rule.per === 'entry' ? 100 * rounded(weight, rule) : weight
        const round = rule.per === 'entry' ? sum / 100 : rounded(sum, rule)
        const all = rule.mostPerDay > 0 ? Math.min(rule.mostPerDay, round) : round
        counted.set(line.id, all - given)
        given = all
      }
    }
    return counted
  }

  /** In hundredths of a minute, added minute by minute. */
  #weight(line: OracleLine): number {
    const { closedPercent } = this.team.rule
    const minutes = this.minutes(line)
    if (line.kind === 'ticket') return minutes * this.#percentAt(line.created)
    if (line.minutes !== null) return minutes * (this.isClosed(line.date) ? closedPercent : 100)
    const [begin] = this.#span(line)
    let weight = 0
    for (let i = 0; i < minutes; i += 1) weight += this.#percentAt(begin + i * minuteMs)
    return weight
  }

  #percentAt(at: number): number {
    const { nightFrom, nightUntil, nightPercent, closedPercent } = this.team.rule
    const time = this.wall.time(at)
    const night =
      nightFrom <= nightUntil ? nightFrom <= time && time < nightUntil : nightFrom <= time || time < nightUntil
    return Math.max(night ? nightPercent : 100, this.isClosed(this.wall.date(at)) ? closedPercent : 100)
  }

  /** The time that counts. */
  #span(line: OracleLine): [number, number] {
    return [Math.max(line.came ?? 0, line.from ?? 0), line.left ?? line.until ?? 0]
  }

  #lastMoment(line: OracleLine): number {
    return (line.until ?? 0) + this.team.overtime * minuteMs
  }

  #forget(now: number, line: OracleLine): void {
    Object.assign(line, this.ended(line, now).leftHow === 'forgotten' ? { left: line.until, leftHow: 'forgotten' } : {})
  }

  /** An entry that was to last until a later shift ends now: the member leaves, or goes elsewhere. */
  #cutShort(who: string, until: number): void {
    for (const one of this.lines)
      if (one.member === this.#idOf(who) && one.leftHow === 'next' && one.period === 0)
        one.left = Math.min(one.left ?? until, Math.max(until, one.came ?? until))
  }

  #unended(who: string): OracleLine | undefined {
    const id = this.#idOf(who)
    return this.lines.find((one) => one.kind === 'shift' && one.member === id && one.left === null)
  }

  #meant(now: number, who: string, shift: string): Run | undefined {
    const runs = this.candidates(now)
    if (shift !== '') return runs.find((run) => run.shift === shift)
    return (
      runs.find((run) => this.peopleOn(run).some(({ name }) => name === who)) ??
      runs.find(({ from }) => from <= now) ??
      runs[0]
    )
  }

  #standing(who: string, run: Run): RosterStanding | '' {
    if (run.shift === 'others') return ''
    if (this.#leaveOf(who, run.date, run.shift)) return 'on_leave'
    return this.peopleOn(run).find(({ name }) => name === who)?.standing ?? 'beside'
  }

  #leaveOf(who: string, date: string, shift: string) {
    return this.leaves.find((one) => one.member === who && one.date === date && String(one.shift) === shift)
  }

  #slotOf(date: string, shift: string): Slot | undefined {
    const weekday = this.#weekdayOn(date)
    return this.team.slots.find((slot) => slot.weekday === weekday && String(slot.shift) === shift)
  }

  #weekdayOn(date: string): number {
    const like = this.team.makeUpDays.find((day) => day.date === date)
    return like?.weekday ?? (new Date(`${date}T00:00:00Z`).getUTCDay() || 7)
  }

  #closedUntil(): string {
    return this.periods.at(-1)?.until ?? ''
  }

  #add(now: number, line: Partial<OracleLine> & Pick<OracleLine, 'member' | 'kind' | 'date'>, countsOn?: string): void {
    const { member, kind, date } = line
    this.lines.push({
      id: this.lines.length + 1,
      member,
      kind,
      date,
      countsOn: countsOn ?? (date <= this.#closedUntil() ? this.wall.date(now) : date),
      shift: line.shift ?? '',
      from: line.from ?? null,
      until: line.until ?? null,
      came: line.came ?? null,
      left: line.left ?? null,
      cameHow: line.cameHow ?? '',
      leftHow: line.leftHow ?? '',
      standing: line.standing ?? '',
      minutes: line.minutes ?? null,
      exact: line.exact ?? false,
      corrects: line.corrects ?? 0,
      created: now,
      state: 'proposed',
      objected: false,
      period: 0,
      counted: 0,
    })
  }
}

/** Hundredths of minutes to whole ones that are multiples of the step. */
function rounded(hundredths: number, { rounding, direction }: HourRule): number {
  const step = (rounding || 1) * 100
  let below = 0
  while (below + step <= hundredths) below += step
  const rest = hundredths - below
  const up = rest > 0 && (direction === 'up' || (direction === 'nearest' && 2 * rest >= step))
  return (up ? below + step : below) / 100
}

export const before = (date: string) => moved(date, -1)
export const after = (date: string) => moved(date, 1)
export const moved = (date: string, days: number) =>
  date === '' ? '' : new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The clock on the wall, as Intl reads it. */
export class Wall {
  readonly #format: Intl.DateTimeFormat
  readonly #texts = new Map<number, string>()
  readonly #instants = new Map<string, number>()

  constructor(zone: string) {
    this.#format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  }

  /** `2026-10-25 02:30:00` */
  text(at: number): string {
    // Clocks change only at a quarter of an hour; in between they only advance.
    const quarter = Math.floor(at / (15 * minuteMs))
    const known = this.#texts.get(quarter) ?? this.#format.format(quarter * 15 * minuteMs)
    this.#texts.set(quarter, known)
    const seconds = Math.floor((at - quarter * 15 * minuteMs) / 1000)
    const minutes = Number(known.slice(14, 16)) + Math.floor(seconds / 60)
    return `${known.slice(0, 14)}${two(minutes)}:${two(seconds % 60)}`
  }

  date(at: number): string {
    return this.text(at).slice(0, 10)
  }

  time(at: number): string {
    return this.text(at).slice(11, 16)
  }

  /** The first moment of that day at which the clock shows it; `24:00` is the midnight after it. */
  instant(date: string, time: string): number {
    if (time === '24:00') return this.instant(after(date), '00:00')
    const known = this.#instants.get(`${date} ${time}`)
    if (known !== undefined) return known
    const midnight = Date.parse(`${date}T00:00:00Z`)
    for (let at = midnight - 14 * 60 * minuteMs; at < midnight + 38 * 60 * minuteMs; at += minuteMs) {
      if (this.text(at) !== `${date} ${time}:00`) continue
      this.#instants.set(`${date} ${time}`, at)
      return at
    }
    throw new Error(`${date} ${time} is skipped`)
  }

  /** The form of the interface. */
  stamp(at: number | null): string {
    return at === null ? '' : `${this.text(at).replace(' ', 'T')}.000000`
  }
}

const two = (number: number) => String(number).padStart(2, '0')
