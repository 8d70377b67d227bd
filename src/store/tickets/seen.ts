import { sql } from 'kysely'
import { noteTypes } from '#contract/codes.ts'
import { inList, statement } from '../engine/index.ts'
import { Queries } from '../queries.ts'

export interface TicketBadges {
  readonly id: number
  readonly photo: string | null
  readonly unread: number
  readonly fault: string
}

/** A row of a list shows a line of it. */
const faultLength = 160

// The plus keeps SQLite from using the index by that column.
const firstPhoto = sql`(select media.name from note join media on media.note_id = note.id
  where note.ticket_id = ticket.id and note.type = ${sql.lit(noteTypes.comment)} and +media.gone = 0 and media.state = 0
  order by note.id, media.place limit 1)`

/** For a worker who has not looked yet, any comment after the filing counts. */
const isUnread = (memberId: { memberId: number }['memberId']) => sql<boolean>`exists (
  select 1 from note
  where note.ticket_id = ticket.id and note.type = ${sql.lit(noteTypes.comment)} and +note.person_id = ticket.person_id
    and note.created_at > ticket.created_at and (note.member_id is null or note.member_id <> ${memberId})
    and note.id > coalesce(
      (select note_id from ticket_seen where ticket_seen.ticket_id = ticket.id and ticket_seen.member_id = ${memberId}),
      (select 0 from worker where worker.ticket_id = ticket.id and worker.member_id = ${memberId}),
      ${sql.lit(Number.MAX_SAFE_INTEGER)}))`

const marks = statement(
  (
    db,
    { ids, memberId }: { ids: readonly number[]; memberId: number },
  ) => sql<TicketBadges>`select id, ${firstPhoto} as photo, case when ${isUnread(memberId)} then 1 else 0 end as unread,
        substr(description, 1, ${sql.lit(faultLength)}) as fault
      from ticket where ${inList(db, 'id', ids)}`,
)

export class TicketSeenStore extends Queries {
  async badges(ids: readonly number[], memberId: number): Promise<Map<number, TicketBadges>> {
    if (ids.length === 0) return new Map()
    const rows = await marks(this.db, { ids, memberId })
    return new Map(rows.map((row) => [row.id, row]))
  }

  async setSeen(ticketId: number, memberId: number, noteId: number): Promise<void> {
    await this.db
      .insertInto('ticket_seen')
      .values({ ticket_id: ticketId, member_id: memberId, note_id: noteId })
      .onConflict((conflict) =>
        conflict
          .columns(['ticket_id', 'member_id'])
          .doUpdateSet({ note_id: noteId })
          .where('ticket_seen.note_id', '<', noteId),
      )
      .execute()
  }

  async removeOfTicket(ticketId: number): Promise<void> {
    await this.db.deleteFrom('ticket_seen').where('ticket_id', '=', ticketId).execute()
  }

  async removeOfMember(memberId: number): Promise<void> {
    await this.db.deleteFrom('ticket_seen').where('member_id', '=', memberId).execute()
  }
}
