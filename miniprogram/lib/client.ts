import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { Failure, failureOf } from '#contract/failure.ts'
import { type Contract, contract } from '#contract/index.ts'
import { type Lang, languages } from '#contract/languages.ts'

/** How a call is made; `key` goes as `Idempotency-Key`, for the endpoints that honour it. `onHeaders` is told the headers of a success, by their names in small letters. */
export interface How {
  readonly key?: string
  readonly onHeaders?: (header: (name: string) => string | null) => void
}

type Call<E extends Endpoint> = (
  ...input: Record<string, never> extends Input<E> ? [input?: Input<E>, how?: How] : [input: Input<E>, how?: How]
) => Promise<E['answer'] extends 'raw' ? string : Output<E>>

/** `client.users.update({ name })`: every endpoint as a function that answers its output or throws a `Failure`. */
export type Client = {
  readonly [Area in keyof Contract]: {
    readonly [Name in keyof Contract[Area]]: Contract[Area][Name] extends Endpoint ? Call<Contract[Area][Name]> : never
  }
}

export interface Connection {
  /** Where the service is, without a slash at the end. */
  readonly url: string
  readonly token: () => string
  readonly lang: () => Lang
  /** Logs in anew after a token was refused; a call without one only waits for a login that is under way. Answers whether that worked. */
  readonly again: (refused: string) => Promise<boolean>
}

/** How often, and how long, something is tried again that another moment may let through. */
const tries = 3
const longestPauseSeconds = 8

export function connect(connection: Connection): Client {
  const area = (group: Record<string, Endpoint>) =>
    Object.fromEntries(
      Object.entries(group).map(([name, e]) => [
        name,
        (input: object = {}, how: How = {}) => patiently(connection, e, input, how),
      ]),
    )
  // The same walk as the type: one function for each endpoint of each area.
  return Object.fromEntries(Object.entries(contract).map(([name, group]) => [name, area(group)])) as Client
}

/** What changes nothing, or has a key, may be asked again: after a login that has ended, and when the service is busy. */
async function patiently(connection: Connection, e: Endpoint, input: object, how: How): Promise<unknown> {
  let renewed = false
  for (let tried = 1; ; tried += 1) {
    const token = connection.token()
    try {
      return await once(connection, e, input, how, token)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { failure, retryAfter } = error
      if (failure.status === 401 && !renewed && (await connection.again(token))) renewed = true
      else if (mayRepeat(e, how, failure) && tried < tries)
        await pause(Math.min(retryAfter ?? tried, longestPauseSeconds))
      else throw failure
    }
  }
}

/** A refusal before anything was done can be repeated; where nobody answered, only what is the same when it comes twice. */
function mayRepeat(e: Endpoint, { key }: How, { status }: Failure): boolean {
  if (status === 429 || status === 503) return true
  return status === 0 && (e.method === 'GET' || key !== undefined)
}

const pause = (seconds: number) => new Promise<void>((done) => setTimeout(done, seconds * 1000))

/** A failure with what only the client needs to know of it. */
class Refused extends Error {
  readonly failure: Failure
  readonly retryAfter: number | undefined
  constructor(failure: Failure, retryAfter?: number) {
    super(failure.message)
    this.failure = failure
    this.retryAfter = retryAfter
  }
}

const headerIn = (headers: Readonly<Record<string, string>>) => {
  const found = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return (name: string) => found[name] ?? null
}

function once({ url, lang }: Connection, e: Endpoint, input: object, { key, onHeaders }: How, token: string) {
  const header: Record<string, string> = {
    'accept-language': languages[lang()].tag,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  }
  const named = new Set<string>()
  const path = e.path.replace(/:(\w+)/g, (_, name: string) => {
    named.add(name)
    return encodeURIComponent(String((input as Record<string, unknown>)[name]))
  })
  const fields = Object.entries(input).filter(([name, value]) => value !== undefined && !named.has(name))
  const inQuery = fields.filter(([name]) => e.method === 'GET' || e.query?.includes(name))
  const query = inQuery.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')
  const inBody = fields.filter(([name]) => e.method === 'POST' && !e.query?.includes(name))
  return new Promise<unknown>((resolve, reject) => {
    wx.request({
      url: `${url}${path}${query && `?${query}`}`,
      method: e.method,
      header,
      dataType: 'text',
      // Where there is no body it would go to the query, to which nothing is added.
      data: e.method === 'POST' ? JSON.stringify(Object.fromEntries(inBody)) : {},
      success({ statusCode, data, header: answered }) {
        const told = headerIn(answered)
        const text = String(data)
        if (statusCode < 200 || statusCode > 299) {
          const { err = '' } = parsed(text) as { err?: string } // anything may stand between us
          const after = Number(told('retry-after') ?? Number.NaN)
          reject(new Refused(failureOf(statusCode, told, err), Number.isFinite(after) ? after : undefined))
          return
        }
        onHeaders?.(told)
        if (e.answer === 'raw') resolve(text)
        else {
          const body = parsed(text) as { data?: unknown } // the service's tests hold its answers to the contract
          resolve((e.answer ?? 'data') === 'data' ? body.data : body)
        }
      },
      fail: ({ errMsg }) => reject(new Refused(new Failure(0, '', errMsg))),
    })
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}
