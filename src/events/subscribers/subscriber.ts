import type { ForSome } from '../event.ts'

/**
 * Something to be delivered. Deliveries about one thing reach a destination in their order. The external ticket system is told of a `ticket`
 * or a `remark`; people are told things in a `message`; a program is told the `event` itself; a `picture` is to be
 * checked.
 */
export interface Delivery {
  readonly kind: 'ticket' | 'remark' | 'message' | 'event' | 'picture'
  readonly thing: string
  readonly payload: object
}

/** What somebody outside is told, by kind of event. */
export type Subscriber = ForSome<readonly Delivery[]>
