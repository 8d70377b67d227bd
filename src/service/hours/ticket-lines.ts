import type { Settings } from '#contract/team/settings.ts'
import { localDate } from '#kit/time.ts'
import { type DutyFacts, dutyStatus } from '#rules/duty/duty.ts'
import { isStayOver, periodDate } from '#rules/hours/signing.ts'
import type { Tx } from '#store/store.ts'
import type { Ticket } from '#store/tickets/tickets.ts'

/**
 * A line for each of those who have just finished a ticket outside shifts: neither signed in, nor on the shift that runs by the
 * roster. It is about the first time that the ticket was finished, and written whether tickets count now or not: that may change
 * before the period is closed. Who is signed in is asked of the database, since another node may not have heard of it yet.
 *
 * It takes no turns with closing a period: only days before today are closed. Should midnight come between, the next period has it.
 */
export async function writeTicketLines(
  tx: Tx,
  { id, workers }: Ticket,
  facts: DutyFacts,
  { timeZone, signing }: Settings,
  at: number,
): Promise<void> {
  const { people } = dutyStatus(facts, at)
  const offRoster = workers.filter(({ name }) => !people.includes(name))
  if (offRoster.length === 0 || (await tx.notes.wasFinished(id))) return
  const stays = signing.on ? await tx.hours.withoutEnd(offRoster.map((worker) => worker.id)) : []
  const here = stays.filter((stay) => !isStayOver(stay, at, signing.overtimeMinutes)).map((stay) => stay.member_id)
  const outside = offRoster.filter((worker) => !here.includes(worker.id))
  if (outside.length === 0) return
  const date = localDate(at, timeZone)
  const counts_on = periodDate(date, await tx.hours.closedUntil(), date)
  const line = { kind: 'ticket', date, counts_on, ticket_id: id, state: 'proposed', created_at: at } as const
  await tx.hours.addOnce(outside.map((worker) => ({ ...line, member_id: worker.id })))
}
