import type { Input, Output } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { HourLine } from '#contract/hours/hour-fields.ts'
import type { Contract } from '#contract/index.ts'
import type { Settings } from '#contract/team/settings.ts'
import { localDate } from '#kit/time.ts'
import { assertLikelyDate } from '#rules/dates.ts'
import { periodDate } from '#rules/hours/signing.ts'
import type { HourRow } from '#store/hours/hours.ts'
import { type ChangeResult, type Tx, unchanged, withEvent } from '#store/store.ts'
import { assertNotErased, type MemberActor } from '../shared/actor.ts'
import type { Ctx } from '../shared/context.ts'
import { correctLine, isHere, writeLine } from './corrections.ts'
import { shownLine } from './counting.ts'

type Hours = Contract['hours']

async function answerLine(
  ctx: Ctx,
  tx: Tx,
  work: (at: number, current: Settings) => Promise<ChangeResult<number>>,
): Promise<ChangeResult<HourLine>> {
  await tx.duty.lock()
  const [at, current] = [ctx.now(), ctx.settings.current()]
  const { answer, events } = await work(at, current)
  return { answer: await shownLine(tx, answer, current, at), events }
}

export function addHourLine(
  ctx: Ctx,
  actor: MemberActor,
  { date, minutes, what, with: withWhom = '' }: Input<Hours['add']>,
): Promise<HourLine> {
  return ctx.store.change(async (tx) => {
    await assertNotErased(tx, actor)
    return answerLine(ctx, tx, async (at, { timeZone }) => {
      const [today, member_id] = [localDate(at, timeZone), actor.memberId]
      assertLikelyDate('date', date, today)
      const entry = { member_id, kind: 'work', date, minutes, what, with_whom: withWhom, state: 'proposed' } as const
      const same = await tx.hours.findSame({ ...entry, written_by: null })
      if (same !== undefined) return { answer: same, events: [] }
      const counts_on = periodDate(date, await tx.hours.closedUntil(), today)
      const line = await tx.hours.add({ ...entry, counts_on, created_at: at })
      const name = (await tx.members.find(member_id))?.name ?? ''
      const facts = { line, name, date, minutes, state: entry.state }
      return withEvent(tx, { kind: 'hours.written', by: actor, at, ...facts }, line)
    })
  })
}

export function objectToLine(ctx: Ctx, actor: MemberActor, id: number, objection: string): Promise<void> {
  return ctx.store.change(async (tx) => {
    await assertNotErased(tx, actor)
    await tx.duty.lock()
    const at = ctx.now()
    const line = await tx.hours.find(id)
    if (line?.member_id !== actor.memberId) throw new Refusal('line_not_found')
    if (line.objected === 1 && line.objection === objection) return unchanged
    await tx.hours.change([id], { objection, objected: 1, answer: '' })
    return withEvent(tx, { kind: 'hours.objected', by: actor, at, line: id, date: line.date })
  })
}

/** A decision about several lines leaves out those with an open objection: an objection is settled on its own. */
export function decideLines(
  ctx: Ctx,
  actor: MemberActor,
  { ids, state = 'approved', reason = '' }: Input<Hours['decide']>,
): Promise<Output<Hours['decide']>> {
  return ctx.store.change(async (tx) => {
    if (state === 'refused' && reason === '') throw new Refusal('bad_input', { field: 'reason', flaw: 'missing' })
    await tx.duty.lock()
    const at = ctx.now()
    const found = await tx.hours.findAll(ids)
    if (new Set(ids).size > found.length) throw new Refusal('line_not_found')
    const rows = found.filter(({ objected }) => found.length === 1 || objected === 0)
    const left = found.length - rows.length
    for (const row of rows) assertUndecided(row, at, ctx.settings.current())
    // Without a reason, a repeated decision keeps its reason.
    const why = (row: HourRow) => (reason === '' && row.state === state ? row.reason : reason)
    const changed = rows.filter((row) => row.state !== state || row.reason !== why(row) || row.objected === 1)
    for (const [text, lines] of Map.groupBy(changed, why)) {
      const decided = { state, reason: text, decided_by: actor.memberId, decided_at: at, objected: 0 }
      await tx.hours.change(
        lines.map(({ id }) => id),
        decided,
      )
    }
    if (changed.length === 0) return { answer: { changed: 0, left }, events: [] }
    const members = new Set(changed.map((row) => row.member_id))
    await tx.members.startDeletion([...members], at)
    const own = changed.filter((row) => row.member_id === actor.memberId).length
    const facts = { ids: changed.map(({ id }) => id), state, own }
    return withEvent(tx, { kind: 'hours.decided', by: actor, at, ...facts }, { changed: changed.length, left })
  })
}

/** Leaves the line as it is. */
export function answerObjection(ctx: Ctx, actor: MemberActor, id: number, reason: string): Promise<void> {
  return ctx.store.change(async (tx) => {
    await tx.duty.lock()
    const at = ctx.now()
    const line = await tx.hours.find(id)
    if (!line || line.objection === '') throw new Refusal('line_not_found')
    if (line.objected === 0 && line.answer === reason) return unchanged
    await tx.hours.change([id], { objected: 0, answer: reason })
    return withEvent(tx, { kind: 'hours.answered', by: actor, at, line: id, date: line.date })
  })
}

export function correctHourLine(ctx: Ctx, actor: MemberActor, { id, ...input }: Input<Hours['correct']>) {
  return ctx.store.change((tx) =>
    answerLine(ctx, tx, (at, current) =>
      id === undefined ? writeLine(tx, actor, input, current, at) : correctLine(tx, actor, id, input, current, at),
    ),
  )
}

/** A decision can be changed until its period is closed. */
function assertUndecided(row: HourRow, at: number, { signing }: Settings): void {
  if (row.kind === 'correction') throw new Refusal('decided_itself')
  if (row.period_id !== null) throw new Refusal('period_closed')
  if (isHere(row, at, signing.overtimeMinutes)) throw new Refusal('still_here')
}
