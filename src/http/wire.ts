import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorResponse } from './failure.ts'

// An import of node:http would make Node load its whole fetch.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** For every answer. Pages set their own policy. */
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

/** True if an important header comes twice (Node would silently use the first), or Host is missing. */
export function hasInvalidHeaders({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  if (headers.host === undefined && httpVersion === '1.1') return true
  const seen = new Set<string>()
  // `rawHeaders` alternates names and values.
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase() ?? ''
    if (!single.has(name)) continue
    if (seen.has(name)) return true
    seen.add(name)
  }
  return false
}

/** Answers and ends a connection on which no valid request came. */
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

/** Our error code for an error of Node's parser. */
export function parseErrorCode(error: NodeJS.ErrnoException): 'bad_request' | 'timed_out' | 'too_large' {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'timed_out'
  return error.code === 'HPE_HEADER_OVERFLOW' ? 'too_large' : 'bad_request'
}
