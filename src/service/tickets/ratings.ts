import type { Input } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Contract } from '#contract/index.ts'
import { allSettledOrThrow } from '#kit/all-settled.ts'
import { unchanged, withEvent } from '#store/store.ts'
import { type Actor, assertNotErased } from '../shared/actor.ts'
import { checkText } from '../shared/content-checks.ts'
import type { Ctx } from '../shared/context.ts'
import { aboutTicket, assertMay } from '../shared/ticket-access.ts'

/** Repeating the same rating changes nothing. */
export type RatingInput = Omit<Input<Contract['tickets']['rate']>, 'id'>

export async function rateTicket(ctx: Ctx, actor: Actor, id: number, { stars, content = '' }: RatingInput) {
  const why = await checkText(ctx, actor, 'comment', [content], {
    may: async (tx) => assertMay(actor, 'rate', id, await tx.tickets.find(id)),
  })
  await ctx.store.change(async (tx) => {
    const at = ctx.now()
    const [, ticket] = await allSettledOrThrow([assertNotErased(tx, actor), tx.tickets.lock(id)])
    assertMay(actor, 'rate', id, ticket)
    const given = await tx.ratings.find(id)
    if (given?.stars === stars && given.content === content) return unchanged
    if (given) throw new Refusal('rated_already')
    if (ticket.confirmed_at === null) throw new Refusal('not_collected')
    // After the erasure of the ticket, a new text would stay for ever.
    if (ticket.scrubbed === 1) throw new Refusal('ticket_over')
    await tx.ratings.add(id, stars, content, at)
    if (why) await tx.content.add({ thing: { kind: 'rating', id }, personId: actor.personId, why, at })
    return withEvent(tx, { kind: 'ticket.rated', by: actor, at, ...aboutTicket(ticket), stars })
  })
}
