import type { CompressedBody, Endpoint, RawAnswer } from '#contract/endpoint.ts'
import { mismatch } from '#contract/read.ts'

export interface OutgoingResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Undefined if the status allows no body. */
  readonly body: object | string | Uint8Array | AsyncIterable<string> | undefined
  readonly compressed?: CompressedBody
}

/** Wraps the answer of a handler in the envelope that its endpoint declares. `common` are headers that the handler set. */
export function wrapAnswer(endpoint: Endpoint, answer: unknown, common: OutgoingResponse['headers']): OutgoingResponse {
  const json = (body: object): OutgoingResponse => ({ status: 200, headers: common, body })
  switch (endpoint.answer) {
    case 'raw': {
      const { status = endpoint.status ?? 200, headers, ...rest } = answer as RawAnswer // by the type of its handler
      return { status, headers: { 'content-type': endpoint.produces ?? 'text/plain', ...common, ...headers }, ...rest }
    }
    case 'bare':
      return json(answer as object) // an object by its schema, here and below
    case 'beside':
      return json({ success: true, ...(answer as object) })
    default:
      return json({ success: true, data: answer })
  }
}

/** Throws in tests if a handler answers anything that the contract does not declare. */
export function assertMatchesContract(endpoint: Endpoint, answer: unknown, headers: OutgoingResponse['headers']): void {
  const unknown = Object.keys(headers).find((name) => !Object.hasOwn(endpoint.headers ?? {}, name))
  if (unknown)
    throw new Error(
      `${endpoint.method} ${endpoint.path} answered with a header that its contract does not name: ${unknown}`,
    )
  const wrong = endpoint.answer !== 'raw' && mismatch(endpoint.output, answer)
  if (wrong)
    throw new Error(`${endpoint.method} ${endpoint.path} answered what its contract does not promise: ${wrong}`)
}
