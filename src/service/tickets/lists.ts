import { limits } from '#contract/fields.ts'
import { relationsOf } from '#rules/policy.ts'
import { uncompletedSpan } from '#rules/tickets/tickets.ts'
import { redactedFor, visibilityOf } from '#rules/visibility.ts'
import {
  type DayOrder,
  firstPageDepth,
  type ListFilter,
  type ListInput,
  type SummaryWithWorkers,
} from '#store/tickets/lists.ts'
import type { Actor, MemberActor } from '../shared/actor.ts'
import type { Ctx } from '../shared/context.ts'
import { mediaUrl } from '../shared/media-urls.ts'
import { type PageInput, pageOf } from '../shared/paging.ts'
import { relationsTo, viewerOf } from '../shared/ticket-access.ts'
import { largestExactTotal, searchTicketIds } from './search.ts'
import { summaryView, workersView } from './views.ts'

export interface TicketPageInput extends PageInput {
  readonly queryType?: number
  readonly order?: DayOrder
}

export interface TicketSearchInput extends TicketPageInput, ListFilter {
  readonly values?: string
  readonly open?: number
}

function seesAllPhones(ctx: Ctx, actor: MemberActor) {
  return (
    visibilityOf('phone', relationsOf(viewerOf(actor), { owner: nobodys, workers: [] }), ctx.settings.current()) ===
    'full'
  )
}

function listEntry(ctx: Ctx, actor: MemberActor, ticket: SummaryWithWorkers) {
  const relations = relationsTo(actor, ticket)
  return {
    ...summaryView(ctx, relations, ticket),
    workers: workersView(ctx, relations, ticket),
    picked: ticket.workers.length > 0,
  }
}

function listPage(ctx: Ctx, input: ListInput, order: DayOrder | undefined, offset: number, count: number) {
  return ctx.store.read(({ ticketLists }) =>
    order
      ? ticketLists.dayPage(input, order, { offset, count })
      : ticketLists[offset <= firstPageDepth ? 'firstPage' : 'page'](input, offset, count),
  )
}

async function searchMatches(
  ctx: Ctx,
  actor: MemberActor,
  { values = '', queryType = 0, open = 0, type, status, order, ...paging }: TicketSearchInput,
) {
  const { memberId, personId } = actor
  const who = { memberId, personId, seesPhones: seesAllPhones(ctx, actor) }
  const input = { values, queryType, open: open === 1, type, status, order, ...who, ...pageOf(paging) }
  const { ids, total, more } = await searchTicketIds(ctx.store, input)
  return { rows: await ctx.store.read((tx) => tx.ticketLists.byIds(ids)), total, more }
}

async function filteredPage(
  ctx: Ctx,
  { memberId }: MemberActor,
  { queryType = 0, open = 0, type, status, order, ...paging }: TicketSearchInput,
) {
  const { offset, count } = pageOf(paging)
  const input = { memberId, open: open === 1, queryType }
  if (type === undefined && status === undefined)
    return { ...(await listPage(ctx, input, order, offset, count)), more: false }
  return ctx.store.read(async (tx) => {
    const { rows, total } = await tx.ticketLists.filteredPage(
      { ...input, order, type, status },
      { offset, count },
      largestExactTotal + 1,
    )
    return { rows, total: Math.min(total, largestExactTotal), more: total > largestExactTotal }
  })
}

export async function myTickets(ctx: Ctx, actor: Actor, input: PageInput) {
  const { offset, count } = pageOf(input, limits.page)
  const { rows, total } = await ctx.store.read((tx) => tx.ticketLists.pageOfPerson(actor.personId, offset, count))
  const list = rows.map((row) => {
    const relations = relationsTo(actor, row)
    return summaryView(ctx, relations, redactedFor(relations, row))
  })
  return { list, total }
}

export async function listTickets(ctx: Ctx, actor: MemberActor, { queryType = 0, order, ...paging }: TicketPageInput) {
  const { offset, count } = pageOf(paging)
  const { rows, total } = await listPage(
    ctx,
    { memberId: actor.memberId, open: false, queryType },
    order,
    offset,
    count,
  )
  return { list: rows.map((row) => listEntry(ctx, actor, row)), total }
}

/** The earlier revision of the interface asks without paging and gets a whole page. */
export async function listUncompleted(
  ctx: Ctx,
  actor: MemberActor,
  { queryType = 0, ...paging }: TicketPageInput,
  unpaged?: number,
) {
  const { offset, count } = pageOf(paging, unpaged)
  const input = { memberId: actor.memberId, queryType }
  const { rows, total } = await ctx.store.read((tx) =>
    tx.ticketLists.recentPage(input, ctx.now() - uncompletedSpan, offset, count),
  )
  return { list: rows.map((row) => listEntry(ctx, actor, row)), total }
}

export async function searchTickets(ctx: Ctx, actor: MemberActor, input: TicketSearchInput) {
  const { rows, total, more } = await (input.values?.trim()
    ? searchMatches(ctx, actor, input)
    : filteredPage(ctx, actor, input))
  const ids = rows.map(({ id }) => id)
  const marks = await ctx.store.read((tx) => tx.ticketSeen.badges(ids, actor.memberId))
  const list = rows.map((row) => {
    const { photo = null, unread = 0, fault = '' } = marks.get(row.id) ?? {}
    return {
      ...listEntry(ctx, actor, row),
      photo: photo === null ? '' : mediaUrl(ctx.publicUrl, photo),
      fault,
      unread: unread === 1,
    }
  })
  return { list, total, ...(more ? { more } : {}) }
}

export function ticketCounts(ctx: Ctx, actor: MemberActor) {
  return ctx.store.read((tx) => tx.ticketLists.counts(actor.memberId))
}

const nobodys = 0
