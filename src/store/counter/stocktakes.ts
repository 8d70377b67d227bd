import type { Insertable, Selectable } from 'kysely'
import type { StockDevice } from '#rules/counter/custody.ts'
import { countOf, inList } from '../engine/index.ts'
import { Queries } from '../queries.ts'
import type { Tables } from '../tables.ts'

export type StocktakeRow = Selectable<Tables['stocktake']> & { readonly by: string }

export class StocktakeStore extends Queries {
  async heldDevices(): Promise<StockDevice[]> {
    return this.db
      .selectFrom('holding')
      .innerJoin('ticket', 'ticket.id', 'holding.ticket_id')
      .select(['ticket.id', 'ticket.device', 'holding.place', 'holding.shelf'])
      .orderBy('ticket.id')
      .execute()
  }
  /** The present or last ticket of each tag. */
  async ticketsOfTags(ids: readonly number[]): Promise<Map<number, number | null>> {
    const rows = await this.db
      .selectFrom('tag')
      .where(inList(this.db, 'id', ids))
      .select((eb) => ['id', eb.fn.coalesce('ticket_id', 'freed_from').as('ticket')])
      .execute()
    return new Map(rows.map(({ id, ticket }) => [id, ticket]))
  }
  async returnedTickets(ids: readonly number[]): Promise<Map<number, boolean>> {
    const rows = await this.db
      .selectFrom('ticket')
      .where(inList(this.db, 'id', ids))
      .select(['id', 'confirmed_at'])
      .execute()
    return new Map(rows.map(({ id, confirmed_at }) => [id, confirmed_at !== null]))
  }
  async add(row: Insertable<Tables['stocktake']>): Promise<number> {
    return (await this.db.insertInto('stocktake').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  /** The latest first. */
  async page(offset: number, count: number): Promise<{ rows: StocktakeRow[]; total: number }> {
    const rows = await this.db
      .selectFrom('stocktake')
      .innerJoin('member', 'member.id', 'stocktake.member_id')
      .selectAll('stocktake')
      .select('member.name as by')
      .orderBy('stocktake.id', 'desc')
      .offset(offset)
      .limit(count)
      .execute()
    return { rows, total: await countOf(this.db.selectFrom('stocktake')) }
  }
}
