import { statusMeaning } from '#contract/codes.ts'
import type { Lang } from '#contract/languages.ts'
import type { MessageContent, MessageFacts } from '#contract/messages/message-facts.ts'
import type { ChatKind, RecipientRole } from '#contract/messages/messages.ts'
import type { MessageField } from '#contract/messages/templates.ts'
import { pages } from '#contract/team/pages.ts'
import { words } from '#contract/words/index.ts'
import { messageText } from '#contract/words/words.ts'
import { wallClock } from '#kit/time.ts'
import { isForRoles, isRepairEnd, type MessageItem } from '#rules/messages/messages.ts'
import type { Recipient } from '#store/messages/notify.ts'
import type { Store, Tx } from '#store/store.ts'
import type { Message } from '../shared/ports.ts'
import { type FactParts, messageFacts } from './facts.ts'

export interface ComposerParts extends FactParts {
  readonly store: Store
  readonly publicUrl: string
}

/** Puts messages into words when they are sent: what is not true any more by then is left out. */
export function messageComposer({ store, publicUrl, ...parts }: ComposerParts) {
  const { settings } = parts
  const toldOf = messageFacts(parts)

  /** A visitor has the receipt, or the page that remembers it: its secret is in no message. */
  const isForVisitor = async (tx: Tx, item: MessageItem, reader: Recipient | undefined) =>
    reader?.memberId === null && 'ticket' in item && (await tx.intakes.isVisitors(item.ticket))

  const linkOf = (item: MessageItem, forVisitor = false): string => {
    if (forVisitor) return pages.receipt
    if ('ticket' in item) return pages.anyTicket.replace(':id', String(item.ticket))
    switch (item.kind) {
      case 'feedback':
        return `${pages.console}/feedback`
      case 'external':
        return `${pages.console}/forwarding`
      case 'upkeep':
      case 'channel':
        return pages.console
      case 'duty':
      case 'test':
        return pages.portal
      case 'digest':
        return pages.desk
      case 'gap':
        return `${pages.console}/rosters`
      default:
        return `${pages.desk}/shifts`
    }
  }

  return {
    /** What is true of these things, in one message; nothing where none of it is. */
    async compose(
      items: readonly MessageItem[],
      reader: Recipient | undefined,
      { id, at }: { readonly id: string; readonly at: number },
    ): Promise<Message | undefined> {
      const { lang: teamLang, teamName, timeZone } = settings.current()
      const lang = reader?.lang ?? teamLang
      const all = words[lang]
      const team = all.messages.from(teamName)
      const told = await store.read(async (tx) => {
        const found: { item: MessageItem; told: MessageContent; forVisitor: boolean }[] = []
        // What was said twice, such as ready again after a second look, is told once.
        const once = new Map(items.map((item) => [JSON.stringify(item), item]))
        const roles = rolesOf(reader)
        for (const item of once.values()) {
          // A role may have been taken away while it waited.
          if (reader && !isForRoles(item.kind, roles)) continue
          const one = await toldOf(tx, item, reader, lang)
          if (one) found.push({ item, told: one, forVisitor: await isForVisitor(tx, item, reader) })
        }
        return found
      })
      const first = told.find((one) => isRepairEnd(one.told.kind)) ?? told[0]
      if (!first) return undefined
      // Several reports of feedback are one sentence. The same words in another comment are said again.
      const report = told.find((one) => one.told.kind === 'feedback')
      const texts = told
        .filter((one) => one.told.kind !== 'feedback' || one === report)
        .map((one) =>
          reader ? messageText(all, one.told).text : chatText(lang, one.told, publicUrl + linkOf(one.item)),
        )
      const common = { team, at: wallClock(at, timeZone).slice(0, 16).replace('T', ' ') }
      const each = [first, ...told.filter((one) => one !== first)].map((one) => ({
        kind: one.told.kind,
        fields: { ...fieldsOf(one.told, lang), ...common },
      }))
      const { subject } = messageText(all, first.told)
      return {
        id,
        at,
        lang,
        team,
        kind: first.told.kind,
        subject: told.length > 1 ? all.messages.several(subject, told.length - 1) : subject,
        texts,
        link: publicUrl + linkOf(first.item, first.forVisitor),
        each,
        fields: each[0]?.fields ?? {},
      }
    },
  }
}

/** For the team's chat: of a ticket number, device and link; of duty what everybody may see on the start page. */
function chatText(lang: Lang, told: MessageContent, link: string): string {
  const { chat } = words[lang].messages
  const say = chat[told.kind as ChatKind] as ((facts: MessageContent) => string) | undefined // as with phrases
  return say ? `${say(told)}\n${link}` : link
}

/** What the fields of a form can be filled with. */
function fieldsOf(told: MessageContent, lang: Lang): Record<Exclude<MessageField, 'team'> | 'phrase', string> {
  const facts: Partial<MessageFacts[keyof MessageFacts]> & Record<string, unknown> = { ...told }
  const text = (value: unknown) => (value === undefined ? '' : String(value))
  const next = facts['next'] as { date: string; from: string; until: string } | undefined // as CollectFacts has it
  const date = text(facts['date']) || (next?.date ?? '')
  return {
    number: text(facts['number']),
    device: text(facts['device']),
    subject: messageText(words[lang], told).subject,
    text: messageText(words[lang], told).text,
    status: statusOf(told, lang),
    phrase: statusOf(told, 'zh_CN'),
    place: text(facts['place']),
    time: date === '' ? '' : `${date} ${text(facts['from']) || (next?.from ?? '')}`,
  }
}

/** The status that a message tells, in words. */
function statusOf({ kind }: MessageContent, lang: Lang): string {
  const codes = { waiting: 4, ready: 5, uncollected: 5, unrepairable: 6 } as const
  return kind in codes ? words[lang].codes.status[statusMeaning(codes[kind as keyof typeof codes]).name] : ''
}

/** What somebody is at this moment. */
function rolesOf(reader: Recipient | undefined): ReadonlySet<RecipientRole> {
  const member: readonly RecipientRole[] = reader?.memberId == null ? [] : ['member']
  return new Set<RecipientRole>(['owner', ...member, ...(reader?.admin ? (['admin'] as const) : [])])
}

export type MessageComposer = ReturnType<typeof messageComposer>
