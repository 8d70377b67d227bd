import type { ForSome } from '../event.ts'

/** Something to be delivered outside. Deliveries about one thing reach a destination in their order. */
export interface Delivery {
  readonly kind: 'ticket' | 'remark'
  readonly thing: string
  readonly payload: object
}

/** What somebody outside is told, by kind of event. */
export type Subscriber = ForSome<readonly Delivery[]>
