import type { ChannelName } from '#contract/messages/messages.ts'
import { deriveFrom, type Event } from './event.ts'
import { external } from './subscribers/external.ts'
import type { Delivery, Subscriber } from './subscribers/subscriber.ts'
import { webhook } from './subscribers/webhook.ts'

/** Who follows what happens. Each has lanes of its own, so that one that is stuck holds up nobody else. */
const subscribers = { external, webhook } satisfies Record<string, Subscriber>
type SubscriberName = keyof typeof subscribers

/** Where deliveries go: to who follows events, over the channels of messages, and, with pictures, to who checks them. */
export type Destination = SubscriberName | ChannelName | 'pictures'

export interface AddressedDelivery extends Delivery {
  readonly destination: Destination
}

/** What is to be delivered because of an event, to those who are there. */
export function deliveriesOf(event: Event, there: ReadonlySet<Destination>): AddressedDelivery[] {
  const destinations = Object.keys(subscribers) as SubscriberName[] // its keys are these
  return destinations.flatMap((destination) =>
    there.has(destination)
      ? (deriveFrom(subscribers[destination], event) ?? []).map((delivery) => ({ ...delivery, destination }))
      : [],
  )
}
