import type { IncomingMessage } from 'node:http'
import type { BodyLimits } from '#contract/body-limits.ts'
import { Refusal } from '#contract/errors.ts'
import type { Field } from './call.ts'
import { GrowingBuffer } from './growing-buffer.ts'
import { parseBody } from './json.ts'
import type { Bounds } from './limits.ts'
import { parseQuery } from './query.ts'

/** Whether a request says that it brings a body, or may. */
export const hasBody = (request: IncomingMessage): boolean => announced(request) !== 0

/** Reads the bodies of requests, JSON and small forms, each within a size and a time, all of them within a size together. */
export class BodyReader {
  readonly #bounds: Pick<Bounds, 'bodyMs' | 'bodyBytes'>
  #held = 0

  constructor(bounds: Pick<Bounds, 'bodyMs' | 'bodyBytes'>) {
    this.#bounds = bounds
  }

  /** The fields in the body, or nothing where there is none. An empty body is none, whatever it says it is. */
  async read(
    request: IncomingMessage,
    most: BodyLimits,
    { plainForm = false, anyType = false } = {},
  ): Promise<readonly Field[] | undefined> {
    const length = announced(request)
    if (length === 0) return undefined
    const type = request.headers['content-type']
    const isJson = anyType || type === undefined || /^application\/json *(;|$)/i.test(type)
    const isForm = plainForm && /^application\/x-www-form-urlencoded *(;|$)/i.test(type ?? '')
    if (!isJson && !isForm && length !== undefined) throw new Refusal('wrong_media_type')
    if ((length ?? 0) > most.bytes) throw new Refusal('too_large')
    // Broken off before we got to look: it will not say so again, and what is there may not be all.
    if (request.destroyed) throw new Refusal('bad_request')
    // A small body mostly came with its head; then there is nothing to wait for.
    const bytes = request.complete ? buffered(request) : await this.#arrival(request, most.bytes)
    if (bytes.length === 0) return undefined
    if (isForm) return few(parseQuery(bytes.toString('utf8'), most.fields), most.fields)
    if (!isJson) throw new Refusal('wrong_media_type')
    return parseBody(bytes, most)
  }

  #arrival(request: IncomingMessage, most: number): Promise<Buffer> {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    const came = new GrowingBuffer(most)
    const take = (part: Buffer) => {
      this.#held += part.length
      came.add(part)
      if (came.length > most) stop(new Refusal('too_large'))
      else if (this.#held > this.#bounds.bodyBytes) stop(new Refusal('overloaded', { seconds: 1 }))
    }
    const complete = () => stop(undefined)
    const broken = () => stop(new Refusal('bad_request'))
    const timer = setTimeout(() => stop(new Refusal('timed_out')), this.#bounds.bodyMs)
    const stop = (refusal: Refusal | undefined) => {
      clearTimeout(timer)
      this.#held -= came.length
      request.off('data', take).off('end', complete).off('close', broken)
      if (!refusal) return resolve(came.bytes)
      // The rest is read and dropped, so that the answer is not lost to a reset.
      request.resume()
      reject(refusal)
    }
    // A request that breaks off also says so as an error; without a listener that would end the process.
    request
      .on('data', take)
      .once('end', complete)
      .once('close', broken)
      .on('error', () => {})
    return promise
  }
}

export function few(fields: readonly Field[], most: number): readonly Field[] {
  if (fields.length > most) throw new Refusal('too_many_fields')
  return fields
}

/** All of a body that has arrived already. */
function buffered(request: IncomingMessage): Buffer {
  const parts: Buffer[] = []
  for (let part: unknown = request.read(); part instanceof Buffer; part = request.read()) parts.push(part)
  request.resume() // to its end, after which the connection is free again
  return Buffer.concat(parts)
}

/** How long the body says it is; nothing if it does not say, as when it comes in chunks. */
function announced({ headers }: IncomingMessage): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined
  return Number(headers['content-length'] ?? 0)
}
