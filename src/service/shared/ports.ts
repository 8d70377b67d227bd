import type { Lang } from '#contract/languages.ts'
import type { MessageFacts } from '#contract/messages/message-facts.ts'
import { type ChatChannel, channelNames, type MessageKind } from '#contract/messages/messages.ts'
import type { PushAddress } from '#store/messages/push-subscriptions.ts'

export type { PushAddress }

export interface Identity {
  readonly provider: string
  readonly subject: string
  /** The id of the person in all programs of the same owner, if WeChat sends it. */
  readonly unionid?: string | undefined
}

export interface Origin {
  readonly address: string
}

/** `npm run check` and the doctor test connected systems. `check` throws a sentence if the system does not work. */
interface CheckedConnection {
  check(): Promise<void>
}

export interface MiniProgram extends CheckedConnection {
  readonly kind: 'demo' | 'wechat'
  identify(code: string): Promise<Identity>
}

export interface MailedCode {
  /** To log in, or to confirm the address for messages. */
  readonly about: 'login' | 'address'
  readonly code: string
  readonly team: string
  readonly lang: Lang
  readonly minutes: number
  /** The page for the code of a login. The code is behind `#`: browsers do not send that part, so no log contains it. */
  readonly link?: string
}

/** A link by which the owner of a mailbox agrees to messages. */
export interface MailedLink {
  readonly link: string
  readonly team: string
  readonly lang: Lang
}

export interface Mailer extends CheckedConnection {
  sendCode(mail: string, code: MailedCode): Promise<void>
  sendLink(mail: string, link: MailedLink): Promise<void>
}

export interface SchoolIdentity extends Identity {
  /** Matches a member; an empty one matches none. */
  readonly studentId: string
}

/** The login of the school. A code or ticket works once. */
export interface IdentityProvider extends CheckedConnection {
  /** The address for the browser, and a memo that `finish` needs. */
  begin(state: string): Promise<{ readonly url: string; readonly memo: string }>
  /** The identity from the query with which the browser returned. */
  finish(query: URLSearchParams, state: string, memo: string): Promise<SchoolIdentity>
  /** The identity behind a code or ticket alone, as in a QR code of the school. */
  exchange(code: string): Promise<SchoolIdentity>
}

/**
 * Stores pictures by name. Methods throw `Unavailable` while the storage fails. A resolved `put` survives a power cut.
 */
export interface MediaStore extends CheckedConnection {
  put(name: string, bytes: Uint8Array, type: string): Promise<void>
  get(name: string): Promise<Uint8Array | undefined>
  has(name: string): Promise<boolean>
  remove(name: string): Promise<void>
  /** Removes remains of interrupted `put` calls, but nothing of one that still runs on any node. */
  removeUnfinished(): Promise<void>
  /** Free space in bytes; infinite for a storage without a limit. */
  freeBytes(): Promise<number>
}

/** Decodes an upload and encodes a safe picture from it, or refuses it. */
export interface PicturePort extends CheckedConnection, Disposable {
  /** With `first` the picture goes to the head of the queue. A full queue is refused. */
  clean(bytes: Uint8Array, first?: boolean): Promise<{ readonly bytes: Uint8Array; readonly extension: 'jpg' | 'webp' }>
}

/** A ticket for the external ticket system, with no more data than needed. */
export interface ForwardedTicket {
  /** A unique reference for searches, the same at each try. */
  readonly ref: string
  readonly at: number
  /** In the team's language, for people who read it there. */
  readonly subject: string
  readonly text: string
  readonly link: string
  readonly facts: ForwardedFacts
}

export interface ForwardedFacts {
  readonly id: number
  readonly type: 'appliance' | 'computer'
  readonly device: string
  readonly deviceModel: string
  readonly description: string
  readonly phone?: string
}

export interface Remark {
  readonly note?: number
  /** A unique reference, the same at each try. */
  readonly ref: string
  readonly at: number
  readonly text: string
}

export interface RemoteTicket {
  readonly id: string
  readonly url: string | undefined
}

/**
 * Methods throw `Trouble`. A failed call may have had its effect, and everything is retried: so `find` comes before
 * `create`, and `comment` first searches for its reference unless the system accepts each reference once.
 */
export interface ExternalSystem {
  readonly kind: ExternalKind
  check(signal?: AbortSignal): Promise<void>
  /** Finds the ticket with our reference. Absent if the other system cannot be searched. */
  readonly find: ((ref: string, signal: AbortSignal) => Promise<RemoteTicket | undefined>) | undefined
  create(ticket: ForwardedTicket, signal: AbortSignal): Promise<RemoteTicket>
  comment(remote: RemoteTicket & { readonly ref: string }, remark: Remark, signal: AbortSignal): Promise<void>
}

/** A line of the file for forwarded tickets. */
export interface ForwardedLine {
  readonly event: 'ticket' | 'comment'
  readonly ref: string
  /** For a comment: the reference of its ticket, and its note. 0 stands for no note; earlier versions wrote none. */
  readonly ticket?: string
  readonly note?: number
}

/** The file may still exist after a change to another system. */
export interface ForwardedFile {
  /** Blanks the texts of the lines that `choose` returns, and returns their number. */
  blank(choose: (lines: readonly ForwardedLine[]) => Promise<readonly ForwardedLine[]>): Promise<number>
}

export type ExternalKind = 'file' | 'webhook' | 'request-tracker' | 'redmine'

/** A message in the language of its reader. */
export interface Message {
  /** A unique id, the same at each try. */
  readonly id: string
  readonly at: number
  readonly lang: Lang
  readonly team: string
  /** The kind of its first item. */
  readonly kind: keyof MessageFacts
  readonly subject: string
  /** One paragraph for each item. */
  readonly texts: readonly string[]
  readonly link: string
  /** Each item, the most important first, for channels that show one. */
  readonly each: readonly { readonly kind: keyof MessageFacts; readonly fields: Readonly<Record<string, string>> }[]
  /**
   * For channels with forms: the facts of `messageFields`, `at` (the time of writing) and `phrase` (the status in
   * Chinese).
   */
  readonly fields: Readonly<Record<string, string>>
}

/**
 * `send` throws `Trouble`. A message may arrive twice with the same id. The troubles `address_gone` and `no_consent`
 * concern one address, which is then no longer used.
 */
interface Channel {
  check(signal?: AbortSignal): Promise<void>
}

/** Each mail has a link to the page of choices and a link that stops mails. */
export interface MailChannel extends Channel {
  send(
    to: { readonly address: string; readonly choices: string; readonly stop: string },
    message: Message,
    signal: AbortSignal,
  ): Promise<void>
}

export interface PushChannel extends Channel {
  /** The public key with which browsers subscribe. */
  readonly publicKey: string
  /** True if the endpoint belongs to a known push service. It is untrusted input. */
  takes(endpoint: string): boolean
  send(to: PushAddress, message: Message, signal: AbortSignal): Promise<void>
}

export interface Template {
  readonly id: string
  readonly kinds: readonly MessageKind[]
}

export interface WechatChannel extends Channel {
  readonly templates: readonly Template[]
  send(to: { readonly openid: string; readonly template: string }, message: Message, signal: AbortSignal): Promise<void>
}

export type ContentVerdict = 'pass' | 'review' | 'risky'

/** `not_here` if the author was not in the mini-program lately. */
export type TextVerdict = ContentVerdict | 'not_here'

/** The place of a text or picture, in WeChat's terms. */
export type ContentScene = 'profile' | 'comment' | 'social'

export interface ContentAuthor {
  readonly openid: string
  readonly scene: ContentScene
}

export interface Wechat {
  readonly provider: string
  /** Without its message push, no verdict on a picture arrives. */
  readonly push: WechatPush | undefined
  check(): Promise<void>
  /** Throws `Trouble` if the answer takes too long. */
  text(text: string, by: ContentAuthor): Promise<TextVerdict>
  /**
   * Starts a check and returns its trace id; `undefined` if the author was not in the mini-program lately. Throws
   * `Trouble`.
   */
  picture(url: string, by: ContentAuthor, signal: AbortSignal): Promise<string | undefined>
  /** The phone number behind a code of the mini-program, which works once. */
  phone(code: string, openid: string | undefined): Promise<string>
}

export interface PushSignature {
  readonly signature: string
  readonly timestamp: string
  readonly nonce: string
  readonly msg_signature?: string
}

/** Both methods refuse messages that WeChat did not sign recently. */
export interface WechatPush {
  verify(signed: PushSignature): void
  /** No verdict if WeChat could not fetch the picture; `undefined` for other messages. */
  read(
    signed: PushSignature,
    body: Readonly<Record<string, unknown>>,
  ): { readonly trace: string; readonly verdict: ContentVerdict | undefined } | undefined
}

export interface ChatBot extends Channel {
  /** The shortest pause between two messages. */
  readonly pauseMs: number
  send(message: Message, signal: AbortSignal): Promise<void>
}

export interface HookEvent {
  /** A unique id, the same at each try. */
  readonly id: string
  readonly at: number
  readonly type: string
  readonly data: object
}

export interface EventHook extends Channel {
  send(event: HookEvent, signal: AbortSignal): Promise<void>
}

/** A channel that is not configured is `undefined`. */
export type Channels = {
  readonly mail: MailChannel | undefined
  readonly push: PushChannel | undefined
  readonly wechat: WechatChannel | undefined
  readonly webhook: EventHook | undefined
} & { readonly [C in ChatChannel]: ChatBot | undefined }

export const noChannels = Object.fromEntries(channelNames.map((name) => [name, undefined])) as Channels // one for each name

export interface Ports {
  readonly media: MediaStore
  readonly pictures: PicturePort
  readonly miniProgram: MiniProgram | undefined
  readonly wechat: Wechat | undefined
  readonly mailer: Mailer | undefined
  readonly identity: IdentityProvider | undefined
  readonly external: ExternalSystem
  readonly channels: Channels
}
