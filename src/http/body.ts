import type { IncomingMessage } from 'node:http'
import type { BodyLimits } from '#contract/body-limits.ts'
import { Refusal } from '#contract/errors.ts'
import type { RawField } from './call.ts'
import { GrowingBuffer } from './growing-buffer.ts'
import { parseBody } from './json.ts'
import type { Bounds } from './limits.ts'
import { parseQuery } from './query.ts'

export const hasBody = (request: IncomingMessage): boolean => contentLength(request) !== 0

/** Reads JSON bodies and small forms. Each has a size and a time limit, and all together have a size limit. */
export class BodyReader {
  readonly #bounds: Pick<Bounds, 'bodyMs' | 'bodyBytes'>
  #held = 0

  constructor(bounds: Pick<Bounds, 'bodyMs' | 'bodyBytes'>) {
    this.#bounds = bounds
  }

  /** The fields of the body. An empty body counts as none, whatever its type. */
  async read(
    request: IncomingMessage,
    most: BodyLimits,
    { plainForm = false, anyType = false } = {},
  ): Promise<readonly RawField[] | undefined> {
    const length = contentLength(request)
    if (length === 0) return undefined
    const type = request.headers['content-type']
    const isJson = anyType || type === undefined || /^application\/json *(;|$)/i.test(type)
    const isForm = plainForm && /^application\/x-www-form-urlencoded *(;|$)/i.test(type ?? '')
    if (!isJson && !isForm && length !== undefined) throw new Refusal('wrong_media_type')
    if ((length ?? 0) > most.bytes) throw new Refusal('too_large')
    // A request that broke off earlier sends no further event, and its body may be incomplete.
    if (request.destroyed) throw new Refusal('bad_request')
    // A small body usually arrives with its head.
    const bytes = request.complete ? readBuffered(request) : await this.#receive(request, most.bytes)
    if (bytes.length === 0) return undefined
    if (isForm) {
      const fields = parseQuery(bytes.toString('utf8'), most.fields)
      if (fields.length > most.fields) throw new Refusal('too_many_fields')
      return fields
    }
    if (!isJson) throw new Refusal('wrong_media_type')
    return parseBody(bytes, most)
  }

  #receive(request: IncomingMessage, most: number): Promise<Buffer> {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    const received = new GrowingBuffer(most)
    const take = (part: Buffer) => {
      this.#held += part.length
      received.add(part)
      if (received.length > most) stop(new Refusal('too_large'))
      else if (this.#held > this.#bounds.bodyBytes) stop(new Refusal('overloaded', { seconds: 1 }))
    }
    const complete = () => stop(undefined)
    const broken = () => stop(new Refusal('bad_request'))
    const timer = setTimeout(() => stop(new Refusal('timed_out')), this.#bounds.bodyMs)
    const stop = (refusal: Refusal | undefined) => {
      clearTimeout(timer)
      this.#held -= received.length
      request.off('data', take).off('end', complete).off('close', broken)
      if (!refusal) return resolve(received.bytes)
      // The rest is read and dropped. Otherwise a reset of the connection could lose the answer.
      request.resume()
      reject(refusal)
    }
    // A broken request also emits an error, which would end the process without a listener.
    request
      .on('data', take)
      .once('end', complete)
      .once('close', broken)
      .on('error', () => {})
    return promise
  }
}

function readBuffered(request: IncomingMessage): Buffer {
  const parts: Buffer[] = []
  for (let part: unknown = request.read(); part instanceof Buffer; part = request.read()) parts.push(part)
  request.resume() // reading to the end frees the connection
  return Buffer.concat(parts)
}

/** Undefined if the body comes in chunks. */
function contentLength({ headers }: IncomingMessage): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined
  return Number(headers['content-length'] ?? 0)
}
