import { get } from '../endpoint.ts'
import { text } from '../type.ts'

/**
 * What has changed, without its content: a listener asks the ordinary endpoints again. `ticket` has the number of a ticket that the listener
 * may see; `queue` says that some ticket changed; `external` is about forwarding, `custody` about a stocktaking, `hours` about the ledger of
 * hours, and `me` about the listener. `all` comes first, and when there are too many changes to list.
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
    | 'settings'
    | 'member'
    | 'user'
    | 'feedback'
    | 'me'
  readonly id?: number
}

/** How pages stay fresh. */
export const live = {
  listen: get('/live', 'anyone', {
    ticket: 'unrelated',
    summary:
      'Server-sent events that say what has changed, each as `{ kind, id? }`: ask again for what you show of it. Guests hear of what is public, users of their own tickets, members of all. Send the token as bearer, so that it stands in no address.',
    output: text('Events as they come.', 'data: {"kind":"ticket","id":12}\n\n'),
    answer: 'raw',
    produces: 'text/event-stream',
  }),
}
