import { isDateNear, isEveningBefore, type MessageItem } from '#rules/messages/messages.ts'
import { roleGaps } from '#rules/repair-days/helpers.ts'
import type { Recipient } from '#store/messages/notify.ts'
import type { NewMessage } from '#store/outbox/outbox.ts'
import type { Tx } from '#store/store.ts'
import type { Ctx } from '../shared/context.ts'
import { messagesTo } from './new-messages.ts'

/** Reminders of helpers on the day before, of tasks, and of gaps a week before. */
export async function helperReminders(
  ctx: Ctx,
  tx: Tx,
  admins: readonly Recipient[],
  at: number,
): Promise<NewMessage[]> {
  const { messages, timeZone } = ctx.settings.current()
  const toAll = (people: readonly Recipient[], item: MessageItem, key: string) =>
    people.flatMap((person) => messagesTo(person, item, key, ctx.ports.channels))
  const found: NewMessage[] = []
  for (const day of await tx.repairDays.announcedUntil(at)) {
    const helpers = await tx.helpers.ofDay(day.id)
    if (roleGaps(day, await tx.helpers.rolesOfDay(day.id), helpers, at).length > 0)
      found.push(...toAll(admins, { kind: 'help_gap', repairDay: day.id }, `help_gap ${day.id} ${day.from}`))
    if (!isEveningBefore(messages, timeZone, day.from, at)) continue
    for (const { id, member, state } of helpers)
      if (state === 'signed') {
        const people = await tx.notify.ofMembers([member])
        found.push(...toAll(people, { kind: 'help_tomorrow', helper: id }, `help_tomorrow ${id} ${day.from}`))
      }
  }
  for (const { id, due, member } of await tx.dayTasks.open(at))
    if (isDateNear(messages, timeZone, due, at)) {
      const people = member === null ? admins : await tx.notify.ofMembers([member])
      found.push(...toAll(people, { kind: 'task_due', task: id }, `task_due ${id} ${due} ${member ?? 0}`))
    }
  return found
}
