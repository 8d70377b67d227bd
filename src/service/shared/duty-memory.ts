import type { Settings } from '#contract/team/settings.ts'
import { type Clock, day, localDate } from '#kit/time.ts'
import {
  correctionAt,
  type DutyEntry,
  type DutyFacts,
  dutyStatus,
  inWritingOrder,
  isPast,
  shiftCalendar,
} from '#rules/duty/duty.ts'
import type { Leave } from '#rules/duty/rosters.ts'
import type { TimetableSettings } from '#rules/duty/shift-calendar.ts'
import { staffBetween } from '#rules/duty/signable-shifts.ts'
import type { MemberStay } from '#rules/hours/signing.ts'
import type { DutyRow } from '#store/duty/duty.ts'
import type { RosterRecord } from '#store/duty/rosters.ts'
import type { ChangeResult, Store, Tx } from '#store/store.ts'
import { dutyInformation } from './duty-information.ts'
import type { SettingService } from './settings.ts'
import { VersionedCache } from './versioned-cache.ts'
import { afterCommit, type Warn } from './warn.ts'

export interface DutyState {
  readonly row: DutyRow
  readonly roster: RosterRecord | undefined
  readonly written: readonly DutyEntry[]
  readonly leaves: readonly Leave[]
  readonly removed: ReadonlySet<string>
  readonly stays: readonly MemberStay[]
}

export interface DutyChange {
  readonly at: number
  readonly state: DutyState
  readonly facts: DutyFacts
}

/** Leaves stay in memory for as long as calendars look back. */
export const lookBackDays = 35
/** Staff of shifts that ended longer ago is not recorded any more. */
const maxDaysBehind = 7

const nothing: DutyState = {
  row: { version: 0, changedAt: null, rosterId: null, correction: undefined, staffedUntil: 0 },
  roster: undefined,
  written: [],
  leaves: [],
  removed: new Set(),
  stays: [],
}

export async function loadDutyState(tx: Tx, at: number, since: string = localDate(at - lookBackDays * day, 'UTC')) {
  const row = await tx.duty.read()
  const leaves = await tx.leaves.since(since)
  const removed = await tx.members.removedNames()
  return {
    row,
    roster: row.rosterId === null ? undefined : await tx.rosters.find(row.rosterId),
    written: await tx.duty.situations(),
    leaves: leaves.flatMap(({ date, number, member, memberActive, substitute }) => {
      // A new member may have the name of a removed one. Shifts under that name are then the new member's.
      if (date === null || number === null || (memberActive === 0 && !removed.has(member))) return []
      return [{ date, shift: number, member, substitute: substitute ?? '' }]
    }),
    removed,
    // Selected by their end: special duty may last for days, and signing out counts for some hours after it.
    stays: await tx.hours.signedIn(at - day),
  }
}

export function dutyFactsOf(
  { roster, written, row, leaves, removed, stays }: DutyState,
  settings: Settings,
  at: number,
): DutyFacts {
  const term = termOf(settings)
  const { correction } = row
  const slots = roster?.slots ?? []
  const { on, overtimeMinutes } = settings.signing
  const signing = on ? { signing: { stays, overtimeMinutes } } : {}
  return { term, slots, written: inWritingOrder(written, at, correction), correction, leaves, removed, ...signing }
}

function termOf({ timeZone, timetable, closedDays, makeUpDays }: Settings): TimetableSettings {
  return { timeZone, timetable, closedDays, makeUpDays }
}

/** Caches the state of duty and the facts that follow from it and the settings. */
export class DutyMemory {
  readonly #store: Store
  readonly #now: Clock
  readonly #settings: SettingService
  readonly #warn: Warn
  readonly #stored: VersionedCache<DutyState>
  #made: { state: DutyState; settings: Settings; facts: DutyFacts; since: number } | undefined

  constructor(store: Store, now: Clock, settings: SettingService, warn: Warn) {
    this.#warn = warn
    this.#store = store
    this.#now = now
    this.#settings = settings
    settings.beforeChange((tx, old, next, at) => this.#beforeSettings(tx, old, next, at))
    settings.afterChange(() => this.refresh())
    this.#stored = new VersionedCache(nothing, async (known) => {
      for (;;) {
        const version = await store.read((tx) => tx.duty.version())
        if (version === known) return undefined
        const value = await store.read((tx) => loadDutyState(tx, now()))
        // Several statements read the value. If a change came between them, the parts may not fit.
        if ((await store.read((tx) => tx.duty.version())) === version) return { version, value }
      }
    })
  }

  async #beforeSettings(tx: Tx, old: Settings, next: Settings, at: number): Promise<void> {
    const bearing = (settings: Settings) => JSON.stringify([termOf(settings), settings.signing])
    if (bearing(old) === bearing(next)) return
    await tx.duty.lock()
    const state = await loadDutyState(tx, at)
    const facts = dutyFactsOf(state, old, at)
    await keepStaff(tx, facts, state.row, at)
    // Shifts that ended before signing was switched on have no missing members.
    if (!facts.signing && next.signing.on) await tx.duty.setStaffedUntil(at)
    await endExpiredDuty(tx, facts, at)
    await touch(tx, facts, next, at)
  }

  refresh(): Promise<void> {
    return this.#stored.refresh()
  }

  /** Runs a change under the lock of duty that does not change who is on duty. */
  decide<T>(work: (tx: Tx, given: DutyChange) => Promise<ChangeResult<T>>): Promise<T> {
    return this.#store.change(async (tx) => {
      await tx.duty.lock()
      const at = this.#now()
      const state = await loadDutyState(tx, at)
      return work(tx, { at, state, facts: dutyFactsOf(state, this.#settings.current(), at) })
    })
  }

  /** Runs a change of who is on duty. This node refreshes at once. */
  async change<T>(work: (tx: Tx, given: DutyChange) => Promise<ChangeResult<T>>): Promise<T> {
    const answer = await this.decide(async (tx, given) => {
      await keepStaff(tx, given.facts, given.state.row, given.at)
      const done = await work(tx, given)
      if (done.events.length > 0) await touch(tx, given.facts, this.#settings.current(), given.at)
      return done
    })
    await afterCommit(this.#warn, 'refresh duty', () => this.refresh())
    return answer
  }

  /** Records the staff of ended shifts that have no record yet. */
  async staff(): Promise<void> {
    const { staffedUntil, lastDay } = await this.#store.read(async (tx) => ({
      ...(await tx.duty.read()),
      lastDay: await tx.repairDays.lastEnd(this.#now()),
    }))
    const lastEnd = Math.max(shiftCalendar(this.facts()).lastEnd(this.#now()) ?? 0, lastDay)
    if (!this.facts().signing || (lastEnd <= staffedUntil && staffedUntil <= this.#now())) return
    await this.#store.upkeep(async (tx) => {
      await tx.duty.lock()
      const at = this.#now()
      const state = await loadDutyState(tx, at)
      await keepStaff(tx, dutyFactsOf(state, this.#settings.current(), at), state.row, at)
    })
  }

  state(): DutyState {
    return this.#stored.current()
  }

  /** Returns the same object until the state or the settings change, or the clock is set back before the last entry. */
  facts(): DutyFacts {
    const state = this.#stored.current()
    const settings = this.#settings.current()
    const at = this.#now()
    if (this.#made?.state !== state || this.#made.settings !== settings || at < this.#made.since) {
      const facts = dutyFactsOf(state, settings, at)
      const since = Math.max(...facts.written.map((one) => one.at), Number.NEGATIVE_INFINITY)
      this.#made = { state, settings, facts, since }
    }
    return this.#made.facts
  }
}

/** Ends expired entries, because a later change of the roster or timetable could revive them. */
export async function endExpiredDuty(tx: Tx, facts: DutyFacts, at: number): Promise<void> {
  const over = facts.written.filter((one) => isPast(facts, one, at))
  await tx.duty.endSituations(
    over.map(({ id }) => id),
    at,
  )
  if (facts.correction && correctionAt(facts, at) === undefined) await tx.duty.setCorrection(undefined)
}

/**
 * Records the planned staff of ended shifts and the helpers of ended repair days before a change of the roster. Missed
 * days are caught up. If the team
 * does not use signing in, no member counts as missing.
 */
async function keepStaff(tx: Tx, facts: DutyFacts, { staffedUntil }: DutyRow, at: number): Promise<void> {
  if (!facts.signing) return
  const ended = staffBetween(facts, Math.max(staffedUntil, at - maxDaysBehind * day), at)
  const ids = new Map(ended.length === 0 ? [] : (await tx.members.active()).map(({ id, name }) => [name, id]))
  const rows = ended.flatMap(({ people, ...shift }) =>
    people.flatMap((name) => {
      const memberId = ids.get(name)
      return memberId === undefined ? [] : [{ ...shift, memberId }]
    }),
  )
  const helpers = await tx.helpers.ofDaysEnded(Math.max(staffedUntil, at - maxDaysBehind * day), at)
  const zone = facts.term.timeZone
  await tx.shiftStaff.add([
    ...rows,
    ...helpers.map(({ from, memberId }) => ({ date: localDate(from, zone), shift: 'others', memberId })),
  ])
  await tx.duty.setStaffedUntil(at)
}

/** Wraps a change that affects duty, such as of the members. The caller refreshes the memory. */
export async function changeDuty<T>(tx: Tx, settings: Settings, at: number, work: () => Promise<T>): Promise<T> {
  await tx.duty.lock()
  const state = await loadDutyState(tx, at)
  const before = dutyFactsOf(state, settings, at)
  await keepStaff(tx, before, state.row, at)
  const answer = await work()
  await touch(tx, before, settings, at)
  return answer
}

/** Makes other nodes refresh. The public time of change moves only if the public information differs. */
async function touch(tx: Tx, before: DutyFacts, settings: Settings, at: number): Promise<void> {
  const after = dutyFactsOf(await loadDutyState(tx, at), settings, at)
  await tx.duty.touch(publicText(before, at) === publicText(after, at) ? undefined : at)
}

function publicText(facts: DutyFacts, at: number): string {
  const now = dutyStatus(facts, at)
  return JSON.stringify(dutyInformation(facts, now, null, at, 'en_US'))
}
