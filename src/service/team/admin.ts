import { operations, targets } from '#contract/codes.ts'
import type { Input } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import { limits } from '#contract/fields.ts'
import type { Contract } from '#contract/index.ts'
import type { Lang } from '#contract/languages.ts'
import type { Phrase } from '#contract/phrases.ts'
import { words } from '#contract/words/index.ts'
import { logSentence, type Words } from '#contract/words/words.ts'
import { instantOf, wallClock } from '#kit/time.ts'
import type { MemberFilter } from '#store/people/members.ts'
import type { LogFilter, LogStore } from '#store/team/log.ts'
import { listMembers } from '../people/member-admin.ts'
import type { Ctx } from '../shared/context.ts'
import { avatarUrl } from '../shared/media-urls.ts'
import { type PageInput, pageOf } from '../shared/paging.ts'
import { phraseText } from '../shared/phrase-text.ts'

function moment(ctx: Ctx, field: string, text: string): number {
  const at = instantOf(text, ctx.settings.current().timeZone)
  if (at === undefined) throw new Refusal('bad_input', { field, flaw: 'not_a_moment' })
  return at
}

export async function memberPage(ctx: Ctx, { search = '', ...input }: PageInput & MemberFilter) {
  const { offset, count } = pageOf(input, limits.page)
  const { rows, total } = await listMembers(ctx, { ...input, search: search.trim() }, offset, count)
  const zone = ctx.settings.current().timeZone
  const list = rows.map((row) => ({
    id: row.id,
    name: row.name,
    phone: row.phone,
    stuid: row.stuid,
    class: row.class,
    college: row.college,
    avatar: avatarUrl(ctx.publicUrl, row.avatar),
    role: row.admin === 1 ? ('admin' as const) : ('member' as const),
    active: row.active === 1,
    linked: Boolean(row.linked),
    hasPassword: row.passwd !== '',
    hasFactor: Boolean(row.hasFactor),
    createdTime: wallClock(row.created_at, zone),
    version: row.version,
    lastSeen: row.seen_at === null ? ('' as const) : wallClock(row.seen_at, zone),
  }))
  return { list, total }
}

/** The log has only codes of these tables. */
const keyOf = <K extends string>(table: Readonly<Record<K, number>>, code: number) =>
  (Object.keys(table) as K[]).find((key) => table[key] === code) as K

type LogRow = Awaited<ReturnType<LogStore['list']>>[number]

const phraseOf = (stored: string) => (stored === '' ? undefined : (JSON.parse(stored) as Phrase)) // written by the store of the log

/** The entries of hours that an entry of the log is about. */
function hourLines(row: LogRow): readonly number[] {
  const one = phraseOf(row.after_info)
  return one?.say === 'hours_decided' ? one.ids : one?.say === 'objection_answered' ? [row.after_id] : []
}

/** `members` are the names by entries of hours. */
function entryText(words: Words, row: LogRow, members: ReadonlyMap<number, string>): string {
  const byPerson = row.person_id !== null
  const facts = {
    who: row.memberName ?? (row.personName || (byPerson ? words.unnamed.user : words.log.service)),
    byPerson,
    people: [...new Set(hourLines(row).map((id) => members.get(id) ?? ''))].filter(Boolean),
    id: row.after_id || row.before_id,
    did: keyOf(operations, row.operation),
    on: keyOf(targets, row.target),
  }
  return logSentence(words, facts, phraseOf(row.before_info), phraseOf(row.after_info))
}

export async function operationLog(
  ctx: Ctx,
  { op, target, since, until, ...paging }: Input<Contract['admin']['log']>,
  lang: Lang,
) {
  const filter: LogFilter = {
    ...(op === undefined ? {} : { op }),
    ...(target === undefined ? {} : { target }),
    ...(since === undefined ? {} : { since: moment(ctx, 'since', since) }),
    ...(until === undefined ? {} : { until: moment(ctx, 'until', until) }),
  }
  const { offset, count } = pageOf(paging, limits.page)
  const { rows, total, lines } = await ctx.store.read(async (tx) => {
    const rows = await tx.log.list(filter, offset, count)
    return { rows, total: await tx.log.count(filter), lines: await tx.hours.findAll(rows.flatMap(hourLines)) }
  })
  const members = new Map(lines.map(({ id, name }) => [id, name]))
  const zone = ctx.settings.current().timeZone
  const list = rows.map((row) => ({
    text: entryText(words[lang], row, members),
    op: row.memberName ?? (row.personName || (row.person_id === null ? '' : `#${row.person_id}`)),
    time: wallClock(row.at, zone),
    operation: row.operation,
    target: row.target,
    previous: { id: row.before_id, info: phraseText(words[lang], row.before_info) },
    current: { id: row.after_id, info: phraseText(words[lang], row.after_info) },
  }))
  return { list, total }
}

export async function listFeedback(ctx: Ctx, input: PageInput) {
  const { offset, count } = pageOf(input)
  const { rows, total } = await ctx.store.read(async (tx) => ({
    rows: await tx.feedback.list(offset, count),
    total: await tx.feedback.count(),
  }))
  const zone = ctx.settings.current().timeZone
  const list = rows.map((row) => ({
    id: row.id,
    user: { id: row.personId, name: row.personName },
    content: row.content,
    createdTime: wallClock(row.created_at, zone),
  }))
  return { list, total }
}
