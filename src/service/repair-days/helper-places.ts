import { Refusal } from '#contract/errors.ts'
import type { EventActor } from '#events/event.ts'
import { localDate } from '#kit/time.ts'
import { asksFor, type HelperChange, type HelperRole, isHelping, takenOff } from '#rules/repair-days/helpers.ts'
import { isComing } from '#rules/repair-days/states.ts'
import type { RecordedEvent } from '#store/events.ts'
import type { HelperRecord } from '#store/repair-days/helpers.ts'
import type { RepairDayRecord } from '#store/repair-days/repair-days.ts'
import type { Tx } from '#store/store.ts'
import { systemActor } from '../shared/actor.ts'
import type { Cause } from './allocation.ts'

/** A locked day with its roles and helpers. Duty is locked after it. */
export interface StaffedDay {
  readonly day: RepairDayRecord
  readonly roles: readonly HelperRole[]
  readonly helpers: readonly HelperRecord[]
}

export async function lockStaffedDay(tx: Tx, id: number): Promise<StaffedDay> {
  await tx.repairDays.lock(id)
  return findStaffedDay(tx, id)
}

async function findStaffedDay(tx: Tx, id: number): Promise<StaffedDay> {
  const day = await tx.repairDays.find(id)
  if (!day) throw new Refusal('repair_day_not_found')
  return { day, roles: await tx.helpers.rolesOfDay(id), helpers: await tx.helpers.ofDay(id) }
}

/** Writes the changes of helpers, and asks the first who wait for each place that is free now. */
export async function settleHelpers(
  tx: Tx,
  id: number,
  changes: readonly HelperChange[],
  cause: Cause,
): Promise<RecordedEvent[]> {
  const { at, zone } = cause
  await tx.helpers.change(changes, at)
  const { day, roles, helpers } = await findStaffedDay(tx, id)
  const asks = isComing(day, at) ? asksFor(day, roles, helpers, at) : []
  await tx.helpers.change(asks, at)
  const events: RecordedEvent[] = []
  for (const { id: helper, state } of changes) {
    const one = helpers.find((row) => row.id === helper)
    if (one) events.push(await recordHelper(tx, day, { ...one, state }, cause))
  }
  for (const { id: helper } of asks) {
    const one = helpers.find((row) => row.id === helper)
    if (one) events.push(await recordHelper(tx, day, { ...one, state: 'asked' }, { by: systemActor, at, zone }))
  }
  return events
}

export function recordHelper(
  tx: Tx,
  { id: day, from }: RepairDayRecord,
  { id: helper, name, state }: Pick<HelperRecord, 'id' | 'name' | 'state'>,
  { by, at, zone, news }: Cause,
): Promise<RecordedEvent> {
  const facts = { day, helper, name, date: localDate(from, zone), state, ...(news ? { news } : {}) }
  return tx.record({ kind: 'repair_day.helped', by, at, ...facts })
}

/** Tells the helpers of a day that the team moved it or called it off. */
export async function tellHelpers(tx: Tx, day: RepairDayRecord, cause: Cause): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = []
  for (const one of await tx.helpers.ofDay(day.id))
    if (isHelping(one)) events.push(await recordHelper(tx, day, one, cause))
  return events
}

/**
 * Gives the places and open tasks of a member who leaves the team to others. Days that are over stay as they were. It
 * locks all coming days, so that the member enters none of them meanwhile.
 */
export async function releaseHelper(tx: Tx, memberId: number, by: EventActor, at: number, zone: string) {
  const events: RecordedEvent[] = []
  for (const id of (await tx.repairDays.announcedUntil(at)).map((day) => day.id).sort((a, b) => a - b)) {
    const { helpers } = await lockStaffedDay(tx, id)
    const own = helpers.filter((one) => one.member === memberId && isHelping(one))
    events.push(...(await settleHelpers(tx, id, own.map(takenOff), { by, at, zone })))
  }
  await tx.dayTasks.releaseOpen(memberId)
  return events
}
