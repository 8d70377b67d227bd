import { noteTypes } from '#contract/codes.ts'
import type { Lang } from '#contract/languages.ts'
import type { CollectableTicket, MessageContent } from '#contract/messages/message-facts.ts'
import { words } from '#contract/words/index.ts'
import { localDate } from '#kit/time.ts'
import { visitStateOf } from '#rules/counter/counter.ts'
import { closingTime, dutyStatus, nextOpening, placeOf } from '#rules/duty/duty.ts'
import { type MessageItem, stillHolds } from '#rules/messages/messages.ts'
import { relationsOf } from '#rules/policy.ts'
import { daysIdle } from '#rules/tickets/idle-claims.ts'
import { mayLeaveTeam, redacted } from '#rules/visibility.ts'
import type { Recipient } from '#store/messages/notify.ts'
import type { Tx } from '#store/store.ts'
import type { Ticket } from '#store/tickets/tickets.ts'
import type { Ctx } from '../shared/context.ts'
import { bookingFacts, soonFacts } from './booking-facts.ts'
import { placeName, shortened, wallTimesOf } from './duty-facts.ts'

type TicketItem = Extract<MessageItem, { ticket: number }>

export async function ticketMessageFacts(
  ctx: Ctx,
  tx: Tx,
  item: TicketItem,
  reader: Recipient | undefined,
  lang: Lang,
): Promise<MessageContent | undefined> {
  const found = await tx.tickets.find(item.ticket)
  if (!found || found.scrubbed === 1) return undefined
  const ticket = redacted(found)
  if (!stillHolds(item.kind, { status: ticket.status, confirmed: ticket.confirmed_at !== null })) return undefined
  const named = { number: ticket.id, device: ticket.device }
  const ties = { owner: ticket.person_id, workers: ticket.workers.map(({ id }) => id) }
  const relations = reader ? relationsOf(reader, ties) : []
  const [isOwner, isWorker] = [relations.includes('owner'), relations.includes('worker')]
  switch (item.kind) {
    case 'comment':
      return isOwner ? commentFacts(tx, item, ticket, lang) : undefined
    case 'answered':
      return isWorker ? commentFacts(tx, item, ticket, lang) : undefined
    case 'ready':
      // The team's chat, which has no reader, gets it too.
      return !reader || isOwner ? { kind: 'ready', ...collectFacts(ctx, ticket, lang) } : undefined
    case 'unrepairable':
      return isOwner ? { kind: 'unrepairable', ...collectFacts(ctx, ticket, lang) } : undefined
    case 'uncollected':
      if (!isOwner || ticket.finished_at !== item.finished) return undefined
      return { kind: 'uncollected', ...collectFacts(ctx, ticket, lang), days: item.days }
    case 'waiting':
    case 'collected':
      return isOwner ? { kind: item.kind, ...named } : undefined
    case 'merged': {
      const from = await tx.tickets.find(item.from)
      return isOwner && from?.merged_into === ticket.id ? { kind: 'merged', ...named, from: item.from } : undefined
    }
    case 'idle':
    case 'idle_team':
      if (item.kind === 'idle' && !isWorker) return undefined
      if ((await tx.claims.lastActivity(ticket.id)) !== item.since) return undefined
      return { kind: item.kind, ...named, days: daysIdle(item.since, ctx.deletionTime()) }
    case 'called': {
      const visit = isOwner ? await calledVisit(ctx, tx, item) : undefined
      return visit && { kind: 'called', ...named, turn: visit.number, bench: visit.bench }
    }
    case 'soon':
      return isOwner ? soonFacts(ctx, tx, item, named) : undefined
    case 'booking_tomorrow':
    case 'place_offered':
    case 'day_changed':
      return isOwner ? bookingFacts(ctx, tx, item, named, lang) : undefined
    case 'added':
      return isWorker && ticket.open === 1 ? { kind: 'added', ...named } : undefined
    case 'new_ticket':
      return { kind: 'new_ticket', ...named }
  }
}

async function commentFacts(
  tx: Tx,
  { kind, note: id }: Extract<TicketItem, { note: number }>,
  { id: number, device, owner, person_id: ownerId }: Ticket,
  lang: Lang,
): Promise<MessageContent | undefined> {
  const note = await tx.notes.find(id)
  if (note?.type !== noteTypes.comment || !mayLeaveTeam(note)) return undefined
  if (note.content === '' && (await tx.media.countOf(id)) === 0) return undefined
  // The other side has answered meanwhile, so it has read it.
  if (await tx.notes.isAnswered(id)) return undefined
  const { owner: anOwner, user } = words[lang].unnamed
  const writer = await tx.notes.writerOf(id)
  const byOwner = note.person_id === ownerId
  const by = writer?.memberName || writer?.personName || (byOwner ? owner || anOwner : user)
  return { kind, number, device, by, text: shortened(note.content) }
}

/** The visit while its number is called. */
async function calledVisit(ctx: Ctx, tx: Tx, { ticket, turn }: Extract<TicketItem, { turn: string }>) {
  const today = localDate(ctx.deletionTime(), ctx.settings.current().timeZone)
  const visit = await tx.visits.ofTicket(ticket, today)
  return visit && visitStateOf(visit) === 'called' && visit.number === turn ? visit : undefined
}

function collectFacts(ctx: Ctx, ticket: Ticket, lang: Lang): CollectableTicket {
  const facts = ctx.duty.facts()
  const now = dutyStatus(facts, ctx.deletionTime())
  const opening = now.inDuty ? now : nextOpening(facts, now.interval)
  const until = opening ? closingTime(facts, opening) : Number.POSITIVE_INFINITY
  return {
    number: ticket.id,
    device: ticket.device,
    place: (opening && placeOf(opening)) || placeName(ctx, lang),
    next: opening && Number.isFinite(until) ? wallTimesOf(ctx, opening.interval.from, until) : undefined,
  }
}
