import type { Input, Output } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Contract } from '#contract/index.ts'
import { localDate, wallClock } from '#kit/time.ts'
import { chosenShift, rosterStanding, type SignableShift, signableShifts } from '#rules/duty/signable-shifts.ts'
import { isCurrentCode } from '#rules/hours/board-code.ts'
import { endByNextShift, isStayOver, periodDate } from '#rules/hours/signing.ts'
import { boardGuessLimit } from '#rules/people/attempts.ts'
import type { HourRow } from '#store/hours/hours.ts'
import type { Tx } from '#store/store.ts'
import { assertNotErased, type MemberActor } from '../shared/actor.ts'
import type { Ctx } from '../shared/context.ts'
import type { DutyChange } from '../shared/duty-memory.ts'
import { shownLine } from './counting.ts'
import { endStay, hereNow } from './here.ts'

type Hours = Contract['hours']

/** Counts wrong codes of each member. Signing in from anywhere needs no code. */
async function withCountedCode<T>(ctx: Ctx, actor: MemberActor, code: string, work: () => Promise<T>): Promise<T> {
  if (code === '') return work()
  const isWrong = (error: unknown) => error instanceof Refusal && error.code === 'board_code_refused'
  return ctx.attempts.guarded(boardGuessLimit(actor.memberId), { member: actor.memberId }, isWrong, work)
}

async function assertCode(tx: Tx, code: string): Promise<void> {
  if (code === '') return
  const board = await tx.boards.find()
  if (!board || !isCurrentCode(board.secret, code, board.now)) throw new Refusal('board_code_refused')
}

function assertAllowed(ctx: Ctx, actor: MemberActor, member: number, code: string | undefined): void {
  const { on, desk } = ctx.settings.current().signing
  if (!on) throw new Refusal('signing_off')
  if (!desk && (code === '' || member !== actor.memberId)) throw new Refusal('board_code_needed')
}

function lineView(ctx: Ctx, tx: Tx, id: number, at: number) {
  return shownLine(tx, id, ctx.settings.current(), at)
}

async function startStay(
  ctx: Ctx,
  tx: Tx,
  { at, facts }: DutyChange,
  before: HourRow | undefined,
  who: { id: number; name: string },
  shift: SignableShift,
  how: { came_how: 'board' | 'desk'; written_by: number | null },
): Promise<number> {
  if (before) {
    const end = endByNextShift(before, shift.from, at, ctx.settings.current().signing.overtimeMinutes)
    await tx.hours.change([before.id], { left_at: end.at, left_how: end.how })
  }
  // The member may have left for a later shift and come back: no minute may count twice.
  await tx.hours.cutShort(who.id, Math.max(at, shift.from))
  const today = localDate(at, facts.term.timeZone)
  return tx.hours.add({
    member_id: who.id,
    kind: 'shift',
    date: shift.date,
    counts_on: periodDate(shift.date, await tx.hours.closedUntil(), today),
    shift: shift.shift,
    shift_from: shift.from,
    shift_until: shift.until,
    came_at: at,
    ...how,
    standing: rosterStanding(facts, shift, who.name),
    state: 'proposed',
    created_at: at,
  })
}

export async function signIn(
  ctx: Ctx,
  actor: MemberActor,
  { code = '', shift: input = '', member = actor.memberId }: Input<Hours['signIn']>,
): Promise<Output<Hours['signIn']>> {
  assertAllowed(ctx, actor, member, code)
  const isMe = member === actor.memberId
  return withCountedCode(ctx, actor, code, () =>
    ctx.duty.change(async (tx, given) => {
      const { at, facts } = given
      await assertNotErased(tx, actor)
      await assertCode(tx, code)
      const who = await activeMember(tx, member)
      const shifts = signableShifts(facts, at, ctx.settings.current().signing.earlyMinutes)
      const shift = chosenShift(shifts, who.name, input, at)
      if (!shift) throw new Refusal('no_shift_now')
      const [before] = await tx.hours.withoutEnd([who.id])
      const isThere = before && !isStayOver(before, at, ctx.settings.current().signing.overtimeMinutes)
      if (isThere && isSame(before, shift, at)) return { answer: await lineView(ctx, tx, before.id, at), events: [] }
      const how = {
        came_how: code !== '' && isMe ? 'board' : 'desk',
        written_by: isMe ? null : actor.memberId,
      } as const
      const line = await startStay(ctx, tx, given, before, who, shift, how)
      await tx.duty.setCorrection(undefined)
      const sides = { line, name: who.name, shift: shift.shift, out: false }
      const event = await tx.record({ kind: 'hours.signed', by: actor, at, ...sides })
      return { answer: await lineView(ctx, tx, line, at), events: [event] }
    }),
  )
}

export async function signOut(
  ctx: Ctx,
  actor: MemberActor,
  { code = '', member: tapped }: Input<Hours['signOut']>,
): Promise<Output<Hours['signOut']>> {
  const member = tapped ?? actor.memberId
  const isMe = member === actor.memberId
  assertAllowed(ctx, actor, member, isMe ? undefined : code)
  return withCountedCode(ctx, actor, code, () =>
    ctx.duty.change(async (tx, { at }) => {
      await assertNotErased(tx, actor)
      await assertCode(tx, code)
      const who = await activeMember(tx, member)
      const atDesk = tapped !== undefined && ctx.settings.current().signing.desk
      const how = atDesk ? 'desk' : code === '' ? 'anywhere' : 'board'
      const row = await endStay(tx, who.id, how, ctx.settings.current(), at)
      if (!row) throw new Refusal('not_here')
      await tx.duty.setCorrection(undefined)
      const sides = { line: row.id, name: who.name, shift: row.shift, out: true }
      const event = await tx.record({ kind: 'hours.signed', by: actor, at, ...sides })
      return { answer: await lineView(ctx, tx, row.id, at), events: [event] }
    }),
  )
}

export async function membersHere(ctx: Ctx, actor: MemberActor): Promise<Output<Hours['here']>> {
  const { signing, timeZone } = ctx.settings.current()
  const { on, desk } = signing
  if (!on) return { on, desk, here: [], shifts: [], expected: [] }
  const at = ctx.now()
  const facts = ctx.duty.facts()
  const shifts = signableShifts(facts, at, signing.earlyMinutes)
  const time = (instant: number) => wallClock(instant, timeZone)
  return ctx.store.read(async (tx) => {
    const members = await tx.members.active()
    const me = members.find(({ id }) => id === actor.memberId)?.name ?? ''
    const came = new Set(facts.signing?.stays.map((stay) => `${stay.date} ${stay.shift} ${stay.memberId}`))
    return {
      on,
      desk,
      here: await hereNow(tx, ctx.settings.current(), at),
      shifts: shifts
        .toSorted((a, b) => a.from - b.from)
        .map(({ shift, from, until, people }) => ({
          shift,
          from: time(from),
          until: time(until),
          mine: people.includes(me),
        })),
      expected: shifts.flatMap(({ shift, date, people }) =>
        members
          .filter(({ id, name }) => people.includes(name) && !came.has(`${date} ${shift} ${id}`))
          .map(({ id, name }) => ({ member: id, name, shift })),
      ),
    }
  })
}

/** Its times may have changed since, and special duty may follow another. */
function isSame(line: HourRow, { date, shift, from }: SignableShift, at: number): boolean {
  return line.date === date && line.shift === shift && (line.shift_from === from || at < (line.shift_until ?? 0))
}

async function activeMember(tx: Tx, id: number): Promise<{ id: number; name: string }> {
  const member = await tx.members.find(id)
  if (!member || member.active === 0) throw new Refusal('member_not_found')
  return member
}
