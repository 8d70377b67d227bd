import { type Lang, textIn } from '#contract/languages.ts'
import { localDate } from '#kit/time.ts'
import { uncompletedSpan } from '#rules/tickets/tickets.ts'
import { type Ctx, timeText } from '../shared/context.ts'
import { dutyInfo } from './duty.ts'

/** The display pages through this many numbers within a minute. */
const most = 60

export function boardInfo(ctx: Ctx, lang: Lang) {
  return ctx.store.read(async (tx) => {
    const at = ctx.now()
    const today = localDate(at, ctx.settings.current().timeZone)
    const called = await tx.visits.called(today, most)
    const ready = await tx.ticketLists.ready(most + 1)
    return {
      time: timeText(ctx, at),
      duty: dutyInfo(ctx, lang),
      waiting: await tx.ticketLists.unclaimedSince(at - uncompletedSpan),
      ready: ready.slice(0, most),
      more: ready.length > most,
      queue: {
        called: called.map(({ number }) => number),
        calls: called.map(({ number, bench, called_at }) => ({ number, bench, time: timeText(ctx, called_at ?? at) })),
        waiting: await tx.visits.countWaiting(today),
      },
      text: textIn(ctx.settings.current().boardText, lang),
    }
  })
}
