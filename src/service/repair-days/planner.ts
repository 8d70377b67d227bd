import type { Input } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Contract } from '#contract/index.ts'
import { textIn } from '#contract/languages.ts'
import type { DayDeed } from '#contract/phrases.ts'
import { localDate } from '#kit/time.ts'
import {
  assertPlacesKept,
  calledOff,
  endOfBookings,
  isLiveBooking,
  shortenedOffers,
} from '#rules/repair-days/bookings.ts'
import { copiedTasks, movedTasks } from '#rules/repair-days/check-list.ts'
import {
  assertAnnounceable,
  assertYears,
  changedPlan,
  copyBegin,
  type DayPlan,
  emptyPlan,
  movedPlan,
  repeatedBegins,
  type WholePlan,
} from '#rules/repair-days/plan.ts'
import { assertDayAllows, type DayAction } from '#rules/repair-days/states.ts'
import type { RecordedEvent } from '#store/events.ts'
import type { RepairDayRecord } from '#store/repair-days/repair-days.ts'
import type { ChangeResult, Tx } from '#store/store.ts'
import type { MemberActor } from '../shared/actor.ts'
import type { Ctx } from '../shared/context.ts'
import { afterCommit } from '../shared/warn.ts'
import { type OpenDay, recordBooking, settle } from './allocation.ts'
import { tellHelpers } from './helper-places.ts'
import { endDayDuty, placeText, planDuty, renameDuty } from './special-duty.ts'

const causeOf = (ctx: Ctx, by: MemberActor, at: number) => ({ by, at, zone: ctx.settings.current().timeZone })

interface DayChange {
  readonly tx: Tx
  readonly day: RepairDayRecord
  readonly at: number
}

const wholePlan = (day: RepairDayRecord): WholePlan => ({ plan: day, waves: day.waves })
/** The waves of a copy are new. */
const withoutIds = ({ plan, waves }: WholePlan): WholePlan => ({ plan, waves: waves.map(({ id: _, ...wave }) => wave) })

/** Every change of an existing day: under its lock, and if its state allows it. */
async function changeDay(
  ctx: Ctx,
  id: number,
  action: DayAction,
  work: (given: DayChange) => Promise<readonly RecordedEvent[]>,
): Promise<void> {
  await ctx.store.change(async (tx) => {
    const at = ctx.now()
    const day = await tx.repairDays.lock(id)
    if (!day) throw new Refusal('repair_day_not_found')
    assertDayAllows(action, day, at)
    return { answer: undefined, events: await work({ tx, day, at }) }
  })
  await afterCommit(ctx.warn, 'refresh duty', () => ctx.duty.refresh())
}

export function recordDay(ctx: Ctx, tx: Tx, by: MemberActor, id: number, plan: DayPlan, deed: DayDeed, at: number) {
  const { lang, timeZone } = ctx.settings.current()
  const facts = { title: textIn(plan.title, lang), date: localDate(plan.from, timeZone), deed }
  return tx.record({ kind: 'repair_day.changed', by, at, day: id, ...facts })
}

async function openDay(tx: Tx, day: RepairDayRecord): Promise<OpenDay> {
  return { day, bookings: await tx.bookings.ofDay(day.id), events: [] }
}

/** Drafts from plans, each with its entry in the log. */
async function addDrafts(
  ctx: Ctx,
  tx: Tx,
  actor: MemberActor,
  plans: readonly WholePlan[],
  copiedFrom: RepairDayRecord | null,
): Promise<ChangeResult<number[]>> {
  const at = ctx.now()
  const ids: number[] = []
  const events: RecordedEvent[] = []
  for (const whole of plans) {
    assertYears(whole.plan, ctx.settings.current().timeZone)
    const id = await tx.repairDays.add(whole, copiedFrom?.id ?? null, at)
    ids.push(id)
    if (copiedFrom)
      await copyPreparation(tx, copiedFrom, { id, from: whole.plan.from }, ctx.settings.current().timeZone)
    events.push(await recordDay(ctx, tx, actor, id, whole.plan, 'created', at))
  }
  return { answer: ids, events }
}

/** The roles and the check-list of a day, for its copy. */
async function copyPreparation(tx: Tx, day: RepairDayRecord, copy: { id: number; from: number }, zone: string) {
  const roles = await tx.helpers.rolesOfDay(day.id)
  await tx.helpers.replaceRoles(
    copy.id,
    [],
    roles.map(({ id: _, ...role }) => role),
  )
  const active = new Set((await tx.members.active()).map(({ id }) => id))
  const tasks = copiedTasks(await tx.dayTasks.ofDay(day.id), active)
  await tx.dayTasks.replace(copy.id, [], movedTasks(tasks, day.from, copy.from, zone))
}

async function findDay(tx: Tx, id: number): Promise<RepairDayRecord> {
  const day = await tx.repairDays.find(id)
  if (!day) throw new Refusal('repair_day_not_found')
  return day
}

export async function createDay(
  ctx: Ctx,
  actor: MemberActor,
  input: Input<Contract['planner']['create']>,
): Promise<number> {
  const whole = changedPlan({ plan: emptyPlan(0, 0), waves: [] }, input, ctx.settings.current())
  const [id = 0] = await ctx.store.change((tx) => addDrafts(ctx, tx, actor, [withoutIds(whole)], null))
  return id
}

export async function copyDay(ctx: Ctx, actor: MemberActor, id: number, from: string): Promise<number> {
  const { timeZone } = ctx.settings.current()
  const [made = 0] = await ctx.store.change(async (tx) => {
    const day = await findDay(tx, id)
    const moved = movedPlan(wholePlan(day), copyBegin(from, day.from, timeZone), timeZone)
    return addDrafts(ctx, tx, actor, [withoutIds(moved)], day)
  })
  return made
}

export function repeatDay(
  ctx: Ctx,
  actor: MemberActor,
  { id, every, count }: Input<Contract['planner']['repeat']>,
): Promise<number[]> {
  const { timeZone } = ctx.settings.current()
  return ctx.store.change(async (tx) => {
    const day = await findDay(tx, id)
    const begins = repeatedBegins(day.from, every, count, timeZone)
    const plans = begins.map((from) => withoutIds(movedPlan(wholePlan(day), from, timeZone)))
    return addDrafts(ctx, tx, actor, plans, day)
  })
}

export function updateDay(
  ctx: Ctx,
  actor: MemberActor,
  { id, version, ...input }: Input<Contract['planner']['update']>,
): Promise<void> {
  return changeDay(ctx, id, 'edit', async ({ tx, day, at }) => {
    if (version !== day.version) throw new Refusal('repair_day_changed')
    const next = changedPlan(wholePlan(day), input, ctx.settings.current())
    if (next.waves.some((wave) => wave.id !== undefined && !day.waves.some((one) => one.id === wave.id)))
      throw new Refusal('wave_not_found')
    const waves = next.waves.map((wave) => ({ ...wave, id: wave.id ?? 0 }))
    const before = await openDay(tx, day)
    assertPlacesKept({ ...next.plan, waves }, before.bookings)
    if (day.state === 'announced') assertAnnounceable(next.plan, placeText(ctx, next.plan), at)
    await tx.repairDays.update(day, next, at)
    const tasks = await tx.dayTasks.ofDay(id)
    const open = tasks.filter(({ doneAt }) => doneAt === null)
    const moved = new Map(
      movedTasks(open, day.from, next.plan.from, ctx.settings.current().timeZone).map((one) => [one.id, one]),
    )
    await tx.dayTasks.replace(
      id,
      tasks,
      tasks.map((one) => moved.get(one.id) ?? one),
    )
    const changed = await recordDay(ctx, tx, actor, id, next.plan, 'changed', at)
    if (day.state !== 'announced') return [changed]
    return [changed, ...(await applyPlan(ctx, tx, actor, before, at))]
  })
}

/** What follows from a changed plan of an announced day: offers, messages about a move, and special duty. */
async function applyPlan(
  ctx: Ctx,
  tx: Tx,
  actor: MemberActor,
  { day: old }: OpenDay,
  at: number,
): Promise<RecordedEvent[]> {
  const day = await findDay(tx, old.id)
  const open = await openDay(tx, day)
  await tx.bookings.change(shortenedOffers(day, open.bookings), at)
  const settled = await settle(tx, await openDay(tx, day), [], causeOf(ctx, actor, at))
  const events = [...settled.events]
  const isMoved = whereAndWhen(ctx, old) !== whereAndWhen(ctx, day)
  if (isMoved)
    for (const one of open.bookings.filter(isLiveBooking))
      events.push(await recordBooking(tx, day, one, { ...causeOf(ctx, actor, at), news: 'moved' }))
  if (isMoved) events.push(...(await tellHelpers(tx, day, { ...causeOf(ctx, actor, at), news: 'moved' })))
  const asDuty = (of: RepairDayRecord) => JSON.stringify([of.from, of.until, placeText(ctx, of)])
  if (asDuty(old) !== asDuty(day)) await planDuty(ctx, tx, actor, day, at)
  else if (JSON.stringify(old.title) !== JSON.stringify(day.title)) await renameDuty(ctx, tx, at)
  return events
}

/** What someone with a booking has to know. */
function whereAndWhen(ctx: Ctx, day: RepairDayRecord): string {
  const waves = day.waves.map(({ id, from, until }) => [id, from, until])
  return JSON.stringify([day.from, day.until, placeText(ctx, day), waves])
}

export function announceDay(ctx: Ctx, actor: MemberActor, id: number): Promise<void> {
  return changeDay(ctx, id, 'announce', async ({ tx, day, at }) => {
    assertAnnounceable(day, placeText(ctx, day), at)
    await tx.repairDays.setState(id, 'announced', at)
    await planDuty(ctx, tx, actor, day, at)
    return [await recordDay(ctx, tx, actor, id, day, 'announced', at)]
  })
}

export function cancelDay(ctx: Ctx, actor: MemberActor, id: number): Promise<void> {
  return changeDay(ctx, id, 'cancel', async ({ tx, day, at }) => {
    await tx.repairDays.setState(id, 'cancelled', at)
    const open = await openDay(tx, { ...day, state: 'cancelled' })
    const { events } = await settle(tx, open, calledOff(open.bookings), { ...causeOf(ctx, actor, at), news: 'off' })
    await endDayDuty(ctx, tx, day, at)
    const told = await tellHelpers(tx, day, { ...causeOf(ctx, actor, at), news: 'off' })
    return [await recordDay(ctx, tx, actor, id, day, 'cancelled', at), ...events, ...told]
  })
}

/** Who is booked for a later wave is told; who waited is not served any more. */
export function closeDay(ctx: Ctx, actor: MemberActor, id: number): Promise<void> {
  return changeDay(ctx, id, 'close', async ({ tx, day, at }) => {
    await tx.repairDays.setState(id, 'closed', at)
    const open = await openDay(tx, { ...day, state: 'closed' })
    const ends = endOfBookings(day, open.bookings, at)
    const [off, over] = [
      ends.filter(({ state }) => state === 'cancelled'),
      ends.filter(({ state }) => state !== 'cancelled'),
    ]
    const called = await settle(tx, open, off, { ...causeOf(ctx, actor, at), news: 'off' })
    const { events } = await settle(tx, called, over, causeOf(ctx, actor, at))
    await endDayDuty(ctx, tx, day, at)
    return [await recordDay(ctx, tx, actor, id, day, 'closed', at), ...events]
  })
}

export function removeDay(ctx: Ctx, actor: MemberActor, id: number): Promise<void> {
  return changeDay(ctx, id, 'remove', async ({ tx, day, at }) => {
    await tx.repairDays.remove(day)
    return [await recordDay(ctx, tx, actor, id, day, 'deleted', at)]
  })
}
