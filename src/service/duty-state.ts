import type { Settings } from '#contract/settings.ts'
import { type Clock, day, localDate } from '#kit/time.ts'
import { correctionAt, expiryOf, type Facts, inOrder, lastInEffect, takesEffect, type Written } from '#rules/duty.ts'
import type { Leave } from '#rules/rosters.ts'
import type { DutyRow } from '#store/duty.ts'
import type { Roster } from '#store/rosters.ts'
import type { Done, Store, Tx } from '#store/store.ts'
import { afterCommit } from './after-commit.ts'
import type { Follower, SettingService } from './settings.ts'
import { Watched } from './watched.ts'

/** All that is stored about duty and bears on the situation. */
export interface DutyState {
  readonly row: DutyRow
  readonly roster: Roster | undefined
  readonly written: readonly Written[]
  readonly leaves: readonly Leave[]
}

/** What a change is made on. */
export interface Given {
  readonly at: number
  readonly state: DutyState
  readonly facts: Facts
}

/** Leaves are kept in mind for as long as calendars look back. */
export const lookBackDays = 35

const nothing: DutyState = {
  row: { version: 0, changedAt: null, rosterId: null, correction: undefined },
  roster: undefined,
  written: [],
  leaves: [],
}

/** Leaves from `since` on, where somebody wants to look back further. */
export async function loadState(
  tx: Tx,
  at: number,
  since: string = localDate(at - lookBackDays * day, 'UTC'),
): Promise<DutyState> {
  const row = await tx.duty.read()
  const leaves = await tx.leaves.since(since)
  return {
    row,
    roster: row.rosterId === null ? undefined : await tx.rosters.find(row.rosterId),
    written: await tx.duty.standing(),
    leaves: leaves.flatMap(({ date, number, member, substitute }) =>
      date === null || number === null ? [] : [{ date, shift: number, member, substitute: substitute ?? '' }],
    ),
  }
}

export function factsOf({ roster, written, row, leaves }: DutyState, settings: Settings, at: number): Facts {
  const { timeZone, timetable, closedDays, makeUpDays } = settings
  const term = { timeZone, timetable, closedDays, makeUpDays }
  return { term, slots: roster?.slots ?? [], written: inOrder(written, at), correction: row.correction, leaves }
}

/** The state in memory, with the facts that follow from it and from the settings. */
export class DutyMemory implements Follower {
  readonly #store: Store
  readonly #now: Clock
  readonly #settings: SettingService
  readonly #watched: Watched<DutyState>
  #made: { state: DutyState; settings: Settings; facts: Facts; since: number } | undefined

  constructor(store: Store, now: Clock, settings: SettingService) {
    this.#store = store
    this.#now = now
    this.#settings = settings
    settings.follow(this)
    this.#watched = new Watched(nothing, async (known) => {
      for (;;) {
        const version = await store.read((tx) => tx.duty.version())
        if (version === known) return undefined
        const value = await store.read((tx) => loadState(tx, now()))
        // Several statements: if somebody came between, the parts may not belong together.
        if ((await store.read((tx) => tx.duty.version())) === version) return { version, value }
      }
    })
  }

  async before(tx: Tx, old: Settings, at: number): Promise<void> {
    await tx.duty.touch(at)
    await settle(tx, factsOf(await loadState(tx, at), old, at), at)
  }

  refresh(): Promise<void> {
    return this.#watched.refresh()
  }

  /** A change that bears on the situation, made on what is true in its transaction; this node follows at once. */
  async change<T>(work: (tx: Tx, given: Given) => Promise<Done<T>>): Promise<T> {
    const answer = await this.#store.change(async (tx) => {
      const at = this.#now()
      await tx.duty.touch(at)
      const state = await loadState(tx, at)
      return work(tx, { at, state, facts: factsOf(state, this.#settings.current(), at) })
    })
    await afterCommit(() => this.refresh())
    return answer
  }

  state(): DutyState {
    return this.#watched.current()
  }

  /** The same object for as long as nothing has changed, and the clock was not set back before what it rests on. */
  facts(): Facts {
    const state = this.#watched.current()
    const settings = this.#settings.current()
    const at = this.#now()
    if (this.#made?.state !== state || this.#made.settings !== settings || at < this.#made.since) {
      const facts = factsOf(state, settings, at)
      const since = Math.max(...facts.written.map((one) => one.at), Number.NEGATIVE_INFINITY)
      this.#made = { state, settings, facts, since }
    }
    return this.#made.facts
  }
}

/**
 * Ends for good what is over by now. Whether something still holds is worked out from the roster and the timetable as they
 * are; without this, a change to them could bring back what had ended under the old ones.
 */
export async function settle(tx: Tx, facts: Facts, at: number): Promise<void> {
  const last = lastInEffect(facts, at)
  const over = facts.written.filter((one) => takesEffect(one) <= at && (one !== last || expiryOf(facts, one) <= at))
  await tx.duty.end(
    over.map(({ id }) => id),
    at,
  )
  if (facts.correction && correctionAt(facts, at) === undefined) await tx.duty.setCorrection(undefined)
}
