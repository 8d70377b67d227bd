import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, Server as Listener, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import type { Logger } from 'pino'
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
import { staticFiles } from './static-files.ts'
import { parseErrorCode, respondAndEnd, securityHeaders } from './wire.ts'

export interface ServerOptions {
  readonly log: Logger
  readonly bounds: Bounds
  readonly https: boolean
  readonly trustProxy: readonly string[]
  /** Other origins whose pages may read answers. */
  readonly allowedOrigins: readonly string[]
  readonly teamLang: () => Lang
  /** Throws where a request must not come in. */
  readonly admit: (request: HttpRequest) => void
  readonly refuse: (error: unknown, request: HttpRequest) => OutgoingResponse
  /** `allowed` are the methods of a path that is known. */
  readonly nowhere: (request: HttpRequest, allowed: string | undefined) => Promise<OutgoingResponse>
  readonly ended: (endpoint: string, status: string, seconds: number | undefined) => void
}

const elsewhere = '(not found)'
const unread = '(unreadable)'
/** A turn of the event loop in which nothing else was done. */
const shortTurnMs = 0.5

// Not imported, for the reason that wire.ts gives.
const { createServer } = process.getBuiltinModule('node:http')

/** What goes out for a request. */
interface Reply {
  readonly request: HttpRequest
  readonly response: ServerResponse
  /** Ends the connection. */
  close: boolean
  /** The answer's own headers, once there is one. */
  headers: OutgoingResponse['headers']
}

/** An HTTP server that answers everything in our own words, is patient with nobody for long, and logs a line a request. */
export class Server implements AsyncDisposable {
  readonly #parts: ServerOptions
  /** Headers of every answer, names and values by turns: Node takes them so as they are, and an object apart first. */
  readonly #always: readonly string[]
  /** Answers that have not gone out yet. */
  readonly #owed = new Set<Reply>()
  /** Connections that were answered and ended, and whose clients may still be sending. */
  readonly #ending = new Set<Socket>()
  readonly #router = new Router()
  readonly #origins: Origins
  readonly #addressOf: (request: IncomingMessage) => string
  readonly #http: HttpServer
  #helpers: readonly Listener[] = []
  #open = 0
  /** Connections on which nothing was asked yet, with the time they came. */
  readonly #silent = new Map<Socket, number>()
  /** Connections and requests that came, and when the last one did. */
  #arrivals = 0
  #lastArrival = 0
  #toldToStop: number | undefined
  #stopping = false

  constructor(parts: ServerOptions) {
    const { bounds } = parts
    this.#parts = parts
    this.#always = Object.entries(securityHeaders(parts.https)).flat()
    this.#origins = new Origins(parts.allowedOrigins)
    this.#addressOf = clientAddressFinder(parts.trustProxy)
    for (const [path, serve] of staticFiles()) this.#router.add('GET', path, serve)
    this.#http = createServer({
      headersTimeout: bounds.headersMs,
      requestTimeout: bounds.requestMs,
      keepAliveTimeout: bounds.keepAliveMs,
      connectionsCheckingInterval: bounds.lookMs,
      requireHostHeader: false, // looked at by ourselves: Node's refusal has no body
    })
    this.#http.setTimeout(bounds.stuckMs)
    this.#http.on('request', (request, response) => void this.#answer(request, response))
    // Node would answer these by itself, or not at all.
    this.#http.on('checkExpectation', (request, response) => void this.#answer(request, response))
    this.#http.on('connect', (_request, socket) => this.#refuseUnread(socket as Socket, 'not_found')) // a TCP server's
    this.#http.on('clientError', (error, socket) => this.#misread(error, socket as Socket)) // as above
    this.#http.on('connection', (socket: Socket) => {
      this.#open += 1
      this.#noteArrival()
      this.#silent.set(socket, this.#lastArrival)
      // Node takes its own listener off where it hands a connection over, and an error that nobody hears ends the process.
      socket.on('error', ignore)
      socket.once('close', () => {
        this.#open -= 1
        this.#silent.delete(socket)
      })
      if (this.#open > bounds.connections) socket.destroy()
    })
  }

  route({ method, path }: Endpoint, serve: Serve): void {
    this.#router.add(method, path, serve)
  }

  /** Starts to listen; answers the port. */
  async listen(host: string, port: number): Promise<number> {
    this.#http.listen(await listenOptions(host, port))
    await once(this.#http, 'listening')
    this.#helpers = await openExtraListeners(this.#http, host)
    return (this.#http.address() as AddressInfo).port // listening on TCP, so it is one
  }

  /** Serves as before, until a balancer that asks `/readyz` has turned away: no request has come for a moment, or time is up. */
  drain(): Promise<void> {
    this.#toldToStop = performance.now()
    return this.#quiet(this.#parts.bounds.drainMs)
  }

  /**
   * Takes no more, finishes what is under way. A balancer that has sent a request and gets no answer may not send it to another
   * node if it changes something; one that is refused a connection may. So the listeners close first, while the balancer still has
   * kept connections and opens few new ones. Then each kept connection ends with an answer that says so.
   */
  async [Symbol.asyncDispose](): Promise<void> {
    const { closeMs, partingMs, lastChanceMs } = this.#parts.bounds
    const sinceTold = performance.now() - (this.#toldToStop ?? performance.now())
    const cut = setTimeout(() => this.#http.closeAllConnections(), Math.max(0, closeMs - sinceTold))
    await this.#nothingWaiting()
    // As Node's own, but kept connections stay open.
    const closed = new Promise((resolve) => Listener.prototype.close.call(this.#http, resolve))
    const helpersClosed = closeListeners(this.#helpers)
    this.#stopping = true
    for (const reply of this.#owed) reply.close = true
    this.#noteArrival() // the quiet moment begins now
    await this.#quiet(partingMs)
    const until = performance.now() + lastChanceMs
    while (this.#isAnybodyAboutToAsk() && performance.now() < until) await pause(10)
    await this.#nothingWaiting()
    this.#http.closeIdleConnections()
    // Node looks for slow clients no more once it is closing.
    for (const socket of this.#ending) socket.destroy()
    await Promise.all([closed, helpersClosed])
    clearTimeout(cut)
    this.#http.close() // ends what Node does at intervals
  }

  /** Resolves when nothing is connected, when nothing has come for `quietMs`, or when the time is over. */
  async #quiet(mostMs: number): Promise<void> {
    const until = performance.now() + mostMs
    const isQuiet = () => this.#open === 0 || performance.now() - this.#lastArrival > this.#parts.bounds.quietMs
    while (!isQuiet() && performance.now() < until) await pause(10)
  }

  /** Whether there are new connections that have asked for nothing yet. */
  #isAnybodyAboutToAsk(): boolean {
    const now = performance.now()
    return this.#silent.values().some((since) => now - since < this.#parts.bounds.lastChanceMs)
  }

  /**
   * Resolves in a turn of the event loop that has brought nothing and took next to no time. A close resets connections, and
   * requests on kept ones, that have reached the system and not yet us. In a long turn many can have come since we asked.
   */
  async #nothingWaiting(): Promise<void> {
    const until = performance.now() + this.#parts.bounds.lastChanceMs
    let [before, began, now] = [0, 0, 0]
    do {
      // Who has just slept is less likely to lose the processor.
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

  /** For a path that is not there, or not with this method. */
  readonly #unserved: Serve = (request) => {
    const { method, allow } = request
    if (allow === undefined || method !== 'OPTIONS') return this.#parts.nowhere(request, allow)
    return { status: 204, headers: { allow, ...this.#origins.preflight(request, allow) }, body: undefined }
  }

  #send(reply: Reply, outgoing: OutgoingResponse): void {
    const { request, response } = reply
    const { status, headers, body } = negotiate(outgoing, request.headers)
    reply.headers = headers
    // Some ask again at once, and would leave no time for anything else: who has to come anew takes their turn behind others.
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

  /** Names and values by turns. What an answer says itself goes before what all answers say. */
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

  /** A part is asked for when the one before has gone out. What fails on the way ends the connection, so that nobody takes a part for all. */
  #stream(reply: Reply, status: number, lines: string[], parts: AsyncIterable<string>): void {
    const { request, response } = reply
    const stream = Readable.from(parts)
    response.once('close', () => stream.destroy())
    stream.once('error', (err) => {
      this.#parts.log.error({ req: request.id, err }, 'an answer broke off')
      if (response.headersSent) response.destroy()
      else this.#send(reply, this.#parts.refuse(err, request))
    })
    // Who asked may have left meanwhile.
    if (response.destroyed) stream.destroy()
    else if (request.method === 'HEAD') response.writeHead(status, lines).end()
    // Until its first part is there it can still be another answer.
    else stream.once('readable', () => stream.pipe(response.writeHead(status, lines)))
  }

  #arrive(request: HttpRequest, response: ServerResponse): Reply {
    const began = performance.now()
    const reply: Reply = { request, response, close: this.#stopping, headers: {} }
    this.#noteArrival()
    this.#silent.delete(request.raw.socket)
    this.#owed.add(reply)
    // Comes also when the connection breaks.
    response.once('close', () => {
      this.#owed.delete(reply)
      this.#logged(reply, (performance.now() - began) / 1000)
      const { raw } = request
      if (!raw.complete) dropRest(raw.socket, this.#parts.bounds.bodyMs, this.#parts.bounds, () => raw.complete)
    })
    return reply
  }

  /** One line a request: what was asked for by its route, never the address with its query. */
  #logged({ request, response, headers }: Reply, seconds: number): void {
    const endpoint = request.route === undefined ? elsewhere : `${request.method} ${request.route}`
    // Who listens leaves when they like.
    const listened = headers['content-type'] === eventStreamType
    const status = response.writableFinished || listened ? response.statusCode : 'aborted'
    this.#parts.ended(endpoint, String(status), listened ? undefined : seconds)
    const code = headers['x-error-code']
    const ms = Math.round(seconds * 10_000) / 10
    this.#parts.log.info({ req: request.id, endpoint, status, ms, ...(code ? { code } : {}) }, 'request')
  }

  /** What Node could not read as HTTP, or did not want to wait for any longer. */
  #misread(error: NodeJS.ErrnoException, socket: Socket): void {
    if (this.#ending.has(socket)) return // it has its answer; this is more of what could not be read
    const owed = this.#owedOn(socket)
    const last = owed.at(-1)
    const inBody = owed.length === 1 && last && !last.request.raw.complete && !last.response.headersSent
    // Who is gone, or never said a word, needs no answer.
    if (error.code === 'ECONNRESET' || socket.bytesRead === 0) socket.destroy()
    else if (!last || inBody) this.#refuseUnread(socket, parseErrorCode(error))
    // A refusal now would be taken for the answer that is owed to an earlier request: that one still goes out.
    else last.close = true
  }

  /** Several where a client sends requests without waiting. */
  #owedOn(socket: Socket): Reply[] {
    return [...this.#owed].filter(({ request }) => request.raw.socket === socket)
  }

  #refuseUnread(socket: Socket, code: 'bad_request' | 'timed_out' | 'too_large' | 'not_found'): void {
    const { log, ended, teamLang, bounds, https } = this.#parts
    const id = randomUUID()
    const { status, headers, body } = errorResponse(new Refusal(code), teamLang())
    respondAndEnd(socket, { status, headers: { ...securityHeaders(https), 'x-request-id': id, ...headers }, body })
    const owed = this.#owedOn(socket).length > 0
    // Who was too slow is waited for no more, nor may what reads a body wait for more of it.
    if (owed || code === 'timed_out') socket.destroySoon()
    else {
      this.#ending.add(socket.once('close', () => this.#ending.delete(socket)).resume())
      dropRest(socket, bounds.lingerMs, bounds)
    }
    if (owed) return // that request has a line of its own
    ended(unread, String(status), 0)
    log.info({ req: id, endpoint: unread, status, code }, 'request')
  }
}

function isParts(body: OutgoingResponse['body']): body is AsyncIterable<string> {
  return typeof body === 'object' && Symbol.asyncIterator in body
}

/**
 * What still arrives after the answer is read and dropped for a while, so that the answer is not lost to a reset. Even what
 * is dropped takes up memory for a moment, so there is an end to that too.
 */
function dropRest(socket: Socket, ms: number, { restBytes }: Bounds, isComplete = () => false): void {
  const [until, most] = [performance.now() + ms, socket.bytesRead + restBytes]
  const timer = setInterval(() => {
    if (isComplete() || socket.destroyed) clearInterval(timer)
    else if (performance.now() > until || socket.bytesRead > most) socket.destroy()
  }, 20)
}

/** Whether all of a request came with its head. A connection that ends while its client still sends is reset, and the answer lost. */
function isShort({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= 16 * 1024
}

function ignore(): void {}
