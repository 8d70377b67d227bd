import type { IncomingHttpHeaders } from 'node:http'
import type { HttpRequest } from './request.ts'

type Headers = Readonly<Record<string, string>>

/** What programs look at beside the body. */
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

/** Pages of other origins that may read our answers (CORS): those that a setting names, and no others. */
export class Origins {
  readonly #allowed: ReadonlySet<string>

  constructor(allowed: readonly string[]) {
    this.#allowed = new Set(allowed)
  }

  /** For every answer. Where an answer depends on who asks, caches have to know. */
  headers({ headers: { origin } }: HttpRequest): Headers {
    if (this.#allowed.size === 0) return none
    if (origin === undefined || !this.#allowed.has(origin)) return { vary: 'origin' }
    return { vary: 'origin', 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed }
  }

  /** For what browsers ask before they send anything that a form could not. */
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
 * Whether a page of ours sent this, as a browser says and no page can. Older browsers, and others without TLS, say only which origin: it is
 * ours if it is the public one, or the host that was asked. Who says nothing is no page.
 */
export function isOwnPage(headers: IncomingHttpHeaders, ownOrigin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin, host } = headers
  if (origin === undefined) return false
  return origin === ownOrigin || origin === `http://${host}` || origin === `https://${host}`
}
