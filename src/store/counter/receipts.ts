import { sql } from 'kysely'
import { hasAny } from '../engine/index.ts'
import { Queries } from '../queries.ts'
import { holdingOfTicket } from '../tickets/tickets.ts'

export interface Receipt {
  readonly ticketId: number
  readonly memberId: number | null
  readonly maker: string | null
  readonly later: boolean
}

interface Maker {
  readonly memberId: number | null
  readonly later?: boolean
}

/** The receipts of visitors, by the hash of their secret. A ticket has one at a time. */
export class ReceiptStore extends Queries {
  async find(hash: Uint8Array): Promise<Receipt | undefined> {
    const row = await this.db
      .selectFrom('receipt')
      .leftJoin('member', 'member.id', 'receipt.member_id')
      .where('receipt.hash', '=', hash)
      .select([
        'receipt.ticket_id as ticketId',
        'receipt.member_id as memberId',
        'member.name as maker',
        'receipt.later',
      ])
      .executeTakeFirst()
    return row && { ...row, later: row.later === 1 }
  }
  /** `false` if another ticket has this hash. */
  async replace(ticketId: number, hash: Uint8Array, at: number, { memberId, later = false }: Maker): Promise<boolean> {
    await this.remove(ticketId)
    return hasAny(
      this.db
        .insertInto('receipt')
        .values({ ticket_id: ticketId, hash, created_at: at, member_id: memberId, later: later ? 1 : 0 })
        .onConflict((oc) => oc.column('hash').doNothing())
        .returning('ticket_id'),
    )
  }
  has(ticketId: number): Promise<boolean> {
    return hasAny(this.db.selectFrom('receipt').where('ticket_id', '=', ticketId).select('ticket_id'))
  }
  /** Also removes the notified browser. `false` if the ticket had no receipt. */
  async remove(ticketId: number): Promise<boolean> {
    const ended = await this.db
      .deleteFrom('receipt')
      .where('ticket_id', '=', ticketId)
      .returning('hash')
      .executeTakeFirst()
    if (ended) await this.db.deleteFrom('push_subscription').where('session', '=', ended.hash).execute()
    return ended !== undefined
  }
  /**
   * For tickets that ended by then and whose device the team does not have. The receipt of a merged ticket lives as
   * long as the other ticket.
   */
  async deleteExpired(endedBy: number): Promise<void> {
    await this.db
      .deleteFrom('receipt')
      .where(sql<boolean>`exists (select 1 from ticket where ticket.id = receipt.ticket_id and ticket.open = 0
        and ticket.merged_into is null and ticket.ended_at <= ${endedBy} and not exists ${holdingOfTicket(this.db)})`)
      .execute()
  }
}
