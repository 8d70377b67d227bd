import type { IncomingMessage } from 'node:http'
import { Refusal } from '#contract/errors.ts'
import { bearerOf, tokenOf } from './call.ts'
import { FormMemory, type FormReservation } from './form-memory.ts'
import type { Bounds } from './limits.ts'
import { boundaryOf, type FormLimits, formBytes, MultipartParser } from './multipart.ts'
import type { HttpRequest } from './request.ts'

interface ReadOptions {
  /** Time limit for everything before the file of a person with a token. */
  readonly headMs: number
  /** Finds the person of a token. */
  readonly findPerson: (token: string) => Promise<number | undefined>
}

/** Reads multipart forms. Each has a size and a time limit, and all together have a memory limit. */
export class FormReader {
  readonly #options: ReadOptions
  readonly #memory = new FormMemory()

  constructor({ bodyMs }: Pick<Bounds, 'bodyMs'>, findPerson: ReadOptions['findPerson']) {
    this.#options = { headMs: bodyMs, findPerson }
  }

  /** The form of a request, if it has one. It holds memory until it is disposed. */
  of(request: HttpRequest, most: FormLimits): MultipartForm | undefined {
    const type = request.headers['content-type'] ?? ''
    if (!/^multipart\/form-data *(;|$)/i.test(type)) return undefined
    return new MultipartForm(request, type, most, this.#memory.reserve(), this.#options)
  }
}

/** The texts and the file of one form. Nothing is written to disk or kept after the request. */
export class MultipartForm implements Disposable {
  readonly #request: HttpRequest
  readonly #type: string
  readonly #most: FormLimits
  readonly #reservation: FormReservation
  readonly #options: ReadOptions
  #content: MultipartParser | undefined

  constructor(
    request: HttpRequest,
    type: string,
    most: FormLimits,
    reservation: FormReservation,
    options: ReadOptions,
  ) {
    this.#request = request
    this.#type = type
    this.#most = most
    this.#reservation = reservation
    this.#options = options
  }

  /** The fields that arrived, also if the rest was refused. */
  get fields(): Readonly<Record<string, unknown>> {
    return this.#content?.fields ?? {}
  }

  [Symbol.dispose](): void {
    this.#reservation.release()
  }

  async read(): Promise<Readonly<Record<string, unknown>>> {
    const { raw, headers } = this.#request
    // A broken request also emits an error, which would end the process without a listener.
    raw.on('error', () => {})
    try {
      if (Number(headers['content-length'] ?? 0) > formBytes(this.#most)) throw new Refusal('too_large')
      const boundary = boundaryOf(this.#type)
      if (boundary === undefined) throw new Refusal('bad_request')
      this.#content = new MultipartParser(boundary, this.#most)
      await this.#receive(raw, this.#content)
      this.#reservation.complete()
      return this.fields
    } finally {
      // The rest is read and dropped, so that the answer arrives.
      raw.resume()
    }
  }

  async #receive(raw: IncomingMessage, content: MultipartParser): Promise<void> {
    const reservation = this.#reservation
    await this.#identify()
    const timer = setTimeout(() => reservation.evict(new Refusal('timed_out')), this.#options.headMs)
    try {
      while (!content.complete) {
        const bytes = await nextBytes(raw, reservation.ended)
        if (!bytes) return content.end()
        content.add(bytes)
        reservation.resize(content.size)
        if (!content.fileBegun) continue
        if (!reservation.isKnown) await this.#identify()
        if (reservation.isKnown) clearTimeout(timer)
      }
    } finally {
      clearTimeout(timer)
    }
  }

  /** Looks for a token in the fields so far. A file after a wrong token is refused. Without a token, one may still follow. */
  async #identify(): Promise<void> {
    const { query, headers } = this.#request
    const token = tokenOf({ ...Object.fromEntries(query), ...this.fields }, bearerOf(headers.authorization))
    const person = token === undefined ? undefined : await this.#options.findPerson(token)
    if (person !== undefined) this.#reservation.identify(person)
    else if (token !== undefined && this.#content?.fileBegun) throw new Refusal('not_logged_in')
  }
}

/** The next bytes of a request, or undefined at its end. Throws when it breaks off or `ended` is aborted. */
async function nextBytes(request: IncomingMessage, ended: AbortSignal): Promise<Uint8Array | undefined> {
  for (;;) {
    ended.throwIfAborted()
    const bytes: unknown = request.read()
    if (bytes instanceof Uint8Array) return bytes
    if (request.readableEnded) return undefined
    // A request that broke off earlier sends no further event.
    if (request.destroyed) throw new Refusal('bad_request')
    await nextEvent(request, ended)
  }
}

function nextEvent(request: IncomingMessage, ended: AbortSignal): Promise<void> {
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
