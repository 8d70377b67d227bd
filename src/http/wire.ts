import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorResponse } from './failure.ts'

// Not imported: a module that names any of node:http's exports makes Node load its whole fetch for one it does not name.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** On every answer; a page that needs more sets its own policy. */
export function securityHeaders(https: boolean): Readonly<Record<string, string>> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'geolocation=(), microphone=()',
    'cache-control': 'no-store',
    ...(https ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

const single: ReadonlySet<string> = new Set(['host', 'content-type', 'authorization'])

/** Whether a header that decides something is there twice (Node would silently take the first), or Host is not there. */
export function hasInvalidHeaders({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  if (headers.host === undefined && httpVersion === '1.1') return true
  const seen = new Set<string>()
  // Names and values come by turns.
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase() ?? ''
    if (!single.has(name)) continue
    if (seen.has(name)) return true
    seen.add(name)
  }
  return false
}

/** Answers and ends our side of a connection on which there is no proper request to reply to. */
export function respondAndEnd(socket: Socket, { status, headers, body }: ErrorResponse): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const text = JSON.stringify(body)
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  })
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${text}`,
  )
}

/** Which of our answers fits what Node says of a request it could not read. */
export function parseErrorCode(error: NodeJS.ErrnoException): 'bad_request' | 'timed_out' | 'too_large' {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'timed_out'
  return error.code === 'HPE_HEADER_OVERFLOW' ? 'too_large' : 'bad_request'
}
