import type { Booking, BookingChange } from '#rules/repair-days/bookings.ts'
import { inList, insertReturningId } from '../engine/index.ts'
import { idsOf, Queries } from '../queries.ts'

const insert = insertReturningId('booking')

/** A booking, and what is shown of its ticket. */
export interface BookingRecord extends Booking {
  readonly day: number
  readonly personId: number
  readonly forwardedAt: number | null
}

export interface BookingWish {
  readonly booking: number
  readonly id: number
  readonly name: string
}

export class BookingStore extends Queries {
  #bookings() {
    return this.db
      .selectFrom('booking')
      .innerJoin('ticket', 'ticket.id', 'booking.ticket_id')
      .select([
        'booking.id',
        'booking.day_id as day',
        'booking.ticket_id as ticket',
        'booking.kind',
        'booking.wave_id as wave',
        'booking.state',
        'booking.position',
        'booking.offered_until as offeredUntil',
        'ticket.person_id as personId',
        'ticket.forwarded_at as forwardedAt',
      ])
      .orderBy('booking.position')
      .orderBy('booking.id')
  }
  /** In the order of requests. */
  async ofDays(days: readonly number[]): Promise<Map<number, BookingRecord[]>> {
    const rows = await this.#bookings()
      .where(inList(this.db, 'booking.day_id', days))
      .execute()
    return Map.groupBy(rows, ({ day }) => day)
  }
  async ofDay(day: number): Promise<BookingRecord[]> {
    return (await this.ofDays([day])).get(day) ?? []
  }
  async ofTickets(tickets: readonly number[]): Promise<BookingRecord[]> {
    return this.#bookings()
      .where(inList(this.db, 'booking.ticket_id', tickets))
      .execute()
  }
  async ofPerson(personId: number): Promise<BookingRecord[]> {
    return this.#bookings().where('ticket.person_id', '=', personId).execute()
  }
  /** The bookings of a day by ticket, with a place or waiting. */
  async liveDaysOf(tickets: readonly number[]): Promise<number[]> {
    const rows = await this.db
      .selectFrom('booking')
      .where(inList(this.db, 'ticket_id', tickets))
      .where('state', 'in', ['booked', 'offered', 'waiting'])
      .select('day_id')
      .distinct()
      .orderBy('day_id')
      .execute()
    return rows.map((row) => row.day_id)
  }
  /** A new request, at the end of the order unless it keeps its place. */
  async put(
    day: number,
    ticket: number,
    { kind, state, wave, own }: Pick<Booking, 'kind' | 'state' | 'wave'> & { readonly own: Booking | undefined },
    position: number,
    at: number,
  ): Promise<number> {
    const values = { kind, state, wave_id: wave, position, offered_until: null, asked_at: at, changed_at: at }
    if (!own) return insert(this.db, { day_id: day, ticket_id: ticket, ...values })
    await this.db.updateTable('booking').set(values).where('id', '=', own.id).execute()
    return own.id
  }
  async change(changes: readonly BookingChange[], at: number): Promise<void> {
    for (const { id, state, wave, offeredUntil } of changes)
      await this.db
        .updateTable('booking')
        .set({ state, wave_id: wave, offered_until: offeredUntil, changed_at: at })
        .where('id', '=', id)
        .execute()
  }
  async wishes(day: number): Promise<BookingWish[]> {
    return this.db
      .selectFrom('booking_wish')
      .innerJoin('booking', 'booking.id', 'booking_wish.booking_id')
      .innerJoin('member', 'member.id', 'booking_wish.member_id')
      .where('booking.day_id', '=', day)
      .where('member.active', '=', 1)
      .select(['booking_wish.booking_id as booking', 'member.id', 'member.name'])
      .orderBy('booking_wish.at')
      .orderBy('member.id')
      .execute()
  }
  async addWish(booking: number, memberId: number, at: number): Promise<void> {
    await this.db
      .insertInto('booking_wish')
      .values({ booking_id: booking, member_id: memberId, at })
      .onConflict((oc) => oc.doNothing())
      .execute()
  }
  async removeWish(booking: number, memberId: number): Promise<void> {
    await this.db
      .deleteFrom('booking_wish')
      .where('booking_id', '=', booking)
      .where('member_id', '=', memberId)
      .execute()
  }
  async remove(id: number): Promise<void> {
    await this.db.deleteFrom('booking_wish').where('booking_id', '=', id).execute()
    await this.db.deleteFrom('booking').where('id', '=', id).execute()
  }
  /** Deletes what tells that someone had booked. Who has come stays in the figures of the day. */
  async erase(ticket: number): Promise<void> {
    const ids = await idsOf(this.db.selectFrom('booking').where('ticket_id', '=', ticket).select('id'))
    await this.db
      .deleteFrom('booking_wish')
      .where(inList(this.db, 'booking_id', ids))
      .execute()
    await this.db.deleteFrom('booking').where('ticket_id', '=', ticket).where('state', '<>', 'arrived').execute()
  }
}
