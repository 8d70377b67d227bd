import type { Endpoint, Input, Output } from './endpoint.ts'
import { Failure, failureOf } from './failure.ts'
import { type Contract, contract } from './index.ts'
import { type Lang, languages } from './languages.ts'

// Beside the client, for those who need both.
export { Failure, failureOf }

/**
 * How a call is made; `signal` gives it up, and `key` goes as `Idempotency-Key`, for the endpoints that honour it.
 * `onHeaders` is told the headers of a success.
 */
export interface CallOptions {
  readonly signal?: AbortSignal
  readonly key?: string
  readonly onHeaders?: (headers: Headers) => void
}

type Call<E extends Endpoint> = (
  ...input: Record<string, never> extends Input<E>
    ? [input?: Input<E>, how?: CallOptions]
    : [input: Input<E>, how?: CallOptions]
) => Promise<E['bytes'] extends true ? ArrayBuffer : E['answer'] extends 'raw' ? string : Output<E>>

/** `client.users.update({ name })`: every endpoint as a function that answers its output or throws a `Failure`. */
export type Client = {
  readonly [Area in keyof Contract]: {
    readonly [Name in keyof Contract[Area]]: Contract[Area][Name] extends Endpoint ? Call<Contract[Area][Name]> : never
  }
}

export interface Connection {
  /** Where the service is, without a slash at the end. */
  readonly url: string
  readonly token?: () => string | undefined
  readonly lang?: () => Lang | undefined
  /** Is told of each call that was not given up whether anybody answered it. */
  readonly onAnswer?: (answered: boolean) => void
  /** Is told of a token that is refused: its session is over. */
  readonly onEnded?: (token: string) => void
}

export function connect(connection: Connection): Client {
  const area = (group: Record<string, Endpoint>) =>
    Object.fromEntries(
      Object.entries(group).map(([name, e]) => [
        name,
        (input?: object, how?: CallOptions) => told(connection, call(connection, e, input ?? {}, how), how),
      ]),
    )
  // The same walk as the type: one function for each endpoint of each area.
  return Object.fromEntries(Object.entries(contract).map(([name, group]) => [name, area(group)])) as Client
}

async function told<O>({ onAnswer }: Connection, answer: Promise<O>, how: CallOptions = {}): Promise<O> {
  try {
    const output = await answer
    onAnswer?.(true)
    return output
  } catch (error) {
    if (error instanceof Failure && !how.signal?.aborted) onAnswer?.(error.status !== 0)
    throw error
  }
}

async function call(
  { url, token, lang, onEnded }: Connection,
  e: Endpoint,
  input: object,
  how: CallOptions = {},
): Promise<unknown> {
  const headers: Record<string, string> = how.key ? { 'idempotency-key': how.key } : {}
  const language = lang?.()
  if (language) headers['accept-language'] = languages[language].tag
  const held = token?.()
  if (held) headers['authorization'] = `Bearer ${held}`
  const named = new Set<string>()
  let target =
    url +
    e.path.replace(/:(\w+)/g, (_, name: string) => {
      named.add(name)
      return encodeURIComponent(String((input as Record<string, unknown>)[name]))
    })
  const request: RequestInit = { method: e.method, headers, ...(how.signal ? { signal: how.signal } : {}) }
  const fields = Object.entries(input).filter(([name]) => !named.has(name))
  const inQuery = fields.filter(([name]) => e.method === 'GET' || e.query?.includes(name))
  const query = new URLSearchParams(inQuery.map(([name, value]) => [name, String(value)])).toString()
  if (query) target += `?${query}`
  const inBody = fields.filter(([name]) => e.method === 'POST' && !e.query?.includes(name))
  if (e.form) {
    const form = new FormData()
    for (const [name, value] of inBody)
      form.append(name, value instanceof Uint8Array ? new Blob([Uint8Array.from(value)]) : String(value))
    request.body = form
  } else if (e.method === 'POST') {
    headers['content-type'] = 'application/json'
    request.body = JSON.stringify(Object.fromEntries(inBody))
  }
  const response = await fetch(target, request).catch((cause: unknown) => {
    throw new Failure(0, '', 'no answer', { cause })
  })
  if (!response.ok) {
    if (response.status === 401 && held) onEnded?.(held)
    const { err } = (await response.json().catch(() => ({}))) as { err?: string } // anything may stand between us
    throw failureOf(response.status, (name) => response.headers.get(name), err ?? response.statusText)
  }
  // An answer that breaks off is none.
  const read = await (e.bytes ? response.arrayBuffer() : response.text()).catch((cause: unknown) => {
    throw new Failure(0, '', 'no answer', { cause })
  })
  how.onHeaders?.(response.headers)
  if (e.answer === 'raw' || typeof read !== 'string') return read
  const body = JSON.parse(read) as { data?: unknown } // the service's tests hold its answers to the contract
  return (e.answer ?? 'data') === 'data' ? body.data : body
}
