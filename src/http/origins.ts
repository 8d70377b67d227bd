import type { IncomingHttpHeaders } from 'node:http'
import { hostOf, isLoopback } from '#config/address.ts'
import type { HttpRequest } from './request.ts'

type Headers = Readonly<Record<string, string>>

/** The response headers that scripts may read. */
const exposed = [
  'etag',
  'retry-after',
  'x-error-code',
  'x-error-field',
  'x-error-flaw',
  'x-error-limit',
  'x-leave-date',
  'x-request-id',
  'x-ticket-id',
].join(', ')

const accepted = 'accept-language, authorization, content-type, idempotency-key, if-none-match'

const none: Headers = {}

/** CORS for the origins that a setting names. */
export class Origins {
  readonly #allowed: ReadonlySet<string>

  constructor(allowed: readonly string[]) {
    this.#allowed = new Set(allowed)
  }

  /** For every answer. `vary` tells caches that it depends on the origin. */
  headers({ headers: { origin } }: HttpRequest): Headers {
    if (this.#allowed.size === 0) return none
    if (origin === undefined || !this.#allowed.has(origin)) return { vary: 'origin' }
    return { vary: 'origin', 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed }
  }

  /** For the preflight request of browsers. */
  preflight({ headers: { origin } }: HttpRequest, methods: string): Headers {
    if (origin === undefined || !this.#allowed.has(origin)) return none
    return {
      'access-control-allow-methods': methods,
      'access-control-allow-headers': accepted,
      'access-control-max-age': '7200',
    }
  }

  /** The `vary` of an answer that depends on more. */
  vary(on: string): string {
    return this.#allowed.size === 0 ? on : `${on}, origin`
  }
}

/**
 * True if one of our pages sent this request. Browsers state it in a header that no page can set. Older browsers, and those without TLS,
 * send only the origin: it must be the public one or the requested host. Without either header, the client is not a page.
 */
export function isOwnPage(headers: IncomingHttpHeaders, ownOrigin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin, host } = headers
  if (origin === undefined) return false
  return origin === ownOrigin || origin === `http://${host}` || origin === `https://${host}`
}

/**
 * True if the request names this machine or the public address as its host. Another site can point its own name to loopback (DNS
 * rebinding), but then its requests name that site. Programs other than browsers may send no host.
 */
export function isOwnHost({ host }: IncomingHttpHeaders, publicUrl: URL): boolean {
  if (host === undefined) return true
  const [, name = ''] = /^(\[[^\]]+\]|[^:@/?#]+)(?::\d*)?$/.exec(host.toLowerCase()) ?? []
  const address = name.replace(/^\[|\]$/g, '')
  return isLoopback(address) || address === hostOf(publicUrl)
}
