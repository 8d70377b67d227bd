import {
  type ClientOver,
  type CommonCallOptions,
  connectOver,
  Failure,
  failureOf,
  type TransportAnswer,
  type TransportRequest,
} from '#contract/connect.ts'
import type { Lang } from '#contract/languages.ts'

export type Client = ClientOver<CommonCallOptions>
type Request = TransportRequest<CommonCallOptions>

export interface Connection {
  readonly url: string
  readonly token: () => string
  readonly lang: () => Lang
  /** Logs in again after a token was refused; a call without one only waits for a login that is under way. Returns whether that worked. */
  readonly again: (refused: string) => Promise<boolean>
}

const maxTries = 3
const maxPauseSeconds = 8

/** The typed client over `wx.request`. */
export const connect = (connection: Connection): Client =>
  connectOver({ lang: connection.lang, send: (request: Request) => sendWithRetries(connection, request) })

/** Repeats a call once after a login that has ended, and a few times when the service is busy or did not answer. */
async function sendWithRetries({ url, token, again }: Connection, request: Request): Promise<TransportAnswer> {
  let renewed = false
  for (let tried = 1; ; tried += 1) {
    const held = token()
    const answer = await send(url, request, held).catch((error: unknown) => {
      if (error instanceof Failure) return error
      throw error
    })
    const { status, seconds } = refusalOf(answer)
    if (status === 401 && !renewed && (await again(held))) renewed = true
    else if (mayRepeat(request, status) && tried < maxTries) await pause(Math.min(seconds ?? tried, maxPauseSeconds))
    else if (answer instanceof Failure) throw answer
    else return answer
  }
}

/** The status of a failure (0 without an answer), and when the service accepts another call. */
function refusalOf(answer: TransportAnswer | Failure): { status: number | undefined; seconds?: number | undefined } {
  if (answer instanceof Failure) return { status: answer.status }
  const { status, header } = answer
  if (status >= 200 && status <= 299) return { status: undefined }
  const seconds = Number(header('retry-after') ?? Number.NaN)
  return { status: failureOf(status, header, '').status, seconds: Number.isFinite(seconds) ? seconds : undefined }
}

/** A refusal changed nothing and can be repeated; without an answer only an idempotent call can. */
function mayRepeat({ endpoint, options }: Request, status: number | undefined): boolean {
  if (status === 429 || status === 503) return true
  return status === 0 && (endpoint.method === 'GET' || options?.key !== undefined)
}

const pause = (seconds: number) => new Promise<void>((done) => setTimeout(done, seconds * 1000))

const headerIn = (headers: Readonly<Record<string, string>>) => {
  const found = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return (name: string) => found[name] ?? null
}

function send(url: string, { endpoint, target, headers, fields }: Request, token: string): Promise<TransportAnswer> {
  return new Promise((resolve, reject) => {
    wx.request({
      url: url + target,
      method: endpoint.method,
      header: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      dataType: 'text',
      // Where there is no body it would go to the query, to which nothing is added.
      data: endpoint.method === 'POST' ? JSON.stringify(fields) : {},
      success: ({ statusCode, data, header }) =>
        resolve({ status: statusCode, statusText: '', header: headerIn(header), body: String(data) }),
      fail: ({ errMsg }) => reject(new Failure(0, '', errMsg)),
    })
  })
}
