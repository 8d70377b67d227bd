import { everyOpen, type TicketFilter } from '#client/ticket-filter.ts'

/** The query string of a filter. It never contains the search text, which may be a name or a phone number. */
export function filterAddressOf(filter: TicketFilter, pageId: number): string {
  const given = new URLSearchParams()
  for (const name of ['who', 'state', 'type', 'order'] as const)
    if (filter[name] !== everyOpen[name]) given.set(name, filter[name])
  if (pageId > 1) given.set('page', String(pageId))
  const text = given.toString()
  return text && `?${text}`
}

/** Parses a query string. Invalid values become the defaults. */
export function filterIn(address: string): Omit<TicketFilter, 'text'> {
  const given = new URLSearchParams(address)
  const oneOf = <T extends string>(name: string, known: readonly T[], otherwise: T): T =>
    known.find((one) => one === given.get(name)) ?? otherwise
  const state = given.get('state') ?? ''
  return {
    who: oneOf('who', ['all', 'unclaimed', 'mine'], everyOpen.who),
    state: /^(?:all|[0-7])$/.test(state) ? state : everyOpen.state,
    type: oneOf('type', ['', '0', '1'], everyOpen.type),
    order: oneOf('order', ['oldest', 'newest'], everyOpen.order),
  }
}

export function pageIn(address: string): number {
  const page = new URLSearchParams(address).get('page') ?? ''
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1
}
