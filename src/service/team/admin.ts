import type { Input } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import { limits } from '#contract/fields.ts'
import type { Contract } from '#contract/index.ts'
import type { Lang } from '#contract/languages.ts'
import { words } from '#contract/words/index.ts'
import { instantOf, wallClock } from '#kit/time.ts'
import type { MemberFilter } from '#store/people/members.ts'
import type { LogFilter } from '#store/team/log.ts'
import { listMembers } from '../people/member-admin.ts'
import type { Ctx } from '../shared/context.ts'
import { type PageInput, pageOf } from '../shared/paging.ts'
import { avatarUrl, phraseText } from '../shared/present.ts'

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
  const { rows, total } = await ctx.store.read(async (tx) => ({
    rows: await tx.log.list(filter, offset, count),
    total: await tx.log.count(filter),
  }))
  const zone = ctx.settings.current().timeZone
  const list = rows.map((row) => ({
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
