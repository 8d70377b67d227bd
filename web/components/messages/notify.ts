import type { Client } from '#contract/client.ts'
import type { MessageKind } from '#contract/messages/messages.ts'

export type Notify = Awaited<ReturnType<Client['messages']['choices']>>

export const hasChannels = ({ mail, push, wechat }: Notify): boolean =>
  mail !== null || push !== null || wechat !== null

/** How a person hears of one kind of message: over some channels, switched off, or not yet. */
export type ChannelsOfKind =
  | { readonly how: 'by'; readonly mail: string; readonly push: boolean; readonly wechat: boolean }
  | { readonly how: 'off' }
  /** Channels that the person could turn on. */
  | { readonly how: 'not_yet'; readonly mail: boolean; readonly push: boolean; readonly wechat: boolean }

export function reachedBy({ off, channels, kinds, mail, push, wechat }: Notify, kind: MessageKind): ChannelsOfKind {
  if (off || kinds[kind] === false) return { how: 'off' }
  // Channels that the person has turned off are not offered again.
  const may = {
    mail: mail !== null && channels.mail !== false,
    push: push !== null && channels.push !== false,
    wechat: wechat !== null && channels.wechat !== false,
  }
  if (!may.mail && !may.push && !may.wechat) return { how: 'off' }
  const by = {
    mail: may.mail && mail?.refused === false ? mail.address : '',
    push: may.push && (push?.devices ?? 0) > 0,
    wechat: may.wechat && wechat?.templates.some((one) => one.kinds.includes(kind) && one.consents > 0) === true,
  }
  return by.mail || by.push || by.wechat ? { how: 'by', ...by } : { how: 'not_yet', ...may }
}

/** Redacts an address so that only its owner recognises it: a…@example.org. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? address : `${[...address][0]}…${address.slice(at)}`
}
