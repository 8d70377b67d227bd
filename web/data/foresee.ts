import { queryClient } from './api.ts'
import { queries, type Ticket, type TicketFound } from './queries.ts'

/** What of a ticket changes by what people do with it. */
export type Foreseen = Partial<Pick<Ticket, 'status' | 'isConfirmed' | 'workers' | 'picked' | 'moves'>>

/** Shows a change to a ticket on every page that has it, before the service has answered; answers how to take it back. */
export function foresee(id: number, change: Foreseen): () => void {
  const all = { queryKey: ['tickets'] }
  // What is on its way was asked for before the change.
  void queryClient.cancelQueries(all)
  const before = queryClient.getQueriesData(all)
  const { moves: _, ...listed } = change
  queryClient.setQueryData(queries.tickets.info(id).queryKey, (ticket) => ticket && { ...ticket, ...change })
  queryClient.setQueriesData<{ list: TicketFound[] }>(
    { queryKey: ['tickets', 'search'] },
    (page) =>
      page && { ...page, list: page.list.map((ticket) => (ticket.id === id ? { ...ticket, ...listed } : ticket)) },
  )
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data)
  }
}
