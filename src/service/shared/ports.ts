import type { Lang } from '#contract/languages.ts'
import type { MessageFacts } from '#contract/messages/message-facts.ts'
import type { ChatChannel, MessageKind } from '#contract/messages/messages.ts'
import type { PushAddress } from '#store/messages/push-subscriptions.ts'

export type { PushAddress }

/** A person as one provider knows them. */
export interface Identity {
  readonly provider: string
  readonly subject: string
  /** The same person in other programs of the same owner, if WeChat tells it. */
  readonly unionid?: string | undefined
}

/** The source of a request. Rates depend on it, identities never. */
export interface Origin {
  readonly address: string
}

/** A connected system that `npm run check` and the doctor can test: `check` throws a sentence if it does not work. */
interface Connected {
  check(): Promise<void>
}

/** Exchanges the login code of a mini-program for an identity, or refuses it. */
export interface MiniProgram extends Connected {
  readonly kind: 'demo' | 'wechat'
  identify(code: string): Promise<Identity>
}

/** A code to be mailed, with the facts for the text around it. */
export interface MailedCode {
  /** The purpose: to log in, or to confirm the address for messages. */
  readonly about: 'login' | 'address'
  readonly code: string
  readonly team: string
  readonly lang: Lang
  readonly minutes: number
}

/** A link by which the owner of a mailbox agrees to messages. */
export interface MailedLink {
  readonly link: string
  readonly team: string
  readonly lang: Lang
}

export interface Mailer extends Connected {
  sendCode(mail: string, code: MailedCode): Promise<void>
  sendLink(mail: string, link: MailedLink): Promise<void>
}

/** A person as the school knows them. `provider` begins with `oidc:` or `cas:`. */
export interface SchoolIdentity extends Identity {
  /** Members are matched by it. An empty one matches no member. */
  readonly studentId: string
}

/** The login of the school. A code or ticket works once; a wrong one is refused with `code_refused`. */
export interface IdentityProvider extends Connected {
  /** The address to send the browser to, and a memo to keep until it returns with this state. */
  begin(state: string): Promise<{ readonly url: string; readonly memo: string }>
  /** The identity of the person who returned, from the whole query of the browser. */
  finish(query: URLSearchParams, state: string, memo: string): Promise<SchoolIdentity>
  /** The identity behind a bare code or ticket, as a QR code of the school holds it. */
  exchange(code: string): Promise<SchoolIdentity>
}

/**
 * Stores pictures by name. A method throws `Unavailable` if the storage does not work now. A resolved `put` survives a
 * power cut.
 */
export interface MediaStore extends Connected {
  put(name: string, bytes: Uint8Array, type: string): Promise<void>
  get(name: string): Promise<Uint8Array | undefined>
  has(name: string): Promise<boolean>
  /** Removing an absent picture is no error. */
  remove(name: string): Promise<void>
  /** Removes remains of pictures whose `put` was killed, but nothing of a `put` that still runs on any node. */
  removeUnfinished(): Promise<void>
  /** Free space in bytes; infinite for a storage without a limit. */
  freeBytes(): Promise<number>
}

/** Decodes an upload and encodes a safe picture from it, or refuses it. */
export interface PicturePort extends Connected, Disposable {
  /** With `first` the picture goes to the head of the queue. A full queue refuses it. */
  clean(bytes: Uint8Array, first?: boolean): Promise<{ readonly bytes: Uint8Array; readonly extension: 'jpg' | 'webp' }>
}

/** A ticket for the external ticket system: no more than is needed there. */
export interface ForwardedTicket {
  /** A unique reference, the same at each try: the other system is searched by it. */
  readonly ref: string
  /** When the ticket was forwarded. */
  readonly at: number
  /** In the team's language, for people who read it there. */
  readonly subject: string
  readonly text: string
  /** The page of the ticket here. */
  readonly link: string
  readonly facts: ForwardedFacts
}

export interface ForwardedFacts {
  readonly id: number
  readonly type: 'appliance' | 'computer'
  readonly device: string
  readonly deviceModel: string
  readonly description: string
  /** Only if a setting allows it. */
  readonly phone?: string
}

/** A later comment on a forwarded ticket. */
export interface Remark {
  /** The number of the note, if the remark is one. */
  readonly note?: number
  /** A unique reference, the same at each try. */
  readonly ref: string
  readonly at: number
  readonly text: string
}

/** A ticket in the external system; `url` is its page for people. */
export interface RemoteTicket {
  readonly id: string
  readonly url: string | undefined
}

/**
 * The external ticket system. Its methods throw `Trouble`.
 * A failed try may have worked there, and everything is retried. So `find` comes before `create`, and `comment` looks
 * for the reference of its remark first, or the other system accepts each reference once.
 */
export interface ExternalSystem {
  readonly kind: ExternalKind
  check(signal?: AbortSignal): Promise<void>
  /** Finds the ticket with our reference. Absent if the other system cannot be searched. */
  readonly find: ((ref: string, signal: AbortSignal) => Promise<RemoteTicket | undefined>) | undefined
  create(ticket: ForwardedTicket, signal: AbortSignal): Promise<RemoteTicket>
  /** `ref` is the reference of the ticket. */
  comment(remote: RemoteTicket & { readonly ref: string }, remark: Remark, signal: AbortSignal): Promise<void>
}

/** A line of the file that tickets are forwarded to if there is no external system. */
export interface ForwardedLine {
  readonly event: 'ticket' | 'comment'
  readonly ref: string
  /** For a comment: the reference of its ticket, and its note. 0 stands for no note; earlier versions wrote none. */
  readonly ticket?: string
  readonly note?: number
}

/** The file with forwarded tickets. It may also exist from earlier days if another system is used now. */
export interface ForwardedFile {
  /**
   * Blanks the texts of the lines that `choose` returns, and returns their number. `choose` gets the lines that have
   * texts.
   */
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
  /** Each item, the most important first, for channels that tell one. */
  readonly each: readonly { readonly kind: keyof MessageFacts; readonly fields: Readonly<Record<string, string>> }[]
  /**
   * Its facts by name, for channels that fill in forms: those of `messageFields`, `at` (when it was written) and
   * `phrase` (the status in Chinese).
   */
  readonly fields: Readonly<Record<string, string>>
}

/**
 * A channel for messages. `send` throws `Trouble`. A message may arrive twice, with the same id, if the other side
 * cannot tell.
 * The troubles `address_gone` and `no_consent` concern this address alone, which is then not used again.
 */
interface Channel {
  /** Tests the channel without sending a message. */
  check(signal?: AbortSignal): Promise<void>
}

/** Mails, each with a link to the page of choices and a link that stops all mails. */
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
  /** True if the endpoint is of a known push service. It is input from a stranger. */
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

/** The verdict of WeChat: fine, unsure, or not to be shown. */
export type ContentVerdict = 'pass' | 'review' | 'risky'

/** The verdict on a text; `not_here` if its author was not in the mini-program lately. */
export type TextVerdict = ContentVerdict | 'not_here'

/** The place where a text or picture is shown, in the terms of WeChat. */
export type ContentScene = 'profile' | 'comment' | 'social'

/** The author of a text or picture, and its place. */
export interface ContentAuthor {
  readonly openid: string
  readonly scene: ContentScene
}

/** Questions to WeChat: verdicts on texts and pictures, and phone numbers. */
export interface Wechat {
  /** The provider in identities from WeChat. */
  readonly provider: string
  /** Its message push. Without it no verdict on a picture arrives. */
  readonly push: WechatPush | undefined
  check(): Promise<void>
  /** Throws `Trouble` if the answer takes too long. */
  text(text: string, by: ContentAuthor): Promise<TextVerdict>
  /**
   * Starts a check of a picture and returns its trace id; `undefined` if the author was not in the mini-program lately.
   * Throws `Trouble`.
   */
  picture(url: string, by: ContentAuthor, signal: AbortSignal): Promise<string | undefined>
  /** The phone number behind a code of the mini-program, which works once. */
  phone(code: string, openid: string | undefined): Promise<string>
}

/** The signature on a message that WeChat pushed. */
export interface PushSignature {
  readonly signature: string
  readonly timestamp: string
  readonly nonce: string
  readonly msg_signature?: string
}

/** Both methods refuse a message that WeChat did not sign, or not lately. */
export interface WechatPush {
  verify(signed: PushSignature): void
  /** The picture and the verdict; no verdict if WeChat could not fetch the picture. `undefined` for other messages. */
  read(
    signed: PushSignature,
    body: Readonly<Record<string, unknown>>,
  ): { readonly trace: string; readonly verdict: ContentVerdict | undefined } | undefined
}

/** A bot in the team's chat. */
export interface ChatBot extends Channel {
  /** The shortest pause between two messages. */
  readonly pauseMs: number
  send(message: Message, signal: AbortSignal): Promise<void>
}

/** An event for another program. */
export interface HookEvent {
  /** Unlike any other's, and the same at every try. */
  readonly id: string
  readonly at: number
  readonly type: string
  readonly data: object
}

export interface EventHook extends Channel {
  send(event: HookEvent, signal: AbortSignal): Promise<void>
}

/** The channels that the team has configured. */
export type Channels = {
  readonly mail?: MailChannel
  readonly push?: PushChannel
  readonly wechat?: WechatChannel
  readonly webhook?: EventHook
} & { readonly [C in ChatChannel]?: ChatBot }

/** The connected systems. One that is not configured is `undefined`. */
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
