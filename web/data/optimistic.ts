import type { Query } from '@tanstack/react-query'
import { queryClient } from './api.ts'
import { queries, type TicketFound, type TicketInfo } from './queries.ts'
import type { Subject } from './subjects.ts'

/** Whatever was asked about these. */
const about = (...[subject, query]: readonly [Subject, string?]) => ({
  predicate: ({ queryKey }: Query) => queryKey[0] === subject && (query === undefined || queryKey[1] === query),
})

/** What of a ticket changes by what people do with it. */
export type TicketChange = Partial<Pick<TicketInfo, 'status' | 'isConfirmed' | 'workers' | 'picked' | 'moves'>>

/** Shows a change to a ticket on every page that has it, before the service has answered; answers how to take it back. */
export function optimisticTicket(id: number, change: TicketChange): () => void {
  const all = about('tickets')
  // What is on its way was asked for before the change.
  void queryClient.cancelQueries(all)
  const before = queryClient.getQueriesData(all)
  const { moves: _, ...listed } = change
  queryClient.setQueryData(queries.tickets.info(id).queryKey, (ticket) => ticket && { ...ticket, ...change })
  queryClient.setQueriesData<{ list: TicketFound[] }>(
    about('tickets', 'search'),
    (page) =>
      page && { ...page, list: page.list.map((ticket) => (ticket.id === id ? { ...ticket, ...listed } : ticket)) },
  )
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data)
  }
}
