import type { Input, Output } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Contract } from '#contract/index.ts'
import type { EventActor } from '#events/event.ts'
import {
  assertRoles,
  assertRolesKept,
  type HelperRole,
  isHelping,
  needsPlace,
  signOff,
  signUp,
  takenOff,
} from '#rules/repair-days/helpers.ts'
import { assertDayAllows } from '#rules/repair-days/states.ts'
import type { RecordedEvent } from '#store/events.ts'
import type { HelperRecord } from '#store/repair-days/helpers.ts'
import type { Tx } from '#store/store.ts'
import type { MemberActor } from '../shared/actor.ts'
import type { Ctx } from '../shared/context.ts'
import { changeDuty } from '../shared/duty-memory.ts'
import { afterCommit } from '../shared/warn.ts'
import type { Cause } from './allocation.ts'
import { lockStaffedDay, recordHelper, type StaffedDay, settleHelpers } from './helper-places.ts'
import { recordDay } from './planner.ts'

type Answer = Output<Contract['helpers']['help']>

interface HelperWork extends StaffedDay {
  readonly tx: Tx
  readonly role: HelperRole
  readonly own: HelperRecord | undefined
  readonly cause: Cause
}

/** Every change of a helper of a day: under its lock. Special duty names the helpers, so duty changes too. */
async function changeHelper<T>(
  ctx: Ctx,
  by: EventActor,
  { id, role: roleId, member }: { readonly id: number; readonly role: number; readonly member: number },
  work: (given: HelperWork) => Promise<{ readonly answer: T; readonly events: readonly RecordedEvent[] }>,
): Promise<T> {
  const answer = await ctx.store.change(async (tx) => {
    const at = ctx.now()
    const current = ctx.settings.current()
    const staffed = await lockStaffedDay(tx, id)
    // A removal locks the days after the member, so it either shows here or finds what is written here.
    if ((await tx.members.find(member))?.active !== 1) throw new Refusal('member_not_found')
    if (staffed.day.state === 'draft') throw new Refusal('repair_day_not_found')
    assertDayAllows('help', staffed.day, at)
    const role = staffed.roles.find((one) => one.id === roleId)
    if (!role) throw new Refusal('role_not_found')
    const own = staffed.helpers.find((one) => one.role === roleId && one.member === member)
    const cause = { by, at, zone: current.timeZone }
    return changeDuty(tx, current, at, () => work({ ...staffed, tx, role, own, cause }))
  })
  await afterCommit(ctx.warn, 'refresh duty', () => ctx.duty.refresh())
  return answer
}

/** Writes a member's place or wish for one. Of many at once, each place goes to one, in the order in which they lock the day. */
export async function enterHelper(
  { tx, day, helpers, role, own, cause }: HelperWork,
  member: number,
  state: 'signed' | 'waiting',
): Promise<{ answer: Answer; events: readonly RecordedEvent[] }> {
  const keeps = own && isHelping(own)
  const position = keeps ? own.position : Math.max(0, ...helpers.map((one) => one.position)) + 1
  const id = await tx.helpers.put({ day: day.id, role: role.id, member, own }, state, position, cause.at)
  const entered = await tx.helpers.find(id)
  if (!entered) throw new Error('the helper is missing')
  return { answer: { state }, events: [await recordHelper(tx, day, entered, cause)] }
}

export function help(ctx: Ctx, actor: MemberActor, { id, role }: Input<Contract['helpers']['help']>): Promise<Answer> {
  const member = actor.memberId
  return changeHelper(ctx, actor, { id, role, member }, async (given) => {
    const state = signUp(given.day, given.role, given.helpers, member, given.cause.at)
    if (state) return enterHelper(given, member, state)
    return { answer: { state: given.own?.state ?? 'waiting' }, events: [] }
  })
}

export function unhelp(
  ctx: Ctx,
  actor: MemberActor,
  { id, role }: Input<Contract['helpers']['unhelp']>,
): Promise<void> {
  return changeHelper(ctx, actor, { id, role, member: actor.memberId }, async ({ tx, day, own, cause }) => {
    const events = await settleHelpers(tx, id, [signOff(day, own, cause.at)], cause)
    return { answer: undefined, events }
  })
}

export async function addHelper(
  ctx: Ctx,
  actor: MemberActor,
  { id, role, member }: Input<Contract['helpers']['add']>,
): Promise<void> {
  await changeHelper(ctx, actor, { id, role, member }, async (given) => {
    if (!needsPlace(given.role, given.helpers, member)) return { answer: undefined, events: [] }
    const { events } = await enterHelper(given, member, 'signed')
    return { answer: undefined, events }
  })
}

export function removeHelper(
  ctx: Ctx,
  actor: MemberActor,
  { id, role, member }: Input<Contract['helpers']['remove']>,
): Promise<void> {
  return changeHelper(ctx, actor, { id, role, member }, async ({ tx, own, cause }) => {
    if (!own || !isHelping(own)) throw new Refusal('helper_not_found')
    return { answer: undefined, events: await settleHelpers(tx, id, [takenOff(own)], cause) }
  })
}

export function setRoles(
  ctx: Ctx,
  actor: MemberActor,
  { id, version, roles: wanted }: Input<Contract['helpers']['setRoles']>,
): Promise<void> {
  return ctx.store.change(async (tx) => {
    const at = ctx.now()
    const { day, roles, helpers } = await lockStaffedDay(tx, id)
    assertDayAllows('edit', day, at)
    if (version !== day.version) throw new Refusal('repair_day_changed')
    if (wanted.some((one) => one.id !== undefined && !roles.some((role) => role.id === one.id)))
      throw new Refusal('role_not_found')
    assertRoles(wanted, day.kinds)
    assertRolesKept(wanted, helpers)
    await tx.helpers.replaceRoles(id, roles, wanted)
    await tx.repairDays.touch(id, at)
    const changed = await recordDay(ctx, tx, actor, id, day, 'changed', at)
    const asked = await settleHelpers(tx, id, [], { by: actor, at, zone: ctx.settings.current().timeZone })
    return { answer: undefined, events: [changed, ...asked] }
  })
}
