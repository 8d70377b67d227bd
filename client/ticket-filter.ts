import { queryTypes, statusMeaning } from '#contract/codes.ts'

export interface TicketFilter {
  readonly text: string
  readonly who: 'all' | 'unclaimed' | 'mine'
  /** `open`, `all`, or the code of a status. */
  readonly state: string
  /** Empty, or the code of a type. */
  readonly type: string
  readonly order: 'oldest' | 'newest'
}

export const everyOpen: TicketFilter = { text: '', who: 'all', state: 'open', type: '', order: 'oldest' }

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

/** How many of the filters that a phone hides behind a button are set. */
export const activeFilterCount = (filter: TicketFilter): number =>
  (['state', 'type', 'order'] as const).filter((name) => filter[name] !== everyOpen[name]).length

export function isTicketFiltered(filter: TicketFilter): boolean {
  return JSON.stringify(ticketQueryOf(filter)) !== JSON.stringify(ticketQueryOf({ ...everyOpen, order: filter.order }))
}
