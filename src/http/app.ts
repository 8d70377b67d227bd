import { randomUUID } from 'node:crypto'
import type { AddressInfo, Socket } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Endpoint, Raw } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import { type Lang, limits } from '#contract/fields.ts'
import { contract } from '#contract/index.ts'
import { mismatch, read } from '#contract/read.ts'
import type { Meter } from '#kit/meter.ts'
import type { Clock } from '#kit/time.ts'
import { mayCall } from '#rules/sessions.ts'
import type { Actor } from '#service/actor.ts'
import type { Services } from '#service/index.ts'
import { acceptedLang, keyOf, mergedInput, tokenOf } from './call.ts'
import { asRefusal, assertAnnounced, failed, isWrongProof } from './failure.ts'
import { takeForms } from './forms.ts'
import { type Handler, handlers } from './handlers/index.ts'
import { depth, Limiter, timeouts } from './limits.ts'
import { doorMetrics } from './metrics.ts'
import { refusalPage } from './page.ts'
import { serveWeb } from './web.ts'
import { endSocket, originOf, securityHeaders, unreadable } from './wire.ts'

export interface Door {
  readonly services: Services
  readonly now: Clock
  readonly log: Logger
  readonly meter: Meter
  readonly version: string
  readonly publicUrl: string
  readonly trustProxy: readonly string[]
  readonly metricsToken: string | undefined
  readonly rateLimits: boolean
  readonly teamLang: () => Lang
  readonly probe: () => Promise<void>
  /** Changes that wait for the database. */
  readonly waiting: () => number
  /** Holds every answer to the contract; tests run with it. */
  readonly strict?: boolean
}

const notFound = '(not found)'

/** The contract and its handlers as an HTTP server. */
export class App implements AsyncDisposable {
  readonly #door: Door
  readonly #server: FastifyInstance
  readonly #limiter: Limiter
  readonly #metrics: ReturnType<typeof doorMetrics>

  constructor(door: Door) {
    this.#door = door
    this.#limiter = new Limiter(door.rateLimits, door.now, () => door.services.settings.current().rates)
    this.#metrics = doorMetrics(door.meter, door.waiting)
    this.#server = this.#build()
    this.#route()
    serveWeb(this.#server)
  }

  /** Starts to listen; answers the port. */
  async listen(host: string, port: number): Promise<number> {
    await this.#server.listen({ host, port, backlog: 4096 })
    return (this.#server.server.address() as AddressInfo).port // listening on TCP, so it is one
  }

  /** Takes no more, finishes what is under way. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.close()
    this.#metrics.close()
  }

  #build(): FastifyInstance {
    const { trustProxy, publicUrl } = this.#door
    const server = fastify({
      genReqId: () => randomUUID(),
      bodyLimit: limits.body,
      trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
      requestTimeout: timeouts.request,
      keepAliveTimeout: timeouts.keepAlive,
      forceCloseConnections: 'idle',
      return503OnClosing: false,
      http: { headersTimeout: timeouts.headers, connectionsCheckingInterval: 1000 },
      frameworkErrors: (error, request, reply) => void this.#refuse(error, request, reply),
      clientErrorHandler: (error, socket) => endSocket(socket as Socket, unreadable(error), this.#door.teamLang()), // a TCP server's
    })
    // A GET may carry its fields in a body.
    server.addHttpMethod('GET', { hasBody: true, overrideExisting: true })
    const parse = server.getDefaultJsonParser('error', 'error')
    server.removeAllContentTypeParsers()
    server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
      // wx.request says "JSON" on every GET and then sends nothing.
      if (body === '') done(null, undefined)
      else parse(request, body, done)
    })
    server.addContentTypeParser<string>('*', { parseAs: 'string' }, (request, body, done) => {
      if (body === '') done(null, undefined)
      else if (request.headers['content-type'] === undefined) parse(request, body, done)
      else done(new Refusal('wrong_media_type'))
    })
    const always = securityHeaders(publicUrl.startsWith('https:'))
    server.addHook('onRequest', async (request, reply) => {
      this.#metrics.began()
      reply.headers(always).header('x-request-id', request.id)
      this.#watchBody(request)
      this.#shed(request)
      this.#limiter.arriving(request.ip)
    })
    server.addHook('onResponse', async (request, reply) => this.#written(request, reply))
    server.setNotFoundHandler((request, reply) => this.#refuse(new Refusal('not_found'), request, reply))
    server.setErrorHandler((error, request, reply) => this.#refuse(error, request, reply))
    return server
  }

  #route(): void {
    const { services, version, meter, metricsToken, probe, publicUrl } = this.#door
    const all = handlers(services, { version, meter, metricsToken, probe }, publicUrl)
    for (const [area, group] of Object.entries(contract)) {
      for (const [name, endpoint] of Object.entries<Endpoint>(group)) {
        // `handlers` is complete by type: there is one of the right kind behind each name.
        const handler = (all as unknown as Record<string, Record<string, Handler<Endpoint>>>)[area]?.[
          name
        ] as Handler<Endpoint>
        const add = (server: FastifyInstance) =>
          void server.route({
            method: endpoint.method,
            url: endpoint.path,
            handler: (request, reply) => this.#serve(endpoint, handler, request, reply),
          })
        if (endpoint.form) takeForms(this.#server, async (token) => (await services.actors.of(token))?.personId, add)
        else add(this.#server)
      }
    }
  }

  async #serve(
    e: Endpoint,
    handler: Handler<Endpoint>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown> {
    let caller: Actor | undefined
    let lang = acceptedLang(request.headers['accept-language']) ?? this.#door.teamLang()
    try {
      const raw = mergedInput(request)
      const token = tokenOf(raw, request)
      const actor = token === undefined ? undefined : await this.#door.services.actors.of(token)
      lang = actor?.lang ?? lang
      caller = actor
      this.#limiter.calling(e.rate, { address: request.ip, ...actor })
      if (e.role !== 'anyone' && !actor) throw new Refusal('not_logged_in')
      if (actor && !mayCall(actor.role, e.role))
        throw new Refusal('wrong_role', { needed: e.role === 'admin' ? 'admin' : 'member' })
      if (e.guessable) this.#limiter.guessing({ address: request.ip, ...actor })
      const input = read(e.input, raw)
      const answer = await handler({
        input,
        actor,
        lang,
        // Few ask for it, and reading an address costs more than most of what a call does.
        get origin() {
          return originOf(request)
        },
        bearer: token,
        key: keyOf(e, request),
        cookie: request.headers.cookie,
      })
      return this.#answer(e, answer, reply)
    } catch (error) {
      const refusal = asRefusal(error)
      if (e.guessable && isWrongProof(refusal)) this.#limiter.guessedWrong({ address: request.ip, ...caller })
      if (this.#door.strict) assertAnnounced(e, refusal)
      return this.#refuse(refusal, request, reply, lang, e)
    }
  }

  #answer(e: Endpoint, answer: unknown, reply: FastifyReply): FastifyReply {
    if (e.answer === 'raw') {
      const { status = e.status ?? 200, headers = {}, body } = answer as Raw // by the type of its handler
      return reply
        .code(status)
        .header('content-type', e.produces ?? 'text/plain')
        .headers(headers)
        .send(body)
    }
    const wrong = this.#door.strict && mismatch(e.output, answer)
    if (wrong) throw new Error(`${e.method} ${e.path} answered what its contract does not promise: ${wrong}`)
    switch (e.answer) {
      case 'bare':
        return reply.send(answer)
      case 'beside':
        return reply.send({ success: true, ...(answer as object) }) // an object, by its schema
      default:
        return reply.send({ success: true, data: answer })
    }
  }

  #refuse(error: unknown, request: FastifyRequest, reply: FastifyReply, lang?: Lang, e?: Endpoint): FastifyReply {
    const refusal = asRefusal(error)
    const tongue = lang ?? acceptedLang(request.headers['accept-language']) ?? this.#door.teamLang()
    const plain = failed(refusal, tongue)
    const { status, headers, body } = e?.produces === 'text/html' ? refusalPage(plain, e.path, tongue) : plain
    if (status >= 500)
      this.#door.log.error({ req: request.id, code: refusal.code, err: refusal.cause }, 'a request failed')
    return reply.code(status).headers(headers).send(body)
  }

  /** A body that trickles in is cut off; Node's own limit is for the slowest honest upload. */
  #watchBody(request: FastifyRequest): void {
    const { raw } = request
    if (raw.headers['transfer-encoding'] === undefined && (raw.headers['content-length'] ?? '0') === '0') return
    // Most bodies come with their head, and are here when the event loop turns: those need no watch.
    setImmediate(() => {
      if (raw.complete || raw.destroyed) return
      const patience = request.routeOptions.url === contract.media.upload.path ? timeouts.request : timeouts.body
      const timer = setTimeout(() => endSocket(raw.socket, 'timed_out', this.#door.teamLang()), patience)
      const stop = () => clearTimeout(timer)
      raw.once('end', stop).once('close', stop)
    })
  }

  #shed(request: FastifyRequest): void {
    const tooMany =
      this.#metrics.inFlight() > depth.requests || (request.method === 'POST' && this.#door.waiting() > depth.changes)
    if (tooMany && request.routeOptions.url !== contract.machines.health.path) throw new Refusal('overloaded')
  }

  /** One line a request: what was asked for by its route, never the address with its query. */
  #written(request: FastifyRequest, reply: FastifyReply): void {
    const endpoint = request.is404 ? notFound : `${request.method} ${request.routeOptions.url ?? notFound}`
    const ms = Math.round(reply.elapsedTime * 10) / 10
    this.#metrics.ended(endpoint, reply.statusCode, reply.elapsedTime / 1000)
    const code = reply.getHeader('x-error-code')
    this.#door.log.info(
      { req: request.id, endpoint, status: reply.statusCode, ms, ...(code ? { code } : {}) },
      'request',
    )
  }
}
