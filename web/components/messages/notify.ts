import type { Client } from '#contract/client.ts'
import type { MessageKind } from '#contract/messages/messages.ts'

/** What somebody is told of, and how. */
export type Notify = Awaited<ReturnType<Client['messages']['choices']>>

/** Whether the team could tell somebody anything at all. */
export const hasChannels = ({ mail, push, wechat }: Notify): boolean =>
  mail !== null || push !== null || wechat !== null

/** How somebody hears of one kind of thing: by some way, not at all because they wanted so, or not yet. */
export type Reached =
  | { readonly how: 'by'; readonly mail: string; readonly push: boolean; readonly wechat: boolean }
  | { readonly how: 'off' }
  /** What they could use for it. */
  | { readonly how: 'not_yet'; readonly mail: boolean; readonly push: boolean; readonly wechat: boolean }

export function reachedBy({ off, channels, kinds, mail, push, wechat }: Notify, kind: MessageKind): Reached {
  if (off || kinds[kind] === false) return { how: 'off' }
  // What somebody has turned off is not offered to them again.
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

/** An address that its owner knows again, and who looks over their shoulder does not learn: a…@example.org. */
export function hidden(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? address : `${[...address][0]}…${address.slice(at)}`
}
