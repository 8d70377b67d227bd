import type { Static, TObject, TSchema } from 'typebox'
import type { BodyLimits } from './body-limits.ts'
import type { ErrorCode } from './errors.ts'
import { Nothing } from './fields.ts'
import type { TicketUse } from './tickets/ticket-access.ts'
import { Type, text } from './type.ts'

export const roles = ['anyone', 'user', 'member', 'admin'] as const
export type Role = (typeof roles)[number]

/** Which revision of the interface an endpoint belongs to: both, the earlier or later one alone, or our additions. */
export type Revision = 'both' | 'earlier' | 'later' | 'addition'

/**
 * How the answer is wrapped: `data` is `{ success, data }`; `beside` puts the fields next to `success`; `bare` is the
 * output alone; `raw` is not JSON of ours at all (a page, a feed, a redirect) and `produces` names its media type. What
 * produces `text/html` is for a browser, and its refusals are pages too.
 */
export type AnswerFormat = 'data' | 'beside' | 'bare' | 'raw'

/** Limits of their own that an endpoint may name; all calls share the general one. */
export type RateName = 'login' | 'feedback' | 'ticket' | 'comment' | 'upload' | 'download' | 'profile'

export interface Endpoint {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly role: Role
  readonly revision: Revision
  readonly summary: string
  readonly ticket: TicketUse
  readonly input: TObject
  /** Of a POST: the fields that the interface has in the query string. They may come in the body too, as any field may. */
  readonly query?: readonly string[]
  readonly output: TSchema
  readonly errors: readonly ErrorCode[]
  readonly answer?: AnswerFormat
  readonly produces?: string
  /** What it produces is no text: a reader of texts would change it. */
  readonly bytes?: true
  /** What a success answers with where it is not 200. */
  readonly status?: 302
  readonly rate?: RateName
  /** The limit that a call counts against, instead of `rate`, if it brings something in this field. */
  readonly rateWith?: Readonly<Record<string, RateName>>
  /** It takes a proof. Each try is counted before it is looked at, and given back unless it was wrong. */
  readonly guessable?: true
  /** Who has a second factor must have proved themselves a few minutes ago: always, or where one of these fields is given. */
  readonly confirm?: true | readonly string[]
  /** Honours the header `Idempotency-Key`. */
  readonly keyed?: true
  /** Headers that may come with a success, and what they say. */
  readonly headers?: Readonly<Record<string, string>>
  /** How large its body may be, where that does not follow from its input. */
  readonly body?: Partial<BodyLimits>
  /** Takes a form with a file, as `wx.uploadFile` sends it, instead of JSON. */
  readonly form?: true
  /** Takes a form without a file, too, as browsers and mail programs send it (RFC 8058): in either of its encodings. */
  readonly plainForm?: true
  /** Takes JSON whatever it is said to be: who sends it is known by what it is signed with. */
  readonly anyType?: true
  /** Never looks at who asks: it has to answer while the database does not. */
  readonly anonymous?: true
}

const defaults = { input: Type.Object({}), output: Nothing, errors: [], revision: 'addition' } as const
type Defaults = typeof defaults
type Rest = Omit<Endpoint, 'method' | 'path' | 'role' | keyof Defaults> & Partial<Pick<Endpoint, keyof Defaults>>

/**
 * An endpoint that keeps its literal types, so that handlers, client and document can be derived from it.
 * By default it is an addition, takes no fields, answers `Nothing` and announces only the common errors.
 */
const endpoint =
  <const M extends Endpoint['method']>(method: M) =>
  <const P extends string, const R extends Role, const E extends Rest>(path: P, role: R, rest: E) =>
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
  /** All of it, or its parts as they come. */
  readonly body: string | Uint8Array | AsyncIterable<string>
  /** The same body compressed, for clients that accept it. */
  readonly compressed?: CompressedBody
}

/** A body by the content coding it is in. */
export type CompressedBody = Readonly<Partial<Record<'br' | 'gzip', Uint8Array>>>

/** Refusals that any endpoint may give, so that none has to announce them. */
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
