import type { MessageItem } from '#rules/messages/messages.ts'
import { laneOf } from '#store/outbox/outbox.ts'
import type { Ctx } from '../shared/context.ts'
import { type MessagePayload, ticketThing } from './new-messages.ts'

const tellsOfComment = ({ kind }: MessageItem) => kind === 'comment' || kind === 'answered'

/** A person who opens a ticket reads its comments, so emails about them that still wait are dropped. */
export async function dropMailOfReadComments(ctx: Ctx, personId: number, ticket: number): Promise<void> {
  if (!ctx.ports.channels.mail || ctx.store.storage.damage()) return
  const lane = laneOf('mail', ticketThing(personId, ticket))
  if (!(await ctx.store.read((tx) => tx.outbox.hasUntried(lane)))) return
  const isNeeded = (payload: string) => !(JSON.parse(payload) as MessagePayload).items.every(tellsOfComment) // only this folder writes it
  await ctx.store.upkeep((tx) => tx.outbox.dropUntried(lane, isNeeded, ctx.deletionTime()))
}
