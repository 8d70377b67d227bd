import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { CompressedBody, RawAnswer } from '#contract/endpoint.ts'
import type { OutgoingResponse } from './answer.ts'

/** Below this, a compressed answer would fill as many packets. */
const leastBytes = 1024

/** Best first. */
const codings = ['br', 'gzip'] as const

/** The tag of what many ask for. It is the same for all codings, so it is a weak one. */
export function etagOf(body: string | Uint8Array): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

/**
 * What is the same for everybody who asks, tagged and compressed once. Answers to one person are never compressed: where
 * something secret stands beside what a stranger wrote, the length would tell how alike they are (BREACH).
 */
export function cachedResponse(body: string | Uint8Array, headers: Readonly<Record<string, string>>): RawAnswer {
  // Bytes, which all answers share: a text would be copied for each client that is slow to take it.
  const bytes = Buffer.from(body)
  return {
    headers: { 'cache-control': 'public, no-cache', vary: 'accept-encoding', ...headers, etag: etagOf(bytes) },
    body: bytes,
    compressed: bytes.length < leastBytes ? {} : compressedSoon(bytes),
  }
}

/** CompressedBody beside the event loop. Nobody waits for it: until it is there, it goes out as it is. */
function compressedSoon(bytes: Uint8Array): CompressedBody {
  const compressed: { gzip?: Uint8Array } = {}
  process.getBuiltinModule('node:zlib').gzip(bytes, (error, smaller) => {
    if (!error) compressed.gzip = smaller
  })
  return compressed
}

/** An answer as this client takes it: nothing if it has it already, else compressed if it says that it can read that. */
export function negotiate(outgoing: OutgoingResponse, asked: IncomingHttpHeaders): OutgoingResponse {
  const { status, headers, compressed } = outgoing
  if (status === 200 && headers['etag'] !== undefined && hasTag(asked['if-none-match'], headers['etag'])) {
    // A browser puts the headers of a 304 in place of those it kept: a page needs its own policy again, or it is shown empty.
    const { 'content-type': _, ...kept } = headers
    return { status: 304, headers: kept, body: undefined }
  }
  if (!compressed) return outgoing
  const coding = codings.find((one) => compressed[one] && accepts(asked['accept-encoding'], one))
  const body = coding && compressed[coding]
  return coding && body ? { ...outgoing, headers: { ...headers, 'content-encoding': coding }, body } : outgoing
}

function hasTag(header: string | undefined, tag: string): boolean {
  const opaque = (text: string) => text.trim().replace(/^W\//, '')
  return header?.trim() === '*' || (header ?? '').split(',').some((one) => opaque(one) === opaque(tag))
}

function accepts(header: string | string[] | undefined, coding: keyof CompressedBody): boolean {
  return String(header ?? '')
    .split(',')
    .some((one) => {
      const [name = '', ...parameters] = one.toLowerCase().split(';')
      return name.trim() === coding && !parameters.some((parameter) => /^\s*q=0(?:\.0*)?\s*$/.test(parameter))
    })
}
