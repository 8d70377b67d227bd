import type { DutyInformation, ExplainedDuty, SituationInput } from '#contract/duty/duty.ts'
import { Refusal } from '#contract/errors.ts'
import type { Lang } from '#contract/languages.ts'
import type { Phrases } from '#contract/phrases.ts'
import { endOfDay } from '#kit/time.ts'
import {
  correctionAt,
  type DutyEntry,
  type DutyFacts,
  type DutyStatus,
  dutyStatus,
  effectiveFrom,
  isOverruled,
  isUnchanged,
  nextForgottenSignOut,
  signedInAt,
  withShiftHours,
} from '#rules/duty/duty.ts'
import { readSituation } from '#rules/duty/duty-input.ts'
import { unchanged, withEvent } from '#store/store.ts'
import type { MemberActor } from '../shared/actor.ts'
import { type Ctx, perContext } from '../shared/context.ts'
import { dutyInformation, specialDutyTime } from '../shared/duty-information.ts'
import { endExpiredDuty } from '../shared/duty-memory.ts'

interface CachedStatus {
  readonly facts: DutyFacts
  readonly from: number
  readonly until: number
  readonly now: DutyStatus
  readonly info: Map<Lang, DutyInformation>
}

const memoOf = perContext<{ kept?: CachedStatus }>(() => ({}))

function currentStatus(ctx: Ctx): CachedStatus {
  const at = ctx.now()
  const facts = ctx.duty.facts()
  const memo = memoOf(ctx)
  const { kept } = memo
  if (kept?.facts === facts && kept.from <= at && at < kept.until) return kept
  const found = dutyStatus(facts, at)
  // The reason for a closed day can change at midnight.
  const until = Math.min(found.interval.until, endOfDay(at, facts.term.timeZone), nextForgottenSignOut(facts, at))
  memo.kept = { facts, from: at, until, now: found, info: new Map() }
  return memo.kept
}

function informationIn(ctx: Ctx, { info, facts, now: found, from }: CachedStatus, lang: Lang): DutyInformation {
  let made = info.get(lang)
  if (!made) {
    made = dutyInformation(facts, found, ctx.duty.state().row.changedAt, from, lang)
    info.set(lang, made)
  }
  return made
}

export function dutyInfo(ctx: Ctx, lang: Lang): DutyInformation {
  return informationIn(ctx, currentStatus(ctx), lang)
}

/** `isInDuty` says whether the member is on duty. */
export async function myDuty(ctx: Ctx, actor: MemberActor, lang: Lang): Promise<DutyInformation> {
  const member = await ctx.store.read((tx) => tx.members.find(actor.memberId))
  const kept = currentStatus(ctx)
  const isThere = member !== undefined && kept.now.people.includes(member.name)
  return {
    ...informationIn(ctx, kept, lang),
    isInDuty: isThere || signedInAt(kept.facts, ctx.now()).includes(actor.memberId),
  }
}

/** The duty information with the fields of a duty update. */
export function dutyInUpdateFormat(ctx: Ctx, lang: Lang) {
  const { isInDuty, currentDuty, inDutyCnt, otherDutyStart, ...rest } = dutyInfo(ctx, lang)
  return {
    isInDuty,
    currentDuty,
    inDutyCnt,
    otherDutyTime: otherDutyStart && `${otherDutyStart}/${rest.otherDutyEnd}`,
    offDutyReason: rest.offDutyReason,
    place: rest.place,
    dutyRecoverTime: rest.dutyRecoverTime,
  }
}

export async function writeDuty(ctx: Ctx, actor: MemberActor, input: SituationInput): Promise<void> {
  await ctx.duty.change(async (tx, { at, facts }) => {
    const { added, after } = withWritten(facts, input, at)
    if (isUnchanged(facts, after, at)) return unchanged
    const id = await tx.duty.addSituation(actor.memberId, at, added)
    await endExpiredDuty(tx, after, at)
    const sides = { ...inForceFacts(dutyStatus(facts, at)), id, after: entryFacts(added) }
    return withEvent(tx, { kind: 'duty.written', by: actor, at, ...sides })
  })
}

/** The public information, now or with this entry, and what follows from the roster alone. */
export function explainDuty(ctx: Ctx, lang: Lang, input?: SituationInput) {
  const at = ctx.now()
  const facts = ctx.duty.facts()
  const { added, after } = input ? withWritten(facts, input, at) : { added: undefined, after: facts }
  const plan: DutyFacts = { ...facts, written: planned(facts, at) }
  const begins = added ? effectiveFrom(added) : at
  return {
    now: explain(after, at, lang),
    later: begins > at ? explain(after, begins, lang) : null,
    plan: explain(plan, at, lang),
  }
}

export async function countPresent(ctx: Ctx, actor: MemberActor, count: number): Promise<void> {
  await ctx.duty.change(async (tx, { at, facts }) => {
    const before = dutyStatus(facts, at)
    if (!before.inDuty) throw new Refusal('out_of_duty')
    if (correctionAt(facts, at) === count) return unchanged
    const after = Math.max(0, ...facts.written.map(({ id }) => id))
    await tx.duty.setCorrection({ at, count, after })
    const sides = { id: inForceFacts(before).beforeId, before: { count: before.count }, after: { count } }
    return withEvent(tx, { kind: 'duty.counted', by: actor, at, ...sides })
  })
}

export function plannedDuty(ctx: Ctx) {
  const facts = ctx.duty.facts()
  return planned(facts, ctx.now()).map((one) => ({
    id: one.id,
    otherDutyTime: specialDutyTime(one, facts.term.timeZone).join('/'),
    place: one.place,
    inDutyCnt: one.count ?? 0,
    overruled: isOverruled(facts, one),
  }))
}

/** Ends what is set for now. Older entries end too: they would hold again after the last one. */
export async function followRoster(ctx: Ctx, actor: MemberActor): Promise<void> {
  await ctx.duty.change(async (tx, { at, facts }) => {
    // A repair day that has begun holds again after what was set over it.
    const begun = facts.written.filter((one) => effectiveFrom(one) <= at && !one.repairDay)
    const before = dutyStatus(facts, at)
    const { source } = before.interval
    if (!source || !('written' in source)) return unchanged
    assertNoRepairDay(source.written)
    const ids = begun.map(({ id }) => id)
    await tx.duty.endSituations(ids, at)
    const { beforeId: id, before: ended } = inForceFacts(before)
    return withEvent(tx, { kind: 'duty.unplanned', by: actor, at, id, before: ended })
  })
}

export async function unplanDuty(ctx: Ctx, actor: MemberActor, id: number): Promise<void> {
  await ctx.duty.change(async (tx, { at, facts }) => {
    const plan = planned(facts, at).find((one) => one.id === id)
    if (!plan) throw new Refusal('plan_not_found')
    assertNoRepairDay(plan)
    await tx.duty.endSituations([id], at)
    return withEvent(tx, { kind: 'duty.unplanned', by: actor, at, id, before: entryFacts(plan) })
  })
}

function assertNoRepairDay({ repairDay }: DutyEntry): void {
  if (repairDay) throw new Refusal('plan_of_repair_day', { title: repairDay.title })
}

function withWritten(facts: DutyFacts, input: SituationInput, at: number): { added: DutyEntry; after: DutyFacts } {
  const id = Math.max(facts.correction?.after ?? 0, ...facts.written.map((one) => one.id)) + 1
  const added = { ...withShiftHours(facts, readSituation(input, facts.term.timeZone, at), at), id, at }
  return { added, after: { ...facts, written: [...facts.written, added] } }
}

function explain(facts: DutyFacts, at: number, lang: Lang): ExplainedDuty {
  const found = dutyStatus(facts, at)
  const { source } = found.interval
  return {
    info: dutyInformation(facts, found, null, at, lang),
    source: source === undefined ? 'nothing' : 'written' in source ? 'written' : 'roster',
    people: [...found.people],
  }
}

/** Planned entries, the earliest first. */
function planned(facts: DutyFacts, at: number): DutyEntry[] {
  return facts.written.filter((one) => effectiveFrom(one) > at).sort((a, b) => effectiveFrom(a) - effectiveFrom(b))
}

function entryFacts({
  duty,
  count,
  place,
  time,
  reason,
}: Omit<DutyEntry, 'id' | 'at' | 'recover' | 'from' | 'until'>): Phrases['situation'] {
  return { duty, count, place, time, reason: reason.slice(0, 200) }
}

/** The id is 0 for the roster. */
function inForceFacts({ interval: { source }, duty, count }: DutyStatus) {
  if (source && 'written' in source)
    return { beforeId: source.written.id, before: entryFacts({ ...source.written, count }) }
  return { beforeId: 0, before: entryFacts({ duty, count, place: '', time: '', reason: '' }) }
}
