import { minutes, start, type World } from './world.ts'

/*
 * A second implementation of the duty situation. It shares no code with the rule: it goes through a year minute by
 * minute, reads the wall clock as text from Intl, and replaces situations as entries and clocks demand. It is slow, and
 * simple to check by eye.
 */

/** The situation at one minute. `key` names the period without a change that the minute belongs to. */
export interface Opinion {
  readonly key: string
  readonly duty: string
  readonly count: number
}

interface Run {
  readonly date: string
  readonly shift: number
  readonly from: number
  readonly until: number
  readonly people: readonly string[]
  readonly open: boolean
}

/** A duty entry that has not ended. */
interface Standing {
  readonly id: number
  readonly duty: string
  readonly count: number
  readonly since: number
  /** The minute at which it ends. */
  readonly end: number
  /** Whether the next shift of the roster ends it too. */
  readonly tillNext: boolean
}

const margin = 3 * 24 * 60

export function opinions(world: World): Opinion[] {
  const runs = runsOf(world)
  const begins = Map.groupBy(
    runs.filter(({ open }) => open),
    ({ from }) => from,
  )
  const deeds = new Map(world.deeds.map((deed) => [('written' in deed ? deed.written : deed.correction).at, deed]))
  const clock = wallClock(world.term.timeZone)
  const said: Opinion[] = []
  let standing: Standing[] = []
  let corrected: { key: string; count: number } | undefined
  let shift = runs.findLast(({ from, open }) => from < 0 && open)
  for (let minute = 0; minute < minutes; minute += 1) {
    const begun = begins.get(minute) ?? []
    shift = begun.at(-1) ?? shift
    if (shift && shift.until <= minute) shift = undefined
    standing = standing.filter(
      ({ end, tillNext, since }) => minute < end && !(tillNext && begun.length > 0 && since < minute),
    )
    const deed = deeds.get(start + minute * 60_000)
    if (deed && 'written' in deed) {
      const { id, duty, count, from, until } = deed.written
      const since = duty === 'others' ? Math.max(minute, minuteOf(from)) : minute
      // An entry for now replaces all that have begun. Special duty replaces other special duty only, and only if it
      // begins now.
      standing = standing.filter((one) => {
        const replaced = duty === 'others' ? since === minute && one.duty === 'others' : true
        return one.since > minute || !replaced
      })
      standing.push({ id, duty, count: count ?? 0, since, ...lasting(duty, minute, minuteOf(until), runs, clock) })
    }
    const holding = standing.findLast(({ since }) => since <= minute)
    const key = holding ? `written ${holding.id}` : shift ? `shift ${shift.date} ${shift.shift}` : 'none'
    if (corrected && corrected.key !== key) corrected = undefined
    const duty = holding ? holding.duty : shift && shift.people.length > 0 ? String(shift.shift) : '0'
    const inDuty = duty !== '0' && duty !== 'off'
    if (deed && 'correction' in deed) corrected = inDuty ? { key, count: deed.correction.count } : undefined
    const own = holding ? holding.count : (shift?.people.length ?? 0)
    said.push({ key, duty, count: inDuty ? (corrected?.count ?? own) : 0 })
  }
  return said
}

/** A message to a member or to the administrators at a minute. */
export interface ToldAt {
  readonly minute: number
  readonly what: string
}

/**
 * The times of messages by the wall clock: on the evening before, an hour before, two days before for a gap, and when a
 * shift begins.
 */
export function remindersTold(world: World, from: number, until: number): ToldAt[] {
  const clock = wallClock(world.term.timeZone)
  const isQuiet = (minute: number) => clock.timeAt(minute) >= '22:00' || clock.timeAt(minute) < '08:00'
  const told: ToldAt[] = []
  const tell = (what: string, begin: number, end: number, holdsInQuiet: boolean) => {
    let minute = Math.max(begin, from)
    while (minute < end && holdsInQuiet && isQuiet(minute)) minute += 1
    if (minute < end && minute < until) told.push({ minute, what })
  }
  for (const { date, shift, from: begin, until: end, people, open } of runsOf(world)) {
    if (!open) continue
    const what = (kind: string) => `${kind} ${date} ${shift} ${people.toSorted().join()}`
    const evening = clock.minuteAt(dateBefore(date), '18:00')
    const midnight = clock.minuteAt(date, '00:00') ?? clock.firstMinute(date)
    if (evening !== undefined) tell(what('shift_tomorrow'), evening, Math.min(midnight, begin), false)
    tell(what('shift_soon'), begin - 60, begin, false)
    tell(what('summary'), begin, end, true)
    if (people.length < 2) for (const kind of ['shift_gap', 'gap']) tell(what(kind), begin - 48 * 60, begin, true)
  }
  return told
}

function lasting(
  duty: string,
  minute: number,
  until: number,
  runs: readonly Run[],
  clock: ReturnType<typeof readClock>,
): Pick<Standing, 'end' | 'tillNext'> {
  const never = Number.POSITIVE_INFINITY
  if (duty === 'off') return { end: never, tillNext: false }
  if (duty === 'others') return { end: until, tillNext: false }
  if (duty === '0') return { end: never, tillNext: true }
  const now = runs.filter((run) => String(run.shift) === duty && run.from <= minute && minute < run.until).at(-1)
  return now ? { end: now.until, tillNext: false } : { end: clock.dayEnd(minute), tillNext: true }
}

const minuteOf = (at: number | null) => (at === null ? -1 : (at - start) / 60_000)

/** Every shift of the timetable in the year, by the minutes at which the wall clock shows its times. */
function runsOf({ term, slots, leaves, removed }: World): Run[] {
  const clock = wallClock(term.timeZone)
  const byShift = Map.groupBy(leaves, ({ date, shift }) => `${date} ${shift}`)
  const runs: Run[] = []
  for (const date of clock.dates) {
    const madeUp = term.makeUpDays.find((day) => day.date === date)
    const weekday = madeUp?.weekday ?? (new Date(`${date}T00:00:00Z`).getUTCDay() || 7)
    const closed = !madeUp && term.closedDays.some(({ from, until }) => from <= date && date <= until)
    for (let shift = 1; shift <= 9; shift += 1) {
      const hours =
        term.timetable.find((one) => one.shift === shift && one.weekday === weekday) ??
        term.timetable.find((one) => one.shift === shift && one.weekday === undefined)
      if (!hours) continue
      const from = clock.minuteAt(date, hours.from)
      const until =
        hours.until === '24:00' ? clock.minuteAt(nextDate(date), '00:00') : clock.minuteAt(date, hours.until)
      if (from === undefined || until === undefined || until <= from) continue
      const slot = slots.find((one) => one.weekday === weekday && one.shift === shift)
      const absent = byShift.get(`${date} ${shift}`) ?? []
      const coming = (slot?.workers ?? []).map((name) => comesFor(name, absent, 0))
      const people = new Set(coming.filter((name) => name !== '' && !removed.has(name)))
      runs.push({ date, shift, from, until, people: [...people], open: slot !== undefined && !closed })
    }
  }
  return runs.sort((a, b) => a.from - b.from)
}

/**
 * Follows substitutes to the member who comes. A chain longer than the number of leaves is a circle, so no one comes.
 */
function comesFor(name: string, absent: readonly { member: string; substitute: string }[], turns: number): string {
  const leave = absent.find(({ member }) => member === name)
  if (!leave || name === '') return name
  return turns > absent.length ? '' : comesFor(leave.substitute, absent, turns + 1)
}

function dateBefore(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
}

function nextDate(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}

const clocks = new Map<string, ReturnType<typeof readClock>>()
function wallClock(zone: string): ReturnType<typeof readClock> {
  const clock = clocks.get(zone) ?? readClock(zone)
  clocks.set(zone, clock)
  return clock
}

/** The wall clock of a zone. It is changed at a quarter of an hour only; in between it advances. */
function readClock(zone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  const quarters = new Map<number, { minute: number; date: string; shows: number }>()
  for (let minute = -margin; minute < minutes + margin; minute += 15) {
    const [date = '', time = ''] = format.format(start + minute * 60_000).split(' ')
    quarters.set(minute / 15, { minute, date, shows: inMinutes(time) })
  }
  const byDate = Map.groupBy(quarters.values(), ({ date }) => date)
  return {
    dates: [...byDate.keys()].slice(1, -1),
    /** The first minute that shows another date. */
    dayEnd(minute: number): number {
      let quarter = Math.floor(minute / 15)
      const date = quarters.get(quarter)?.date
      while (quarters.get(quarter)?.date === date) quarter += 1
      return quarter * 15
    },
    timeAt(minute: number): string {
      const quarter = quarters.get(Math.floor(minute / 15))
      return quarter ? inText(quarter.shows + minute - quarter.minute) : ''
    },
    firstMinute: (date: string): number => byDate.get(date)?.[0]?.minute ?? 0,
    /** The first minute that shows this time; if it is skipped, as many minutes after the last one before the gap. */
    minuteAt(date: string, time: string): number | undefined {
      const day = byDate.get(date) ?? []
      const wanted = inMinutes(time)
      const shown = day.find(({ shows }) => shows <= wanted && wanted < shows + 15)
      const found = shown ?? day[day.findIndex(({ shows }) => shows > wanted) - 1]
      return found && found.minute + wanted - found.shows
    },
  }
}

const inText = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

function inMinutes(time: string): number {
  const [hours = 0, rest = 0] = time.split(':').map(Number)
  return hours * 60 + rest
}
