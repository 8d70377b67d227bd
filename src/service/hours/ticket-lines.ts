import type { Settings } from '#contract/team/settings.ts'
import { localDate } from '#kit/time.ts'
import { type DutyFacts, dutyStatus } from '#rules/duty/duty.ts'
import { isStayOver, periodDate } from '#rules/hours/signing.ts'
import type { Tx } from '#store/store.ts'
import type { Ticket } from '#store/tickets/tickets.ts'

/**
 * Adds a line for each worker who finished a ticket while neither signed in nor on the current roster. Only the first
 * finish counts. The line is written even if tickets do not count now, because the rule may change. The database knows
 * who is signed in; the memory of this node may be behind. Closing a period needs no lock: it closes only days before
 * today.
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
