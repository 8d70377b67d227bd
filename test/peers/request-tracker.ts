import { answering, type Call, jsonIn, type Reply, type TicketSystem } from './ticket-system.ts'

export type Right =
  | 'SeeQueue'
  | 'ShowTicket'
  | 'CreateTicket'
  | 'CommentOnTicket'
  | 'ShowTicketComments'
  | 'SeeCustomField'
  | 'SetInitialCustomField'

export interface RequestTrackerPeer extends TicketSystem {
  /** The rights of Fettle's user in the queue; a test removes some. */
  readonly rights: Set<Right>
  /** The names of the custom fields that are applied to the queue. */
  readonly fields: Set<string>
  /** Merges one ticket into another, as staff do with duplicates. */
  merge(id: number, into: number): void
}

interface Ticket {
  readonly id: number
  readonly fields: ReadonlyMap<string, string>
  readonly subject: string
  readonly text: string
  /** The ticket that it was merged into. */
  into: Ticket | undefined
}

interface Comment {
  readonly id: number
  readonly ticket: number
  readonly subject: string
  readonly text: string
}

const queue = 'Repairs'
const token = '1-31-0f1e2d3c4b5a69788796a5b4c3d2e1f0'
const forbidden: Reply = { status: 403, body: { message: 'Forbidden' } }

/** A small Request Tracker 5 (REST 2) that answers as version 5.0.3 of Debian does. */
export function requestTrackerPeer(): RequestTrackerPeer {
  const rights = new Set<Right>([
    'SeeQueue',
    'ShowTicket',
    'CreateTicket',
    'CommentOnTicket',
    'ShowTicketComments',
    'SeeCustomField',
    'SetInitialCustomField',
  ])
  const fields = new Set(['ExternalID'])
  const tickets: Ticket[] = []
  const comments: Comment[] = []
  const visible = () => (rights.has('SeeCustomField') ? [...fields] : [])
  const ticketOf = (id: string) => {
    const ticket = tickets.find((one) => String(one.id) === id)
    return ticket?.into ?? ticket
  }

  function showQueue({ id }: Call): Reply {
    if (id !== queue || !rights.has('SeeQueue')) return forbidden
    const create = rights.has('CreateTicket') ? [{ ref: 'create', type: 'ticket' }] : []
    const TicketCustomFields = visible().map((name) => ({ type: 'customfield', ref: 'customfield', name }))
    return {
      status: 200,
      body: { id: 3, Name: queue, Disabled: '0', TicketCustomFields, _hyperlinks: [{ ref: 'self' }, ...create] },
    }
  }

  const shownFields = (ticket: Ticket) =>
    visible().map((name) => ({ name, type: 'customfield', values: [ticket.fields.get(name)].filter(Boolean) }))

  function findTickets({ query }: Call): Reply {
    const [, key = '', value = '', merged = ''] =
      /^'((?:[^'\\]|\\.)*)' = '((?:[^'\\]|\\.)*)'( AND EffectiveId > 0)?$/.exec(query.get('query') ?? '') ?? []
    const [, field] = /^CF\.\{(.+)\}$/.exec(unquoted(key)) ?? []
    if (!field) return { status: 400, body: { message: 'Incomplete query' } }
    const wanted = unquoted(value).toLowerCase()
    const found = rights.has('ShowTicket')
      ? tickets.filter((ticket) => (merged || !ticket.into) && ticket.fields.get(field)?.toLowerCase() === wanted)
      : []
    // Fields other than the number are answered only if the request names them.
    const withFields = query.get('fields')?.split(',').includes('CustomFields')
    return listed(
      found.map((one) => ({
        id: String(one.id),
        ...(withFields ? { CustomFields: rights.has('SeeCustomField') ? shownFields(one) : '' } : {}),
      })),
    )
  }

  function create({ body }: Call): Reply {
    const wish = jsonIn(body)
    if (!wish) return { status: 400, body: { message: 'JSON parse error' } }
    if (!wish['Queue']) return { status: 400, body: { message: 'Could not create ticket. Queue not set' } }
    if (wish['Queue'] !== queue || !rights.has('CreateTicket'))
      return { status: 403, body: { message: `No permission to create tickets in the queue '${wish['Queue']}'` } }
    // A field that does not exist, or that the user may not set, is dropped without an error.
    const given = Object.entries((wish['CustomFields'] ?? {}) as Record<string, string>)
    const kept = given.filter(([name]) => visible().includes(name) && rights.has('SetInitialCustomField'))
    const id = tickets.length + 1
    tickets.push({
      id,
      fields: new Map(kept),
      subject: String(wish['Subject']),
      text: String(wish['Content']),
      into: undefined,
    })
    return { status: 201, body: { type: 'ticket', id: String(id) }, headers: { location: `/REST/2.0/ticket/${id}` } }
  }

  function showTicket({ id }: Call): Reply {
    const ticket = ticketOf(id)
    if (!ticket) return { status: 404, body: { message: 'Not Found' } }
    if (!rights.has('ShowTicket')) return forbidden
    return { status: 200, body: { id: ticket.id, Subject: ticket.subject, CustomFields: shownFields(ticket) } }
  }

  function comment({ id, body }: Call): Reply {
    const ticket = ticketOf(id)
    const wish = jsonIn(body)
    if (!wish?.['ContentType'])
      return { status: 400, body: { message: 'ContentType is a required field for application/json' } }
    if (!ticket || !rights.has('CommentOnTicket')) return { status: 400, body: { message: 'Permission Denied' } }
    const [subject, said] = [String(wish['Subject']), String(wish['Content'])]
    comments.push({ id: comments.length + 1, ticket: ticket.id, subject, text: said })
    return { status: 201, body: ['Comments added'] }
  }

  function findComments({ query }: Call): Reply {
    const [, ids = '', value = ''] =
      /^ObjectType = 'RT::Ticket' AND \(([^)]+)\) AND Type = 'Comment' AND Subject = '((?:[^'\\]|\\.)*)'$/.exec(
        query.get('query') ?? '',
      ) ?? []
    if (!ids) return { status: 400, body: { message: 'Incomplete query' } }
    const among = new Set(ids.match(/\d+/g)?.map(Number))
    const found = comments.filter(({ ticket, subject }) => among.has(ticket) && subject === unquoted(value))
    return listed(
      rights.has('ShowTicketComments') ? found.map(({ id }) => ({ id: String(id), type: 'transaction' })) : [],
    )
  }

  const routes: Readonly<Record<string, (call: Call) => Reply>> = {
    'GET /REST/2.0/queue/:id': showQueue,
    'GET /REST/2.0/tickets': findTickets,
    'POST /REST/2.0/ticket': create,
    'GET /REST/2.0/ticket/:id': showTicket,
    'POST /REST/2.0/ticket/:id/comment': comment,
    'GET /REST/2.0/transactions': findComments,
  }

  return {
    rights,
    fields,
    settings: { EXTERNAL: 'request-tracker', EXTERNAL_TOKEN: token, EXTERNAL_PROJECT: queue },
    listener: answering(/^(\/REST\/2\.0\/(?:queue|ticket)\/)([^/]+)(.*)$/, (call) => {
      if (call.headers.authorization !== `token ${token}`) return { status: 401, body: { message: 'Unauthorized' } }
      return routes[call.route]?.(call) ?? { status: 404, body: '<!DOCTYPE html><title>Page not found</title>' }
    }),
    // A search finds tickets of every status.
    close() {},
    merge(id, into) {
      const [ticket, other] = [ticketOf(String(id)), ticketOf(String(into))]
      if (ticket) ticket.into = other
    },
    tickets: () =>
      tickets.map(({ id, fields: held, subject, text }) => ({
        id,
        ref: held.get('ExternalID') ?? '',
        subject,
        text,
        comments: comments.filter(({ ticket }) => ticket === id).map((one) => one.text),
      })),
  }
}

const listed = (items: readonly object[]): Reply => ({
  status: 200,
  body: { items, count: items.length, page: 1, per_page: 20 },
})

const unquoted = (text: string) => text.replace(/\\(.)/g, '$1')
