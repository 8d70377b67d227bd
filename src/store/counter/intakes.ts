import { hasAny } from '../engine/index.ts'
import { Queries } from '../queries.ts'

export interface KioskSession {
  readonly memberId: number
  readonly until: number
}

/** The member who filed a visitor's ticket, and when an account adopted it. */
export interface IntakeRecord {
  readonly memberId: number
  readonly at: number
  readonly adoptedAt: number | null
}

/** Visitors' tickets, and the kiosks at which visitors file their own. */
export class IntakeStore extends Queries {
  /** `false` if another ticket was filed under this receipt. */
  add(ticketId: number, memberId: number, hash: Uint8Array, at: number): Promise<boolean> {
    return hasAny(
      this.db
        .insertInto('intake')
        .values({ ticket_id: ticketId, member_id: memberId, hash, created_at: at })
        .onConflict((oc) => oc.column('hash').doNothing())
        .returning('ticket_id'),
    )
  }
  /** `false` if the ticket was not imported, or has an intake already. */
  async addForImported(ticketId: number, memberId: number, hash: Uint8Array, at: number): Promise<boolean> {
    if (!(await this.isImported(ticketId))) return false
    return hasAny(
      this.db
        .insertInto('intake')
        .values({ ticket_id: ticketId, member_id: memberId, hash, created_at: at })
        .onConflict((oc) => oc.column('ticket_id').doNothing())
        .returning('ticket_id'),
    )
  }
  isImported(ticketId: number): Promise<boolean> {
    return hasAny(this.db.selectFrom('imported').where('ticket_id', '=', ticketId).select('key'))
  }
  /** A ticket with a receipt stays a visitor's ticket. */
  async removeWithoutReceipt(ticketId: number): Promise<void> {
    const receipt = this.db.selectFrom('receipt').where('receipt.ticket_id', '=', ticketId).select('receipt.ticket_id')
    await this.db
      .deleteFrom('intake')
      .where('ticket_id', '=', ticketId)
      .where(({ not, exists }) => not(exists(receipt)))
      .execute()
  }
  async find(ticketId: number): Promise<IntakeRecord | undefined> {
    return this.db
      .selectFrom('intake')
      .where('ticket_id', '=', ticketId)
      .select(['member_id as memberId', 'created_at as at', 'adopted_at as adoptedAt'])
      .executeTakeFirst()
  }
  async ticketOfReceipt(hash: Uint8Array): Promise<number | undefined> {
    const row = await this.db.selectFrom('intake').where('hash', '=', hash).select('ticket_id').executeTakeFirst()
    return row?.ticket_id
  }
  /** True if the owner is a person without an account, made for this ticket. */
  belongsToVisitor(ticketId: number): Promise<boolean> {
    return hasAny(
      this.db
        .selectFrom('intake')
        .where('ticket_id', '=', ticketId)
        .where('adopted_at', 'is', null)
        .select('ticket_id'),
    )
  }
  async setAdopted(ticketId: number, at: number): Promise<void> {
    await this.db.updateTable('intake').set({ adopted_at: at }).where('ticket_id', '=', ticketId).execute()
  }
  async openKiosk(hash: Uint8Array, memberId: number, at: number, until: number): Promise<void> {
    await this.db.insertInto('kiosk').values({ hash, member_id: memberId, created_at: at, until_at: until }).execute()
  }
  /** `undefined` if the kiosk is closed or its member has left the team. */
  async kiosk(hash: Uint8Array, at: number): Promise<KioskSession | undefined> {
    return this.db
      .selectFrom('kiosk')
      .innerJoin('member', 'member.id', 'kiosk.member_id')
      .where('kiosk.hash', '=', hash)
      .where('kiosk.until_at', '>', at)
      .where('member.active', '=', 1)
      .select(['kiosk.member_id as memberId', 'kiosk.until_at as until'])
      .executeTakeFirst()
  }
  /** Closes the kiosks of a member, or all, and returns their number. */
  async closeKiosks(memberId?: number): Promise<number> {
    const rows = await this.db
      .deleteFrom('kiosk')
      .$if(memberId !== undefined, (query) => query.where('member_id', '=', memberId ?? 0))
      .returning('hash')
      .execute()
    return rows.length
  }
  async deleteKiosksEndedBy(at: number): Promise<void> {
    await this.db.deleteFrom('kiosk').where('until_at', '<=', at).execute()
  }
}
