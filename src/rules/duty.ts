import { localDate } from '#kit/time.ts'
import { type Leave, present } from './rosters.ts'
import { Days, type Occurrence, type Slot, type Term } from './shifts.ts'

/** What an administrator wrote: `off`, `0`, `others` or a shift number. */
export interface Written {
  readonly id: number
  readonly at: number
  readonly duty: string
  /** `null` where they left the counting to the roster. */
  readonly count: number | null
  readonly place: string
  readonly reason: string
  readonly recover: string
  /** Of `others` alone: when, as instants and as it was written. */
  readonly from: number | null
  readonly until: number | null
  readonly time: string
}

/** A head count that a member put right, and the last thing that had been written by then. */
export interface Correction {
  readonly at: number
  readonly count: number
  readonly after: number
}

/** All that the situation follows from, but the clock. What is over may be left out of it. */
export interface Facts {
  readonly term: Term
  readonly slots: readonly Slot[]
  readonly written: readonly Written[]
  readonly correction: Correction | undefined
  readonly leaves: readonly Leave[]
}

/** A stretch of time in which one thing is true. `until` is infinite where only a person can end it. */
export interface Stretch {
  readonly source: { readonly written: Written } | { readonly shift: Occurrence } | undefined
  readonly from: number
  readonly until: number
}

export interface Situation {
  readonly stretch: Stretch
  /** A shift number, `others`, `0` or `off`. */
  readonly duty: string
  readonly inDuty: boolean
  readonly count: number
  /** Who is there, as far as the roster knows. */
  readonly people: readonly string[]
}

export const isOpen = (duty: string): boolean => duty !== 'off' && duty !== '0'

interface Prepared {
  readonly days: Days
  readonly leaves: ReadonlyMap<string, Leave[]>
  /** What was written, by when it takes effect. */
  readonly order: readonly Written[]
  readonly expiries: Map<Written, number>
  readonly people: Map<Occurrence, string[]>
}

// Facts never change once they are made, so what follows from them alone is worked out once.
const known = new WeakMap<Facts, Prepared>()
function prepared(facts: Facts): Prepared {
  let found = known.get(facts)
  if (!found) {
    found = {
      days: new Days(facts.term, facts.slots),
      leaves: Map.groupBy(facts.leaves, ({ date, shift }) => `${date} ${shift}`),
      order: facts.written.toSorted((a, b) => takesEffect(a) - takesEffect(b)),
      expiries: new Map(),
      people: new Map(),
    }
    known.set(facts, found)
  }
  return found
}

export function daysOf(facts: Facts): Days {
  return prepared(facts).days
}

/** The duty situation at an instant: of what was written, the roster, and nothing, the first that applies. */
export function situation(facts: Facts, at: number): Situation {
  return described(facts, stretchAt(facts, at))
}

/** The next opening after this one: the first stretch in duty that follows. */
export function nextOpening(facts: Facts, stretch: Stretch): Situation | undefined {
  let at = stretch.until
  // Each step is a thing written ahead, a gap behind one, or the next shift: that bounds the walk.
  for (let step = 0; step <= 2 * facts.written.length + 4 && at < Number.POSITIVE_INFINITY; step += 1) {
    const next = situation(facts, at)
    if (next.inDuty) return next
    at = next.stretch.until
  }
  return undefined
}

/** Who leads, if the roster says so and they are there. */
export function leaderIn(facts: Facts, { stretch: { source, from }, duty, people }: Situation): string {
  const date = source && 'shift' in source ? source.shift.date : localDate(from, facts.term.timeZone)
  const leader = daysOf(facts).slotOn(date, Number(duty))?.leader ?? ''
  return people.includes(leader) ? leader : ''
}

/** The corrected head count, while it counts. */
export function correctionAt(facts: Facts, at: number): number | undefined {
  return corrected(facts, stretchAt(facts, at))
}

/** Who is on a shift on a date, leaves and substitutes applied. */
export function peopleOn(facts: Facts, date: string, shift: number): string[] {
  const slot = daysOf(facts).slotOn(date, shift)
  return slot ? present(slot.workers, leavesOn(facts, date, shift)) : []
}

function peopleIn(facts: Facts, shift: Occurrence): string[] {
  const { people } = prepared(facts)
  let found = people.get(shift)
  if (!found) {
    found = peopleOn(facts, shift.date, shift.shift)
    people.set(shift, found)
  }
  return found
}

export function leavesOn(facts: Facts, date: string, shift: number): readonly Leave[] {
  return prepared(facts).leaves.get(`${date} ${shift}`) ?? []
}

/** When something written takes effect: at once, or at the start that lies ahead. */
export function takesEffect({ at, from }: Written): number {
  return from === null ? at : Math.max(at, from)
}

/** The last thing written that has taken effect by then, whether it still holds or not. */
export function lastInEffect(facts: Facts, at: number): Written | undefined {
  const { order } = prepared(facts)
  return order[inEffect(order, at) - 1]
}

/** How many have taken effect by then. */
function inEffect(order: readonly Written[], at: number): number {
  let low = 0
  let high = order.length
  while (low < high) {
    const middle = (low + high) >> 1
    const one = order[middle]
    if (one && takesEffect(one) <= at) low = middle + 1
    else high = middle
  }
  return low
}

function stretchAt(facts: Facts, at: number): Stretch {
  const { days, order } = prepared(facts)
  const count = inEffect(order, at)
  const written = order[count - 1]
  const ahead = order[count]
  const cut = ahead ? takesEffect(ahead) : Number.POSITIVE_INFINITY
  const expiry = written ? expiryOf(facts, written) : Number.NEGATIVE_INFINITY
  if (written && at < expiry) return { source: { written }, from: takesEffect(written), until: Math.min(expiry, cut) }
  const shift = days.runningAt(at)
  const begin = days.nextBegin(at) ?? Number.POSITIVE_INFINITY
  const free = lastHeldUntil(facts, count)
  if (shift) return { source: { shift }, from: Math.max(shift.from, free), until: Math.min(shift.until, begin, cut) }
  return { source: undefined, from: free, until: Math.min(begin, cut) }
}

/** When the last of so many that took effect held no more. One that was over when it was written never held, but ended what held till then. */
function lastHeldUntil(facts: Facts, count: number): number {
  const { order } = prepared(facts)
  let cut = Number.POSITIVE_INFINITY
  for (let i = count - 1; i >= 0; i -= 1) {
    const written = order[i]
    if (!written) break
    const [since, expiry] = [takesEffect(written), expiryOf(facts, written)]
    if (since < expiry) return Math.min(expiry, cut)
    cut = since
  }
  return Number.NEGATIVE_INFINITY
}

/** Until when something written holds, once it has taken effect. */
export function expiryOf(facts: Facts, written: Written): number {
  const { days, expiries } = prepared(facts)
  let expiry = expiries.get(written)
  if (expiry === undefined) {
    expiry = workedOut(days, written)
    expiries.set(written, expiry)
  }
  return expiry
}

function workedOut(days: Days, written: Written): number {
  if (written.duty === 'off') return Number.POSITIVE_INFINITY
  if (written.duty === 'others') return written.until ?? written.at
  const start = takesEffect(written)
  const end = written.duty === '0' ? undefined : days.endOfRunning(Number(written.duty), start)
  return end ?? days.nextBegin(start) ?? Number.POSITIVE_INFINITY
}

function described(facts: Facts, stretch: Stretch): Situation {
  const { source } = stretch
  if (!source) return { stretch, duty: '0', inDuty: false, count: 0, people: [] }
  if ('shift' in source) {
    const people = peopleIn(facts, source.shift)
    const count = corrected(facts, stretch) ?? people.length
    return { stretch, duty: String(source.shift.shift), inDuty: true, count, people }
  }
  const { written } = source
  if (!isOpen(written.duty)) return { stretch, duty: written.duty, inDuty: false, count: 0, people: [] }
  const people = written.duty === 'others' ? [] : rosterOf(facts, Number(written.duty), stretch.from)
  const count = corrected(facts, stretch) ?? written.count ?? people.length
  return { stretch, duty: written.duty, inDuty: true, count, people }
}

/** Whom the roster has on a shift on the day when it was written: the answer is one for as long as it holds. */
function rosterOf(facts: Facts, shift: number, at: number): string[] {
  const date = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(facts.term.timeZone).toPlainDate()
  return peopleOn(facts, date.toString(), shift)
}

/** A correction counts in the very stretch in which it was made. */
function corrected({ correction }: Facts, { source, from }: Stretch): number | undefined {
  if (!correction || !source) return undefined
  const { at, after, count } = correction
  const earlier = 'written' in source ? source.written.id > after || at < (source.written.from ?? at) : at < from
  return earlier ? undefined : count
}

/**
 * What was written as it counts now. Clocks are set back, and those of two nodes differ: nothing was written later than now,
 * nor later than what was written after it.
 */
export function inOrder(written: readonly Written[], now: number): Written[] {
  let latest = now
  return written
    .toSorted((a, b) => b.id - a.id)
    .map((one) => {
      latest = Math.min(latest, one.at)
      return { ...one, at: latest }
    })
    .reverse()
}
