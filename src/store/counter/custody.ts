import { type Insertable, sql } from 'kysely'
import { statusesIn } from '#contract/codes.ts'
import { accessoriesIn, type CustodyEntry, type DeviceHolding } from '#rules/counter/custody.ts'
import { countOf, literals } from '../engine/index.ts'
import { Queries } from '../queries.ts'
import type { Tables } from '../tables.ts'

/** 1 if the device waits for its owner: the ticket is finished or withdrawn. */
const ready = sql<number>`case when ticket.status in (${literals(statusesIn('finished', 'closed'))}) then 1 else 0 end`

/** The places of devices, and the ledger behind them. */
export class CustodyStore extends Queries {
  #holdings(shelf: string) {
    return this.db
      .selectFrom('holding')
      .innerJoin('ticket', 'ticket.id', 'holding.ticket_id')
      .$if(shelf !== '', (query) =>
        query.where('holding.place', '=', 'shelf').where(sql<boolean>`lower(holding.shelf) = lower(${shelf})`),
      )
  }
  async holding(ticketId: number): Promise<DeviceHolding | undefined> {
    return this.db
      .selectFrom('holding')
      .where('ticket_id', '=', ticketId)
      .select(['since', 'place', 'shelf', 'member_id as memberId'])
      .executeTakeFirst()
  }
  async addLine(line: Insertable<Tables['custody']>): Promise<void> {
    await this.db.insertInto('custody').values(line).execute()
  }
  async ofTicket(ticketId: number): Promise<CustodyEntry[]> {
    return this.db
      .selectFrom('custody')
      .where('ticket_id', '=', ticketId)
      .select(['what', 'at', 'shelf', 'to_member_id as toMember'])
      .orderBy('id')
      .execute()
  }
  /** The return, if it is the last ledger entry, with the picture of the signature. */
  async lastReturn(ticketId: number) {
    const last = await this.db
      .selectFrom('custody')
      .leftJoin('media', 'media.note_id', 'custody.note_id')
      .where('custody.ticket_id', '=', ticketId)
      .select(['custody.what', 'custody.to_name as to', 'custody.shown', 'custody.accessories'])
      .select('media.name as signature')
      .orderBy('custody.id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return last?.what === 'returned' ? last : undefined
  }
  async setHolding(ticketId: number, { since, place, shelf, memberId }: DeviceHolding): Promise<void> {
    const row = { ticket_id: ticketId, since, place, shelf, member_id: memberId }
    await this.db
      .insertInto('holding')
      .values(row)
      .onConflict((oc) => oc.column('ticket_id').doUpdateSet(row))
      .execute()
  }
  async removeHolding(ticketId: number): Promise<void> {
    await this.db.deleteFrom('holding').where('ticket_id', '=', ticketId).execute()
  }
  /** Deletes the names of people who have or had the device, and reasons about accessories. */
  async eraseNames(ticketId: number): Promise<void> {
    const lines = await this.db
      .selectFrom('custody')
      .where('ticket_id', '=', ticketId)
      .where('what', '=', 'returned')
      .select(['id', 'accessories'])
      .execute()
    for (const { id, accessories } of lines) {
      const bare = JSON.stringify(accessoriesIn(accessories).map((one) => ({ ...one, reason: '' })))
      if (bare !== accessories)
        await this.db.updateTable('custody').set({ accessories: bare }).where('id', '=', id).execute()
    }
    await this.db
      .updateTable('custody')
      .set({ to_name: '' })
      .where('ticket_id', '=', ticketId)
      .where('to_name', '<>', '')
      .execute()
  }
  /** Devices of the team or of a shelf: first those that wait for their owners, in each group the longest first. */
  async listHoldings(shelf: string, offset: number, count: number) {
    const rows = await this.#holdings(shelf)
      .leftJoin('member', 'member.id', 'holding.member_id')
      .select([
        'ticket.id',
        'ticket.person_id as personId',
        'ticket.type',
        'ticket.kind',
        'ticket.status',
        'ticket.device',
        'ticket.owner',
        'ticket.phone',
        'holding.since',
        'holding.place',
        'holding.shelf',
        'member.name as colleague',
        ready.as('ready'),
      ])
      .select((eb) =>
        eb
          .selectFrom('custody')
          .whereRef('custody.ticket_id', '=', 'holding.ticket_id')
          .where('custody.what', '=', 'workshop')
          .select('custody.to_name')
          .orderBy('custody.id', 'desc')
          .limit(1)
          .as('workshop'),
      )
      .orderBy(ready, 'desc')
      .orderBy(
        sql`case when ${ready} = 1 then coalesce(ticket.finished_at, ticket.ended_at, holding.since) else holding.since end`,
      )
      .orderBy('ticket.id')
      .offset(offset)
      .limit(count)
      .execute()
    return { rows, total: await countOf(this.#holdings(shelf)) }
  }
}
