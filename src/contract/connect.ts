import type { Endpoint, Input, Output } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'
import { type Contract, contract } from './index.ts'
import { type Lang, languages } from './languages.ts'

/** An error response, or no response (`status` 0). `message` is a sentence for the user. */
export class Failure extends Error {
  override name = 'Failure'
  readonly status: number
  readonly code: ErrorCode | ''
  /** The field with the error, such as `phone` or `timetable[2].from`; may be empty. */
  readonly field: string
  /** One of `flaws`, or the violated rule of a duty situation; may be empty. */
  readonly flaw: string
  /** The violated bound, or the allowed values. */
  readonly limit: string

  constructor(status: number, code: ErrorCode | '', message: string, options: ErrorOptions & FailedField = {}) {
    super(message, options)
    this.status = status
    this.code = code
    this.field = options.field ?? ''
    this.flaw = options.flaw ?? ''
    this.limit = options.limit ?? ''
  }
}

interface FailedField {
  readonly field?: string
  readonly flaw?: string
  readonly limit?: string
}

/** Builds the failure from an error response. */
export function failureOf(status: number, header: (name: string) => string | null, err: string): Failure {
  const code = (header('x-error-code') ?? '') as ErrorCode | '' // a code of the service
  // These come from a proxy whose service did not respond.
  if (code === '' && status >= 502 && status <= 504) return new Failure(0, '', 'no answer')
  return new Failure(status, code, err, {
    field: header('x-error-field') ?? '',
    flaw: header('x-error-flaw') ?? '',
    limit: header('x-error-limit') ?? '',
  })
}

export interface CommonCallOptions {
  /** The `Idempotency-Key`, for endpoints that support it. */
  readonly key?: string
  /** Aborts the call. */
  readonly signal?: { readonly aborted: boolean }
  /** Called with the headers of a success. Names are in lower case. */
  readonly onHeaders?: (header: (name: string) => string | null) => void
}

type Call<E extends Endpoint, O> = (
  ...input: Record<string, never> extends Input<E> ? [input?: Input<E>, options?: O] : [input: Input<E>, options?: O]
) => Promise<E['bytes'] extends true ? ArrayBuffer : E['answer'] extends 'raw' ? string : Output<E>>

/** `client.users.update({ name })`: every endpoint as a function that returns its output or throws a `Failure`. */
export type ClientOver<O> = {
  readonly [Area in keyof Contract]: {
    readonly [Name in keyof Contract[Area]]: Contract[Area][Name] extends Endpoint
      ? Call<Contract[Area][Name], O>
      : never
  }
}

export interface TransportRequest<O> {
  readonly endpoint: Endpoint
  /** Path and query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  /** What goes into the body of a POST. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly options: O | undefined
}

export interface TransportAnswer {
  readonly status: number
  readonly statusText: string
  readonly header: (name: string) => string | null
  /** Bytes if the endpoint declares `bytes` and the call succeeded, else text. */
  readonly body: string | ArrayBuffer
}

/** Sends a request. Rejects with a `Failure` of status 0 without an answer. */
export type Transport<O> = (request: TransportRequest<O>) => Promise<TransportAnswer>

export interface ClientSettings<O> {
  readonly send: Transport<O>
  readonly lang: (() => Lang | undefined) | undefined
  /** Called after each finished call: true if the service answered. */
  readonly onAnswer?: ((answered: boolean) => void) | undefined
}

/** The typed client of the contract over any transport. */
export function connectOver<O extends CommonCallOptions>(settings: ClientSettings<O>): ClientOver<O> {
  const area = (group: Record<string, Endpoint>) =>
    Object.fromEntries(
      Object.entries(group).map(([name, endpoint]) => [
        name,
        (input: object = {}, options?: O) => call(settings, endpoint, input, options),
      ]),
    )
  // The same walk as the type: one function for each endpoint of each area.
  return Object.fromEntries(Object.entries(contract).map(([name, group]) => [name, area(group)])) as ClientOver<O>
}

async function call<O extends CommonCallOptions>(
  { send, lang, onAnswer }: ClientSettings<O>,
  endpoint: Endpoint,
  input: object,
  options: O | undefined,
): Promise<unknown> {
  try {
    const answer = await send({ ...requestOf(endpoint, input), headers: headersOf(lang?.(), options), options })
    const output = outputOf(endpoint, answer)
    options?.onHeaders?.(answer.header)
    onAnswer?.(true)
    return output
  } catch (error) {
    if (error instanceof Failure && !options?.signal?.aborted) onAnswer?.(error.status !== 0)
    throw error
  }
}

const headersOf = (lang: Lang | undefined, options: CommonCallOptions = {}) => ({
  ...(lang && { 'accept-language': languages[lang].tag }),
  ...(options.key && { 'idempotency-key': options.key }),
})

/** Each field of the input goes into the path, the query or the body. */
function requestOf(endpoint: Endpoint, input: object) {
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  const values = new Map<string, unknown>(given)
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values.get(name)
    values.delete(name)
    return encodeURIComponent(String(value))
  })
  const isInQuery = (name: string) => endpoint.method === 'GET' || endpoint.query?.includes(name) === true
  const rest = [...values]
  const query = rest
    .filter(([name]) => isInQuery(name))
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
  const fields = Object.fromEntries(rest.filter(([name]) => !isInQuery(name)))
  return { endpoint, target: query ? `${path}?${query}` : path, fields }
}

function outputOf(endpoint: Endpoint, { status, statusText, header, body }: TransportAnswer): unknown {
  if (status < 200 || status > 299) throw failureOf(status, header, errorIn(body) ?? statusText)
  if (endpoint.answer === 'raw' || typeof body !== 'string') return body
  const parsed = JSON.parse(body) as { data?: unknown } // tests check the answers against the contract
  return (endpoint.answer ?? 'data') === 'data' ? parsed.data : parsed
}

/** A proxy may have answered, in any format. */
function errorIn(body: string | ArrayBuffer): string | undefined {
  try {
    return (JSON.parse(String(body)) as { err?: string }).err
  } catch {
    return undefined
  }
}
