import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A CAS 3 server by the specification (3.0.3), which can also answer incorrectly. */
export interface CasPeer extends AsyncDisposable {
  readonly url: string
  /** A ticket for a service, as if this user had logged in for it. */
  ticket(user: string, service: string): string
  /** The form of the next answers. A server that does not know `format` answers XML. */
  form: 'json' | 'xml'
  /** Answers in place of the server. */
  instead: ((response: ServerResponse, request: IncomingMessage) => void) | undefined
  /** The tickets that it was asked to validate. */
  readonly asked: string[]
}

const namespace = 'http://www.yale.edu/tp/cas'

export async function casPeer(): Promise<CasPeer> {
  const tickets = new Map<string, { user: string; service: string }>()
  let issued = 0
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://peer')
    if (url.pathname === '/cas/login') return void login(url, request, response)
    if (url.pathname !== '/cas/p3/serviceValidate') return void response.writeHead(404).end()
    peer.asked.push(url.search)
    if (peer.instead) return peer.instead(response, request)
    const answer = validated(url.searchParams.get('ticket') ?? '', url.searchParams.get('service') ?? '')
    const json = peer.form === 'json' && url.searchParams.get('format') === 'JSON'
    response.writeHead(200, { 'content-type': json ? 'application/json' : 'application/xml' })
    response.end(json ? asJson(answer) : asXml(answer))
  })

  async function login(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const service = url.searchParams.get('service') ?? ''
    if (request.method === 'GET') return void response.writeHead(200).end('<form method="post"></form>')
    const parts: Uint8Array[] = []
    for await (const part of request) parts.push(part)
    const user = new URLSearchParams(Buffer.concat(parts).toString()).get('user') ?? ''
    const back = `${service}${service.includes('?') ? '&' : '?'}ticket=${peer.ticket(user, service)}`
    response.writeHead(302, { location: back }).end()
  }

  function validated(ticket: string, service: string): { user: string } | { code: string } {
    if (ticket === '' || service === '') return { code: 'INVALID_REQUEST' }
    if (!ticket.startsWith('ST-')) return { code: 'INVALID_TICKET_SPEC' }
    const known = tickets.get(ticket)
    tickets.delete(ticket)
    if (!known) return { code: 'INVALID_TICKET' }
    return known.service === service ? { user: known.user } : { code: 'INVALID_SERVICE' }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const peer: CasPeer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/cas`, // listening on TCP
    ticket(user, service) {
      const ticket = `ST-${++issued}-aB3x-cas.example.edu`
      tickets.set(ticket, { user, service })
      return ticket
    },
    form: 'json',
    instead: undefined,
    asked: [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return peer
}

type Answer = { user: string } | { code: string }

export function asJson(answer: Answer): string {
  const attributes = { isFromNewLogin: [true], user: ['somebody-else'] }
  return JSON.stringify({
    serviceResponse:
      'user' in answer
        ? { authenticationSuccess: { user: answer.user, attributes } }
        : { authenticationFailure: { code: answer.code, description: 'A description' } },
  })
}

export function asXml(answer: Answer): string {
  const inside =
    'user' in answer
      ? `<cas:authenticationSuccess>
    <cas:user>${answer.user.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</cas:user>
    <cas:attributes><cas:user>somebody-else</cas:user><cas:姓名><![CDATA[<李雷>]]></cas:姓名></cas:attributes>
  </cas:authenticationSuccess>`
      : `<cas:authenticationFailure code="${answer.code}">A description</cas:authenticationFailure>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<cas:serviceResponse xmlns:cas="${namespace}">\n  ${inside}\n</cas:serviceResponse>\n`
}
