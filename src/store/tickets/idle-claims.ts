import { sql } from 'kysely'
import { type ClaimState, expiringStatuses } from '#rules/tickets/idle-claims.ts'
import { literals } from '../engine/index.ts'
import { Queries } from '../queries.ts'

/** Leaves from shifts on these days, and those without a date that were requested since then. */
export interface LeaveWindow {
  readonly from: string
  readonly until: string
  readonly askedSince: number
}

const canExpire = sql<boolean>`ticket.open = 1 and ticket.status in (${literals(expiringStatuses)})`

const happened = sql<number>`(select max(at) from (
  select max(created_at) as at from note where note.ticket_id = ticket.id
  union all select max(at) from custody where custody.ticket_id = ticket.id
  union all select max(since) from worker where worker.ticket_id = ticket.id
  union all select ticket.created_at
) happened)`

// SQLite keeps the order of a cross join.
const active = sql<number>`(select count(*) from worker cross join member
  where worker.ticket_id = ticket.id and member.id = worker.member_id and member.active = 1)`

const awayOf = ({ from, until, askedSince }: LeaveWindow) => sql<number>`(
  select count(*) from worker cross join member
  where worker.ticket_id = ticket.id and member.id = worker.member_id and member.active = 1 and exists (
    select 1 from leave where leave.member_id = member.id and (
      (leave.date >= ${from} and leave.date <= ${until}) or (leave.date is null and leave.created_at >= ${askedSince}))))`

/** Claimed tickets, their last activity, and reminders. */
export class ClaimStore extends Queries {
  #expiring() {
    return this.db.selectFrom('ticket').where(canExpire)
  }
  #claims(away: LeaveWindow) {
    return this.#expiring()
      .leftJoin('claim_reminder as reminder', 'reminder.ticket_id', 'ticket.id')
      .select(['ticket.id', happened.as('since'), active.as('active'), awayOf(away).as('away')])
      .select(['reminder.since as remindedSince', 'reminder.told_at as toldAt', 'reminder.team_at as teamAt'])
  }
  async after(id: number, count: number, away: LeaveWindow) {
    const rows = await this.#claims(away).where('ticket.id', '>', id).orderBy('ticket.id').limit(count).execute()
    return rows.map(claimIn)
  }
  /** `undefined` if the claim cannot expire. */
  async find(id: number, away: LeaveWindow) {
    const row = await this.#claims(away).where('ticket.id', '=', id).executeTakeFirst()
    return row && claimIn(row)
  }
  /** For a ticket whose claim can expire. */
  async lastActivity(id: number): Promise<number | undefined> {
    const row = await this.#expiring().where('ticket.id', '=', id).select(happened.as('since')).executeTakeFirst()
    return row && Number(row.since)
  }
  async setReminded(id: number, since: number, at: number): Promise<void> {
    const row = { ticket_id: id, since, told_at: at, team_at: null }
    await this.db
      .insertInto('claim_reminder')
      .values(row)
      .onConflict((oc) => oc.column('ticket_id').doUpdateSet(row))
      .execute()
  }
  async setTeamReminded(id: number, at: number): Promise<void> {
    await this.db.updateTable('claim_reminder').set({ team_at: at }).where('ticket_id', '=', id).execute()
  }
  /** For tickets whose claims can no longer expire. */
  async deleteStaleReminders(): Promise<void> {
    await this.db
      .deleteFrom('claim_reminder')
      .where(
        sql<boolean>`not exists (select 1 from ticket where ticket.id = claim_reminder.ticket_id and ${canExpire})`,
      )
      .execute()
  }
}

interface ClaimRow {
  readonly id: number
  readonly since: number
  readonly active: number
  readonly away: number
  readonly remindedSince: number | null
  readonly toldAt: number | null
  readonly teamAt: number | null
}

function claimIn(row: ClaimRow): ClaimState & { readonly id: number } {
  const since = Number(row.since)
  // Otherwise there was activity since the reminder.
  const isReminded = row.remindedSince === since
  return {
    id: row.id,
    since,
    active: Number(row.active),
    away: Number(row.away),
    toldAt: (isReminded && row.toldAt) || undefined,
    teamAt: (isReminded && row.teamAt) || undefined,
  }
}
