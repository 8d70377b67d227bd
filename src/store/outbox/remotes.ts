import { inList } from '../engine/index.ts'
import { idsOf, Queries } from '../queries.ts'

/** `system` is one that the team uses or has used. */
export interface RemoteReference {
  readonly system: string
  readonly id: string
  readonly url: string | undefined
}

export class RemoteStore extends Queries {
  /** Distinguishes our references from those of other installations. */
  async instance(): Promise<string> {
    return (await this.db.selectFrom('instance').select('name').executeTakeFirstOrThrow()).name
  }
  async find(ticketId: number): Promise<RemoteReference | undefined> {
    return (await this.findAll([ticketId])).get(ticketId)
  }
  async findAll(ticketIds: readonly number[]): Promise<ReadonlyMap<number, RemoteReference>> {
    const rows = await this.db
      .selectFrom('remote')
      .where(inList(this.db, 'ticket_id', ticketIds))
      .selectAll()
      .execute()
    return new Map(
      rows.map((row) => [row.ticket_id, { system: row.system, id: row.remote_id, url: row.url ?? undefined }]),
    )
  }
  async save(ticketId: number, { system, id, url }: RemoteReference): Promise<void> {
    const values = { system, remote_id: id, url: url ?? null }
    await this.db
      .insertInto('remote')
      .values({ ticket_id: ticketId, ...values })
      .onConflict((oc) => oc.column('ticket_id').doUpdateSet(values))
      .execute()
  }
  async remove(ticketId: number): Promise<void> {
    await this.db.deleteFrom('remote').where('ticket_id', '=', ticketId).execute()
  }
  forwarded(): Promise<number[]> {
    return idsOf(this.db.selectFrom('ticket').where('forwarded_at', 'is not', null).select('id').orderBy('id'))
  }
}
