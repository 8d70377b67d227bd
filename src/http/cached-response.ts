import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { CompressedBody, RawAnswer } from '#contract/endpoint.ts'
import type { OutgoingResponse } from './answer.ts'

/** A smaller answer fits one packet anyway. */
const minBytes = 1024

const codings = ['br', 'gzip'] as const // best first

/** A weak tag, because it is the same for all codings. */
export function etagOf(body: string | Uint8Array): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

/**
 * An answer that is the same for all clients, tagged and compressed once. Answers to one person are never compressed, because their length
 * could reveal a secret beside text of a stranger (BREACH).
 */
export function cachedResponse(body: string | Uint8Array, headers: Readonly<Record<string, string>>): RawAnswer {
  // All answers share these bytes. A string would be copied for each slow client.
  const bytes = Buffer.from(body)
  return {
    headers: { 'cache-control': 'public, no-cache', vary: 'accept-encoding', ...headers, etag: etagOf(bytes) },
    body: bytes,
    compressed: bytes.length < minBytes ? {} : compressInBackground(bytes),
  }
}

/** Until the compressed bytes exist, answers go out uncompressed. */
function compressInBackground(bytes: Uint8Array): CompressedBody {
  const compressed: { gzip?: Uint8Array } = {}
  process.getBuiltinModule('node:zlib').gzip(bytes, (error, smaller) => {
    if (!error) compressed.gzip = smaller
  })
  return compressed
}

/** Answers 304 if the client has this version, else compressed if the client accepts that. */
export function negotiate(outgoing: OutgoingResponse, asked: IncomingHttpHeaders): OutgoingResponse {
  const { status, headers, compressed } = outgoing
  if (status === 200 && headers['etag'] !== undefined && hasTag(asked['if-none-match'], headers['etag'])) {
    // A browser replaces the cached headers by those of a 304. So a page needs its policy again, or it stays empty.
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
