import type { Lang } from '#contract/languages.ts'
import type { MessageContent } from '#contract/messages/message-facts.ts'
import { localDate } from '#kit/time.ts'
import type { MessageItem } from '#rules/messages/messages.ts'
import type { Recipient } from '#store/messages/notify.ts'
import type { Tx } from '#store/store.ts'
import { outboxStates } from '#store/tables.ts'
import type { Ctx } from '../shared/context.ts'
import { isFailing } from './channel-health.ts'
import { digestFacts, dutyFacts, leaveFacts, shiftFacts } from './duty-facts.ts'
import { helperFacts, helpGapFacts, taskFacts } from './helper-facts.ts'
import { ticketMessageFacts } from './ticket-facts.ts'
import { upkeepFaults } from './upkeep-faults.ts'

/**
 * The facts of an item at the time of sending; `undefined` if it is no longer true. Without `reader` they are for the
 * team's chat.
 */
export async function messageFacts(
  ctx: Ctx,
  tx: Tx,
  item: MessageItem,
  reader: Recipient | undefined,
  lang: Lang,
): Promise<MessageContent | undefined> {
  if ('ticket' in item) return ticketMessageFacts(ctx, tx, item, reader, lang)
  if ('helper' in item) return helperFacts(ctx, tx, item, reader, lang)
  if ('leave' in item) return leaveFacts(ctx, tx, item, reader, lang)
  switch (item.kind) {
    case 'feedback':
      return (await tx.feedback.has(item.feedback)) ? { kind: 'feedback' } : undefined
    case 'task_due':
      return taskFacts(ctx, tx, item.task, reader, lang)
    case 'help_gap':
      return helpGapFacts(ctx, tx, item.repairDay, lang)
    case 'external':
      return (await tx.outbox.count('external', outboxStates.stuck)) > 0 ? item : undefined
    case 'upkeep':
      return item.what === 'integrity' || upkeepFaults(ctx).has(item.what) ? item : undefined
    case 'channel':
      return (await isFailing(tx, item.channel, ctx.deletionTime())) ? item : undefined
    case 'test':
      return item
    case 'duty':
      return dutyFacts(ctx, lang)
    case 'digest': {
      const today = localDate(ctx.deletionTime(), ctx.settings.current().timeZone)
      return today === item.date ? digestFacts(ctx, tx, item.date) : undefined
    }
    default:
      return shiftFacts(ctx, tx, item, reader, lang)
  }
}
