import type { Input } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Contract } from '#contract/index.ts'
import type { Lang } from '#contract/languages.ts'
import type { DeliveryState } from '#contract/outbox/external.ts'
import type { DeliveryTrouble } from '#contract/outbox/troubles.ts'
import { words } from '#contract/words/index.ts'
import { externalTroubleText } from '#contract/words/words.ts'
import { wallClock } from '#kit/time.ts'
import { farFuture, type OutboxRow } from '#store/outbox/outbox.ts'
import { unchanged, withEvent } from '#store/store.ts'
import { type OutboxState, outboxStates } from '#store/tables.ts'
import type { RemoteState } from '#store/tickets/page.ts'
import { type MemberActor, systemActor } from '../shared/actor.ts'
import type { Ctx } from '../shared/context.ts'
import { pageOf } from '../shared/paging.ts'

const stateNames: Readonly<Record<OutboxState, DeliveryState>> = {
  0: 'waiting',
  1: 'stuck',
  2: 'delivered',
  3: 'stuck',
  4: 'delivered',
}

/** A delivery behind a stuck one has no due time. */
const isDue = ({ state, due_at }: OutboxRow) => state === outboxStates.waiting && due_at !== farFuture

export function remoteTicketState({ remote, undelivered = outboxStates.waiting }: RemoteState) {
  if (remote) return { state: 'delivered' as const, id: remote.id, url: remote.url ?? '' }
  return { state: stateNames[undelivered], id: '', url: '' }
}

function ticketOf({ payload }: OutboxRow) {
  return (JSON.parse(payload) as { id: number }).id
}

export async function listUndelivered(ctx: Ctx, { state, ...input }: Input<Contract['external']['list']>, lang: Lang) {
  const { offset, count } = pageOf(input)
  const zone = ctx.settings.current().timeZone
  const { list, counts } = await ctx.store.read(async (tx) => {
    const rows = await tx.outbox.list('external', state && outboxStates[state], offset, count)
    const remotes = await tx.remotes.findAll(rows.map(ticketOf))
    const counts = {
      waiting: await tx.outbox.count('external', outboxStates.waiting),
      stuck: await tx.outbox.count('external', outboxStates.stuck),
      delivered: await tx.outbox.count('external', outboxStates.delivered),
    }
    const list = rows.map((row) => ({
      id: row.id,
      ticket: ticketOf(row),
      what: row.kind === 'ticket' ? ('ticket' as const) : ('remark' as const),
      state: stateNames[row.state],
      createdTime: wallClock(row.created_at, zone),
      tries: row.tries,
      nextTime: isDue(row) ? wallClock(row.due_at, zone) : ('' as const),
      deliveredTime: row.done_at === null ? ('' as const) : wallClock(row.done_at, zone),
      error: row.trouble === null ? '' : externalTroubleText(words[lang], JSON.parse(row.trouble) as DeliveryTrouble), // only the outbox writes it
      remote: { id: remotes.get(ticketOf(row))?.id ?? '', url: remotes.get(ticketOf(row))?.url ?? '' },
    }))
    return { list, counts }
  })
  const total = state ? counts[state] : counts.waiting + counts.stuck + counts.delivered
  return { list, total, counts, system: ctx.ports.external.kind }
}

/** On the command line, `actor` is `undefined`. */
export function retryDelivery(ctx: Ctx, actor: MemberActor | undefined, id: number): Promise<void> {
  return ctx.store.change(async (tx) => {
    const at = ctx.now()
    const row = await tx.outbox.find(id)
    if (row?.destination !== 'external') throw new Refusal('delivery_not_found')
    if (row.state === outboxStates.delivered) return unchanged
    await tx.outbox.retryLane(row.lane)
    const about = { ticket: ticketOf(row), forwarded: true }
    return withEvent(tx, { kind: 'ticket.forwarded_again', by: actor ?? systemActor, at, ...about })
  })
}
