import { Queries } from '../queries.ts'

export class RatingStore extends Queries {
  async find(ticketId: number) {
    return this.db
      .selectFrom('rating')
      .where('ticket_id', '=', ticketId)
      .select(['stars', 'content'])
      .executeTakeFirst()
  }
  async add(ticketId: number, stars: number, content: string, at: number): Promise<void> {
    await this.db.insertInto('rating').values({ ticket_id: ticketId, stars, content, created_at: at }).execute()
  }
  async ofPerson(personId: number) {
    return this.db
      .selectFrom('rating')
      .innerJoin('ticket', 'ticket.id', 'rating.ticket_id')
      .where('ticket.person_id', '=', personId)
      .select(['ticket.id', 'rating.stars', 'rating.content', 'rating.created_at'])
      .orderBy('ticket.id')
      .execute()
  }
  /** Erases the text; the stars identify no one. */
  async eraseText(ticketId: number): Promise<void> {
    await this.db
      .updateTable('rating')
      .set({ content: '' })
      .where('ticket_id', '=', ticketId)
      .where('content', '<>', '')
      .execute()
  }
}
