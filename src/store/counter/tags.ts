import { Queries } from '../queries.ts'

/** Printed tags, and the tickets that they are tied to. */
export class TagStore extends Queries {
  /** Adds tags and returns their numbers. */
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
  /** Unties the tags of a device that is gone, so that they can be tied to others. */
  async free(ticketId: number): Promise<void> {
    await this.db
      .updateTable('tag')
      .set({ ticket_id: null, freed_from: ticketId })
      .where('ticket_id', '=', ticketId)
      .execute()
  }
  /** Ties the tags again of a device that came back, unless another device has them by now. */
  async retie(ticketId: number): Promise<void> {
    await this.db
      .updateTable('tag')
      .set({ ticket_id: ticketId, freed_from: null })
      .where('freed_from', '=', ticketId)
      .execute()
  }
}
