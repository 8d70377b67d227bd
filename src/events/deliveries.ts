import type { ChannelName } from '#contract/messages/messages.ts'
import { keysOf } from '#kit/typed-keys.ts'
import { deriveFrom, type Event } from './event.ts'
import { externalSubscriber } from './subscribers/external.ts'
import type { OutboxMessage, Subscriber } from './subscribers/subscriber.ts'
import { webhook } from './subscribers/webhook.ts'

/** The subscribers of events. Each has lanes of its own, so that one that is stuck does not hold up another. */
const subscribers = { external: externalSubscriber, webhook } satisfies Record<string, Subscriber>
type SubscriberName = keyof typeof subscribers

/** The destinations of deliveries: subscribers of events, channels of messages, and the check of pictures. */
export type Destination = SubscriberName | ChannelName | 'pictures'

export interface AddressedDelivery extends OutboxMessage {
  readonly destination: Destination
}

/** The deliveries of an event to the destinations that are configured. */
export function deliveriesOf(event: Event, there: ReadonlySet<Destination>): AddressedDelivery[] {
  return keysOf(subscribers).flatMap((destination) =>
    there.has(destination)
      ? (deriveFrom(subscribers[destination], event) ?? []).map((delivery) => ({ ...delivery, destination }))
      : [],
  )
}
