import { type WebhookEvent, webhookEvents } from '#contract/messages.ts'
import type { Event, EventKind } from '../event.ts'
import type { Subscriber } from './subscriber.ts'

/** An event as a program is told of it: its facts, and who did it by number. */
export type WebhookPayload = { readonly type: WebhookEvent } & Readonly<Record<string, unknown>>

const told = ({ kind, by, at: _, ...facts }: Event) => [
  {
    kind: 'event' as const,
    // Programs are told everything in its order.
    thing: 'events',
    payload: { type: kind, user: by.personId, member: by.memberId, ...facts },
  },
]

/** What a program can be told of. What the team has picked is looked at when it is delivered. */
export const webhook: Subscriber = Object.fromEntries(
  (webhookEvents satisfies readonly EventKind[]).map((kind) => [kind, told]),
)
