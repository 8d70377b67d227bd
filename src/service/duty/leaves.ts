import type { Input } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Contract } from '#contract/index.ts'
import { localDate } from '#kit/time.ts'
import { comingDate, isShiftOver, readDayAndShift } from '#rules/duty/day-and-shift.ts'
import { type DutyFacts, leavesOn, peopleOn, shiftCalendar } from '#rules/duty/duty.ts'
import type { LeaveRow } from '#store/duty/leaves.ts'
import { type Tx, unchanged, withEvent } from '#store/store.ts'
import { assertNotErased, type MemberActor } from '../shared/actor.ts'
import { type Ctx, timeText } from '../shared/context.ts'
import { type PageInput, pageOf } from '../shared/paging.ts'

/** `null` if the words are kept as they are. */
function shiftMeant(facts: DutyFacts, words: { week: string; shift: string }, at: number) {
  const read = readDayAndShift(facts, words, at)
  if (!read) return { date: null, number: null }
  const date = comingDate(shiftCalendar(facts), read.week, read.number, at, facts.term.timeZone)
  if (date === undefined) throw new Refusal('not_on_shift')
  return { date, number: read.number }
}

function leaveView(ctx: Ctx, row: LeaveRow) {
  return {
    id: row.id,
    member: row.member,
    week: row.week,
    shift: row.shift,
    date: row.date ?? '',
    reason: row.reason,
    substitute: row.substitute ?? '',
    createdTime: timeText(ctx, row.createdAt),
  }
}

async function ownLeave(
  tx: Tx,
  facts: DutyFacts,
  actor: MemberActor,
  { id, week, shift }: Input<Contract['leaves']['cancel']>,
  at: number,
): Promise<LeaveRow | undefined> {
  if (id !== undefined) return tx.leaves.find(id)
  if (week === undefined) throw new Refusal('bad_input', { field: 'id', flaw: 'missing' })
  if (shift === undefined) throw new Refusal('bad_input', { field: 'shift', flaw: 'missing' })
  return tx.leaves.findSame(actor.memberId, { ...shiftMeant(facts, { week, shift }, at), week, shift })
}

/** Returns the date that the leave was bound to, or `null` if the words were kept as they are. */
export function askLeave(
  ctx: Ctx,
  actor: MemberActor,
  { week, shift, reason = '', substitute = '' }: Input<Contract['leaves']['ask']>,
): Promise<string | null> {
  return ctx.duty.change(async (tx, { at, facts }) => {
    await assertNotErased(tx, actor)
    const me = await nameOf(tx, actor.memberId)
    const { date, number } = shiftMeant(facts, { week, shift }, at)
    const old = await tx.leaves.findSame(actor.memberId, { date, number, week, shift })
    const there = date === null ? [] : peopleOn(facts, date, number, me)
    if (date !== null) {
      if (isShiftOver(shiftCalendar(facts), date, number, at, facts.term.timeZone)) throw new Refusal('shift_over')
      if (!there.includes(me)) throw new Refusal('not_on_shift')
    }
    const named = await substituteOf(tx, substitute, me)
    if (named !== undefined && date !== null) {
      const why = there.includes(substitute) ? 'on_shift' : onLeave(facts, date, number, substitute)
      if (why) throw new Refusal('bad_substitute', { name: substitute, why })
    }
    // A substitute who has agreed stays if only the reason changes.
    const substituteId = named ?? (old?.takenAt != null ? old.substituteId : null)
    if (old && old.reason === reason && old.substituteId === substituteId) return { answer: date, events: [] }
    const input = { memberId: actor.memberId, week, shift, date, number, reason, substituteId, at }
    const id = old?.id ?? (await tx.leaves.add(input))
    if (old) await tx.leaves.replace(old.id, input, named === undefined ? old.takenAt : null)
    const now = await tx.leaves.find(id)
    const sides = { id, ...(old ? { before: leaveFacts(old) } : {}), ...(now ? { after: leaveFacts(now) } : {}) }
    return withEvent(tx, { kind: 'leave.asked', by: actor, at, ...sides }, date)
  })
}

export function cancelLeave(ctx: Ctx, actor: MemberActor, which: Input<Contract['leaves']['cancel']>) {
  return ctx.duty.change(async (tx, { at, facts }) => {
    const leave = await ownLeave(tx, facts, actor, which, at)
    if (leave?.memberId !== actor.memberId) throw new Refusal('leave_not_found')
    assertAhead(facts, leave, at)
    await tx.leaves.remove(leave.id)
    const sides = { id: leave.id, before: leaveFacts(leave) }
    return withEvent(tx, { kind: 'leave.cancelled', by: actor, at, ...sides })
  })
}

export async function listOffers(ctx: Ctx, actor: MemberActor) {
  const facts = ctx.duty.facts()
  const at = ctx.now()
  return ctx.store.read(async (tx) => {
    const me = await nameOf(tx, actor.memberId)
    const rows = await tx.leaves.since(localDate(at, facts.term.timeZone))
    const offered = rows.filter((row) => row.substituteId === null && isOffer(facts, row, at))
    return {
      list: offered.filter((row) => substituteObstacle(facts, row, me) === undefined).map((one) => leaveView(ctx, one)),
    }
  })
}

export function takeShift(ctx: Ctx, actor: MemberActor, id: number): Promise<void> {
  return ctx.duty.change(async (tx, { at, facts }) => {
    const me = await nameOf(tx, actor.memberId)
    const leave = await tx.leaves.find(id)
    if (!leave || leave.date === null) throw new Refusal('leave_not_found')
    if (leave.substituteId === actor.memberId) return unchanged
    assertAhead(facts, leave, at)
    if (leave.substitute !== null) throw new Refusal('leave_taken', { by: leave.substitute })
    if (!isOffer(facts, leave, at)) throw new Refusal('leave_not_found')
    const why = substituteObstacle(facts, leave, me)
    if (why) throw new Refusal('bad_substitute', { name: me, why })
    await tx.leaves.take(id, actor.memberId, at)
    const sides = { id, before: leaveFacts(leave), after: leaveFacts({ ...leave, substitute: me }) }
    return withEvent(tx, { kind: 'leave.taken', by: actor, at, ...sides })
  })
}

export async function listLeaves(ctx: Ctx, { only, ...input }: PageInput & { only?: 'unbound' }) {
  const { offset, count } = pageOf(input)
  const unbound = only === 'unbound'
  return ctx.store.read(async (tx) => ({
    list: (await tx.leaves.list(offset, count, unbound)).map((one) => leaveView(ctx, one)),
    total: await tx.leaves.count(unbound),
  }))
}

async function nameOf(tx: Tx, memberId: number): Promise<string> {
  return (await tx.members.find(memberId))?.name ?? ''
}

async function substituteOf(tx: Tx, name: string, me: string): Promise<number | undefined> {
  if (name === '') return undefined
  if (name === me) throw new Refusal('bad_substitute', { name, why: 'oneself' })
  const member = await tx.members.activeByName(name)
  if (!member) throw new Refusal('bad_substitute', { name, why: 'unknown' })
  return member.id
}

/** A member on leave from a shift cannot substitute in it. */
function onLeave(facts: DutyFacts, date: string, shift: number, name: string): 'on_leave' | undefined {
  return leavesOn(facts, date, shift).some(({ member }) => member === name) ? 'on_leave' : undefined
}

function assertAhead(facts: DutyFacts, { date, number }: LeaveRow, at: number): void {
  if (date !== null && number !== null && isShiftOver(shiftCalendar(facts), date, number, at, facts.term.timeZone))
    throw new Refusal('shift_over')
}

/** True if the shift is ahead and lacks the member. */
export function isOffer(facts: DutyFacts, { date, number, member }: LeaveRow, at: number): boolean {
  if (date === null || number === null || isShiftOver(shiftCalendar(facts), date, number, at, facts.term.timeZone))
    return false
  return peopleOn(facts, date, number, member).includes(member)
}

/** `undefined` if the member can substitute. */
export function substituteObstacle(
  facts: DutyFacts,
  { date, number, member }: LeaveRow,
  me: string,
): 'oneself' | 'on_shift' | 'on_leave' | undefined {
  if (member === me) return 'oneself'
  if (date === null || number === null) return undefined
  return peopleOn(facts, date, number).includes(me) ? 'on_shift' : onLeave(facts, date, number, me)
}

/** Without the words of the author, who may erase them. */
export const shiftEventFacts = (date: string | null, shift: string) =>
  date === null ? { when: '', shift: '' } : { when: date, shift }

const leaveFacts = ({ shift, date, substitute }: LeaveRow) => ({
  ...shiftEventFacts(date, shift),
  substitute: substitute ?? '',
})
