import { queryTypes, statusMeaning } from '#contract/codes.ts'

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
export function isNarrowed(filter: Filter): boolean {
  return JSON.stringify(wishOf(filter)) !== JSON.stringify(wishOf({ ...everyOpen, order: filter.order }))
}
