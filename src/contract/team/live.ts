import { endpoint } from '../endpoint.ts'
import { field, Type } from '../type.ts'

/**
 * What has changed, and never to what: who is told asks again through the ordinary endpoints. `ticket` carries the number
 * of one that the listener may see; `queue` tells everybody else that some ticket changed; `external` that forwarding got on,
 * or did not; `custody` that somebody took stock; `hours` that the ledger of hours has changed; `me` is about the listeners themselves; `all` comes first, and whenever too much has changed to tell it one by one.
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
  listen: endpoint({
    method: 'GET',
    path: '/live',
    role: 'anyone',
    revision: 'addition',
    ticket: 'unrelated',
    summary:
      'Server-sent events that say what has changed, each as `{ kind, id? }`: ask again for what you show of it. Guests hear of what is public, users of their own tickets, members of all. Send the token as bearer, so that it stands in no address.',
    output: field(Type.String(), 'Events as they come.', 'data: {"kind":"ticket","id":12}\n\n'),
    answer: 'raw',
    produces: 'text/event-stream',
  }),
}
