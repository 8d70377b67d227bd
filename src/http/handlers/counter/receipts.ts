import {
  adoptReceipt,
  arriveByReceipt,
  bookByReceipt,
  cancelByReceipt,
  commentByReceipt,
  notifyByReceipt,
  rateByReceipt,
  receiptInfo,
  unbookByReceipt,
} from '#service/counter/receipts.ts'
import type { Ctx } from '#service/shared/context.ts'
import type { Handlers } from '../handler.ts'

export function receiptHandlers(ctx: Ctx): Handlers<'receipts'> {
  return {
    info: ({ input, lang }) => receiptInfo(ctx, input.receipt, lang),
    comment: async ({ actor, input, key, count }) => {
      const counted = (owner: number) => count('comment', `person ${owner}`)
      return { id: await commentByReceipt(ctx, input.receipt, input.content, actor, counted, key) }
    },
    cancel: ({ actor, input }) => cancelByReceipt(ctx, input.receipt, actor),
    book: ({ actor, input: { receipt, ...given } }) => bookByReceipt(ctx, receipt, given, actor),
    unbook: ({ actor, input }) => unbookByReceipt(ctx, input.receipt, input.id, actor),
    arrive: async ({ actor, input }) => ({ number: await arriveByReceipt(ctx, input.receipt, input.id, actor) }),
    rate: ({ actor, input: { receipt, ...given }, count }) =>
      rateByReceipt(ctx, receipt, given, actor, (owner) => count('comment', `person ${owner}`)),
    notify: async ({ actor, input: { receipt, mail, push }, lang, count }) => {
      const browser = push && { endpoint: push.endpoint, ...push.keys }
      const given = { ...(mail === undefined ? {} : { mail }), ...(browser === undefined ? {} : { push: browser }) }
      await notifyByReceipt(ctx, receipt, given, lang, actor, (owner) => count('comment', `person ${owner}`))
    },
    adopt: async ({ actor, input }) => ({ id: await adoptReceipt(ctx, actor, input.receipt) }),
  }
}
