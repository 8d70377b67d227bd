import { Queries } from '../queries.ts'

export class TagStore extends Queries {
  async make(count: number, at: number): Promise<number[]> {
    const rows = await this.db
      .insertInto('tag')
      .values(Array.from({ length: count }, () => ({ ticket_id: null, freed_from: null, created_at: at })))
      .returning('id')
      .execute()
    return rows.map(({ id }) => id).toSorted((a, b) => a - b)
  }
  async find(id: number): Promise<{ readonly ticketId: number | null } | undefined> {
    return this.db.selectFrom('tag').where('id', '=', id).select('ticket_id as ticketId').executeTakeFirst()
  }
  async lock(id: number): Promise<{ readonly ticketId: number | null } | undefined> {
    return this.db.selectFrom('tag').where('id', '=', id).select('ticket_id as ticketId').forUpdate().executeTakeFirst()
  }
  async tie(id: number, ticketId: number): Promise<void> {
    await this.db.updateTable('tag').set({ ticket_id: ticketId, freed_from: null }).where('id', '=', id).execute()
  }
  /** Unties the tags of a returned device, so that other devices can use them. */
  async free(ticketId: number): Promise<void> {
    await this.db
      .updateTable('tag')
      .set({ ticket_id: null, freed_from: ticketId })
      .where('ticket_id', '=', ticketId)
      .execute()
  }
  /** Ties the tags of a device that came back, unless other devices use them. */
  async retie(ticketId: number): Promise<void> {
    await this.db
      .updateTable('tag')
      .set({ ticket_id: ticketId, freed_from: null })
      .where('freed_from', '=', ticketId)
      .execute()
  }
}
