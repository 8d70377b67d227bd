import type { Services } from '#service/index.ts'
import type { Handlers } from './handler.ts'

export function receiptHandlers({ receipts }: Pick<Services, 'receipts'>): Handlers<'receipts'> {
  return {
    info: ({ input, lang }) => receipts.info(input.receipt, lang),
    comment: async ({ input }) => ({ id: await receipts.comment(input.receipt, input.content) }),
    cancel: async ({ input }) => {
      await receipts.cancel(input.receipt)
      return {}
    },
    notify: async ({ input: { receipt, mail, push } }) => {
      const browser = push && { endpoint: push.endpoint, ...push.keys }
      await receipts.notify(receipt, {
        ...(mail === undefined ? {} : { mail }),
        ...(browser === undefined ? {} : { push: browser }),
      })
      return {}
    },
    adopt: async ({ actor, input }) => ({ id: await receipts.adopt(actor, input.receipt) }),
  }
}
