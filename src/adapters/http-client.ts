import { lookup } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import { hour } from '#kit/time.ts'
import { Trouble } from '#service/shared/trouble.ts'
import { hostIn, isPrivateAddress } from './private-address.ts'

export interface HttpClientOptions {
  /** Where it is; paths are put behind it, and nowhere else is ever called. */
  readonly url: string
  /** Sent with every request: what proves who we are. */
  readonly headers?: Readonly<Record<string, string>>
  /** Whether addresses of this machine and of private networks may be called. */
  readonly privateToo: boolean
  /** For one call, the whole answer included. */
  readonly timeLimitMs: number
}

export interface HttpCall {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT'
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** JSON, written already; or bytes of the type that a header names. */
  readonly body?: string | Uint8Array
  /** The statuses that the caller understands; any other is trouble. */
  readonly expect: readonly number[]
  readonly signal: AbortSignal | undefined
}

export interface HttpReply {
  readonly status: number
  readonly text: string
}

const mostBytes = 1024 * 1024

/** Speaks to one server that we do not run: follows nothing, reads no more than a bound, and waits no longer than one. */
export function httpClient({ url, headers: own = {}, privateToo, timeLimitMs }: HttpClientOptions) {
  const base = new URL(url)
  // Not imported: an import of node:http makes Node load its whole fetch too.
  const { request: send } = process.getBuiltinModule(base.protocol === 'https:' ? 'node:https' : 'node:http')
  const host = hostIn(base)

  return async ({
    method,
    path,
    query = {},
    headers = {},
    body,
    expect,
    signal: stop,
  }: HttpCall): Promise<HttpReply> => {
    // A name is looked at when it is looked up for the very connection; an address is not looked up.
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
          // A connection of its own for each: one that is kept may be dead, and then nobody knows what arrived.
          agent: false,
          lookup: privateToo ? lookup : publicLookup,
          signal: stop ? AbortSignal.any([limit, stop]) : limit,
          headers: {
            accept: 'application/json',
            // Nothing is ever unpacked, so nothing can swell.
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
      const text = await read(response)
      const status = response.statusCode ?? 0
      if (!expect.includes(status)) throw troubleOf(status, response.headers)
      return { status, text }
    } catch (error) {
      if (error instanceof Trouble) throw error
      if (limit.aborted || stop?.aborted)
        throw new Trouble({ say: 'slow', seconds: Math.ceil(timeLimitMs / 1000) }, { unanswered: true })
      if (sent) throw new Trouble({ say: 'cut' }, { unanswered: true })
      throw new Trouble({ say: 'unreachable', reason: codeOf(error) })
    }
  }
}

export type HttpClient = ReturnType<typeof httpClient>

/** The answer as JSON, or trouble. */
export function parseJson({ text }: HttpReply): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Trouble({ say: 'not_understood' })
  }
}

async function read(response: IncomingMessage): Promise<string> {
  const { 'content-encoding': packed = 'identity' } = response.headers
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      // no encoding is set
      size += part.length
      if (size > mostBytes) throw new Trouble({ say: 'too_long' })
      parts.push(part)
    }
    if (packed !== 'identity') throw new Trouble({ say: 'not_understood' })
    return Buffer.concat(parts).toString('utf8')
  } finally {
    response.destroy()
  }
}

const longestWaitMs = 24 * hour

function troubleOf(status: number, headers: IncomingMessage['headers']): Trouble {
  if (status === 429 || status === 503) return new Trouble({ say: 'busy' }, { retryAfterMs: waitOf(headers) })
  if (status >= 300 && status < 400) return new Trouble({ say: 'redirected' })
  if (status === 401 || status === 403) return new Trouble({ say: 'credentials' })
  if (status >= 500) return new Trouble({ say: 'failing', status })
  if (status >= 400) return new Trouble({ say: 'refused', status })
  return new Trouble({ say: 'not_understood' })
}

/** Seconds, or a date, which is held against the clock of whoever named it. */
function waitOf({ 'retry-after': after = '', date = '' }: IncomingMessage['headers']): number {
  const ms = /^\d{1,9}$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.parse(date)
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), longestWaitMs)
}

/** Messages are not kept: they may repeat an address. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** Looks a name up and refuses it if any of its addresses is private. */
const publicLookup: LookupFunction = (name, options, done) => {
  lookup(name, options, (error, address, family) => {
    const all = typeof address === 'string' ? [address] : (address ?? []).map((one) => one.address)
    if (error) done(error, address, family)
    else if (all.some(isPrivateAddress)) done(new Trouble({ say: 'private_address' }), address, family)
    else done(null, address, family)
  })
}
