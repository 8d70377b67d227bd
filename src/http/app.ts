import type { Logger } from 'pino'
import type { Config } from '#config/config.ts'
import { type BodyLimits, bodyLimits } from '#contract/body-limits.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import { contract } from '#contract/index.ts'
import type { Lang } from '#contract/languages.ts'
import { read } from '#contract/read.ts'
import type { Schema } from '#contract/type.ts'
import type { MetricsRegistry } from '#kit/metrics.ts'
import { isRoleEnough } from '#rules/people/sessions.ts'
import { isProtected } from '#service/people/factors.ts'
import type { Actor } from '#service/shared/actor.ts'
import type { Ctx } from '#service/shared/context.ts'
import { accountMark } from '#service/shared/secrets.ts'
import { liveOf } from '#service/team/live.ts'
import { assertMatchesContract, type OutgoingResponse, wrapAnswer } from './answer.ts'
import { BodyReader, hasBody } from './body.ts'
import {
  acceptedLang,
  bearerOf,
  type Fields,
  keyOf,
  mergeFields,
  proofIn,
  type RequestFields,
  rateOf,
  tokenOf,
} from './call.ts'
import { EventStreams } from './event-streams.ts'
import { assertDeclaredError, errorResponse, isWrongProof, toRefusal } from './failure.ts'
import { FormReader, type MultipartForm } from './forms.ts'
import type { Handler } from './handlers/handler.ts'
import { handlers } from './handlers/index.ts'
import type { MonitoringContext } from './handlers/team/machines.ts'
import { type Bounds, bounds, Limiter, networkOf, OverloadRefusals, RequestsInFlight } from './limits.ts'
import { httpMetrics } from './metrics.ts'
import { type FormLimits, formLimits } from './multipart.ts'
import { isOwnHost, isOwnPage } from './origins.ts'
import { errorPage, notFoundPage } from './page.ts'
import type { HttpRequest } from './request.ts'
import { Server } from './server.ts'
import { hasInvalidHeaders } from './wire.ts'

export interface AppOptions {
  readonly ctx: Ctx
  readonly config: Pick<Config, 'http' | 'miniProgram'>
  readonly log: Logger
  readonly meter: MetricsRegistry
  readonly version: string
  /** Checks every answer against the contract. Tests run with it. */
  readonly strict: boolean
  readonly bounds: Partial<Bounds>
}

/**
 * Requests through a proxy on this machine look local. So metrics are open without a token only if the settings name no proxy and no other
 * address.
 */
const metricsAccess = ({ local, trustProxy, metricsToken }: Config['http']): MonitoringContext['access'] =>
  local && trustProxy.length === 0 ? 'open' : { token: metricsToken }

/** Monitoring is answered also under overload. */
const { health, metrics } = contract.machines
const monitoring: ReadonlySet<string | undefined> = new Set([health.path, metrics.path])

/** True if the call needs a recent second factor. */
function needsConfirmation({ confirm = [] }: Endpoint, input: object): boolean {
  return confirm === true || confirm.some((field) => field in input)
}

const fieldsOfAddress = ({ input }: Endpoint, { query, params }: HttpRequest) =>
  mergeFields(input as Schema, query, params) // `Type` built it

const limitsWithoutFile = ({ bytes }: BodyLimits): FormLimits => ({ ...formLimits, file: 0, besides: bytes })

/** The facts of a request that are known so far. An error needs them too. */
interface CallState {
  lang: Lang
  actor: Actor | undefined
}

/** The contract and its handlers as an HTTP server. */
export class HttpApp implements AsyncDisposable {
  readonly #parts: AppOptions
  readonly #bounds: Bounds
  readonly #publicUrl: URL
  readonly #metricsAccess: MonitoringContext['access']
  /** Endpoints that are open only because no other machine can reach the service. */
  readonly #localOnly: ReadonlySet<Endpoint>
  readonly #server: Server
  readonly #limiter: Limiter
  readonly #overload = new OverloadRefusals()
  readonly #inFlight = new RequestsInFlight()
  readonly #bodies: BodyReader
  readonly #forms: FormReader
  readonly #eventStreams: EventStreams
  readonly #metrics: ReturnType<typeof httpMetrics>
  #stopping = false

  constructor(parts: AppOptions) {
    this.#parts = parts
    const { ctx, log } = parts
    const { http, miniProgram } = parts.config
    this.#bounds = { ...bounds, ...parts.bounds }
    this.#publicUrl = new URL(http.publicUrl)
    this.#metricsAccess = metricsAccess(http)
    this.#localOnly = new Set<Endpoint>([
      ...(this.#metricsAccess === 'open' ? [metrics] : []),
      ...(miniProgram?.kind === 'demo' ? [contract.session.login] : []),
    ])
    this.#limiter = new Limiter(http.rateLimits, ctx.now, () => ctx.settings.current().rates, ctx.attempts)
    this.#bodies = new BodyReader(this.#bounds)
    this.#forms = new FormReader(this.#bounds, async (token) => (await ctx.actors.of(token))?.personId)
    this.#eventStreams = new EventStreams(liveOf(ctx), this.#bounds)
    this.#metrics = httpMetrics(parts.meter, this.#waiting, () => this.#eventStreams.size)
    this.#server = new Server({
      log,
      bounds: this.#bounds,
      http,
      teamLang: () => ctx.settings.current().lang,
      admit: (request) => this.#admit(request),
      refuse: (error, request) => this.#refused(toRefusal(error), request, this.#accepted(request)),
      notFound: (request, allowed) => this.#notFound(request, allowed),
      ended: this.#metrics.ended,
    })
    this.#route()
  }

  /** How many changes wait for the database. */
  readonly #waiting = () => this.#parts.ctx.store.storage.waiting()

  /** Starts to listen; returns the port. */
  listen(host: string, port: number): Promise<number> {
    return this.#server.listen(host, port)
  }

  /** Reports not ready, closes the listeners after a moment, and finishes requests under way. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping = true
    await this.#server.drain()
    const closed = this.#server[Symbol.asyncDispose]()
    this.#eventStreams.close()
    await closed
    this.#metrics.close()
  }

  #route(): void {
    const { ctx, version, meter } = this.#parts
    const probe = async () => {
      if (this.#stopping) throw new Refusal('stopping')
      await ctx.store.probe()
    }
    const all = handlers(ctx, { version, meter, access: this.#metricsAccess, probe }, this.#eventStreams)
    for (const [area, group] of Object.entries(contract)) {
      for (const [name, endpoint] of Object.entries<Endpoint>(group)) {
        // `handlers` is complete by type, so each name has its handler.
        const handler = (all as unknown as Record<string, Record<string, Handler<Endpoint>>>)[area]?.[
          name
        ] as Handler<Endpoint>
        const most = bodyLimits(endpoint)
        this.#server.route(endpoint, (request) => this.#serve(endpoint, most, handler, request))
      }
    }
  }

  /** Checks a request before its body is read. */
  #admit(request: HttpRequest): void {
    if (hasInvalidHeaders(request.raw)) throw new Refusal('bad_request')
    if (monitoring.has(request.route)) return
    const { requests, requestsHere, changes, fewRequests } = this.#bounds
    const here = this.#inFlight.from(request.ip)
    // Addresses with few requests may use twice the limit, so that one busy address does not shut out the others.
    const share = here < fewRequests ? 2 : 1
    const full = here >= requestsHere || this.#metrics.inFlight() >= requests * share
    if (full || (request.method === 'POST' && this.#waiting() >= changes * share))
      throw this.#overload.refusal(performance.now())
    this.#limiter.checkAddress(request.ip)
  }

  async #serve(
    endpoint: Endpoint,
    most: BodyLimits,
    handler: Handler<Endpoint>,
    request: HttpRequest,
  ): Promise<OutgoingResponse> {
    const form =
      endpoint.form || endpoint.plainForm
        ? this.#forms.of(request, endpoint.form ? formLimits : limitsWithoutFile(most))
        : undefined
    const received = hasBody(request.raw)
      ? await this.#readFields(endpoint, most, request, form)
      : fieldsOfAddress(endpoint, request)
    this.#metrics.began()
    this.#inFlight.begin(request.ip)
    const { ctx, strict } = this.#parts
    const state: CallState = { lang: this.#accepted(request), actor: undefined }
    try {
      const input = await this.#authorise(endpoint, request, received, state)
      const { headers: sent } = request
      const headers: Record<string, string> = {}
      const call = async () =>
        handler({
          input,
          actor: state.actor,
          lang: state.lang,
          origin: { address: request.ip },
          agent: sent['user-agent'],
          bearer: bearerOf(sent.authorization),
          count: (name, who) => this.#limiter.countFor(name, who),
          key: keyOf(endpoint, sent['idempotency-key']),
          headers,
          ifNoneMatch: sent['if-none-match'],
          cookie: sent.cookie,
          isOwnPage: isOwnPage(sent, this.#publicUrl.origin),
          connection: request.raw.socket,
        })
      const attempt =
        endpoint.guessable && state.actor
          ? { network: networkOf(request.ip), ...state.actor, ...proofIn(input) }
          : undefined
      const isWrong = (error: unknown) => isWrongProof(toRefusal(error))
      const answer = (await (attempt ? ctx.attempts.guardedProof(attempt, isWrong, call) : call())) ?? {}
      if (strict) assertMatchesContract(endpoint, answer, headers)
      return wrapAnswer(endpoint, answer, headers)
    } catch (error) {
      const refusal = toRefusal(error)
      if (isWrongProof(refusal)) this.#logWrongProof(endpoint, refusal, request, received.fields, state.actor)
      if (strict) assertDeclaredError(endpoint, refusal)
      return this.#refused(refusal, request, state.lang, endpoint)
    } finally {
      this.#metrics.worked()
      this.#inFlight.end(request.ip)
      form?.[Symbol.dispose]()
    }
  }

  /** Checks who calls, how often, and whether they may. Returns the checked input. */
  async #authorise(endpoint: Endpoint, request: HttpRequest, { fields, wrong }: RequestFields, state: CallState) {
    const { ctx } = this.#parts
    const token = endpoint.anonymous ? undefined : tokenOf(fields, bearerOf(request.headers.authorization))
    const actor = token === undefined ? undefined : await ctx.actors.of(token)
    state.lang = actor?.lang ?? state.lang
    state.actor = actor
    if (this.#localOnly.has(endpoint) && !isOwnHost(request.headers, this.#publicUrl)) throw new Refusal('wrong_host')
    const rate = rateOf(endpoint, fields)
    this.#limiter.checkCall(rate, { address: request.ip, ...actor })
    this.#limiter.checkGuestWrite(rate, { address: request.ip, ...actor })
    if (endpoint.rate === 'login') await this.#limiter.checkLogin(request.ip, proofIn(fields).code)
    if (wrong) throw wrong
    if (endpoint.role !== 'anyone' && !actor) throw new Refusal('not_logged_in')
    if (actor && !isRoleEnough(actor.role, endpoint.role))
      throw new Refusal('wrong_role', { needed: endpoint.role === 'admin' ? 'admin' : 'member' })
    const input = read(endpoint.input, fields)
    if (actor && !actor.confirmed && needsConfirmation(endpoint, input) && (await isProtected(ctx, actor)))
      throw new Refusal('factor_needed')
    return input
  }

  /** If the body cannot be read, the other fields are kept. They may hold the token, and with it the caller's language. */
  async #readFields(
    endpoint: Endpoint,
    most: BodyLimits,
    request: HttpRequest,
    form: MultipartForm | undefined,
  ): Promise<RequestFields> {
    const { query, params } = request
    const input = endpoint.input as Schema // `Type` built it
    try {
      const body = form ? Object.entries(await form.read()) : await this.#bodies.read(request.raw, most, endpoint)
      return mergeFields(input, query, params, body ?? [])
    } catch (error) {
      return {
        ...mergeFields(input, query, params, Object.entries(form?.fields ?? {})),
        wrong: toRefusal(error),
      }
    }
  }

  async #notFound(request: HttpRequest, allowed: string | undefined): Promise<OutgoingResponse> {
    const { fields } = mergeFields({}, request.query)
    const token = tokenOf(fields, bearerOf(request.headers.authorization))
    const actor = token === undefined ? undefined : await this.#parts.ctx.actors.of(token).catch(() => undefined)
    const lang = actor?.lang ?? this.#accepted(request)
    if (allowed !== undefined) {
      const { headers, ...answer } = errorResponse(new Refusal('method_not_allowed'), lang)
      return { ...answer, headers: { ...headers, allow: allowed } }
    }
    const answer = errorResponse(new Refusal('not_found'), lang)
    const isBrowser = request.method === 'GET' && String(request.headers.accept).includes('text/html')
    return isBrowser ? notFoundPage(answer, lang, this.#parts.ctx.settings.current().teamName) : answer
  }

  #accepted(request: HttpRequest): Lang {
    return acceptedLang(request.headers['accept-language']) ?? this.#parts.ctx.settings.current().lang
  }

  /** Logs the address and a mark of the account, so that an attack can be traced. The proof itself is never logged. */
  #logWrongProof(
    endpoint: Endpoint,
    { code }: Refusal,
    request: HttpRequest,
    fields: Fields,
    caller: Actor | undefined,
  ): void {
    const stuid = 'stuid' in endpoint.input.properties ? proofIn(fields).stuid : ''
    const who = { ...(caller ? { person: caller.personId } : {}), ...(stuid ? { account: accountMark(stuid) } : {}) }
    this.#parts.log.warn(
      { req: request.id, endpoint: endpoint.path, code, address: request.ip, ...who },
      'a login failed',
    )
  }

  #refused(refusal: Refusal, request: HttpRequest, lang: Lang, endpoint?: Endpoint): OutgoingResponse {
    const answer = errorResponse(refusal, lang)
    if (refusal.cause !== undefined && answer.status >= 500)
      this.#parts.log.error({ req: request.id, code: refusal.code, err: refusal.cause }, 'a request failed')
    return endpoint?.produces === 'text/html'
      ? errorPage(answer, endpoint.path, lang, this.#parts.ctx.settings.current().teamName)
      : answer
  }
}
