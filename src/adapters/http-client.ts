import { lookup } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import { hostOf } from '#config/address.ts'
import { hour } from '#kit/time.ts'
import { Trouble } from '#service/shared/trouble.ts'
import { readBounded, reasonOf } from './bounded-fetch.ts'
import { isPrivateAddress } from './private-address.ts'

export interface HttpClientOptions {
  readonly url: string
  /** Sent with every request, such as a token. */
  readonly headers?: Readonly<Record<string, string>>
  /** True if addresses of this machine and of private networks may be called. */
  readonly privateToo: boolean
  /** For one call, with the whole answer. */
  readonly timeLimitMs: number
}

export interface HttpCall {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT'
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** JSON text, or bytes of the type that a header names. */
  readonly body?: string | Uint8Array
  /** The statuses that the caller handles. Any other throws `Trouble`. */
  readonly expect: readonly number[]
  readonly signal: AbortSignal | undefined
}

export interface HttpReply {
  readonly status: number
  readonly text: string
}

const maxBytes = 1024 * 1024

/** Calls one server that we do not run. It follows no redirect and limits the size and the time of an answer. */
export function httpClient({ url, headers: own = {}, privateToo, timeLimitMs }: HttpClientOptions) {
  const base = new URL(url)
  // Not imported: an import of node:http makes Node load its whole fetch too.
  const { request: send } = process.getBuiltinModule(base.protocol === 'https:' ? 'node:https' : 'node:http')
  const host = hostOf(base)

  return async (call: HttpCall): Promise<HttpReply> => {
    const { method, path, query = {}, headers = {}, body, expect, signal: stop } = call
    // A name is checked when it is resolved for the connection. An address is never resolved, so it is checked here.
    if (!privateToo && isIP(host) && isPrivateAddress(host)) throw new Trouble({ say: 'private_address' })
    const limit = AbortSignal.timeout(timeLimitMs)
    const search = new URLSearchParams(query).toString()
    let sent = false
    try {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const request = send({
          method,
          host,
          port: base.port,
          path: base.pathname.replace(/\/+$/, '') + path + (search && `?${search}`),
          // Each call opens its own connection. A kept one may be dead, and then we could not tell what arrived.
          agent: false,
          lookup: privateToo ? lookup : publicLookup,
          signal: stop ? AbortSignal.any([limit, stop]) : limit,
          headers: {
            accept: 'application/json',
            // We never decompress, so a small answer cannot become a large one.
            'accept-encoding': 'identity',
            'user-agent': 'Fettle',
            ...(body === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
            ...own,
            ...headers,
          },
        })
        request.on('response', resolve).on('error', reject)
        request.on('socket', (socket) =>
          socket.once(base.protocol === 'https:' ? 'secureConnect' : 'connect', () => (sent = true)),
        )
        request.end(body)
      })
      const text = await readText(response)
      const status = response.statusCode ?? 0
      if (!expect.includes(status)) throw troubleOf(status, response.headers)
      return { status, text }
    } catch (error) {
      if (error instanceof Trouble) throw error
      if (limit.aborted || stop?.aborted)
        throw new Trouble({ say: 'slow', seconds: Math.ceil(timeLimitMs / 1000) }, { unanswered: true })
      if (sent) throw new Trouble({ say: 'cut' }, { unanswered: true })
      throw new Trouble({ say: 'unreachable', reason: reasonOf(error) })
    }
  }
}

export type HttpClient = ReturnType<typeof httpClient>

/** Throws `Trouble` if the answer is not JSON. */
export function parseJson({ text }: HttpReply): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Trouble({ say: 'not_understood' })
  }
}

async function readText(response: IncomingMessage): Promise<string> {
  const { 'content-encoding': encoding = 'identity' } = response.headers
  try {
    const bytes = await readBounded(response, maxBytes)
    if (encoding !== 'identity') throw new Trouble({ say: 'not_understood' })
    return bytes.toString('utf8')
  } catch (error) {
    throw error instanceof RangeError ? new Trouble({ say: 'too_long' }) : error
  } finally {
    response.destroy()
  }
}

const maxWaitMs = 24 * hour

function troubleOf(status: number, headers: IncomingMessage['headers']): Trouble {
  if (status === 429 || status === 503) return new Trouble({ say: 'busy' }, { retryAfterMs: waitOf(headers) })
  if (status >= 300 && status < 400) return new Trouble({ say: 'redirected' })
  if (status === 401 || status === 403) return new Trouble({ say: 'credentials' })
  if (status >= 500) return new Trouble({ say: 'failing', status })
  if (status >= 400) return new Trouble({ say: 'refused', status })
  return new Trouble({ say: 'not_understood' })
}

/** `Retry-After` holds seconds or a date. A date is compared with the server's own clock. */
function waitOf({ 'retry-after': after = '', date = '' }: IncomingMessage['headers']): number {
  const ms = /^\d{1,9}$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.parse(date)
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), maxWaitMs)
}

/** Resolves a name and refuses it if any of its addresses is private. */
const publicLookup: LookupFunction = (name, options, done) => {
  lookup(name, options, (error, address, family) => {
    const all = typeof address === 'string' ? [address] : (address ?? []).map((one) => one.address)
    if (error) done(error, address, family)
    else if (all.some(isPrivateAddress)) done(new Trouble({ say: 'private_address' }), address, family)
    else done(null, address, family)
  })
}
