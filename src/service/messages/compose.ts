import { statusMeaning } from '#contract/codes.ts'
import type { Lang } from '#contract/languages.ts'
import type { MessageContent, MessageFacts } from '#contract/messages/message-facts.ts'
import { messagePage, messagePages } from '#contract/messages/message-pages.ts'
import type { ChatKind, RecipientRole } from '#contract/messages/messages.ts'
import type { MessageField } from '#contract/messages/templates.ts'
import { pages } from '#contract/team/pages.ts'
import { words } from '#contract/words/index.ts'
import { messageText } from '#contract/words/words.ts'
import { wallClock } from '#kit/time.ts'
import { isForRoles, isRepairEnd, type MessageItem } from '#rules/messages/messages.ts'
import type { Recipient } from '#store/messages/notify.ts'
import type { Tx } from '#store/store.ts'
import type { Ctx } from '../shared/context.ts'
import type { Message } from '../shared/ports.ts'
import { messageFacts } from './facts.ts'

interface CurrentItem {
  readonly item: MessageItem
  readonly facts: MessageContent
  readonly forVisitor: boolean
}

/**
 * Puts the items that are still true into one message; `undefined` without any. Without `reader` the message is for the
 * team's chat.
 */
export async function composeMessage(
  ctx: Ctx,
  items: readonly MessageItem[],
  reader: Recipient | undefined,
  { id, at }: { readonly id: string; readonly at: number },
): Promise<Message | undefined> {
  const { lang: teamLang, teamName, timeZone } = ctx.settings.current()
  const lang = reader?.lang ?? teamLang
  const { messages } = words[lang]
  const current = await ctx.store.read((tx) => currentItems(ctx, tx, items, reader, lang))
  const first = current.find((one) => isRepairEnd(one.facts.kind)) ?? current[0]
  if (!first) return undefined
  const team = messages.from(teamName)
  const common = { team, at: wallClock(at, timeZone).slice(0, 16).replace('T', ' ') }
  const each = [first, ...current.filter((one) => one !== first)].map(({ facts }) => ({
    kind: facts.kind,
    fields: { ...fieldsOf(facts, lang), ...common },
  }))
  const { subject } = messageText(words[lang], first.facts)
  return {
    id,
    at,
    lang,
    team,
    kind: first.facts.kind,
    subject: current.length > 1 ? messages.several(subject, current.length - 1) : subject,
    texts: textsOf(ctx, current, reader, lang),
    link: ctx.publicUrl + linkOf(first.item, first.forVisitor),
    each,
    fields: each[0]?.fields ?? {},
  }
}

/** The distinct items that are true now and meant for this reader. */
async function currentItems(
  ctx: Ctx,
  tx: Tx,
  items: readonly MessageItem[],
  reader: Recipient | undefined,
  lang: Lang,
): Promise<CurrentItem[]> {
  const found: CurrentItem[] = []
  const distinct = new Map(items.map((item) => [JSON.stringify(item), item]))
  const roles = rolesOf(reader)
  for (const item of distinct.values()) {
    // The reader may have lost the role since.
    if (reader && !isForRoles(item.kind, roles)) continue
    const facts = await messageFacts(ctx, tx, item, reader, lang)
    if (facts) found.push({ item, facts, forVisitor: await isForVisitor(tx, item, reader) })
  }
  return found
}

/** Several reports of feedback become one sentence. Comments are all repeated. */
function textsOf(ctx: Ctx, current: readonly CurrentItem[], reader: Recipient | undefined, lang: Lang): string[] {
  const report = current.find(({ facts }) => facts.kind === 'feedback')
  return current
    .filter((one) => one.facts.kind !== 'feedback' || one === report)
    .map(({ item, facts }) =>
      reader ? messageText(words[lang], facts).text : chatText(lang, facts, ctx.publicUrl + linkOf(item)),
    )
}

async function isForVisitor(tx: Tx, item: MessageItem, reader: Recipient | undefined): Promise<boolean> {
  return reader?.memberId === null && 'ticket' in item && (await tx.intakes.belongsToVisitor(item.ticket))
}

/** Leads visitors to the page of receipts, which remembers theirs: no message contains its secret. */
function linkOf(item: MessageItem, forVisitor = false): string {
  if (forVisitor) return pages.receipt
  if ('ticket' in item) return pages.anyTicket.replace(':id', String(item.ticket))
  return messagePages[messagePage(item.kind)]
}

/** Of a ticket the chat gets number, device and link; of duty, what the start page shows. */
function chatText(lang: Lang, facts: MessageContent, link: string): string {
  const { chat } = words[lang].messages
  const say = chat[facts.kind as ChatKind] as ((facts: MessageContent) => string) | undefined // as with phrases
  return say ? `${say(facts)}\n${link}` : link
}

function fieldsOf(told: MessageContent, lang: Lang): Record<Exclude<MessageField, 'team'> | 'phrase', string> {
  const facts: Partial<MessageFacts[keyof MessageFacts]> & Record<string, unknown> = { ...told }
  const text = (value: unknown) => (value === undefined ? '' : String(value))
  const next = facts['next'] as { date: string; from: string; until: string } | undefined // as CollectableTicket has it
  const date = text(facts['date']) || (next?.date ?? '')
  return {
    number: text(facts['number']),
    device: text(facts['device']),
    subject: messageText(words[lang], told).subject,
    text: messageText(words[lang], told).text,
    status: statusText(told, lang),
    phrase: statusText(told, 'zh_CN'),
    place: text(facts['place']),
    time: date === '' ? '' : `${date} ${text(facts['from']) || (next?.from ?? '')}`,
  }
}

function statusText({ kind }: MessageContent, lang: Lang): string {
  const codes = { waiting: 4, ready: 5, uncollected: 5, unrepairable: 6 } as const
  return kind in codes ? words[lang].codes.status[statusMeaning(codes[kind as keyof typeof codes]).name] : ''
}

function rolesOf(reader: Recipient | undefined): ReadonlySet<RecipientRole> {
  const member: readonly RecipientRole[] = reader?.memberId == null ? [] : ['member']
  return new Set<RecipientRole>(['owner', ...member, ...(reader?.admin ? (['admin'] as const) : [])])
}
