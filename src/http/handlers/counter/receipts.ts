import type { Services } from '#service/index.ts'
import type { Handlers } from '../handler.ts'

export function receiptHandlers({ receipts }: Pick<Services, 'receipts'>): Handlers<'receipts'> {
  return {
    info: ({ input, lang }) => receipts.info(input.receipt, lang),
    comment: async ({ actor, input, key, count }) => {
      const counted = (owner: number) => count('comment', `person ${owner}`)
      return { id: await receipts.comment(input.receipt, input.content, actor, counted, key) }
    },
    cancel: async ({ actor, input }) => {
      await receipts.cancel(input.receipt, actor)
      return {}
    },
    rate: async ({ actor, input: { receipt, ...wish }, count }) => {
      await receipts.rate(receipt, wish, actor, (owner) => count('comment', `person ${owner}`))
      return {}
    },
    notify: async ({ actor, input: { receipt, mail, push }, lang, count }) => {
      const browser = push && { endpoint: push.endpoint, ...push.keys }
      const wish = { ...(mail === undefined ? {} : { mail }), ...(browser === undefined ? {} : { push: browser }) }
      await receipts.notify(receipt, wish, lang, actor, (owner) => count('comment', `person ${owner}`))
      return {}
    },
    adopt: async ({ actor, input }) => ({ id: await receipts.adopt(actor, input.receipt) }),
  }
}
