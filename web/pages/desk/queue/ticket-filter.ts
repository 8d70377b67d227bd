import { queryTypes, statusMeaning } from '#contract/codes.ts'

/** Which tickets somebody wants to see, as the controls of the queue hold it. */
export interface TicketFilter {
  readonly text: string
  readonly who: 'all' | 'unclaimed' | 'mine'
  /** What is unfinished, everything, or one status by its code. */
  readonly state: string
  /** Empty, or a type by its code. */
  readonly type: string
  readonly order: 'oldest' | 'newest'
}

/** Who came first is served first. */
export const everyOpen: TicketFilter = { text: '', who: 'all', state: 'open', type: '', order: 'oldest' }

/** The same as the service is asked for it. */
export function ticketQueryOf({ text, who, state, type, order }: TicketFilter) {
  const status = /^\d+$/.test(state) ? Number(state) : undefined
  const open = state !== 'all' && (status === undefined || statusMeaning(status).phase !== 'closed')
  return {
    ...(text.trim() && { values: text.trim() }),
    ...(who !== 'all' && { queryType: queryTypes[who] }),
    ...(open && { open: 1 }),
    ...(status !== undefined && { status }),
    ...(type && { type: Number(type) }),
    order,
  }
}

/** Whether anything but the plain queue is asked for, in whatever order. */
export function isTicketFiltered(filter: TicketFilter): boolean {
  return JSON.stringify(ticketQueryOf(filter)) !== JSON.stringify(ticketQueryOf({ ...everyOpen, order: filter.order }))
}
