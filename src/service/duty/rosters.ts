import type { Input } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Contract } from '#contract/index.ts'
import { instantOf, isDate, localDate, wallClock } from '#kit/time.ts'
import { type DutyFacts, leavesOn, openings, peopleOn, shiftCalendar } from '#rules/duty/duty.ts'
import { renameInRoster, rosterNames, staffingGaps, tidySlots } from '#rules/duty/rosters.ts'
import type { RosterRecord } from '#store/duty/rosters.ts'
import { type Tx, unchanged, withEvent } from '#store/store.ts'
import type { MemberActor } from '../shared/actor.ts'
import type { Ctx } from '../shared/context.ts'
import { dutyFactsOf, endExpiredDuty, loadDutyState } from '../shared/duty-memory.ts'

function zone(ctx: Ctx) {
  return ctx.settings.current().timeZone
}

async function findRoster(tx: Tx, id: number): Promise<RosterRecord> {
  const roster = await tx.rosters.find(id)
  if (!roster) throw new Refusal('roster_not_found')
  return roster
}

export function createRoster(
  ctx: Ctx,
  actor: MemberActor,
  { name, sheet, activate = true }: Input<Contract['rosters']['create']>,
): Promise<void> {
  const slots = tidySheet(sheet)
  return ctx.duty.change(async (tx, { at, facts }) => {
    const id = await tx.rosters.add(name, slots, at)
    if (activate) {
      await endExpiredDuty(tx, facts, at)
      await tx.duty.setRoster(id)
    }
    const after = rosterFacts({ name, slots }, activate)
    return withEvent(tx, { kind: 'roster.created', by: actor, at, id, after })
  })
}

/** With a version, it refuses to overwrite a later change. */
export function updateRoster(ctx: Ctx, actor: MemberActor, input: Input<Contract['rosters']['update']>) {
  const slots = tidySheet(input.sheet)
  return ctx.duty.change(async (tx, { at, facts, state }) => {
    const old = await findRoster(tx, input.id)
    if (input.version !== undefined && input.version !== old.version) throw new Refusal('roster_changed')
    const isCurrent = state.row.rosterId === old.id
    if (old.name === input.name && JSON.stringify(old.slots) === JSON.stringify(slots)) return unchanged
    if (isCurrent) await endExpiredDuty(tx, facts, at)
    await tx.rosters.update(old.id, input.name, slots)
    const sides = {
      id: old.id,
      before: rosterFacts(old, isCurrent),
      after: rosterFacts({ name: input.name, slots }, isCurrent),
    }
    return withEvent(tx, { kind: 'roster.updated', by: actor, at, ...sides })
  })
}

export function activateRoster(ctx: Ctx, actor: MemberActor, id: number): Promise<void> {
  return ctx.duty.change(async (tx, { at, facts, state }) => {
    const next = await findRoster(tx, id)
    if (state.row.rosterId === id) return unchanged
    await endExpiredDuty(tx, facts, at)
    await tx.duty.setRoster(id)
    const before = state.roster ? { before: rosterFacts(state.roster, true) } : {}
    const sides = { id, beforeId: state.roster?.id ?? 0, ...before, after: rosterFacts(next, true) }
    return withEvent(tx, { kind: 'roster.activated', by: actor, at, ...sides })
  })
}

export function deleteRoster(ctx: Ctx, actor: MemberActor, id: number): Promise<void> {
  return ctx.duty.change(async (tx, { at, facts, state }) => {
    const old = await findRoster(tx, id)
    const isCurrent = state.row.rosterId === id
    if (isCurrent) {
      await endExpiredDuty(tx, facts, at)
      await tx.duty.setRoster(null)
    }
    await tx.rosters.remove(id)
    const before = rosterFacts(old, isCurrent)
    return withEvent(tx, { kind: 'roster.deleted', by: actor, at, id, before })
  })
}

export async function currentRoster(ctx: Ctx) {
  const roster = await ctx.store.read(async (tx) => {
    const { rosterId } = await tx.duty.read()
    return rosterId === null ? undefined : tx.rosters.find(rosterId)
  })
  if (!roster) throw new Refusal('no_current_roster')
  const known = await ctx.store.read((tx) => tx.rosters.knownNames(rosterNames(roster.slots)))
  return rosterView(roster, known, zone(ctx))
}

export async function listRosters(ctx: Ctx) {
  return ctx.store.read(async (tx) => {
    const { rosterId } = await tx.duty.read()
    const all = await tx.rosters.list()
    const known = await tx.rosters.knownNames(all.flatMap(({ slots }) => rosterNames(slots)))
    return { current: rosterId ?? 0, list: all.map((roster) => rosterView(roster, known, zone(ctx))) }
  })
}

/** Reads the leaves from the database, because any week may be requested. */
export async function rosterWeek(ctx: Ctx, wanted: string | undefined) {
  const date = wanted ?? localDate(ctx.now(), zone(ctx))
  if (!isDate(date)) throw new Refusal('bad_input', { field: 'date', flaw: 'not_a_date' })
  const day = Temporal.PlainDate.from(date)
  const monday = day.subtract({ days: day.dayOfWeek - 1 })
  const dates = Array.from({ length: 7 }, (_, i) => monday.add({ days: i }).toString())
  const state = await ctx.store.read((tx) => loadDutyState(tx, ctx.now(), monday.toString()))
  const facts = dutyFactsOf(state, ctx.settings.current(), ctx.now())
  const days = shiftCalendar(facts)
  const { roster } = state
  return {
    from: monday.toString(),
    until: monday.add({ days: 6 }).toString(),
    roster: roster ? { id: roster.id, name: roster.name } : null,
    closed: dates.filter((one) => days.isClosed(one)),
    list: dates.flatMap((one) => shiftsOn(facts, one, ctx.settings.current().minimumPerShift)),
    special: specialIn(facts, monday),
  }
}

/** Runs within the change of duty that renames the member. */
export async function renameInRosters(tx: Tx, from: string, to: string): Promise<void> {
  for (const { id, name, slots } of await tx.rosters.list()) {
    const next = renameInRoster(slots, from, to)
    if (next !== slots) await tx.rosters.update(id, name, next)
  }
}

function shiftsOn(facts: DutyFacts, date: string, minimum: number) {
  const days = shiftCalendar(facts)
  return days.slotsOn(date).map(({ weekday, shift, leader }) => {
    const hours = days.hoursOf(date, shift)
    const workers = peopleOn(facts, date, shift)
    return {
      date,
      weekday,
      shift,
      from: hours ? wallClock(hours.from, facts.term.timeZone) : ('' as const),
      until: hours ? wallClock(hours.until, facts.term.timeZone) : ('' as const),
      workers,
      leader: workers.includes(leader) ? leader : '',
      leaves: leavesOn(facts, date, shift).map(({ member, substitute }) => ({ member, substitute })),
      gaps: staffingGaps(workers, leader, minimum),
    }
  })
}

function specialIn(facts: DutyFacts, monday: Temporal.PlainDate) {
  const { timeZone } = facts.term
  const [from = 0, until = 0] = [0, 7].map((days) => instantOf(monday.add({ days }).toString(), timeZone))
  return openings(facts, from, until).flatMap(({ duty, interval }) => {
    const { source } = interval
    if (duty !== 'others' || !source || !('written' in source)) return []
    const [begin, end] = [wallClock(interval.from, timeZone), wallClock(interval.until, timeZone)]
    return [{ date: begin.slice(0, 10), from: begin, until: end, place: source.written.place }]
  })
}

function tidySheet(sheet: Input<Contract['rosters']['create']>['sheet']) {
  return tidySlots(sheet.map(({ leader = '', ...slot }) => ({ ...slot, leader })))
}

function rosterView(roster: RosterRecord, known: ReadonlySet<string>, zone: string) {
  return {
    id: roster.id,
    name: roster.name,
    createdTime: wallClock(roster.createdAt, zone),
    sheet: roster.slots.map(({ weekday, shift, workers, leader }) => ({
      weekday,
      shift,
      workers: [...workers],
      leader,
    })),
    version: roster.version,
    unknown: rosterNames(roster.slots).filter((name) => !known.has(name)),
  }
}

const rosterFacts = ({ name, slots }: Pick<RosterRecord, 'name' | 'slots'>, current: boolean) => ({
  name,
  slots: slots.length,
  current,
})
