import type { VisitState } from '#contract/counter/counter.ts'
import type { Output } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Contract } from '#contract/index.ts'
import type { Settings } from '#contract/team/settings.ts'
import type { EventActor } from '#events/event.ts'
import { allSettledOrThrow } from '#kit/all-settled.ts'
import { localDate } from '#kit/time.ts'
import { letterOf, moveVisit, queueNumber, visitStateOf } from '#rules/counter/counter.ts'
import { isTicketOpen } from '#rules/tickets/open.ts'
import { visibleText } from '#rules/visibility.ts'
import type { VisitRecord } from '#store/counter/visits.ts'
import type { RecordedEvent } from '#store/events.ts'
import type { ChangeResult, Tx } from '#store/store.ts'
import type { Locked, Ticket } from '#store/tickets/tickets.ts'
import { type Arrival, arrive, assertBookedNow } from '../repair-days/bookings.ts'
import { type Actor, assertNotErased, type MemberActor } from '../shared/actor.ts'
import { type Ctx, timeText } from '../shared/context.ts'
import { aboutTicket, assertMay, assertNotMerged, ticketChange, ticketState } from '../shared/ticket-access.ts'
import { placeDevice, receiveDevice } from '../tickets/device-ledger.ts'

type Visit = Output<Contract['counter']['call']>

/** `wanted` is a number that a device gave out without a network. */
export async function queueUp(
  ctx: Ctx,
  tx: Tx,
  by: EventActor,
  ticket: Ticket,
  at: number,
  wanted?: string,
): Promise<ChangeResult<string>> {
  const { timeZone, kinds } = ctx.settings.current()
  const day = localDate(at, timeZone)
  const { waveAt, walkIn, events } = await arrive(ctx, tx, by, ticket, at)
  const kind = ticket.kind ?? ticket.type
  const place = { day, ticket_id: ticket.id, kind, created_at: at, wave_at: waveAt, walk_in: Number(walkIn) }
  let number = wanted ?? ''
  if (wanted === undefined || !(await tx.visits.add({ ...place, number: wanted }))) {
    const letter = letterOf(kinds, ticket)
    number = queueNumber(letter, await tx.visits.nextNumber(day, letter))
    if (!(await tx.visits.add({ ...place, number }))) throw new Error('the next queue number is taken')
  }
  return { answer: number, events: [...events, await recordQueued(tx, by, ticket, number, 'waiting', at)] }
}

/**
 * Gives a waiting visit the number on its paper, unless another visit has it. A device prints its own number if it did
 * not get the answer with ours.
 */
export async function renumber(
  tx: Tx,
  by: EventActor,
  ticket: Ticket,
  { timeZone }: Settings,
  at: number,
  paper: string,
): Promise<RecordedEvent[]> {
  const visit = await tx.visits.lock(ticket.id, localDate(at, timeZone))
  if (!visit || visit.number === paper || visitStateOf(visit) !== 'waiting') return []
  if (!(await tx.visits.renumber(visit, paper))) return []
  return [await recordQueued(tx, by, ticket, paper, 'waiting', at)]
}

const recordQueued = (
  tx: Tx,
  by: EventActor,
  ticket: Parameters<typeof aboutTicket>[0],
  number: string,
  state: VisitState,
  at: number,
): Promise<RecordedEvent> => tx.record({ kind: 'ticket.queued', by, at, ...aboutTicket(ticket), number, state })

function dayOf(ctx: Ctx, at: number) {
  return localDate(at, ctx.settings.current().timeZone)
}

function visitView(ctx: Ctx, actor: MemberActor, row: VisitRecord): Visit {
  const time = (at: number) => timeText(ctx, at)
  return {
    id: row.ticket_id,
    number: row.number,
    kind: row.kind,
    device: row.device,
    owner: visibleText('owner', row.owner, ['member']),
    state: visitStateOf(row),
    since: time(row.created_at),
    calledTime: row.called_at === null ? '' : time(row.called_at),
    calledBy: row.calledBy ?? '',
    mine: row.called_by === actor.memberId,
    bench: row.bench,
  }
}

async function currentVisit(ctx: Ctx, tx: Tx, actor: MemberActor, { ticket_id, day }: VisitRecord): Promise<Visit> {
  const row = await tx.visits.ofTicket(ticket_id, day)
  if (!row) throw new Error('the visit is missing')
  return visitView(ctx, actor, row)
}

async function lockVisit(ctx: Ctx, tx: Tx, id: number, at: number): Promise<VisitRecord> {
  const [ticket, visit] = await allSettledOrThrow([tx.tickets.find(id), tx.visits.lock(id, dayOf(ctx, at))])
  if (ticket) assertNotMerged(ticket)
  if (!visit) throw new Refusal('not_in_queue')
  return visit
}

async function takeToBench(tx: Tx, actor: MemberActor, ticket: Locked<Ticket>, at: number): Promise<RecordedEvent[]> {
  const claimed = await tx.tickets.claim(ticket.id, actor.memberId, at)
  const events = claimed
    ? [await tx.record({ kind: 'ticket.claimed', by: actor, at, ...ticketChange(ticket, claimed) })]
    : []
  const holding = await tx.custody.holding(ticket.id)
  if (!holding) events.push(...(await receiveDevice(tx, actor, claimed ?? ticket, {}, at)))
  if (holding?.place !== 'bench')
    events.push(...(await placeDevice(tx, actor, claimed ?? ticket, { what: 'bench' }, at)))
  return events
}

export function joinQueue(ctx: Ctx, actor: MemberActor, id: number): Promise<string> {
  return ctx.store.change(async (tx) => {
    const at = ctx.now()
    const [ticket, visit] = await allSettledOrThrow([tx.tickets.lock(id), tx.visits.lock(id, dayOf(ctx, at))])
    assertMay(actor, 'queue', id, ticket)
    if (!isTicketOpen(ticketState(ticket))) throw new Refusal('ticket_over')
    if (!visit) return queueUp(ctx, tx, actor, ticket, at)
    return comeBack(tx, actor, ticket, visit, await arrive(ctx, tx, actor, ticket, at), at)
  })
}

/** A visit of earlier today becomes one with a booking, and who had gone waits again. */
async function comeBack(
  tx: Tx,
  by: EventActor,
  ticket: Ticket,
  { id, number, state }: VisitRecord,
  { waveAt, walkIn, events }: Arrival,
  at: number,
): Promise<ChangeResult<string>> {
  if (!walkIn) await tx.visits.setPlace(id, waveAt)
  if (state !== 'gone' && state !== 'skipped') return { answer: number, events }
  await tx.visits.setState(id, 'waiting')
  return { answer: number, events: [...events, await recordQueued(tx, by, ticket, number, 'waiting', at)] }
}

/** For the owner of a booked ticket, who has come. A second call answers the same number. */
export function arriveByBooking(ctx: Ctx, actor: Actor, id: number, day: number): Promise<string> {
  return ctx.store.change(async (tx) => {
    const at = ctx.now()
    await assertNotErased(tx, actor)
    const ticket = await tx.tickets.lock(id)
    assertMay(actor, 'book', id, ticket)
    if (!isTicketOpen(ticketState(ticket))) throw new Refusal('ticket_over')
    await assertBookedNow(tx, id, day, at)
    const visit = await tx.visits.lock(id, dayOf(ctx, at))
    if (!visit) return queueUp(ctx, tx, actor, ticket, at)
    const arrival = await arrive(ctx, tx, actor, ticket, at)
    return arrival.walkIn ? { answer: visit.number, events: [] } : comeBack(tx, actor, ticket, visit, arrival, at)
  })
}

export async function listVisits(ctx: Ctx, actor: MemberActor, wanted?: string) {
  const day = wanted ?? dayOf(ctx, ctx.now())
  const rows = await ctx.store.read((tx) => tx.visits.ofDay(day))
  return { day, list: rows.map((row) => visitView(ctx, actor, row)) }
}

/** Of several members at once, each calls another visitor. */
export function callVisit(
  ctx: Ctx,
  actor: MemberActor,
  { kinds = [], id, bench = '' }: { readonly kinds?: readonly number[]; readonly id?: number; readonly bench?: string },
) {
  return ctx.store.change(async (tx): Promise<ChangeResult<Visit>> => {
    const at = ctx.now()
    const visit = id === undefined ? await tx.visits.lockNext(dayOf(ctx, at), kinds) : await lockVisit(ctx, tx, id, at)
    if (!visit) throw new Refusal('nobody_waits')
    moveVisit(visit, 'called')
    await tx.visits.call(visit.id, actor.memberId, bench.trim(), at)
    const about = aboutTicket({ id: visit.ticket_id, forwarded_at: visit.forwarded_at })
    const facts = { number: visit.number, state: 'called' as const }
    const event = await tx.record({ kind: 'ticket.called', by: actor, at, ...about, ...facts })
    return { answer: await currentVisit(ctx, tx, actor, visit), events: [event] }
  })
}

export function markVisit(ctx: Ctx, actor: MemberActor, id: number, state: 'waiting' | 'served' | 'skipped' | 'gone') {
  return ctx.store.change(async (tx) => {
    const at = ctx.now()
    const ticket = await tx.tickets.lock(id)
    const visit = await lockVisit(ctx, tx, id, at)
    if (!ticket || !moveVisit(visit, state)) return { answer: visitView(ctx, actor, visit), events: [] }
    await tx.visits.setState(visit.id, state)
    const events = [await recordQueued(tx, actor, ticket, visit.number, state, at)]
    if (state === 'served') events.push(...(await takeToBench(tx, actor, ticket, at)))
    return { answer: await currentVisit(ctx, tx, actor, visit), events }
  })
}
