import { useQuery } from '@tanstack/react-query'
import { statuses } from '#contract/codes.ts'
import { api, queries } from '../../../api.ts'

export type Ticket = Awaited<ReturnType<typeof api.tickets.info>>
type Move = Ticket['moves'][number]

export function useTicket(id: number) {
  return useQuery({
    queryKey: ['tickets', 'info', id],
    queryFn: ({ signal }) => api.tickets.info({ id }, { signal }),
  })
}

/** After something was done, or tried: the ticket and the lists it is in are asked for again. */
export const lookAgainAtTickets = () => queries.invalidateQueries({ queryKey: ['tickets'] })

export function may({ moves }: Pick<Ticket, 'moves'>, action: Move['action']): boolean {
  return moves.some((move) => move.action === action)
}

/** The statuses it can be given. Back to nobody and cancelling are things of their own, with a question before them. */
export function nextStatuses({ moves }: Pick<Ticket, 'moves'>): number[] {
  return moves.flatMap(({ action, status }) =>
    action === 'update' && status !== undefined && status !== statuses.submitted && status !== statuses.cancelled
      ? [status]
      : [],
  )
}

export const isDone = (status: number) => status === statuses.repaired || status === statuses.unrepairable
