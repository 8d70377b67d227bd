import {
  type ClientOver,
  type CommonCallOptions,
  connectOver,
  Failure,
  failureOf,
  type TransportRequest,
} from './connect.ts'
import type { Lang } from './languages.ts'

export { Failure, failureOf }

export interface CallOptions extends CommonCallOptions {
  readonly signal?: AbortSignal
}
export type Client = ClientOver<CallOptions>

export interface Connection {
  /** The address of the service, without a trailing slash. */
  readonly url: string
  readonly token?: () => string | undefined
  readonly lang?: () => Lang | undefined
  /** Called after each finished call: true if the service answered. */
  readonly onAnswer?: (answered: boolean) => void
  /** Called with a token that was refused, because its session has ended. */
  readonly onEnded?: (token: string) => void
}

/** The typed client over `fetch`. */
export function connect({ url, token, lang, onAnswer, onEnded }: Connection): Client {
  return connectOver({
    lang,
    onAnswer,
    send: async (request: TransportRequest<CallOptions>) => {
      const held = token?.()
      const answer = await fetchAnswer(url, request, held)
      if (answer.status === 401 && held) onEnded?.(held)
      return answer
    },
  })
}

async function fetchAnswer(url: string, request: TransportRequest<CallOptions>, token: string | undefined) {
  const { endpoint, target, headers, options } = request
  const noAnswer = (cause: unknown) => {
    throw new Failure(0, '', 'no answer', { cause })
  }
  const response = await fetch(url + target, {
    method: endpoint.method,
    headers: {
      ...headers,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(endpoint.method === 'POST' && !endpoint.form && { 'content-type': 'application/json' }),
    },
    ...(endpoint.method === 'POST' && { body: bodyOf(request) }),
    ...(options?.signal && { signal: options.signal }),
  }).catch(noAnswer)
  const { ok, status, statusText } = response
  // An incomplete response counts as none.
  const read = endpoint.bytes && ok ? response.arrayBuffer() : response.text()
  const body = await (ok ? read.catch(noAnswer) : read.catch(() => ''))
  return { status, statusText, header: (name: string) => response.headers.get(name), body }
}

function bodyOf({ endpoint, fields }: TransportRequest<CallOptions>): FormData | string {
  if (!endpoint.form) return JSON.stringify(fields)
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    form.append(name, value instanceof Uint8Array ? new Blob([Uint8Array.from(value)]) : String(value))
  return form
}
