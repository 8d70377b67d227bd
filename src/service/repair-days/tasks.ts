import type { Input } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Contract } from '#contract/index.ts'
import { type Lang, type TextPerLanguage, textIn } from '#contract/languages.ts'
import type { DayTask } from '#contract/repair-days/tasks.ts'
import { localDate } from '#kit/time.ts'
import { assertTasks, isOverdue } from '#rules/repair-days/check-list.ts'
import { assertDayAllows } from '#rules/repair-days/states.ts'
import type { TaskRecord } from '#store/repair-days/tasks.ts'
import { unchanged } from '#store/store.ts'
import type { MemberActor } from '../shared/actor.ts'
import { type Ctx, timeText } from '../shared/context.ts'
import { recordDay } from './planner.ts'

export function listTasks(ctx: Ctx, id: number | undefined, lang: Lang): Promise<{ list: DayTask[] }> {
  return ctx.store.read(async (tx) => {
    const tasks = id === undefined ? await tx.dayTasks.open(ctx.now()) : await tx.dayTasks.ofDay(id)
    const titles = new Map<number, TextPerLanguage>()
    for (const day of new Set([...tasks.map((task) => task.day), ...(id === undefined ? [] : [id])])) {
      const found = await tx.repairDays.find(day)
      if (!found) throw new Refusal('repair_day_not_found')
      titles.set(day, found.title)
    }
    return { list: tasks.map((task) => view(ctx, task, titles.get(task.day), lang)) }
  })
}

function view(ctx: Ctx, task: TaskRecord, title: TextPerLanguage | undefined, lang: Lang): DayTask {
  const isDone = task.doneAt !== null
  return {
    id: task.id,
    day: task.day,
    title: title ? textIn(title, lang) : '',
    text: task.text,
    due: task.due,
    overdue: !isDone && isOverdue(task.due, localDate(ctx.now(), ctx.settings.current().timeZone)),
    member: task.member ?? 0,
    name: task.name ?? '',
    done: isDone,
    doneTime: task.doneAt === null ? '' : timeText(ctx, task.doneAt),
    doneBy: task.doneBy ?? '',
  }
}

/** A second call changes nothing, so the first member who said it stays recorded. */
export function finishTask(
  ctx: Ctx,
  actor: MemberActor,
  { task: id, done }: Input<Contract['dayTasks']['done']>,
): Promise<void> {
  return ctx.store.change(async (tx) => {
    const found = await tx.dayTasks.find(id)
    const day = found && (await tx.repairDays.lock(found.day))
    const task = day && (await tx.dayTasks.find(id))
    if (!task) throw new Refusal('task_not_found')
    if ((task.doneAt !== null) === done) return unchanged
    const at = ctx.now()
    await tx.dayTasks.setDone(id, done ? { at, by: actor.memberId } : undefined)
    const date = localDate(day.from, ctx.settings.current().timeZone)
    return {
      answer: undefined,
      events: [await tx.record({ kind: 'repair_day.task', by: actor, at, day: day.id, date, done })],
    }
  })
}

export function setTasks(
  ctx: Ctx,
  actor: MemberActor,
  { id, version, tasks }: Input<Contract['dayTasks']['set']>,
): Promise<void> {
  return ctx.store.change(async (tx) => {
    const at = ctx.now()
    const day = await tx.repairDays.lock(id)
    if (!day) throw new Refusal('repair_day_not_found')
    assertDayAllows('edit', day, at)
    if (version !== day.version) throw new Refusal('repair_day_changed')
    const before = await tx.dayTasks.ofDay(id)
    if (tasks.some((one) => one.id !== undefined && !before.some((task) => task.id === one.id)))
      throw new Refusal('task_not_found')
    const wanted = tasks.map(({ member, ...task }) => ({ ...task, member: member === 0 ? null : member }))
    assertTasks(wanted)
    const active = new Set((await tx.members.active()).map((member) => member.id))
    const isKnown = (member: number) => active.has(member) || before.some((task) => task.member === member)
    if (wanted.some(({ member }) => member !== null && !isKnown(member))) throw new Refusal('member_not_found')
    await tx.dayTasks.replace(id, before, wanted)
    await tx.repairDays.touch(id, at)
    return { answer: undefined, events: [await recordDay(ctx, tx, actor, id, day, 'changed', at)] }
  })
}
