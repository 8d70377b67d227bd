import type { Query } from '@tanstack/react-query'
import { queryClient } from './api.ts'
import { queries, type TicketFound, type TicketInfo } from './queries.ts'
import type { Subject } from './subjects.ts'

const about = (...[subject, query]: readonly [Subject, string?]) => ({
  predicate: ({ queryKey }: Query) => queryKey[0] === subject && (query === undefined || queryKey[1] === query),
})

export type TicketChange = Partial<Pick<TicketInfo, 'status' | 'isConfirmed' | 'workers' | 'picked' | 'moves'>>

/** Applies a change to a ticket in all cached queries at once; returns the rollback. */
export function optimisticTicket(id: number, change: TicketChange): () => void {
  const all = about('tickets')
  // Pending answers may date from before the change.
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
