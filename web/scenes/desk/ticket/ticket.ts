import { meaningOf, statuses } from '#contract/codes.ts'
import type { Ticket } from '#web/data/queries.ts'

type Move = Ticket['moves'][number]

export function may({ moves }: Pick<Ticket, 'moves'>, action: Move['action']): boolean {
  return moves.some((move) => move.action === action)
}

/** Somebody stays with it, or nothing was begun: then it goes back to the queue. */
export function maySpareOne({ workers, status }: Pick<Ticket, 'workers' | 'status'>): boolean {
  return workers.length > 1 || status === statuses.accepted
}

/** The statuses it can be given. Back to nobody and cancelling are things of their own, with a question before them. */
export function nextStatuses({ moves }: Pick<Ticket, 'moves'>): number[] {
  return moves.flatMap(({ action, status }) =>
    action === 'update' && status !== undefined && status !== statuses.submitted && status !== statuses.cancelled
      ? [status]
      : [],
  )
}

export const isDone = (status: number) => meaningOf(status).phase === 'finished'
