import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A ticket as the staff of the other system sees it. */
export interface TicketThere {
  readonly id: number
  /** Our reference, unless it was lost on the way. */
  readonly ref: string
  readonly subject: string
  readonly text: string
  readonly comments: readonly string[]
}

/** A ticket system of another team: its tickets, and its answers. */
export interface TicketSystem {
  readonly listener: RequestListener
  /** The settings that Fettle needs for it, except its address. */
  readonly settings: Readonly<Record<string, string>>
  tickets(): readonly TicketThere[]
  /** The staff there closes a ticket. */
  close(id: number): void
}

/** How often each reference is there. */
export function countByRef(system: TicketSystem): ReadonlyMap<string, number> {
  const groups = Map.groupBy(system.tickets(), ({ ref }) => ref)
  return new Map(Array.from(groups, ([ref, tickets]) => [ref, tickets.length]))
}

/** On loopback, until it is disposed of. */
export async function listening(listener: RequestListener): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // listening on TCP
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** One parsed request. */
export interface Call {
  readonly route: string
  readonly id: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface Reply {
  readonly status: number
  /** JSON, unless it is a text. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A listener from a function. The number or name in a path, which `place` captures, becomes `:id` in its route. */
export function answering(place: RegExp, answer: (call: Call) => Reply): RequestListener {
  return (request, response) => {
    void text(request).then(
      (body) => {
        const { pathname, searchParams } = new URL(request.url ?? '', 'http://peer')
        const [, before = pathname, id = '', after = ''] = place.exec(pathname) ?? []
        const route = `${request.method} ${before}${id && ':id'}${after}`
        const { headers } = request
        // Both systems read a body only if its content type is JSON.
        if (body !== '' && headers['content-type']?.split(';')[0] !== 'application/json')
          return send(response, { status: 415 })
        send(response, answer({ route, id: decodeURIComponent(id), query: searchParams, headers, body }))
      },
      () => {}, // the caller has disconnected
    )
  }
}

function send(response: ServerResponse, { status, body, headers = {} }: Reply): void {
  const type = typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'
  response.writeHead(status, { 'content-type': type, ...headers })
  response.end(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body))
}

/** The body as JSON, or nothing. */
export function jsonIn(body: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(body) as Record<string, unknown> // each field is looked at
  } catch {
    return undefined
  }
}
