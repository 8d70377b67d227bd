import { meaningOf, queryTypes } from '#contract/codes.ts'

/** Which tickets somebody wants to see, as the controls of the queue hold it. */
export interface Filter {
  readonly text: string
  readonly who: 'all' | 'unclaimed' | 'mine'
  /** What is unfinished, everything, or one status by its code. */
  readonly state: string
  /** Empty, or a type by its code. */
  readonly type: string
  readonly order: 'oldest' | 'newest'
}

/** Who came first is served first. */
export const everyOpen: Filter = { text: '', who: 'all', state: 'open', type: '', order: 'oldest' }

/** The same as the service is asked for it. */
export function wishOf({ text, who, state, type, order }: Filter) {
  const status = /^\d+$/.test(state) ? Number(state) : undefined
  const open = state !== 'all' && (status === undefined || meaningOf(status).phase !== 'closed')
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
export function isNarrowed(filter: Filter): boolean {
  return JSON.stringify(wishOf(filter)) !== JSON.stringify(wishOf({ ...everyOpen, order: filter.order }))
}

/** A filter and a page as the end of an address. What was typed is in none: it may be a name or a phone number. */
export function addressOf(filter: Filter, pageId: number): string {
  const given = new URLSearchParams()
  for (const name of ['who', 'state', 'type', 'order'] as const)
    if (filter[name] !== everyOpen[name]) given.set(name, filter[name])
  if (pageId > 1) given.set('page', String(pageId))
  const text = given.toString()
  return text && `?${text}`
}

/** The other way; what is no filter is the plain one. */
export function filterIn(address: string): Omit<Filter, 'text'> {
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
