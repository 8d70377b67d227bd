import type { Db } from '../engine/index.ts'
import { Queries } from '../queries.ts'

/** The last ticket that a reader has read, in the order of reading. */
export interface TicketCursor {
  readonly at: number
  readonly id: number
}

/** The next tickets in the order of a time, after a cursor and before a moment. */
export const ticketsAfter = (
  db: Db,
  time: 'created_at' | 'finished_at',
  { at, id }: TicketCursor,
  until: number,
  count: number,
) =>
  db
    .selectFrom('ticket')
    .where(time, '>=', at)
    .where(time, '<', until)
    .where((eb) => eb.or([eb(time, '>', at), eb('id', '>', id)]))
    .orderBy(time)
    .orderBy('id')
    .limit(count)

/** All tickets in batches. */
export class TicketExportStore extends Queries {
  /** The next tickets that were created before a moment, oldest first. */
  async after(cursor: TicketCursor, until: number, count: number) {
    return ticketsAfter(this.db, 'created_at', cursor, until, count).selectAll().execute()
  }
}

export type ExportRow = Awaited<ReturnType<TicketExportStore['after']>>[number]
