import { type TextPerLanguage, textIn } from '#contract/languages.ts'
import { wallClock } from '#kit/time.ts'
import type { DayPlan } from '#rules/repair-days/plan.ts'
import type { RepairDayRecord } from '#store/repair-days/repair-days.ts'
import type { Tx } from '#store/store.ts'
import type { MemberActor } from '../shared/actor.ts'
import type { Ctx } from '../shared/context.ts'
import { changeDuty } from '../shared/duty-memory.ts'

/** Where people come: the place of the day, or the usual one. */
export function placeOfDay(ctx: Ctx, { place }: Pick<DayPlan, 'place'>): DayPlan['place'] {
  const isNamed = Object.values<string>(place.name).some((text) => text.trim() !== '')
  return isNamed
    ? place
    : { name: ctx.settings.current().place.name, map: place.map || ctx.settings.current().place.map }
}

export const placeText = (ctx: Ctx, day: Pick<DayPlan, 'place'>): TextPerLanguage => placeOfDay(ctx, day).name

/** Writes the special duty of an announced day in place of what it had before. The caller refreshes the memory. */
export async function planDuty(
  ctx: Ctx,
  tx: Tx,
  actor: MemberActor,
  day: Pick<RepairDayRecord, 'id' | 'situationId'> & DayPlan,
  at: number,
): Promise<void> {
  const current = ctx.settings.current()
  await changeDuty(tx, current, at, async () => {
    await endDuty(tx, day, at)
    const entry = {
      duty: 'others',
      count: null,
      place: textIn(placeText(ctx, day), current.lang),
      reason: '',
      recover: '',
      from: day.from,
      until: day.until,
      time: [day.from, day.until].map((moment) => wallClock(moment, current.timeZone)).join('/'),
    }
    await tx.repairDays.setSituation(day.id, await tx.duty.addSituation(actor.memberId, at, entry))
  })
}

/** Ends the special duty of a day that is cancelled or closed early. */
export async function endDayDuty(ctx: Ctx, tx: Tx, day: RepairDayRecord, at: number): Promise<void> {
  await changeDuty(tx, ctx.settings.current(), at, () => endDuty(tx, day, at))
}

/** Other nodes read the title of the entry again. */
export async function renameDuty(ctx: Ctx, tx: Tx, at: number): Promise<void> {
  await changeDuty(tx, ctx.settings.current(), at, async () => {})
}

async function endDuty(tx: Tx, { id, situationId }: Pick<RepairDayRecord, 'id' | 'situationId'>, at: number) {
  if (situationId === null) return
  await tx.repairDays.setSituation(id, null)
  await tx.duty.endSituations([situationId], at)
}
