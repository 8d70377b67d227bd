import { operations, statuses, statusMeaning, targets } from '#contract/codes.ts'
import type { ShiftTally } from '#contract/words/words.ts'
import { Queries } from '../queries.ts'

/** What happened to tickets between two instants, counted from the operation log. A ticket counts once for each thing. */
export class ShiftCountStore extends Queries {
  async ofShift(from: number, until: number): Promise<ShiftTally> {
    const rows = await this.db
      .selectFrom('log')
      .where('target', '=', targets.ticket)
      .where('at', '>=', from)
      .where('at', '<', until)
      .select(['operation', 'after_id', 'before_info', 'after_info'])
      .execute()
    const entries = rows.map((row) => ({
      ticket: row.after_id,
      operation: row.operation,
      from: statusIn(row.before_info),
      to: statusIn(row.after_info),
    }))
    const tickets = (fits: (entry: (typeof entries)[number]) => boolean) =>
      new Set(entries.filter(fits).map(({ ticket }) => ticket)).size
    // Undoing a hand-back is the only update of a ticket in the log.
    const timesBack = (ticket: number) =>
      entries.filter((one) => one.ticket === ticket && one.operation === operations.retrieve).length -
      entries.filter((one) => one.ticket === ticket && one.operation === operations.update).length
    return {
      created: tickets(({ operation }) => operation === operations.create),
      // A member claimed it, moved it on, or was assigned to it.
      claimed: tickets((one) => one.from === statuses.submitted && isClaimed(one.to)),
      repaired: tickets((one) => !isRepaired(one.from) && isRepaired(one.to)),
      retrieved: tickets(({ ticket }) => timesBack(ticket) > 0),
      waiting: await this.#waiting(until),
    }
  }

  /** Unclaimed tickets that were created before an instant. */
  async #waiting(until: number): Promise<number> {
    const unclaimed = this.db
      .selectFrom('ticket')
      .where('status', '=', statuses.submitted)
      .where('created_at', '<', until)
    return (await unclaimed.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n
  }
}

const isClaimed = (status: number | undefined) =>
  status === undefined || ['in_work', 'finished'].includes(statusMeaning(status).phase)
const isRepaired = (status: number | undefined) => status !== undefined && statusMeaning(status).repaired

/** The status in a logged phrase about a ticket. */
function statusIn(info: string): number | undefined {
  return info === '' ? undefined : (JSON.parse(info) as { status?: number }).status // only the log store writes it
}
