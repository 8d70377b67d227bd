import {
  type ChannelName,
  type MessageChoices,
  type MessageKind,
  messageKinds,
  type PersonChannel,
} from '#contract/messages/messages.ts'
import type { Settings } from '#contract/team/settings.ts'
import { isForChat, isUrgent, type MessageItem, needsMember } from '#rules/messages/messages.ts'
import type { Browser, Recipient } from '#store/messages/notify.ts'
import type { NewMessage } from '#store/outbox/outbox.ts'
import type { Channels } from '../shared/ports.ts'

/** A message as it waits. `to` is the browser that shows it; once `sealed`, it says the same at every try. */
export interface MessagePayload {
  readonly items: readonly MessageItem[]
  readonly to?: number
  readonly sealed?: true
  /** Of WeChat: the template whose consent was spent. */
  readonly template?: string
}

/** Whether somebody wants to be told this, this way. */
export function acceptsMessage(
  choices: Partial<MessageChoices>,
  kind: MessageItem['kind'],
  channel: PersonChannel,
): boolean {
  if (choices.off || choices.channels?.[channel] === false) return false
  if (!isPersonal(kind)) return true
  return choices.kinds?.[kind] ?? messageKinds[kind].on
}

const isPersonal = (kind: MessageItem['kind']): kind is MessageKind => kind in messageKinds

/** Things that are told together where they come together. */
function topicOf(item: MessageItem): string {
  if (isUrgent(item.kind)) return 'ticket' in item ? `${item.kind} ${item.ticket}` : item.kind
  // After a stop of weeks there may be many of them.
  if (item.kind === 'idle' || item.kind === 'idle_team') return item.kind
  if ('ticket' in item) return `ticket ${item.ticket}`
  if ('leave' in item) return `leave ${item.leave}`
  return 'date' in item ? 'shifts' : item.kind
}

/** One thing for one person, over each channel that they have and want. `key` tells it from all others; so long it waits for more of the kind. */
export function messagesTo(
  recipient: Recipient,
  item: MessageItem,
  key: string,
  has: Channels,
  waitMs = 0,
): NewMessage[] {
  const { personId, choices, mail, openid, push } = recipient
  const thing = `p${personId} ${topicOf(item)}`
  // A ticket has one owner, who may have become somebody else by merging.
  const whose = item.kind === 'uncollected' ? '' : ` p${personId}`
  const message = (channel: ChannelName, browser?: Browser): NewMessage => {
    const to = browser ? { to: browser.id } : {}
    const mark = browser ? ` ${browser.mark}` : ''
    const payload: MessagePayload = { items: [item], ...to }
    return { channel, thing: thing + mark, key: `${key} ${channel}${whose}${mark}`, personId, payload, waitMs }
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

/** Whether a browser may show it: what is for members only while somebody is logged in there as one. */
export function mayShowInBrowser({ memberId }: Browser, { kind }: MessageItem, reader: Recipient): boolean {
  return !needsMember(kind) || (memberId !== null && memberId === reader.memberId)
}

/** One thing for the team's chat, in each that there is, if the team wants it there. */
export function messagesToChat(
  item: MessageItem,
  key: string,
  bots: readonly ChannelName[],
  settings: Settings['messages'],
): NewMessage[] {
  if (!isForChat(item.kind, settings)) return []
  return bots.map((channel) => ({
    channel,
    thing: 'chat',
    personId: null,
    key: `${key} ${channel}`,
    payload: { items: [item] } satisfies MessagePayload,
    waitMs: 0,
  }))
}
