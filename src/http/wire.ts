import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { isLoopback } from '#config/config.ts'
import { Refusal } from '#contract/errors.ts'
import type { Lang } from '#contract/fields.ts'
import type { Origin } from '#service/ports.ts'
import { failed } from './failure.ts'

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

const forwarded = /^(forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|x-original-.*|cf-connecting-ip|true-client-ip)$/

/** Whether somebody stands between: they say so, or speak the HTTP/1.0 that nginx speaks to what is behind it. */
function isForwarded({ headers, httpVersion }: IncomingMessage): boolean {
  return httpVersion === '1.0' || Object.keys(headers).some((name) => forwarded.test(name))
}

export function originOf({ raw, ip, headers }: FastifyRequest): Origin {
  const host = URL.parse(`http://${headers.host ?? ''}`)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  const direct = isLoopback(raw.socket.remoteAddress ?? '') && !isForwarded(raw)
  return { address: ip, local: direct && isLoopback(host) }
}

/** Answers and ends a connection on which there is no proper request to reply to. */
export function endSocket(socket: Socket, code: 'bad_json' | 'timed_out' | 'too_large', lang: Lang): void {
  const { status, headers, body } = failed(new Refusal(code), lang)
  if (!socket.writable || socket.destroyed) {
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
    `HTTP/1.1 ${status} Refused\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${text}`,
  )
  // A client that never reads must not keep the connection.
  socket.destroySoon()
}

/** Which of our answers fits what Node says of a request it could not read. */
export function unreadable(error: NodeJS.ErrnoException): 'bad_json' | 'timed_out' | 'too_large' {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'timed_out'
  return error.code === 'HPE_HEADER_OVERFLOW' ? 'too_large' : 'bad_json'
}
