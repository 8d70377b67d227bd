import type { IncomingMessage } from 'node:http'
import { Refusal } from '#contract/errors.ts'
import { bearerOf, tokenOf } from './call.ts'
import { FormMemory, type FormReservation } from './form-memory.ts'
import type { Bounds } from './limits.ts'
import { boundaryOf, type FormLimits, formBytes, MultipartParser } from './multipart.ts'
import type { HttpRequest } from './request.ts'

interface Reading {
  /** How long the head of a form may take: all that comes before the bytes of a file that somebody we know sends. */
  readonly headMs: number
  /** Whose token it is. */
  readonly known: (token: string) => Promise<number | undefined>
}

/** Reads forms, each within a size and a time, all of them within the memory there is for them. */
export class FormReader {
  readonly #reading: Reading
  readonly #room = new FormMemory()

  constructor({ bodyMs }: Pick<Bounds, 'bodyMs'>, known: Reading['known']) {
    this.#reading = { headMs: bodyMs, known }
  }

  /** The form that a request brings, if it brings one. It takes up memory until it is disposed of. */
  of(request: HttpRequest, most: FormLimits): MultipartForm | undefined {
    const type = request.headers['content-type'] ?? ''
    if (!/^multipart\/form-data *(;|$)/i.test(type)) return undefined
    return new MultipartForm(request, type, most, this.#room.enter(), this.#reading)
  }
}

/** One form: its texts, and its file as bytes. Nothing is written to disk, and nothing of it outlives the request. */
export class MultipartForm implements Disposable {
  readonly #request: HttpRequest
  readonly #type: string
  readonly #most: FormLimits
  readonly #place: FormReservation
  readonly #reading: Reading
  #content: MultipartParser | undefined

  constructor(request: HttpRequest, type: string, most: FormLimits, place: FormReservation, reading: Reading) {
    this.#request = request
    this.#type = type
    this.#most = most
    this.#place = place
    this.#reading = reading
  }

  /** What has come of it, also where the rest is refused. */
  get fields(): Readonly<Record<string, unknown>> {
    return this.#content?.fields ?? {}
  }

  [Symbol.dispose](): void {
    this.#place.leave()
  }

  async read(): Promise<Readonly<Record<string, unknown>>> {
    const { raw, headers } = this.#request
    // A request that breaks off also says so as an error; without a listener that would end the process.
    raw.on('error', () => {})
    try {
      if (Number(headers['content-length'] ?? 0) > formBytes(this.#most)) throw new Refusal('too_large')
      const boundary = boundaryOf(this.#type)
      if (boundary === undefined) throw new Refusal('bad_request')
      this.#content = new MultipartParser(boundary, this.#most)
      await this.#arrival(raw, this.#content)
      this.#place.arrived()
      return this.fields
    } finally {
      // What is still on its way is read and dropped, so that the answer arrives.
      raw.resume()
    }
  }

  async #arrival(raw: IncomingMessage, content: MultipartParser): Promise<void> {
    const place = this.#place
    await this.#recognise()
    const timer = setTimeout(() => place.end(new Refusal('timed_out')), this.#reading.headMs)
    try {
      while (!content.complete) {
        const bytes = await nextBytes(raw, place.ended)
        if (!bytes) return content.end()
        content.add(bytes)
        place.hold(content.size)
        if (!content.fileBegun) continue
        if (!place.isKnown) await this.#recognise()
        if (place.isKnown) clearTimeout(timer)
      }
    } finally {
      clearTimeout(timer)
    }
  }

  /** By what has come so far. A file that comes with a token nobody has is refused; one without a token may be followed by it. */
  async #recognise(): Promise<void> {
    const { query, headers } = this.#request
    const token = tokenOf({ ...Object.fromEntries(query), ...this.fields }, bearerOf(headers.authorization))
    const person = token === undefined ? undefined : await this.#reading.known(token)
    if (person !== undefined) this.#place.recognise(person)
    else if (token !== undefined && this.#content?.fileBegun) throw new Refusal('not_logged_in')
  }
}

/** The next bytes of a request, or nothing where it is over. Rejects when it breaks off, and for the reason of `ended`. */
async function nextBytes(request: IncomingMessage, ended: AbortSignal): Promise<Uint8Array | undefined> {
  for (;;) {
    ended.throwIfAborted()
    const bytes: unknown = request.read()
    if (bytes instanceof Uint8Array) return bytes
    if (request.readableEnded) return undefined
    // Broken off already: it will not say so again.
    if (request.destroyed) throw new Refusal('bad_request')
    await somethingNew(request, ended)
  }
}

function somethingNew(request: IncomingMessage, ended: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const done = () => {
    request.off('readable', done).off('end', done).off('close', done)
    ended.removeEventListener('abort', done)
    resolve()
  }
  request.on('readable', done).on('end', done).on('close', done)
  ended.addEventListener('abort', done)
  return promise
}
