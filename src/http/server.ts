import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, Server as Listener, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { HttpConfig } from '#config/http.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Lang } from '#contract/languages.ts'
import type { OutgoingResponse } from './answer.ts'
import { negotiate } from './cached-response.ts'
import { eventStreamType } from './event-streams.ts'
import { errorResponse } from './failure.ts'
import type { Bounds } from './limits.ts'
import { closeListeners, listenOptions, openExtraListeners } from './listeners.ts'
import { Origins } from './origins.ts'
import { clientAddressFinder, type HttpRequest, type Serve } from './request.ts'
import { Router } from './router.ts'
import { pageOrEndpoint, staticFiles } from './static-files.ts'
import { parseErrorCode, respondAndEnd, securityHeaders } from './wire.ts'

export interface ServerOptions {
  readonly log: Logger
  readonly bounds: Bounds
  readonly http: HttpConfig
  readonly teamLang: () => Lang
  /** Throws if the request must be refused. */
  readonly admit: (request: HttpRequest) => void
  readonly refuse: (error: unknown, request: HttpRequest) => OutgoingResponse
  /** `allowed` are the methods of a known path. */
  readonly notFound: (request: HttpRequest, allowed: string | undefined) => Promise<OutgoingResponse>
  readonly ended: (endpoint: string, status: string, seconds: number | undefined) => void
}

const notFound = '(not found)'
const unreadable = '(unreadable)'
/** A turn of the event loop that did nothing else is shorter. */
const shortTurnMs = 0.5

// An import of node:http would make Node load its whole fetch.
const { createServer } = process.getBuiltinModule('node:http')

interface Reply {
  readonly request: HttpRequest
  readonly response: ServerResponse
  /** The connection ends with this answer. */
  close: boolean
  /** The answer's own headers, once there are any. */
  headers: OutgoingResponse['headers']
}

/** HTTP server: JSON errors for malformed requests, time limits on every connection, one log line per request. */
export class Server implements AsyncDisposable {
  readonly #parts: ServerOptions
  readonly #securityHeaders: ReturnType<typeof securityHeaders>
  /** Headers of every answer, alternately name and value. Node takes such a list as it is, which is faster than an object. */
  readonly #always: readonly string[]
  /** Replies that are not sent yet. */
  readonly #pending = new Set<Reply>()
  /** Connections that were answered and ended, and whose clients may still be sending. */
  readonly #ending = new Set<Socket>()
  readonly #router = new Router()
  readonly #pages = new Map(staticFiles())
  readonly #origins: Origins
  readonly #addressOf: (request: IncomingMessage) => string
  readonly #http: HttpServer
  #extraListeners: readonly Listener[] = []
  #open = 0
  /** Connections without a request so far, with the time of their opening. */
  readonly #silent = new Map<Socket, number>()
  /** How many connections and requests came, and the time of the last one. */
  #arrivals = 0
  #lastArrival = 0
  #drainingSince: number | undefined
  #stopping = false

  constructor(parts: ServerOptions) {
    const { bounds, http } = parts
    this.#parts = parts
    this.#securityHeaders = securityHeaders(http.publicUrl.startsWith('https:'))
    this.#always = Object.entries(this.#securityHeaders).flat()
    this.#origins = new Origins(http.allowedOrigins)
    this.#addressOf = clientAddressFinder(http.trustProxy)
    for (const [path, serve] of this.#pages) this.#router.add('GET', path, serve)
    this.#http = createServer({
      headersTimeout: bounds.headersMs,
      requestTimeout: bounds.requestMs,
      keepAliveTimeout: bounds.keepAliveMs,
      connectionsCheckingInterval: bounds.lookMs,
      requireHostHeader: false, // checked in `admit`, because Node's refusal has no body
    })
    this.#http.setTimeout(bounds.stuckMs)
    this.#http.on('request', (request, response) => void this.#answer(request, response))
    // Without listeners, Node would answer these by itself or not at all.
    this.#http.on('checkExpectation', (request, response) => void this.#answer(request, response))
    this.#http.on('connect', (_request, socket) => this.#refuseUnreadable(socket as Socket, 'not_found')) // a TCP socket
    this.#http.on('clientError', (error, socket) => this.#onClientError(error, socket as Socket)) // for the same reason as above
    this.#http.on('connection', (socket: Socket) => {
      this.#open += 1
      this.#noteArrival()
      this.#silent.set(socket, this.#lastArrival)
      // Node removes its own listener when it hands a connection over. An error without a listener would end the process.
      socket.on('error', ignore)
      socket.once('close', () => {
        this.#open -= 1
        this.#silent.delete(socket)
      })
      if (this.#open > bounds.connections) socket.destroy()
    })
  }

  route({ method, path }: Endpoint, serve: Serve): void {
    const page = method === 'GET' ? this.#pages.get(path) : undefined
    this.#router.add(method, path, page ? pageOrEndpoint(page, serve) : serve)
  }

  /** Starts to listen; returns the port. */
  async listen(host: string, port: number): Promise<number> {
    this.#http.listen(await listenOptions(host, port))
    await once(this.#http, 'listening')
    this.#extraListeners = await openExtraListeners(this.#http, host)
    return (this.#http.address() as AddressInfo).port // it listens on TCP
  }

  /** Keeps serving until a load balancer that asks `/readyz` has turned away: no request came for a moment, or the time is over. */
  drain(): Promise<void> {
    this.#drainingSince = performance.now()
    return this.#waitUntilQuiet(this.#parts.bounds.drainMs)
  }

  /**
   * Accepts no more connections and finishes requests under way. A balancer may repeat a request at another node if its connection was
   * refused, but not if a change got no answer. So the listeners close first, while the balancer still has kept connections and opens few
   * new ones. Then each kept connection ends with its next answer.
   */
  async [Symbol.asyncDispose](): Promise<void> {
    const { closeMs, partingMs, lastChanceMs } = this.#parts.bounds
    const drainedMs = performance.now() - (this.#drainingSince ?? performance.now())
    const cut = setTimeout(() => this.#http.closeAllConnections(), Math.max(0, closeMs - drainedMs))
    await this.#waitForIdleTurn()
    // As Node's own `close`, but kept connections stay open.
    const closed = new Promise((resolve) => Listener.prototype.close.call(this.#http, resolve))
    const extraClosed = closeListeners(this.#extraListeners)
    this.#stopping = true
    for (const reply of this.#pending) reply.close = true
    this.#noteArrival() // starts the quiet time
    await this.#waitUntilQuiet(partingMs)
    const until = performance.now() + lastChanceMs
    while (this.#hasNewConnections() && performance.now() < until) await pause(10)
    await this.#waitForIdleTurn()
    this.#http.closeIdleConnections()
    // Node stops looking for slow clients once it is closing.
    for (const socket of this.#ending) socket.destroy()
    await Promise.all([closed, extraClosed])
    clearTimeout(cut)
    this.#http.close() // ends Node's own intervals
  }

  /** Resolves when no connection is open, when nothing came for `quietMs`, or when the time is over. */
  async #waitUntilQuiet(limitMs: number): Promise<void> {
    const until = performance.now() + limitMs
    const isQuiet = () => this.#open === 0 || performance.now() - this.#lastArrival > this.#parts.bounds.quietMs
    while (!isQuiet() && performance.now() < until) await pause(10)
  }

  /** True if a new connection has sent no request yet. */
  #hasNewConnections(): boolean {
    const now = performance.now()
    return this.#silent.values().some((since) => now - since < this.#parts.bounds.lastChanceMs)
  }

  /**
   * Resolves in a short turn of the event loop in which nothing arrived. A close resets connections and requests that have reached the
   * system but not this process, and in a long turn many may have come.
   */
  async #waitForIdleTurn(): Promise<void> {
    const until = performance.now() + this.#parts.bounds.lastChanceMs
    let [before, began, now] = [0, 0, 0]
    do {
      // The system is less likely to interrupt a process that has just slept.
      await pause(1)
      before = this.#arrivals
      began = performance.now()
      await turn()
      now = performance.now()
    } while ((before !== this.#arrivals || now - began > shortTurnMs) && now < until)
  }

  #noteArrival(): void {
    this.#arrivals += 1
    this.#lastArrival = performance.now()
  }

  async #answer(raw: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = raw
    const { route, serve, allow, params, query } = this.#router.find(method, url)
    const request = {
      id: randomUUID(),
      method,
      headers,
      ip: this.#addressOf(raw),
      raw,
      route,
      serve,
      allow,
      params,
      query,
    }
    const reply = this.#arrive(request, response)
    try {
      this.#parts.admit(request)
      this.#send(reply, await (serve ?? this.#unserved)(request))
    } catch (error) {
      if (response.headersSent) response.destroy()
      else this.#send(reply, this.#parts.refuse(error, request))
    }
  }

  /** For an unknown path or method. */
  readonly #unserved: Serve = (request) => {
    const { method, allow } = request
    if (allow === undefined || method !== 'OPTIONS') return this.#parts.notFound(request, allow)
    return { status: 204, headers: { allow, ...this.#origins.preflight(request, allow) }, body: undefined }
  }

  #send(reply: Reply, outgoing: OutgoingResponse): void {
    const { request, response } = reply
    const { status, headers, body } = negotiate(outgoing, request.headers)
    reply.headers = headers
    // Some clients ask again at once. With a new connection they have to wait behind the others.
    if (headers['x-error-code'] === 'overloaded' && isShort(request.raw)) reply.close = true
    const lines = this.#headerLines(reply)
    if (isParts(body)) this.#stream(reply, status, lines, body)
    else {
      const isData = body === undefined || typeof body === 'string' || body instanceof Uint8Array
      const data = isData ? body : JSON.stringify(body)
      if (!isData) lines.push('content-type', 'application/json; charset=utf-8')
      if (data !== undefined) lines.push('content-length', String(Buffer.byteLength(data)))
      response.writeHead(status, lines).end(data)
    }
  }

  /** Alternately name and value. The answer's own headers override the common ones. */
  #headerLines({ request, headers, close }: Reply): string[] {
    const all = { ...this.#origins.headers(request), ...headers }
    if (headers['vary']) all['vary'] = this.#origins.vary(headers['vary'])
    const lines = ['x-request-id', request.id]
    for (const name in all) lines.push(name, all[name] ?? '')
    for (let i = 0; i < this.#always.length; i += 2) {
      const [name = '', value = ''] = [this.#always[i], this.#always[i + 1]]
      if (!(name in all)) lines.push(name, value)
    }
    if (close) lines.push('connection', 'close')
    return lines
  }

  /** Sends part by part as the client reads. A failure midway ends the connection, so that no client takes a part for the whole. */
  #stream(reply: Reply, status: number, lines: string[], parts: AsyncIterable<string>): void {
    const { request, response } = reply
    const stream = Readable.from(parts)
    response.once('close', () => stream.destroy())
    stream.once('error', (err) => {
      this.#parts.log.error({ req: request.id, err }, 'an answer broke off while it was sent')
      if (response.headersSent) response.destroy()
      else this.#send(reply, this.#parts.refuse(err, request))
    })
    if (response.destroyed) stream.destroy()
    else if (request.method === 'HEAD') response.writeHead(status, lines).end()
    // Until the first part exists, an error can still be answered.
    else stream.once('readable', () => stream.pipe(response.writeHead(status, lines)))
  }

  #arrive(request: HttpRequest, response: ServerResponse): Reply {
    const began = performance.now()
    const reply: Reply = { request, response, close: this.#stopping, headers: {} }
    this.#noteArrival()
    this.#silent.delete(request.raw.socket)
    this.#pending.add(reply)
    // Emitted also when the connection breaks.
    response.once('close', () => {
      this.#pending.delete(reply)
      this.#log(reply, (performance.now() - began) / 1000)
      const { raw } = request
      if (!raw.complete) dropRest(raw.socket, this.#parts.bounds.bodyMs, this.#parts.bounds, () => raw.complete)
    })
    return reply
  }

  /** One line per request, with its route. The address and its query are never logged. */
  #log({ request, response, headers }: Reply, seconds: number): void {
    const endpoint = request.route === undefined ? notFound : `${request.method} ${request.route}`
    // Listeners may leave at any time.
    const isStream = headers['content-type'] === eventStreamType
    const status = response.writableFinished || isStream ? response.statusCode : 'aborted'
    this.#parts.ended(endpoint, String(status), isStream ? undefined : seconds)
    const code = headers['x-error-code']
    const ms = Math.round(seconds * 10_000) / 10
    this.#parts.log.info({ req: request.id, endpoint, status, ms, ...(code ? { code } : {}) }, 'request')
  }

  /** A request that Node could not parse or that took too long. */
  #onClientError(error: NodeJS.ErrnoException, socket: Socket): void {
    if (this.#ending.has(socket)) return // it is answered already
    const pending = this.#pendingOn(socket)
    const last = pending.at(-1)
    const inBody = pending.length === 1 && last && !last.request.raw.complete && !last.response.headersSent
    // A client that is gone or never sent anything needs no answer.
    if (error.code === 'ECONNRESET' || socket.bytesRead === 0) socket.destroy()
    else if (!last || inBody) this.#refuseUnreadable(socket, parseErrorCode(error))
    // The client would take a refusal for the answer to an earlier request, so that one is sent and the connection ends.
    else last.close = true
  }

  /** Several if a client pipelines requests. */
  #pendingOn(socket: Socket): Reply[] {
    return [...this.#pending].filter(({ request }) => request.raw.socket === socket)
  }

  #refuseUnreadable(socket: Socket, code: 'bad_request' | 'timed_out' | 'too_large' | 'not_found'): void {
    const { log, ended, teamLang, bounds } = this.#parts
    const id = randomUUID()
    const { status, headers, body } = errorResponse(new Refusal(code), teamLang())
    respondAndEnd(socket, { status, headers: { ...this.#securityHeaders, 'x-request-id': id, ...headers }, body })
    const hasPending = this.#pendingOn(socket).length > 0
    // There is no more waiting for a slow client or for the rest of a body.
    if (hasPending || code === 'timed_out') socket.destroySoon()
    else {
      this.#ending.add(socket.once('close', () => this.#ending.delete(socket)).resume())
      dropRest(socket, bounds.lingerMs, bounds)
    }
    if (hasPending) return // that request has its own log line
    ended(unreadable, String(status), 0)
    log.info({ req: id, endpoint: unreadable, status, code }, 'request')
  }
}

function isParts(body: OutgoingResponse['body']): body is AsyncIterable<string> {
  return typeof body === 'object' && Symbol.asyncIterator in body
}

/** Drops what arrives after the answer, up to a time and a size. An immediate close could reset the connection and lose the answer. */
function dropRest(socket: Socket, ms: number, { restBytes }: Bounds, isComplete = () => false): void {
  const [until, most] = [performance.now() + ms, socket.bytesRead + restBytes]
  const timer = setInterval(() => {
    if (isComplete() || socket.destroyed) clearInterval(timer)
    else if (performance.now() > until || socket.bytesRead > most) socket.destroy()
  }, 20)
}

/** True for a small request. Closing the connection while the client still sends would reset it and lose the answer. */
function isShort({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= 16 * 1024
}

function ignore(): void {}
