import { type WebhookEvent, webhookEvents } from '#contract/messages/messages.ts'
import type { Event, EventKind } from '../event.ts'
import type { Subscriber } from './subscriber.ts'

/** An event as a program is told of it: its facts, and who did it by number. */
export type WebhookPayload = { readonly type: WebhookEvent } & Readonly<Record<string, unknown>>

/**
 * What of an event is told: numbers, codes, days. No name, and nothing that somebody wrote (a reason, a place, what a roster is called): that may be changed or
 * erased here, and would stay over there. Whoever needs more asks for it by its number.
 */
const told: readonly string[] = [
  'ticket',
  'forwarded',
  'before',
  'after',
  'status',
  'confirmed',
  'note',
  'claimed',
  'withMove',
  'fields',
  'member',
  'id',
  'beforeId',
  'duty',
  'count',
  'when',
  'shift',
  'slots',
  'current',
  'feedback',
]

/** Days, numbers of shifts and the codes of duty: of a day or shift somebody may have written words. */
const isCode = (text: string) => /^(?:[\d-]+|off|others)$/.test(text)

function onlyTold(facts: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([key, value]: [string, unknown]) => {
      if (!told.includes(key) || (typeof value === 'string' && !isCode(value))) return []
      const within = typeof value === 'object' && value !== null && !Array.isArray(value)
      return [[key, within ? onlyTold(value) : value]]
    }),
  )
}

const delivery = ({ kind, by, at: _, ...facts }: Event) => [
  {
    kind: 'event' as const,
    // What is about one ticket comes in its order, and so does what is about the rest of a kind.
    thing: 'ticket' in facts ? `ticket ${facts.ticket}` : (kind.split('.')[0] ?? kind),
    payload: { type: kind, by: { user: by.personId, member: by.memberId }, ...onlyTold(facts) },
  },
]

/** What a program can be told of. What the team has picked is looked at when it is delivered. */
export const webhook: Subscriber = Object.fromEntries(
  (webhookEvents satisfies readonly EventKind[]).map((kind) => [kind, delivery]),
)
