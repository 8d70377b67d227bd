import { makeTags, ticketOfTag } from '#service/counter/custody.ts'
import { closeKiosks, fileForVisitor, kioskInfo, openKiosk, registerAtKiosk } from '#service/counter/intake.ts'
import { callVisit, joinQueue, listVisits, markVisit } from '#service/counter/queue.ts'
import { renewReceipt, revokeReceipt } from '#service/counter/receipts.ts'
import type { Ctx } from '#service/shared/context.ts'
import type { Handlers } from '../handler.ts'

export function counterHandlers(ctx: Ctx): Handlers<'counter'> {
  return {
    create: ({ actor, input, key }) => fileForVisitor(ctx, actor, input, key),
    receipt: async ({ actor, input }) => ({ receipt: await renewReceipt(ctx, actor, input.id) }),
    revoke: ({ actor, input }) => revokeReceipt(ctx, actor, input.id),
    arrive: async ({ actor, input }) => ({ number: await joinQueue(ctx, actor, input.id) }),
    queue: ({ actor, input }) => listVisits(ctx, actor, input.day),
    call: ({ actor, input }) => callVisit(ctx, actor, input),
    mark: ({ actor, input }) => markVisit(ctx, actor, input.id, input.state),
    kiosk: ({ actor }) => openKiosk(ctx, actor),
    closeKiosks: ({ actor }) => closeKiosks(ctx, actor),
    tags: async ({ input }) => ({ tags: await makeTags(ctx, input.count) }),
    tag: async ({ input }) => ({ id: await ticketOfTag(ctx, input.tag) }),
    kioskInfo: ({ input }) => kioskInfo(ctx, input.kiosk),
    // The visitor chose this language at the kiosk.
    kioskCreate: ({ input: { kiosk, ...given }, lang, count }) =>
      registerAtKiosk(ctx, kiosk, { lang, ...given }, (hash) => count('kiosk', Buffer.from(hash).toString('base64'))),
  }
}
