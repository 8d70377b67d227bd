import { session } from '#web/data/session.ts'
import { everyOpen, type Filter } from './filter.ts'

// In memory alone: what somebody searched for belongs neither in the address nor to whoever logs in next.
let left: { readonly token: string | undefined; readonly filter: Filter } | undefined

/** The queue as it was left, for those who come back from a ticket. */
export const leftAt = {
  get: (): Filter => (left && left.token === session.token() ? left.filter : everyOpen),
  set(filter: Filter): void {
    left = { token: session.token(), filter }
  },
}
