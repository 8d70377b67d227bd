import type { Services } from '#service/index.ts'
import type { Handlers } from './handler.ts'

export function receiptHandlers({ receipts }: Pick<Services, 'receipts'>): Handlers<'receipts'> {
  return {
    info: ({ input, lang }) => receipts.info(input.receipt, lang),
    comment: async ({ input, key, count }) => {
      const counted = (owner: number) => count('comment', `person ${owner}`)
      return { id: await receipts.comment(input.receipt, input.content, counted, key) }
    },
    cancel: async ({ input }) => {
      await receipts.cancel(input.receipt)
      return {}
    },
    rate: async ({ input: { receipt, ...wish }, count }) => {
      await receipts.rate(receipt, wish, (owner) => count('comment', `person ${owner}`))
      return {}
    },
    notify: async ({ input: { receipt, mail, push }, lang, count }) => {
      const browser = push && { endpoint: push.endpoint, ...push.keys }
      const wish = { ...(mail === undefined ? {} : { mail }), ...(browser === undefined ? {} : { push: browser }) }
      await receipts.notify(receipt, wish, lang, (owner) => count('comment', `person ${owner}`))
      return {}
    },
    adopt: async ({ actor, input }) => ({ id: await receipts.adopt(actor, input.receipt) }),
  }
}
