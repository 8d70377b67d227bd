import { type Lang, textIn } from '#contract/languages.ts'
import type { MessageContent } from '#contract/messages/message-facts.ts'
import type { MessageItem } from '#rules/messages/messages.ts'
import { isHelping, roleGaps } from '#rules/repair-days/helpers.ts'
import { isComing } from '#rules/repair-days/states.ts'
import type { Recipient } from '#store/messages/notify.ts'
import type { Tx } from '#store/store.ts'
import { roleText } from '../repair-days/role-text.ts'
import { placeText } from '../repair-days/special-duty.ts'
import type { Ctx } from '../shared/context.ts'
import { wallTimesOf } from './duty-facts.ts'

/** A helper while it is as the message says. */
export async function helperFacts(
  ctx: Ctx,
  tx: Tx,
  { kind, helper: id }: Extract<MessageItem, { helper: number }>,
  reader: Recipient | undefined,
  lang: Lang,
): Promise<MessageContent | undefined> {
  const helper = await tx.helpers.find(id)
  const day = helper && (await tx.repairDays.find(helper.day))
  const role = day && (await tx.helpers.rolesOfDay(day.id)).find((one) => one.id === helper.role)
  if (!day || !role || helper.member !== reader?.memberId) return undefined
  const at = ctx.deletionTime()
  const facts = {
    ...wallTimesOf(ctx, day.from, day.until),
    title: textIn(day.title, lang),
    place: textIn(placeText(ctx, day), lang),
    role: roleText(ctx, role, lang),
  }
  if (kind === 'help_changed') return isHelping(helper) ? { kind, ...facts, off: !isComing(day, at) } : undefined
  if (!isComing(day, at) || day.from <= at) return undefined
  if (kind === 'help_tomorrow') return helper.state === 'signed' ? { kind, ...facts } : undefined
  if (helper.state !== 'asked' || helper.askedUntil === null) return undefined
  const { date: keptDate, from: keptUntil } = wallTimesOf(ctx, helper.askedUntil, helper.askedUntil)
  return { kind, ...facts, keptDate, keptUntil }
}

/** A task that is still open. Without a member it is for administrators. */
export async function taskFacts(
  ctx: Ctx,
  tx: Tx,
  id: number,
  reader: Recipient | undefined,
  lang: Lang,
): Promise<MessageContent | undefined> {
  const task = await tx.dayTasks.find(id)
  const day = task && (await tx.repairDays.find(task.day))
  if (!day || task.doneAt !== null || day.state === 'cancelled' || day.until <= ctx.deletionTime()) return undefined
  const isTheirs = task.member === null ? reader?.admin : task.member === reader?.memberId
  return isTheirs ? { kind: 'task_due', title: textIn(day.title, lang), task: task.text, due: task.due } : undefined
}

export async function helpGapFacts(ctx: Ctx, tx: Tx, id: number, lang: Lang): Promise<MessageContent | undefined> {
  const day = await tx.repairDays.find(id)
  const at = ctx.deletionTime()
  if (!day || !isComing(day, at)) return undefined
  const gaps = roleGaps(day, await tx.helpers.rolesOfDay(id), await tx.helpers.ofDay(id), at)
  if (gaps.length === 0) return undefined
  return {
    kind: 'help_gap',
    ...wallTimesOf(ctx, day.from, day.until),
    title: textIn(day.title, lang),
    gaps: gaps.map(({ role, missing }) => ({ role: roleText(ctx, role, lang), missing })),
  }
}
