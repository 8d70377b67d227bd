import { get } from '../endpoint.ts'
import { text } from '../type.ts'

/**
 * A change without its content; listeners call the ordinary endpoints again. `ticket` has the number of a ticket that the listener may see;
 * `queue` means that some ticket changed; `external` is about forwarding, `custody` about a stocktake, `hours` about the ledger of hours,
 * `repair_days` about repair days and their free places, and `me` about the listener. `all` comes first, and when there are too many changes to list.
 */
export interface News {
  readonly kind:
    | 'all'
    | 'ticket'
    | 'custody'
    | 'hours'
    | 'queue'
    | 'external'
    | 'duty'
    | 'repair_days'
    | 'settings'
    | 'member'
    | 'user'
    | 'feedback'
    | 'me'
  readonly id?: number
}

export const live = {
  listen: get('/live', 'anyone', {
    ticket: 'unrelated',
    summary:
      'Stream changes as server-sent events. Each event is `{ kind, id? }` and never has content: load again what you show. Guests get public changes, users those of their own tickets, members all. Send the token as bearer to keep it out of addresses.',
    output: text('The events as they happen.', 'data: {"kind":"ticket","id":12}\n\n'),
    answer: 'raw',
    produces: 'text/event-stream',
  }),
}
