import type { Db } from '../engine/index.ts'
import { Queries } from '../queries.ts'

export interface TicketCursor {
  readonly at: number
  readonly id: number
}

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

export class TicketExportStore extends Queries {
  async after(cursor: TicketCursor, until: number, count: number) {
    return ticketsAfter(this.db, 'created_at', cursor, until, count).selectAll().execute()
  }
}

export type ExportRow = Awaited<ReturnType<TicketExportStore['after']>>[number]
