import type { CompressedBody, Endpoint, RawAnswer } from '#contract/endpoint.ts'
import { mismatch } from '#contract/read.ts'

/** What goes out for what a handler answered. */
export interface OutgoingResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Nothing where the status allows none. */
  readonly body: object | string | Uint8Array | AsyncIterable<string> | undefined
  readonly compressed?: CompressedBody
}

/** Wraps an answer as its endpoint says. */
export function wrapAnswer(e: Endpoint, answer: unknown, beside: OutgoingResponse['headers']): OutgoingResponse {
  const json = (body: object): OutgoingResponse => ({ status: 200, headers: beside, body })
  switch (e.answer) {
    case 'raw': {
      const { status = e.status ?? 200, headers, ...rest } = answer as RawAnswer // by the type of its handler
      return { status, headers: { 'content-type': e.produces ?? 'text/plain', ...beside, ...headers }, ...rest }
    }
    case 'bare':
      return json(answer as object) // an object by its schema, here and below
    case 'beside':
      return json({ success: true, ...(answer as object) })
    default:
      return json({ success: true, data: answer })
  }
}

/** An answer that its endpoint does not promise is a mistake of ours; tests make it loud. */
export function assertMatchesContract(e: Endpoint, answer: unknown, headers: OutgoingResponse['headers']): void {
  const unknown = Object.keys(headers).find((name) => !Object.hasOwn(e.headers ?? {}, name))
  if (unknown)
    throw new Error(`${e.method} ${e.path} answered with a header that its contract does not name: ${unknown}`)
  const wrong = e.answer !== 'raw' && mismatch(e.output, answer)
  if (wrong) throw new Error(`${e.method} ${e.path} answered what its contract does not promise: ${wrong}`)
}
