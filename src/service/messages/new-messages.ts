import {
  type ChannelName,
  chatChannels,
  type MessageKind,
  messageKinds,
  type NotifyChoices,
  type PersonChannel,
} from '#contract/messages/messages.ts'
import { isForChat, isUrgent, type MessageItem, needsMember } from '#rules/messages/messages.ts'
import type { PushBrowser, Recipient } from '#store/messages/notify.ts'
import type { NewMessage } from '#store/outbox/outbox.ts'
import type { Ctx } from '../shared/context.ts'
import type { Channels } from '../shared/ports.ts'

/** `to` is the browser. A `sealed` message is the same at each try. */
export interface MessagePayload {
  readonly items: readonly MessageItem[]
  readonly to?: number
  readonly sealed?: true
  /** For WeChat, the template whose consent was used. */
  readonly template?: string
}

export function acceptsMessage(choices: Partial<NotifyChoices>, kind: MessageItem['kind'], channel: PersonChannel) {
  if (choices.off || choices.channels?.[channel] === false) return false
  if (!isPersonal(kind)) return true
  return choices.kinds?.[kind] ?? messageKinds[kind].on
}

const isPersonal = (kind: MessageItem['kind']): kind is MessageKind => kind in messageKinds

const topicOfTicket = (ticket: number) => `ticket ${ticket}`
/** What messages to a person about a ticket have in common. */
export const ticketThing = (personId: number, ticket: number) => `p${personId} ${topicOfTicket(ticket)}`

/** Items with the same topic may share a message. */
function topicOf(item: MessageItem): string {
  if (isUrgent(item.kind)) return 'ticket' in item ? `${item.kind} ${item.ticket}` : item.kind
  // After a long stop there may be many of them.
  if (item.kind === 'idle' || item.kind === 'idle_team') return item.kind
  if ('ticket' in item) return topicOfTicket(item.ticket)
  if ('helper' in item) return `helper ${item.helper}`
  if ('leave' in item) return `leave ${item.leave}`
  return 'date' in item ? 'shifts' : item.kind
}

/**
 * Sends an item over each channel that the person has and accepts. `key` makes it unique. It waits `waitMs` for more
 * items of its topic.
 */
export function messagesTo(recipient: Recipient, item: MessageItem, key: string, has: Channels, waitMs = 0) {
  const { personId, choices, mail, openid, push } = recipient
  const thing = `p${personId} ${topicOf(item)}`
  // The owner may be merged into another person, and must not be told twice.
  const whose = item.kind === 'uncollected' ? '' : ` p${personId}`
  const message = (channel: ChannelName, browser?: PushBrowser): NewMessage => {
    const to = browser ? { to: browser.id } : {}
    const fingerprint = browser ? ` ${browser.fingerprint}` : ''
    const payload: MessagePayload = { items: [item], ...to }
    return {
      channel,
      thing: thing + fingerprint,
      key: `${key} ${channel}${whose}${fingerprint}`,
      personId,
      payload,
      waitMs,
    }
  }
  const wanted = (channel: PersonChannel) => has[channel] !== undefined && acceptsMessage(choices, item.kind, channel)
  const tellsInWechat = has.wechat?.templates.some(({ kinds }) => isPersonal(item.kind) && kinds.includes(item.kind))
  return [
    ...(wanted('mail') && mail !== '' ? [message('mail')] : []),
    ...(wanted('wechat') && openid !== '' && tellsInWechat ? [message('wechat')] : []),
    ...(wanted('push')
      ? push.filter((one) => mayShowInBrowser(one, item, recipient)).map((one) => message('push', one))
      : []),
  ]
}

/** Items for members need a browser in which that member is logged in. */
export function mayShowInBrowser({ memberId }: PushBrowser, { kind }: MessageItem, reader: Recipient): boolean {
  return !needsMember(kind) || (memberId !== null && memberId === reader.memberId)
}

export function messagesToChat({ ports, settings }: Ctx, item: MessageItem, key: string): NewMessage[] {
  if (!isForChat(item.kind, settings.current().messages)) return []
  const bots = chatChannels.filter((channel) => ports.channels[channel] !== undefined)
  return bots.map((channel) => ({
    channel,
    thing: 'chat',
    personId: null,
    key: `${key} ${channel}`,
    payload: { items: [item] } satisfies MessagePayload,
    waitMs: 0,
  }))
}
