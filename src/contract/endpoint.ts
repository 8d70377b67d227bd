import type { Static, TObject, TSchema } from 'typebox'
import type { BodyLimits } from './body-limits.ts'
import type { ErrorCode } from './errors.ts'
import { Nothing } from './fields.ts'
import type { TicketUse } from './tickets/ticket-access.ts'
import { Type, text } from './type.ts'

export const roles = ['anyone', 'user', 'member', 'admin'] as const
export type Role = (typeof roles)[number]

/** The revisions of the interface that have the endpoint, or `addition` for ours. */
export type Revision = 'both' | 'earlier' | 'later' | 'addition'

/**
 * The envelope of the answer: `data` is `{ success, data }`; `beside` puts the fields next to `success`; `bare` is the output alone; `raw` is
 * another format, such as a page, a feed or a redirect, and `produces` names its media type. The errors of `text/html` are pages too.
 */
export type AnswerFormat = 'data' | 'beside' | 'bare' | 'raw'

/** Rate limits that an endpoint may have in addition to the general one. */
export type RateName = 'login' | 'feedback' | 'ticket' | 'comment' | 'upload' | 'download' | 'profile'

export interface Endpoint {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly role: Role
  readonly revision: Revision
  readonly summary: string
  readonly ticket: TicketUse
  readonly input: TObject
  /** For a POST: the fields that clients send in the query string. Like all fields, they are accepted in the body too. */
  readonly query?: readonly string[]
  readonly output: TSchema
  readonly errors: readonly ErrorCode[]
  readonly answer?: AnswerFormat
  readonly produces?: string
  /** The answer is binary. A client that decodes it as text would damage it. */
  readonly bytes?: true
  /** The status of a success, if not 200. */
  readonly status?: 302
  readonly rate?: RateName
  /** By field: the rate limit of calls that have a value in this field, in place of `rate`. */
  readonly rateWith?: Readonly<Record<string, RateName>>
  /** It takes a password or code. Each attempt is counted before the check, and uncounted unless it was wrong. */
  readonly guessable?: true
  /** Members with a second factor must have confirmed it recently: for every call, or for calls with one of these fields. */
  readonly confirm?: true | readonly string[]
  /** Supports the header `Idempotency-Key`. */
  readonly keyed?: true
  /** Headers of a success, with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>
  /** Limits of the body that do not follow from the input schema. */
  readonly body?: Partial<BodyLimits>
  /** Takes a multipart form with a file, as `wx.uploadFile` sends it, instead of JSON. */
  readonly form?: true
  /** Also takes a form without a file, in either encoding, as browsers and mail programs send it (RFC 8058). */
  readonly plainForm?: true
  /** Takes JSON with any content type. The sender is authenticated by a signature. */
  readonly anyType?: true
  /** Ignores tokens, because it has to answer while the database does not. */
  readonly anonymous?: true
}

const defaults = { input: Type.Object({}), output: Nothing, errors: [], revision: 'addition' } as const
type Defaults = typeof defaults
type EndpointOptions = Omit<Endpoint, 'method' | 'path' | 'role' | keyof Defaults> &
  Partial<Pick<Endpoint, keyof Defaults>>

/**
 * An endpoint that keeps its literal types, so that handlers, client and document can be derived from it.
 * By default it is an addition, takes no fields, answers `Nothing` and announces only the common errors.
 */
const endpoint =
  <const M extends Endpoint['method']>(method: M) =>
  <const P extends string, const R extends Role, const E extends EndpointOptions>(path: P, role: R, rest: E) =>
    ({ ...defaults, method, path, role, ...rest }) as { method: M; path: P; role: R } & E & Omit<Defaults, keyof E>

export const get = endpoint('GET')
export const post = endpoint('POST')

/** The answer of an endpoint that a browser shows. */
export const htmlPage = {
  output: text('An HTML page.', '<!doctype html>'),
  answer: 'raw',
  produces: 'text/html',
} as const

export type Input<E extends Endpoint> = Static<E['input']>
export type Output<E extends Endpoint> = E['answer'] extends 'raw' ? RawAnswer : Static<E['output']>

/** What a `raw` endpoint answers. */
export interface RawAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** The whole body, or its parts as they are produced. */
  readonly body: string | Uint8Array | AsyncIterable<string>
  /** The same body compressed, for clients that accept it. */
  readonly compressed?: CompressedBody
}

/** A body by content coding. */
export type CompressedBody = Readonly<Partial<Record<'br' | 'gzip', Uint8Array>>>

/** Errors of every endpoint, which `errors` need not list. */
export const commonErrors: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'bad_request',
  'bad_json',
  'bad_input',
  'not_logged_in',
  'wrong_role',
  'timed_out',
  'too_large',
  'too_many_fields',
  'wrong_media_type',
  'too_many_requests',
  'broken',
  'overloaded',
  'storage_unavailable',
])
