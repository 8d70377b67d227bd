import { operations, statuses, targets } from '#contract/codes.ts'
import type { ShiftFacts } from '#contract/words/words.ts'
import type { Db } from './engine.ts'

/** What happened to tickets between two instants, as the operation log tells it: each ticket counts once. */
export function factStore(db: Db) {
  const entries = () => db.selectFrom('log').where('target', '=', targets.ticket)
  return {
    async ofShift(from: number, until: number): Promise<ShiftFacts> {
      const rows = await entries()
        .where('at', '>=', from)
        .where('at', '<', until)
        .select(['operation', 'after_id as ticket', 'after_info as info'])
        .execute()
      const tickets = (operation: number, fits: (info: string) => boolean = () => true) =>
        new Set(rows.filter((row) => row.operation === operation && fits(row.info)).map(({ ticket }) => ticket)).size
      return {
        created: tickets(operations.create),
        claimed: tickets(operations.pick),
        repaired: tickets(operations.move, (info) => statusIn(info) === statuses.repaired),
        retrieved: tickets(operations.retrieve),
        waiting: await unclaimedAt(until),
      }
    },
  }

  /** Tickets that had been created by then, and that nobody had touched. */
  async function unclaimedAt(at: number): Promise<number> {
    const { created, touched } = await entries()
      .where('at', '<', at)
      .select((eb) => [
        eb.fn.count<number>('after_id').distinct().filterWhere('operation', '=', operations.create).as('created'),
        eb.fn
          .count<number>('after_id')
          .distinct()
          .filterWhere('operation', 'in', [operations.pick, operations.move, operations.retrieve, operations.delete])
          .as('touched'),
      ])
      .executeTakeFirstOrThrow()
    return created - touched
  }
}

/** The status in a phrase about a ticket. */
function statusIn(info: string): number | undefined {
  return info === '' ? undefined : (JSON.parse(info) as { status?: number }).status // written by the log store alone
}
