import type { Output } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Contract } from '#contract/index.ts'
import { type Lang, textIn } from '#contract/languages.ts'
import type { DayBooking, OwnBooking, RepairDay, RepairDaySummary } from '#contract/repair-days/day-fields.ts'
import { localDate } from '#kit/time.ts'
import { bookablePlaces, countAhead, freeOfDay, freePlaces, isLiveBooking } from '#rules/repair-days/bookings.ts'
import { dayState, isComing } from '#rules/repair-days/states.ts'
import { redactedFor, visibleText } from '#rules/visibility.ts'
import type { BookingRecord } from '#store/repair-days/bookings.ts'
import type { RepairDayRecord } from '#store/repair-days/repair-days.ts'
import type { Tx } from '#store/store.ts'
import type { Actor, MemberActor } from '../shared/actor.ts'
import { type Ctx, timeText } from '../shared/context.ts'
import { relationsTo } from '../shared/ticket-access.ts'
import { placeOfDay } from './special-duty.ts'

type Bookings = readonly BookingRecord[]

export async function listDays(ctx: Ctx, lang: Lang): Promise<{ list: RepairDaySummary[] }> {
  return ctx.store.read(async (tx) => {
    const days = await tx.repairDays.announcedUntil(ctx.now())
    const bookings = await tx.bookings.ofDays(days.map(({ id }) => id))
    return { list: days.map((day) => summary(ctx, day, bookings.get(day.id) ?? [], lang)) }
  })
}

export async function dayInfo(ctx: Ctx, id: number, lang: Lang): Promise<RepairDay> {
  const { day, bookings } = await ctx.store.read((tx) => findWithBookings(tx, id))
  if (day.state === 'draft') throw new Refusal('repair_day_not_found')
  return {
    ...summary(ctx, day, bookings, lang),
    about: textIn(day.about, lang),
    refused: day.refused.map(({ what, where }) => ({ what: textIn(what, lang), where: textIn(where, lang) })),
    waves: wavesOf(ctx, day, bookings),
  }
}

async function findWithBookings(tx: Tx, id: number) {
  const day = await tx.repairDays.find(id)
  if (!day) throw new Refusal('repair_day_not_found')
  return { day, bookings: await tx.bookings.ofDay(id) }
}

function stateNow(ctx: Ctx, day: RepairDayRecord, bookings: Bookings) {
  return dayState(day, freeOfDay(day, bookings, ctx.now()), ctx.now())
}

function summary(ctx: Ctx, day: RepairDayRecord, bookings: Bookings, lang: Lang): RepairDaySummary {
  const place = placeOfDay(ctx, day)
  return {
    id: day.id,
    state: stateNow(ctx, day, bookings),
    title: textIn(day.title, lang),
    from: timeText(ctx, day.from),
    until: timeText(ctx, day.until),
    place: textIn(place.name, lang),
    map: place.map,
    kinds: [...day.kinds],
    free: isComing(day, ctx.now()) ? (freeOfDay(day, bookings, ctx.now()) ?? 0) : 0,
  }
}

function wavesOf(ctx: Ctx, day: RepairDayRecord, bookings: Bookings): RepairDay['waves'] {
  const at = ctx.now()
  return day.waves.map((wave) => ({
    id: wave.id,
    from: timeText(ctx, wave.from),
    until: timeText(ctx, wave.until),
    places: wave.places.map(({ kind, places }) => ({
      kind,
      places,
      bookable: bookablePlaces(places, day.walkInPercent),
      free: isComing(day, at) && at < wave.from ? freePlaces(day, bookings, wave, kind) : 0,
      waiting: bookings.filter(
        (one) => one.state === 'waiting' && one.kind === kind && (one.wave ?? wave.id) === wave.id,
      ).length,
    })),
  }))
}

type PlannedView = Output<Contract['planner']['info']>

export function listPlannedDays(ctx: Ctx): Promise<{ list: PlannedView[] }> {
  return ctx.store.read(async (tx) => {
    const days = await tx.repairDays.list()
    const bookings = await tx.bookings.ofDays(days.map(({ id }) => id))
    return { list: days.map((day) => plannedView(ctx, day, bookings.get(day.id) ?? [])) }
  })
}

export async function plannedDay(ctx: Ctx, id: number): Promise<PlannedView> {
  const { day, bookings } = await ctx.store.read((tx) => findWithBookings(tx, id))
  return plannedView(ctx, day, bookings)
}

function plannedView(ctx: Ctx, day: RepairDayRecord, bookings: Bookings): PlannedView {
  const count = (...states: BookingRecord['state'][]) => bookings.filter(({ state }) => states.includes(state)).length
  return {
    id: day.id,
    version: day.version,
    state: stateNow(ctx, day, bookings),
    title: day.title,
    about: day.about,
    from: timeText(ctx, day.from),
    until: timeText(ctx, day.until),
    place: day.place,
    kinds: [...day.kinds],
    refused: day.refused.map((one) => ({ ...one })),
    walkInPercent: day.walkInPercent,
    offerHours: day.offerHours,
    helpUntil: day.helpUntil === null ? '' : timeText(ctx, day.helpUntil),
    publish: day.publish,
    waves: wavesOf(ctx, day, bookings),
    copiedFrom: day.copiedFrom ?? 0,
    bookings: {
      booked: count('booked', 'offered'),
      waiting: count('waiting'),
      arrived: count('arrived'),
      missed: count('missed'),
    },
  }
}

function bookingView(ctx: Ctx, day: RepairDayRecord, bookings: Bookings, one: BookingRecord) {
  const wave = day.waves.find(({ id }) => id === one.wave)
  return {
    day: day.id,
    ticket: one.ticket,
    state: one.state,
    kind: one.kind,
    wave: one.wave ?? 0,
    from: wave ? timeText(ctx, wave.from) : '',
    until: wave ? timeText(ctx, wave.until) : '',
    ahead: countAhead(bookings, one),
    offeredUntil: one.offeredUntil === null ? '' : timeText(ctx, one.offeredUntil),
  }
}

/** Bookings of these rows for days that are not over, the earliest first. */
async function ownBookings(ctx: Ctx, tx: Tx, own: Bookings, lang: Lang): Promise<OwnBooking[]> {
  const shown = own.filter((one) => isLiveBooking(one) || one.state === 'arrived')
  if (shown.length === 0) return []
  const days = (await tx.repairDays.announcedUntil(ctx.now())).filter(({ id }) => shown.some(({ day }) => day === id))
  const all = await tx.bookings.ofDays(days.map(({ id }) => id))
  const numbers = new Map<number, string>()
  const { timeZone } = ctx.settings.current()
  for (const one of shown.filter(({ state }) => state === 'arrived')) {
    const day = days.find(({ id }) => id === one.day)
    const visit = day && (await tx.visits.ofTicket(one.ticket, localDate(day.from, timeZone)))
    if (visit) numbers.set(one.id, visit.number)
  }
  return days.flatMap((day) => {
    const place = placeOfDay(ctx, day)
    return shown
      .filter((one) => one.day === day.id)
      .map((one) => ({
        ...bookingView(ctx, day, all.get(day.id) ?? [], one),
        number: numbers.get(one.id) ?? null,
        title: textIn(day.title, lang),
        place: textIn(place.name, lang),
        map: place.map,
      }))
  })
}

export function myBookings(ctx: Ctx, actor: Actor, lang: Lang): Promise<{ list: OwnBooking[] }> {
  return ctx.store.read(async (tx) => ({
    list: await ownBookings(ctx, tx, await tx.bookings.ofPerson(actor.personId), lang),
  }))
}

/** For the holder of the receipt of a ticket. */
export async function bookingsOfTicket(ctx: Ctx, tx: Tx, ticket: number, lang: Lang): Promise<OwnBooking[]> {
  return ownBookings(ctx, tx, await tx.bookings.ofTickets([ticket]), lang)
}

export function dayBookings(ctx: Ctx, actor: MemberActor, id: number): Promise<{ list: DayBooking[] }> {
  return ctx.store.read(async (tx) => {
    const { day, bookings } = await findWithBookings(tx, id)
    const shown = bookings.filter((one) => isLiveBooking(one) || one.state === 'arrived' || one.state === 'missed')
    const wishes = Map.groupBy(await tx.bookings.wishes(id), ({ booking }) => booking)
    const date = localDate(day.from, ctx.settings.current().timeZone)
    const numbers = new Map((await tx.visits.ofDay(date)).map((visit) => [visit.ticket_id, visit.number]))
    const begin = (one: BookingRecord) =>
      one.state === 'waiting' ? Number.POSITIVE_INFINITY : (day.waves.find((wave) => wave.id === one.wave)?.from ?? 0)
    const list: DayBooking[] = []
    for (const one of shown.toSorted((a, b) =>
      begin(a) === begin(b) ? a.position - b.position : begin(a) < begin(b) ? -1 : 1,
    )) {
      const found = await tx.tickets.find(one.ticket)
      if (!found) continue
      const relations = relationsTo(actor, found)
      const ticket = redactedFor(relations, found)
      list.push({
        ...bookingView(ctx, day, bookings, one),
        device: ticket.device,
        owner: visibleText('owner', ticket.owner, relations, { hidden: ticket.hidden === 1 }),
        workers: found.workers.map(({ name }) => name),
        wishes: (wishes.get(one.id) ?? []).map(({ id: member, name }) => ({ id: member, name })),
        number: one.state === 'arrived' ? (numbers.get(one.ticket) ?? null) : null,
      })
    }
    return { list }
  })
}
