import { type Db, inList } from '../engine/index.ts'

/** Where a forwarded ticket is; `system` tells which of the systems the team has had. */
export interface Remote {
  readonly system: string
  readonly id: string
  readonly url: string | undefined
}

/** Forwarded tickets as they are known elsewhere. */
export function remoteStore(db: Db) {
  return {
    /** What makes our references unlike those of others. */
    async instance(): Promise<string> {
      return (await db.selectFrom('instance').select('name').executeTakeFirstOrThrow()).name
    },
    async of(ticketId: number): Promise<Remote | undefined> {
      return (await this.ofAll([ticketId])).get(ticketId)
    },
    /** By the numbers of tickets, of those that are known elsewhere. */
    async ofAll(ticketIds: readonly number[]): Promise<ReadonlyMap<number, Remote>> {
      const rows = await db
        .selectFrom('remote')
        .where(inList(db, 'ticket_id', ticketIds))
        .selectAll()
        .execute()
      return new Map(
        rows.map((row) => [row.ticket_id, { system: row.system, id: row.remote_id, url: row.url ?? undefined }]),
      )
    },
    async save(ticketId: number, { system, id, url }: Remote): Promise<void> {
      const values = { system, remote_id: id, url: url ?? null }
      await db
        .insertInto('remote')
        .values({ ticket_id: ticketId, ...values })
        .onConflict((oc) => oc.column('ticket_id').doUpdateSet(values))
        .execute()
    },
    async forget(ticketId: number): Promise<void> {
      await db.deleteFrom('remote').where('ticket_id', '=', ticketId).execute()
    },
    /** The numbers of all forwarded tickets. */
    async forwarded(): Promise<number[]> {
      const rows = await db
        .selectFrom('ticket')
        .where('forwarded_at', 'is not', null)
        .select('id')
        .orderBy('id')
        .execute()
      return rows.map(({ id }) => id)
    },
  }
}
