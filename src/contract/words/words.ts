import type { CodeTables } from '../codes.ts'
import type { SituationInput } from '../duty/duty.ts'
import type { ErrorCode, FactsOf, Flaw, SituationRule } from '../errors.ts'
import type { MessageContent, MessageFacts } from '../messages/message-facts.ts'
import type { MessagePage } from '../messages/message-pages.ts'
import type { ChannelName, ChatKind } from '../messages/messages.ts'
import type { DeliveryTrouble, Troubles } from '../outbox/troubles.ts'
import type { Notice, NoticeFacts } from '../people/notices.ts'
import type { Phrase, Phrases } from '../phrases.ts'
import type { BookingState, HelperDuty, HelperState, RepairDayColumn } from '../repair-days/day-states.ts'
import type { Barrier, Outcome } from '../tickets/outcome-fields.ts'
import type { ImportWords } from './import-words.ts'
import type { LogFacts, LogPhrase, LogWords } from './log-sentences.ts'
import type { SettingWords } from './setting-text.ts'

export interface ShiftTally {
  readonly created: number
  readonly claimed: number
  readonly repaired: number
  readonly retrieved: number
  readonly waiting: number
}

export type HourRemark =
  | 'forgotten'
  | 'substitute'
  | 'on_leave'
  | 'beside'
  | 'work'
  | 'ticket'
  | 'written'
  | 'corrected'

/** A column of the tickets export. */
export type TicketColumn =
  | 'id'
  | 'type'
  | 'status'
  | 'confirmed'
  | 'device'
  | 'deviceModel'
  | 'owner'
  | 'phone'
  | 'description'
  | 'accessories'
  | 'workers'
  | 'created'
  | 'claimed'
  | 'finished'
  | 'retrieved'
  | 'forwarded'
  | 'outcome'
  | 'barrier'
  | 'category'
  | 'brand'
  | 'year'
  | 'remedy'
  | 'repairDay'

/** The sentences about an invalid field. The service names the field of the interface, the pages the label of the input. */
export interface FieldWords {
  readonly flaws: { readonly [F in Flaw['flaw']]: (field: string, limit: number | string) => string }
  readonly situationRules: { readonly [R in SituationRule]: (name: (field: SituationField) => string) => string }
}

/** A field of a duty situation. */
export type SituationField = keyof SituationInput

/** All texts of the service. A language that lacks one does not compile. */
export interface Words {
  readonly errors: { readonly [C in ErrorCode]: (facts: FactsOf<C>) => string }
  readonly flaws: FieldWords['flaws']
  readonly codes: { readonly [T in keyof CodeTables]: { readonly [N in keyof CodeTables[T]]: string } }
  readonly outcomes: { readonly [O in Outcome]: string }
  readonly barriers: { readonly [B in Barrier]: string }
  readonly imports: ImportWords
  /** For an action by a receipt that this member made. */
  readonly byReceipt: (what: string, maker: string) => string
  readonly byMergedReceipt: (what: string, joiners: string) => string
  readonly phrases: { readonly [K in keyof Phrases]: (facts: Readonly<Phrases[K]>) => string }
  readonly log: LogWords
  readonly notices: { readonly [K in keyof NoticeFacts]: (facts: Readonly<NoticeFacts[K]>) => string }
  /** Texts of calendars, and the draft of a summary. */
  readonly duty: {
    readonly open: (shift: string) => string
    readonly mine: (shift: number) => string
    readonly with: (names: readonly string[]) => string
    /** The reason for an absence without a written reason. */
    readonly unstaffed: string
    readonly closed: string
    readonly draft: (facts: ShiftTally) => string
  }
  readonly external: ExternalWords
  readonly messages: MessageWords
  /** The tickets export; `list` separates several values in one cell. */
  readonly table: {
    readonly columns: { readonly [C in TicketColumn]: string }
    readonly yes: string
    readonly no: string
    readonly list: string
  }
  /** The hours export: default headings and remarks. */
  /** The tables of bookings and helpers of a repair day. */
  readonly repairDayTable: {
    readonly columns: { readonly [C in RepairDayColumn]: string }
    readonly bookings: { readonly [S in BookingState]: string }
    readonly helpers: { readonly [S in HelperState]: string }
  }
  /** What helpers of a repair day do, where the team gives no name. */
  readonly helperDuties: { readonly [D in HelperDuty]: string }
  readonly hourTable: {
    readonly columns: SettingWords['hourColumns']
    readonly remarks: { readonly [R in HourRemark]: string }
  }
  /** In place of an unknown name. */
  readonly unnamed: { readonly owner: string; readonly user: string }
  readonly sso: {
    readonly title: string
    readonly how: string
    readonly typed: string
    readonly picture: string
    readonly life: (minutes: number) => string
    readonly warning: string
  }
  readonly refused: {
    readonly title: string
    /** Replaces the sentence about codes for people who have never seen one. */
    readonly login: string
    readonly again: string
    readonly home: string
  }
  /** The page of an address that has none. */
  readonly noPage: { readonly title: string; readonly lost: string }
  /** The login code by mail; the team may have no name yet. */
  readonly mail: {
    readonly subject: (code: string, team: string) => string
    readonly text: (code: string, minutes: number, team: string) => string
    /** The link to the page for the code. */
    readonly open: string
  }
}

export interface ForwardedText {
  readonly id: number
  readonly type: string
  readonly device: string
  readonly deviceModel: string
  readonly description: string
  readonly phone?: string
  readonly link: string
  readonly ref: string
}

/** Texts about the external ticket system, and texts sent to it. */
export interface ExternalWords {
  readonly subject: (id: number, device: string) => string
  readonly text: (facts: ForwardedText) => string
  /** A comment; `pictures` says how many came with it. */
  readonly comment: (by: 'owner' | 'team', content: string, pictures: string) => string
  readonly pictures: (count: number, link: string) => string
  readonly status: (name: string) => string
  readonly retrieved: string
  readonly unretrieved: string
  readonly troubles: { readonly [K in keyof Troubles]: (facts: Readonly<Troubles[K]>) => string }
}

export interface MessageWords {
  /** The subject and text of each kind of message. */
  readonly told: { readonly [K in keyof MessageFacts]: (facts: MessageFacts[K]) => { subject: string; text: string } }
  /** Messages to the team's chat, which other people may read. */
  readonly chat: { readonly [K in ChatKind | 'test']: (facts: MessageFacts[K]) => string }
  /** The subject of several messages in one. */
  readonly several: (subject: string, more: number) => string
  /** The sender. */
  readonly from: (team: string) => string
  /** A link in plain text. */
  readonly link: (name: string, address: string) => string
  /** The label of the link to a page, or to a ticket. */
  readonly open: { readonly [P in MessagePage]: string }
  readonly openTicket: (number: string) => string
  /** The footer of a mail: why it was sent, and how to stop mails. */
  readonly why: (team: string) => string
  readonly choose: string
  readonly stop: string
  /** The mail to an address that a visitor typed, and the page that its link opens. */
  readonly agreeing: {
    readonly subject: (team: string) => string
    readonly text: (link: string, team: string) => string
    readonly title: string
    readonly ask: string
    readonly button: string
    readonly done: string
    readonly after: string
    readonly over: string
  }
  readonly stopping: { readonly title: string; readonly ask: string; readonly done: string; readonly after: string }
  /** The code that confirms an address. */
  readonly address: {
    readonly subject: (code: string, team: string) => string
    readonly text: (code: string, minutes: number, team: string) => string
  }
  readonly channels: { readonly [C in ChannelName]: string }
  readonly troubles: { readonly [K in keyof Troubles]: (facts: Readonly<Troubles[K]>) => string }
}

export function messageText({ messages }: Words, told: MessageContent): { subject: string; text: string } {
  return (messages.told[told.kind] as (facts: MessageContent) => { subject: string; text: string })(told) // as with phrases
}

export function channelTroubleText(messages: MessageWords, trouble: DeliveryTrouble): string {
  return (messages.troubles[trouble.say] as (facts: DeliveryTrouble) => string)(trouble) // as with phrases
}

export function refusalSentence<C extends ErrorCode>(words: Words, code: C, facts: FactsOf<C>): string {
  return words.errors[code](facts)
}

export function phraseSentence(words: Words, phrase: Phrase): string {
  // Each phrase meets the function of its own name; the compiler cannot follow that through the union.
  const text = (words.phrases[phrase.say] as (facts: Phrase) => string)(phrase)
  return withReceipt(words, phrase, text)
}

/** The sentence about an entry of the operation log. */
export function logSentence(
  words: Words,
  facts: Omit<LogFacts<LogPhrase>, 'before' | 'after' | 'one'>,
  before: Phrase | undefined,
  after: Phrase | undefined,
): string {
  const one = after ?? before
  if (!one) return ''
  const { sentences, stop } = words.log
  const sentence = sentences[one.say as LogPhrase] as (facts: object) => string // as with phrases
  return `${withReceipt(words, one, sentence({ ...facts, before, after, one }))}${stop}`
}

function withReceipt(words: Words, { receiptBy, joinedBy }: Phrase, text: string): string {
  const made = receiptBy === undefined ? text : words.byReceipt(text, receiptBy)
  return joinedBy === undefined ? made : words.byMergedReceipt(made, joinedBy)
}

export function noticeText({ notices }: Words, notice: Notice): string {
  return (notices[notice.kind] as (facts: Notice) => string)(notice) // as with phrases
}

export function externalTroubleText({ external }: Words, trouble: DeliveryTrouble): string {
  return (external.troubles[trouble.say] as (facts: DeliveryTrouble) => string)(trouble) // as with phrases
}

/** The name of a code, if it is in the table. Clients may have codes of their own. */
export function codeNameOf(
  names: Readonly<Record<string, string>>,
  table: Readonly<Record<string, number>>,
  code: number,
) {
  const [key] = Object.entries(table).find(([, one]) => one === code) ?? []
  return key && names[key]
}

/** At most twenty numbers, for use in a sentence. */
export function firstNumbers(numbers: readonly number[]): (number | string)[] {
  return numbers.length > 20 ? [...numbers.slice(0, 20), '…'] : [...numbers]
}
