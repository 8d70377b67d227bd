import type { Lang } from '#contract/languages.ts'
import type { MessageFacts } from '#contract/messages/message-facts.ts'
import type { ChatChannel, MessageKind } from '#contract/messages/messages.ts'

/** Who somebody is, as one provider knows them. */
export interface Identity {
  readonly provider: string
  readonly subject: string
  /** The same person in other programs of the same owner, where WeChat says so. */
  readonly unionid?: string | undefined
}

/** Where a request came from. It decides how much is too much, never who somebody is. */
export interface Origin {
  readonly address: string
}

/** Something outside that an administrator can be told about: `check` throws a sentence if it does not work. */
interface Connected {
  check(): Promise<void>
}

/** Turns a mini-program login code into an identity, or refuses it. */
export interface MiniProgram extends Connected {
  readonly kind: 'demo' | 'wechat'
  identify(code: string): Promise<Identity>
}

/** A code to be sent, and what the mail says of it. */
export interface MailedCode {
  /** What it is for: to log in, or to confirm the address for messages. */
  readonly about: 'login' | 'address'
  readonly code: string
  readonly team: string
  readonly lang: Lang
  readonly minutes: number
}

/** A link with which the owner of a mailbox agrees to messages there. */
export interface MailedLink {
  readonly link: string
  readonly team: string
  readonly lang: Lang
}

/** Sends a code or a link to a mail address. */
export interface Mailer extends Connected {
  sendCode(mail: string, code: MailedCode): Promise<void>
  sendLink(mail: string, link: MailedLink): Promise<void>
}

/** Somebody as the school knows them; `provider` begins with `oidc:` or `cas:`. */
export interface SchoolIdentity extends Identity {
  /** What members are matched by; empty where the school says none, which is nobody's. */
  readonly studentId: string
}

/** The school's own login. A code or ticket is good once; what is wrong with it is a `code_refused`. */
export interface IdentityProvider extends Connected {
  /** Where to send the browser, and what has to be remembered until it comes back with this state. */
  begin(state: string): Promise<{ readonly url: string; readonly memo: string }>
  /** Who came back, by the whole query the browser brought. */
  finish(query: URLSearchParams, state: string, memo: string): Promise<SchoolIdentity>
  /** Who a bare code or ticket belongs to, as a QR code of the school carries it. */
  exchange(code: string): Promise<SchoolIdentity>
}

/** Where pictures are kept, by name. Each of these throws `Unavailable` where the store cannot do it now; a `put` that resolves survives a power cut. */
export interface MediaStore extends Connected {
  put(name: string, bytes: Uint8Array, type: string): Promise<void>
  get(name: string): Promise<Uint8Array | undefined>
  has(name: string): Promise<boolean>
  /** Removing what is not there is no mistake. */
  remove(name: string): Promise<void>
  /** Removes what is left of pictures whose `put` was killed, never of one that is still going on, on whichever node. */
  removeUnfinished(): Promise<void>
  /** Room left for pictures, in bytes; infinite where the store does not run out of it. */
  freeBytes(): Promise<number>
}

/** Makes a picture that is safe to show out of whatever somebody sent, or refuses it. */
export interface Pictures extends Connected, Disposable {
  /** With `first` it goes before those that wait. Refuses where too many do. */
  clean(bytes: Uint8Array, first?: boolean): Promise<{ readonly bytes: Uint8Array; readonly extension: 'jpg' | 'webp' }>
}

/** A ticket as the external ticket system is told of it: the least that helps there. */
export interface ForwardedTicket {
  /** Unlike any other's, and the same at every try: what the other side is searched by. */
  readonly ref: string
  /** When it was promised. */
  readonly at: number
  /** For people over there, in the team's language. */
  readonly subject: string
  readonly text: string
  /** Where members see the ticket here. */
  readonly link: string
  /** The same for machines. */
  readonly facts: ForwardedFacts
}

export interface ForwardedFacts {
  readonly id: number
  readonly type: 'appliance' | 'computer'
  readonly device: string
  readonly deviceModel: string
  readonly description: string
  /** Only where a setting says so. */
  readonly phone?: string
}

/** What happened to a forwarded ticket since. */
export interface Remark {
  /** The number of the note it tells, where it tells one. */
  readonly note?: number
  /** Unlike any other's, and the same at every try. */
  readonly ref: string
  readonly at: number
  readonly text: string
}

/** A ticket over there; `url` is where people see it. */
export interface RemoteTicket {
  readonly id: string
  readonly url: string | undefined
}

/**
 * The external ticket system. Each of these throws `Trouble`. A try may have worked although it failed here, so all of it
 * comes again: `find` is asked before `create`, and `comment` looks for its remark's reference before it writes, or the
 * other side takes one reference once.
 */
export interface ExternalSystem {
  readonly kind: ExternalKind
  check(signal?: AbortSignal): Promise<void>
  /** The ticket with our reference; absent where the other side cannot be asked. */
  readonly find: ((ref: string, signal: AbortSignal) => Promise<RemoteTicket | undefined>) | undefined
  create(ticket: ForwardedTicket, signal: AbortSignal): Promise<RemoteTicket>
  /** `ref` is the ticket's own. */
  comment(remote: RemoteTicket & { readonly ref: string }, remark: Remark, signal: AbortSignal): Promise<void>
}

/** A line of the file to which tickets are forwarded where there is no other system. */
export interface ForwardedLine {
  readonly event: 'ticket' | 'comment'
  readonly ref: string
  /** Of a comment: the reference of its ticket, and the note it tells; 0 is none, and earlier versions wrote nothing. */
  readonly ticket?: string
  readonly note?: number
}

/** That file. Whatever system is used today, there may be one of earlier days. */
export interface ForwardedFile {
  /** Takes the words out of those lines that `choose` picks from the ones that have some; answers how many those were. */
  blank(choose: (lines: readonly ForwardedLine[]) => Promise<readonly ForwardedLine[]>): Promise<number>
}

export type ExternalKind = 'file' | 'webhook' | 'request-tracker' | 'redmine'

/** Something to tell, in the words of whoever reads it. */
export interface Message {
  /** Unlike any other's, and the same at every try. */
  readonly id: string
  /** When it was written. */
  readonly at: number
  readonly lang: Lang
  /** What the team is called, or the program. */
  readonly team: string
  /** What it tells first. */
  readonly kind: keyof MessageFacts
  readonly subject: string
  /** One paragraph for each thing it tells. */
  readonly texts: readonly string[]
  /** The page that shows it. */
  readonly link: string
  /** Each thing it tells, the most important first, for channels that tell one. */
  readonly each: readonly { readonly kind: keyof MessageFacts; readonly fields: Readonly<Record<string, string>> }[]
  /** Its facts one by one, for channels that fill in forms: those of `messageFields`, `at` and `phrase` (when it was written, and the status in Chinese). */
  readonly fields: Readonly<Record<string, string>>
}

/**
 * A way for messages to travel. `send` throws `Trouble`; what the other side cannot tell apart may arrive twice, with the same id.
 * A `Trouble` that says `address_gone` or `no_consent` is about this address alone, which is not used again.
 */
interface Channel {
  /** Whether it can be used, without sending anything. */
  check(signal?: AbortSignal): Promise<void>
}

/** A mail with its two ways out: to the page with the choices, and to no more mails by one click. */
export interface MailChannel extends Channel {
  send(
    to: { readonly address: string; readonly choices: string; readonly stop: string },
    message: Message,
    signal: AbortSignal,
  ): Promise<void>
}

/** A browser as its push service knows it. */
export interface PushAddress {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

export interface PushChannel extends Channel {
  /** What browsers subscribe with. */
  readonly publicKey: string
  /** Whether messages may go there: it is a stranger's word. */
  takes(endpoint: string): boolean
  send(to: PushAddress, message: Message, signal: AbortSignal): Promise<void>
}

/** A template of the mini-program, and what is told with it. */
export interface Template {
  readonly id: string
  readonly kinds: readonly MessageKind[]
}

export interface WechatChannel extends Channel {
  readonly templates: readonly Template[]
  send(to: { readonly openid: string; readonly template: string }, message: Message, signal: AbortSignal): Promise<void>
}

/** What WeChat thinks of something: that it is fine, that it is not sure, that it must not be shown. */
export type ContentVerdict = 'pass' | 'review' | 'risky'

/** The same of a text; nothing of one by somebody who was not in the mini-program lately. */
export type TextVerdict = ContentVerdict | 'not_here'

/** Where something is shown, as WeChat tells it apart. */
export type ContentScene = 'profile' | 'comment' | 'social'

/** Who wrote or uploaded it, and for where. */
export interface ContentAuthor {
  readonly openid: string
  readonly scene: ContentScene
}

/** WeChat, asked by the service: what it thinks of texts and pictures, and phone numbers. */
export interface Wechat {
  /** Of the identities that it knows. */
  readonly provider: string
  /** Its message push; without it no verdict on a picture can come. */
  readonly push: WechatPush | undefined
  check(): Promise<void>
  /** Throws `Trouble` if it cannot say so within a moment. */
  text(text: string, by: ContentAuthor): Promise<TextVerdict>
  /** Has it look at a picture, and answers by what it will tell its verdict; nothing if they were not in the mini-program lately. Throws `Trouble`. */
  picture(url: string, by: ContentAuthor, signal: AbortSignal): Promise<string | undefined>
  /** The number behind a code that the mini-program got, which is good once. */
  phone(code: string, openid: string | undefined): Promise<string>
}

/** What a message of WeChat is signed with. */
export interface PushSignature {
  readonly signature: string
  readonly timestamp: string
  readonly nonce: string
  readonly msg_signature?: string
}

/** Both refuse what WeChat has not signed, or not lately. */
export interface WechatPush {
  verify(signed: PushSignature): void
  /** What it says about which picture; no verdict where it could not look at it. Nothing where it is about something else. */
  read(
    signed: PushSignature,
    body: Readonly<Record<string, unknown>>,
  ): { readonly trace: string; readonly verdict: ContentVerdict | undefined } | undefined
}

/** The team's chat, spoken to by a bot. */
export interface ChatBot extends Channel {
  /** Between two messages at least. */
  readonly pauseMs: number
  send(message: Message, signal: AbortSignal): Promise<void>
}

/** An event as a program is told of it. */
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

/** The ways for messages that the team has. */
export type Channels = {
  readonly mail?: MailChannel
  readonly push?: PushChannel
  readonly wechat?: WechatChannel
  readonly webhook?: EventHook
} & { readonly [C in ChatChannel]?: ChatBot }

/** What the team has connected; what it has not is absent. */
export interface Ports {
  readonly media: MediaStore
  readonly pictures: Pictures
  readonly miniProgram: MiniProgram | undefined
  readonly wechat: Wechat | undefined
  readonly mailer: Mailer | undefined
  readonly identity: IdentityProvider | undefined
  readonly external: ExternalSystem
  readonly channels: Channels
}
