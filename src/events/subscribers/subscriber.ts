import type { ForSome } from '../event.ts'

/**
 * One delivery. Deliveries about one `thing` arrive at a destination in their order.
 * `ticket` and `remark` go to the external ticket system, `message` to people, `event` to programs, `picture` to the
 * check of contents.
 */
export interface OutboxMessage {
  readonly kind: 'ticket' | 'remark' | 'message' | 'event' | 'picture'
  readonly thing: string
  readonly payload: object
}

export type Subscriber = ForSome<readonly OutboxMessage[]>
