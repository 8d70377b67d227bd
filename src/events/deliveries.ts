import { derived, type Event } from './event.ts'
import { external } from './subscribers/external.ts'
import type { Delivery, Subscriber } from './subscribers/subscriber.ts'

/** Who outside is told of what happens. Each has lanes of its own, so that one that is stuck holds up nobody else. */
const subscribers = { external } satisfies Record<string, Subscriber>

export type Destination = keyof typeof subscribers

export interface AddressedDelivery extends Delivery {
  readonly destination: Destination
}

/** What is to be delivered because of an event. */
export function deliveriesOf(event: Event): AddressedDelivery[] {
  const destinations = Object.keys(subscribers) as Destination[] // its keys are these
  return destinations.flatMap((destination) =>
    (derived(subscribers[destination], event) ?? []).map((delivery) => ({ ...delivery, destination })),
  )
}
