import { type WebhookEvent, webhookEvents } from '#contract/messages/messages.ts'
import type { Event, EventKind } from '../event.ts'
import type { Subscriber } from './subscriber.ts'

/** An event for a program: its facts, and who caused it by number. */
export type WebhookPayload = { readonly type: WebhookEvent } & Readonly<Record<string, unknown>>

/**
 * The facts that leave the service: numbers, codes, days. Names and texts that people wrote (a reason, a place, the
 * name of a roster) may be changed or erased here and would stay there.
 * A program that needs more asks for it by number.
 */
const publicFields: readonly string[] = [
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

/** Days, numbers of shifts and codes of duty. A day or shift may also be text that a person wrote. */
const isCode = (text: string) => /^(?:[\d-]+|off|others)$/.test(text)

function pickPublicFields(facts: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([key, value]: [string, unknown]) => {
      if (!publicFields.includes(key) || (typeof value === 'string' && !isCode(value))) return []
      const within = typeof value === 'object' && value !== null && !Array.isArray(value)
      return [[key, within ? pickPublicFields(value) : value]]
    }),
  )
}

const delivery = ({ kind, by, at: _, ...facts }: Event) => [
  {
    kind: 'event' as const,
    // Events of one ticket arrive in order, and so do those of each other kind.
    thing: 'ticket' in facts ? `ticket ${facts.ticket}` : (kind.split('.')[0] ?? kind),
    payload: { type: kind, by: { user: by.personId, member: by.memberId }, ...pickPublicFields(facts) },
  },
]

/** Everything a program may subscribe to. The team's choice is applied at delivery. */
export const webhook: Subscriber = Object.fromEntries(
  (webhookEvents satisfies readonly EventKind[]).map((kind) => [kind, delivery]),
)
