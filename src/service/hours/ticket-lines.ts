import type { Settings } from '#contract/settings.ts'
import { localDate } from '#kit/time.ts'
import { type DutyFacts, hereAt, situation } from '#rules/duty.ts'
import { countsOn } from '#rules/signing.ts'
import type { Tx } from '#store/store.ts'
import type { HeldTicket } from '#store/tickets.ts'

/**
 * A line for each of those who have just finished a ticket outside shifts: neither signed in, nor on the shift that runs by the
 * roster. It is about the first time that the ticket was finished, and written whether tickets count now or not: that may change
 * before the period is closed.
 */
export async function writeTicketLines(
  tx: Tx,
  { id, workers }: HeldTicket,
  facts: DutyFacts,
  { timeZone }: Settings,
  at: number,
): Promise<void> {
  const { people } = situation(facts, at)
  const here = hereAt(facts, at)
  const outside = workers.filter((worker) => !people.includes(worker.name) && !here.includes(worker.id))
  if (outside.length === 0 || (await tx.notes.wasFinished(id))) return
  await tx.duty.lock()
  const date = localDate(at, timeZone)
  const counts_on = countsOn(date, await tx.hours.closedUntil(), date)
  const line = { kind: 'ticket', date, counts_on, ticket_id: id, state: 'proposed', created_at: at } as const
  await tx.hours.addOnce(outside.map((worker) => ({ ...line, member_id: worker.id })))
}
