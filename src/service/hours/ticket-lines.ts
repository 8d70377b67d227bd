import type { Settings } from '#contract/team/settings.ts'
import { localDate } from '#kit/time.ts'
import { type DutyFacts, dutyStatus } from '#rules/duty/duty.ts'
import { isStayOver, periodDate } from '#rules/hours/signing.ts'
import type { Tx } from '#store/store.ts'
import type { Ticket } from '#store/tickets/tickets.ts'

/**
 * Adds a line for each worker who has just finished a ticket outside shifts: not signed in, and not on the current
 * shift of the roster.
 * Only the first time that a ticket is finished counts. The line is written even if tickets do not count now: the rule
 * may change before the period is closed.
 * The database says who is signed in, because the memory of this node may be behind.
 * No lock against closing a period is needed: only days before today are closed. If midnight comes between, the next
 * period has the line.
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
