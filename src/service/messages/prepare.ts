import type { PersonChannel } from '#contract/messages/messages.ts'
import { isAboutAddress, isForChat, isUrgent, type MessageItem, quietUntil, staleMs } from '#rules/messages/messages.ts'
import type { Recipient } from '#store/messages/notify.ts'
import type { OutboxRow } from '#store/outbox/outbox.ts'
import type { Tx } from '#store/store.ts'
import type { DeliveryResult } from '../outbox/worker.ts'
import type { Ctx } from '../shared/context.ts'
import type { Message } from '../shared/ports.ts'
import { Trouble } from '../shared/trouble.ts'
import { composeMessage } from './compose.ts'
import { acceptsMessage, type MessagePayload, mayShowInBrowser } from './new-messages.ts'

const maxItems = 20

export interface ReadyMessage {
  readonly payload: MessagePayload
  readonly message: Message
}

export interface PersonalMessage extends ReadyMessage {
  readonly reader: Recipient
}

export const payloadOf = (row: Pick<OutboxRow, 'payload'>) => JSON.parse(row.payload) as MessagePayload // only this folder writes it

export async function prepareForPerson(
  ctx: Ctx,
  row: OutboxRow,
  channel: PersonChannel,
): Promise<PersonalMessage | DeliveryResult> {
  const payload = await payloadToSend(ctx, row)
  if ('how' in payload) return payload
  const reader = await ctx.store.read(async (tx) => {
    // The recipient may be a guest who has logged in as another person since the lease.
    const personId = (await tx.outbox.find(row.id))?.person_id ?? row.person_id
    return personId === null ? undefined : tx.notify.person(personId)
  })
  if (!reader) return { how: 'dropped' }
  const isWanted = (item: MessageItem) => {
    if (!acceptsMessage(reader.choices, item.kind, channel)) return false
    if (channel !== 'push') return true
    return reader.push.some((browser) => browser.id === payload.to && mayShowInBrowser(browser, item, reader))
  }
  const message = await compose(ctx, row, payload.items.filter(isWanted), reader)
  return message ? { payload, reader, message } : dropped(row, payload)
}

export async function prepareForChat(ctx: Ctx, row: OutboxRow): Promise<ReadyMessage | DeliveryResult> {
  const payload = await payloadToSend(ctx, row)
  if ('how' in payload) return payload
  const { messages } = ctx.settings.current()
  const items = payload.items.filter(({ kind }) => isForChat(kind, messages))
  const message = await compose(ctx, row, items, undefined)
  return message ? { payload, message } : dropped(row, payload)
}

/** Drops a stale message, and postpones others until the quiet hours end. */
async function payloadToSend(ctx: Ctx, row: OutboxRow): Promise<MessagePayload | DeliveryResult> {
  const payload = payloadOf(row)
  const at = ctx.deletionTime()
  if (at - row.created_at > staleMs) return { how: 'dropped' }
  const { messages, timeZone } = ctx.settings.current()
  const quiet = payload.items.some(({ kind }) => isUrgent(kind)) ? undefined : quietUntil(messages, timeZone, at)
  return quiet === undefined ? seal(ctx, row, payload) : { how: 'postponed', waitMs: quiet - at }
}

/** Adds the items of waiting messages, and fixes the content, so that each retry sends the same. */
async function seal(ctx: Ctx, row: OutboxRow, payload: MessagePayload): Promise<MessagePayload> {
  if (payload.sealed) return payload
  return ctx.store.upkeep(async (tx) => {
    // After a suspension of this node, another one may have the row.
    if (!(await tx.outbox.rewrite(row, payload))) throw new Trouble({ say: 'unforeseen' })
    const joined = await tx.outbox.dropFollowing(row, maxItems - 1, ctx.deletionTime())
    const others = joined.flatMap((one) => payloadOf({ payload: one }).items)
    const whole: MessagePayload = { ...payload, items: [...payload.items, ...others], sealed: true }
    await tx.outbox.rewrite(row, whole)
    return whole
  })
}

async function compose(ctx: Ctx, row: OutboxRow, items: readonly MessageItem[], reader: Recipient | undefined) {
  const instance = await ctx.store.read((tx) => tx.remotes.instance())
  return composeMessage(ctx, items, reader, { id: `${instance}-${row.id}`, at: row.created_at })
}

export const dropped = (row: OutboxRow, payload: MessagePayload): DeliveryResult => ({
  how: 'dropped',
  also: (tx) => releaseUnsent(tx, row, payload),
})

/** Frees the key of an unsent message, because a gap may open again, and its WeChat consent. */
export async function releaseUnsent(tx: Tx, row: OutboxRow, { items, template }: MessagePayload): Promise<void> {
  if (items.every(({ kind }) => kind === 'gap' || kind === 'shift_gap')) await tx.outbox.freeKey(row)
  if (template !== undefined && row.person_id !== null) await tx.consents.add(row.person_id, template)
}

/** `remove` removes an address that no longer exists. */
export async function resultOf(
  ctx: Ctx,
  sent: Promise<boolean>,
  remove: (tx: Tx) => Promise<void>,
): Promise<DeliveryResult> {
  try {
    return { how: (await sent) ? 'delivered' : 'dropped' }
  } catch (error) {
    if (error instanceof Trouble && isAboutAddress(error.what)) await ctx.store.upkeep(remove)
    throw error
  }
}
