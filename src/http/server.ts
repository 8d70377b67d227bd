import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, Server as Listener, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Endpoint } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Lang } from '#contract/languages.ts'
import type { Outgoing } from './answer.ts'
import { eventStream } from './audience.ts'
import { failed } from './failure.ts'
import type { Bounds } from './limits.ts'
import { closeHelpers, firstListener, openHelpers } from './listeners.ts'
import { Methods } from './methods.ts'
import { Origins } from './origins.ts'
import { negotiated } from './published.ts'
import { serveWeb } from './web.ts'
import { endSocket, securityHeaders, unreadable } from './wire.ts'

export interface Plumbing {
  readonly log: Logger
  readonly bounds: Bounds
  readonly https: boolean
  readonly trustProxy: readonly string[]
  /** Other origins whose pages may read answers. */
  readonly allowedOrigins: readonly string[]
  readonly teamLang: () => Lang
  /** Throws where a request must not come in. */
  readonly admit: (request: FastifyRequest) => void
  readonly refuse: (error: unknown, request: FastifyRequest) => Outgoing
  /** `allowed` are the methods of a path that is known. */
  readonly nowhere: (request: FastifyRequest, allowed: string | undefined) => Promise<Outgoing>
  readonly ended: (endpoint: string, status: string, seconds: number | undefined) => void
}

const elsewhere = '(not found)'
const unread = '(unreadable)'
/** So long it is waited for what is about to come when the door closes. */
const lastChanceMs = 500

/** An HTTP server that answers everything in our own words, is patient with nobody for long, and logs a line a request. */
export class Server implements AsyncDisposable {
  readonly #plumbing: Plumbing
  readonly #always: Readonly<Record<string, string>>
  /** Answers that have not gone out yet. */
  readonly #owed = new Set<FastifyReply>()
  /** Connections that were answered and ended, and whose clients may still be sending. */
  readonly #ending = new Set<Socket>()
  readonly #methods = new Methods()
  readonly #origins: Origins
  readonly #fastify: FastifyInstance
  #helpers: readonly Listener[] = []
  #open = 0
  /** Connections on which nothing was asked yet, with the time they came. */
  readonly #silent = new Map<Socket, number>()
  /** Connections and requests that came, and when the last one did. */
  #arrivals = 0
  #lastArrival = 0
  #stopping = false

  constructor(plumbing: Plumbing) {
    this.#plumbing = plumbing
    this.#always = securityHeaders(plumbing.https)
    this.#origins = new Origins(plumbing.allowedOrigins)
    this.#fastify = this.#build()
    serveWeb(this.#fastify, (reply, file) => void reply.send(this.#sent(reply, file)))
    const { server } = this.#fastify
    server.on('connection', (socket: Socket) => {
      this.#open += 1
      this.#noteArrival()
      this.#silent.set(socket, this.#lastArrival)
      // Node takes its own listener off where it hands a connection over, and an error that nobody hears ends the process.
      socket.on('error', ignore)
      socket.once('close', () => {
        this.#open -= 1
        this.#silent.delete(socket)
      })
      if (this.#open > plumbing.bounds.connections) socket.destroy()
    })
    // Node would answer these by itself, or not at all.
    server.on('checkExpectation', (request, response) => void server.emit('request', request, response))
    server.on('connect', (_request, socket) => this.#refuseUnread(socket as Socket, 'not_found')) // a TCP server's
  }

  route(e: Endpoint, serve: (request: FastifyRequest) => Promise<Outgoing>): void {
    this.#fastify.route({
      method: e.method,
      url: e.path,
      handler: async (request, reply) => {
        const body = this.#sent(reply, await serve(request))
        return isParts(body) ? this.#streamed(request, body) : body
      },
    })
  }

  /** Starts to listen; answers the port. */
  async listen(host: string, port: number): Promise<number> {
    await this.#fastify.listen(await firstListener(host, port))
    this.#helpers = await openHelpers(this.#fastify.server)
    return (this.#fastify.server.address() as AddressInfo).port // listening on TCP, so it is one
  }

  /**
   * From now on every answer ends its connection, so that a balancer does not keep it for a next request; otherwise all is
   * as before. Resolves when nobody has come for a moment, or too many do.
   */
  async drain(): Promise<void> {
    const { drainMs, quietMs } = this.#plumbing.bounds
    const until = performance.now() + drainMs
    this.#stopping = true
    for (const reply of this.#owed) if (!reply.raw.headersSent) reply.header('connection', 'close')
    const isQuiet = () => this.#open === 0 || performance.now() - this.#lastArrival > quietMs
    while (!isQuiet() && performance.now() < until) await pause(10)
  }

  /** Takes no more, finishes what is under way. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { closeMs } = this.#plumbing.bounds
    const { server } = this.#fastify
    const cut = setTimeout(() => server.closeAllConnections(), closeMs)
    await this.#nobodyArriving()
    // As Node's own, but who came just before may still ask.
    const closed = new Promise((resolve) => Listener.prototype.close.call(server, resolve))
    const helpersClosed = closeHelpers(this.#helpers)
    const until = performance.now() + lastChanceMs
    while (this.#isAnybodyAboutToAsk() && performance.now() < until) await pause(10)
    server.closeIdleConnections()
    // Node looks for slow clients no more once it is closing.
    for (const socket of this.#ending) socket.destroy()
    await Promise.all([closed, helpersClosed])
    clearTimeout(cut)
    await this.#fastify.close()
  }

  /** Whether there are new connections that have asked for nothing yet. */
  #isAnybodyAboutToAsk(): boolean {
    const now = performance.now()
    return this.#silent.values().some((since) => now - since < lastChanceMs)
  }

  /**
   * Resolves in a turn of the event loop that has brought nobody. Whoever waits to be let in when the door closes is reset, and
   * a balancer may not send what they asked for to another node.
   */
  async #nobodyArriving(): Promise<void> {
    const until = performance.now() + lastChanceMs
    let before: number
    do {
      before = this.#arrivals
      await turn()
    } while (before !== this.#arrivals && performance.now() < until)
  }

  #noteArrival(): void {
    this.#arrivals += 1
    this.#lastArrival = performance.now()
  }

  #build(): FastifyInstance {
    const { bounds, trustProxy, admit, refuse, nowhere } = this.#plumbing
    const server = fastify({
      genReqId: () => randomUUID(),
      // The contract checks what comes and goes; without these Fastify would load a hundred files to do it once more.
      schemaController: { compilersFactory: { buildValidator: () => unused, buildSerializer: () => unused } },
      trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
      routerOptions: { ignoreTrailingSlash: true },
      requestTimeout: bounds.requestMs,
      connectionTimeout: bounds.stuckMs,
      keepAliveTimeout: bounds.keepAliveMs,
      forceCloseConnections: 'idle',
      return503OnClosing: false,
      http: {
        headersTimeout: bounds.headersMs,
        connectionsCheckingInterval: bounds.lookMs,
        requireHostHeader: false, // looked at by ourselves: Node's refusal has no body
      },
      frameworkErrors: (error, request, reply: FastifyReply) => {
        this.#arrive(request, reply)
        void reply.send(this.#sent(reply, refuse(error, request)))
      },
      clientErrorHandler: (error, socket) => this.#misread(error, socket as Socket), // a TCP server's
    })
    // Bodies are read by ourselves, for GET and POST alike, and those of other methods by nobody.
    for (const method of server.supportedMethods)
      server.addHttpMethod(method, { hasBody: method === 'POST', overrideExisting: true })
    server.removeAllContentTypeParsers()
    server.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined))
    server.addHook('onRequest', (request, reply, done) => {
      this.#arrive(request, reply)
      // The framework would refuse a body for what it says it is before it knows whether there is any.
      request.headers['content-type'] = undefined
      admit(request)
      done()
    })
    server.addHook('onRoute', ({ method, url }) => this.#methods.add(url, method))
    server.setNotFoundHandler(async (request, reply) => {
      const allowed = this.#methods.of(request.url)
      const answer =
        allowed !== undefined && request.method === 'OPTIONS'
          ? { status: 204, headers: { allow: allowed, ...this.#origins.preflight(request, allowed) }, body: undefined }
          : await nowhere(request, allowed)
      return this.#sent(reply, answer)
    })
    server.setErrorHandler((error, request, reply) => this.#sent(reply, refuse(error, request)))
    return server
  }

  /** Puts status and headers of an answer onto its reply; hands back its body. */
  #sent(reply: FastifyReply, outgoing: Outgoing): Outgoing['body'] {
    const { status, headers, body } = negotiated(outgoing, reply.request.headers)
    reply.code(status).headers(headers)
    if (headers['vary']) reply.header('vary', this.#origins.vary(headers['vary']))
    // Some ask again at once, and would leave no time for anything else: who has to come anew takes their turn behind others.
    if (headers['x-error-code'] === 'overloaded' && isShort(reply.request.raw)) reply.header('connection', 'close')
    return body
  }

  #arrive(request: FastifyRequest, reply: FastifyReply): void {
    const began = performance.now()
    reply.headers(this.#always).header('x-request-id', request.id).headers(this.#origins.headers(request))
    if (this.#stopping) reply.header('connection', 'close')
    this.#noteArrival()
    this.#silent.delete(request.raw.socket)
    this.#owed.add(reply)
    // Comes also when the connection breaks.
    reply.raw.once('close', () => {
      this.#owed.delete(reply)
      this.#logged(request, reply, (performance.now() - began) / 1000)
      const { raw } = request
      if (!raw.complete) dropRest(raw.socket, this.#plumbing.bounds.bodyMs, this.#plumbing.bounds, () => raw.complete)
    })
  }

  /** A part is asked for when the one before has gone out. What fails on the way ends the connection, so that nobody takes a part for all. */
  #streamed(request: FastifyRequest, parts: AsyncIterable<string>): Readable {
    const stream = Readable.from(parts)
    stream.once('error', (err) => this.#plumbing.log.error({ req: request.id, err }, 'an answer broke off'))
    // The framework would take all of it to learn how long it is, and some of them never end.
    if (request.method === 'HEAD') stream.destroy()
    return stream
  }

  /** One line a request: what was asked for by its route, never the address with its query. */
  #logged(request: FastifyRequest, reply: FastifyReply, seconds: number): void {
    const url = request.is404 ? undefined : request.routeOptions.url
    const endpoint = url === undefined ? elsewhere : `${request.method} ${url}`
    // Who listens leaves when they like.
    const listened = reply.getHeader('content-type') === eventStream
    const status = reply.raw.writableFinished || listened ? reply.statusCode : 'aborted'
    this.#plumbing.ended(endpoint, String(status), listened ? undefined : seconds)
    const code = reply.getHeader('x-error-code')
    const ms = Math.round(seconds * 10_000) / 10
    this.#plumbing.log.info({ req: request.id, endpoint, status, ms, ...(code ? { code } : {}) }, 'request')
  }

  /** What Node could not read as HTTP, or did not want to wait for any longer. */
  #misread(error: NodeJS.ErrnoException, socket: Socket): void {
    if (this.#ending.has(socket)) return // it has its answer; this is more of what could not be read
    const owed = this.#owedOn(socket)
    const last = owed.at(-1)
    const inBody = owed.length === 1 && last && !last.request.raw.complete && !last.raw.headersSent
    // Who is gone, or never said a word, needs no answer.
    if (error.code === 'ECONNRESET' || socket.bytesRead === 0) socket.destroy()
    else if (!last || inBody) this.#refuseUnread(socket, unreadable(error))
    // A refusal now would be taken for the answer that is owed to an earlier request: that one still goes out.
    else if (!last.raw.headersSent) last.header('connection', 'close')
  }

  /** Several where a client sends requests without waiting. */
  #owedOn(socket: Socket): FastifyReply[] {
    return [...this.#owed].filter(({ request }) => request.raw.socket === socket)
  }

  #refuseUnread(socket: Socket, code: 'bad_request' | 'timed_out' | 'too_large' | 'not_found'): void {
    const { log, ended, teamLang, bounds } = this.#plumbing
    const id = randomUUID()
    const { status, headers, body } = failed(new Refusal(code), teamLang())
    endSocket(socket, { status, headers: { ...this.#always, 'x-request-id': id, ...headers }, body })
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

function isParts(body: Outgoing['body']): body is AsyncIterable<string> {
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

function unused(): never {
  throw new Error('routes have no schemas of Fastify')
}
