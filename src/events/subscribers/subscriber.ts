import type { ForSome } from '../event.ts'

/**
 * Something to be delivered. Deliveries about one thing reach a destination in their order. The external ticket system is told of a `ticket`
 * or a `remark`; an `occasion` is a reason to tell people something, in a `message` each; a program is told the `event` itself; a `picture` is to be
 * checked.
 */
export interface Delivery {
  readonly kind: 'ticket' | 'remark' | 'occasion' | 'message' | 'event' | 'picture'
  readonly thing: string
  readonly payload: object
}

/** What somebody outside is told, by kind of event. */
export type Subscriber = ForSome<readonly Delivery[]>
