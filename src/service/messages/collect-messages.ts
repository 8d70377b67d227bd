import type { MessageKind, PersonChannel } from '#contract/messages/messages.ts'
import type { MessageItem } from '#rules/messages/messages.ts'
import type { MessageToPerson } from '#store/outbox/outbox.ts'
import type { MessagePayload } from './new-messages.ts'

/** Sent or waiting. */
export interface CollectMessage {
  readonly kind: MessageKind
  readonly channel: PersonChannel
  readonly at: number
  readonly sent: boolean
}

type CollectItem = Extract<MessageItem, { kind: 'ready' | 'unrepairable' | 'uncollected' }>
const isCollecting = (item: MessageItem): item is CollectItem =>
  item.kind === 'ready' || item.kind === 'unrepairable' || item.kind === 'uncollected'

/** Returns a lookup of the messages about one device, the latest first. */
export function collectMessages(
  rows: readonly MessageToPerson[],
): (personId: number, ticket: number) => CollectMessage[] {
  const messages = rows.flatMap(({ personId, channel, sent, at, payload }) => {
    const { items } = JSON.parse(payload) as MessagePayload // only `addMessages` writes it
    return items.filter(isCollecting).map(({ kind, ticket }) => ({ personId, ticket, kind, channel, at, sent }))
  })
  const byTicket = Map.groupBy(messages, ({ personId, ticket }) => `${personId} ${ticket}`)
  return (personId, ticket) =>
    (byTicket.get(`${personId} ${ticket}`) ?? [])
      .map(({ kind, channel, at, sent }) => ({ kind, channel, at, sent }))
      .toSorted((a, b) => b.at - a.at)
}
