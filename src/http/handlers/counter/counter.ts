import type { Services } from '#service/index.ts'
import type { Handlers } from '../handler.ts'

export function counterHandlers({ intake, queue, receipts, custody }: Services): Handlers<'counter'> {
  return {
    create: ({ actor, input, key }) => intake.create(actor, input, key),
    receipt: async ({ actor, input }) => ({ receipt: await receipts.renew(actor, input.id) }),
    revoke: async ({ actor, input }) => {
      await receipts.revoke(actor, input.id)
      return {}
    },
    arrive: async ({ actor, input }) => ({ number: await queue.arrive(actor, input.id) }),
    queue: ({ actor, input }) => queue.list(actor, input.day),
    call: ({ actor, input }) => queue.call(actor, input),
    mark: ({ actor, input }) => queue.mark(actor, input.id, input.state),
    kiosk: ({ actor }) => intake.openKiosk(actor),
    closeKiosks: async ({ actor }) => {
      await intake.closeKiosks(actor)
      return {}
    },
    tags: async ({ input }) => ({ tags: await custody.makeTags(input.count) }),
    tag: async ({ input }) => ({ id: await custody.ticketOfTag(input.tag) }),
    kioskInfo: ({ input }) => intake.kiosk(input.kiosk),
    // The page is in the language that they chose.
    kioskCreate: ({ input: { kiosk, ...wish }, lang, count }) =>
      intake.register(kiosk, { lang, ...wish }, (hash) => count('kiosk', Buffer.from(hash).toString('base64'))),
  }
}
