import { everyOpen, type TicketFilter } from '#client/ticket-filter.ts'
import { statuses, ticketTypes } from '#contract/codes.ts'

/** The query string of a filter. It never contains the search text, which may be a name or a phone number. */
export function filterAddressOf(filter: TicketFilter, pageId: number): string {
  const given = new URLSearchParams()
  for (const name of ['who', 'state', 'type', 'order'] as const)
    if (filter[name] !== everyOpen[name]) given.set(name, filter[name])
  if (pageId > 1) given.set('page', String(pageId))
  const text = given.toString()
  return text && `?${text}`
}

const codesOf = (table: Readonly<Record<string, number>>) => Object.values(table).map(String)
const states = ['all', everyOpen.state, ...codesOf(statuses)]
const types = ['', ...codesOf(ticketTypes)]

/** Parses a query string. Invalid values become the defaults. */
export function filterIn(address: string): Omit<TicketFilter, 'text'> {
  const given = new URLSearchParams(address)
  const oneOf = <T extends string>(name: string, known: readonly T[], otherwise: T): T =>
    known.find((one) => one === given.get(name)) ?? otherwise
  return {
    who: oneOf('who', ['all', 'unclaimed', 'mine'], everyOpen.who),
    state: oneOf('state', states, everyOpen.state),
    type: oneOf('type', types, everyOpen.type),
    order: oneOf('order', ['oldest', 'newest'], everyOpen.order),
  }
}

export function pageIn(address: string): number {
  const page = new URLSearchParams(address).get('page') ?? ''
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1
}
