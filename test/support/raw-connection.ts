import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type ErrorCode, errors } from '#contract/errors.ts'

export interface RawResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** A TCP connection that sends arbitrary bytes. */
export class RawConnection implements AsyncDisposable {
  readonly socket: Socket
  /** Resolves when the connection has ended, from either side. */
  readonly closed: Promise<void>
  #received = Buffer.alloc(0)
  #woken = Promise.withResolvers<void>()
  #ended = false

  private constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', (part: Buffer) => {
      this.#received = Buffer.concat([this.#received, part])
      this.#wake()
    })
    socket.on('error', () => {}) // a reset is one way to end; tests look at what came before
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        this.#ended = true
        this.#wake()
        resolve()
      })
    })
  }

  static async open(url: string, send: string | Uint8Array = ''): Promise<RawConnection> {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    const wire = new RawConnection(socket)
    wire.send(send)
    return wire
  }

  send(text: string | Uint8Array): this {
    if (text.length > 0) this.socket.write(text)
    return this
  }

  /** The next response on this connection. It must have a length. */
  async answer({ bodiless = false } = {}): Promise<RawResponse> {
    const end = await this.#until(() => {
      const at = this.#received.indexOf('\r\n\r\n')
      return at < 0 ? undefined : at
    })
    const [first = '', ...lines] = this.#received.subarray(0, end).toString('latin1').split('\r\n')
    const headers = new Headers(
      lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
    )
    const status = Number(/^HTTP\/1\.1 (\d{3}) ./.exec(first)?.[1])
    const length = bodiless || status === 100 ? 0 : Number(headers.get('content-length') ?? Number.NaN)
    assert.ok(Number.isInteger(length), `an answer that does not say its length: ${first}`)
    const total = end + 4 + length
    await this.#until(() => (this.#received.length >= total ? total : undefined))
    const body = this.#received.subarray(end + 4, total).toString('utf8')
    this.#received = this.#received.subarray(total)
    return { status, headers, body }
  }

  /** Resolves when this many bytes have arrived, or the connection has ended. */
  async received(count: number): Promise<void> {
    await this.#until(() => (this.#received.length >= count || this.#ended ? true : undefined))
  }

  /** Received bytes that were not read yet. */
  get rest(): string {
    return this.#received.toString('latin1')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.socket.destroy()
    await this.closed
  }

  async #until<T>(look: () => T | undefined): Promise<T> {
    for (;;) {
      const found = look()
      if (found !== undefined) return found
      if (this.#ended) throw new Error(`the connection ended after: ${this.rest}`)
      await this.#woken.promise
    }
  }

  #wake(): void {
    this.#woken.resolve()
    this.#woken = Promise.withResolvers()
  }
}

/** Asserts that a response has all properties of an error response. Answers its sentence. */
export async function assertRefusal(code: ErrorCode, answer: Response | RawResponse): Promise<string> {
  const text = typeof answer.body === 'string' ? answer.body : await (answer as Response).text() // the one or the other
  assert.equal(answer.headers.get('x-error-code'), code, `${answer.status} ${text}`)
  assert.equal(answer.status, errors[code])
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
  const body = JSON.parse(text) as { success: unknown; err: unknown }
  assert.deepEqual(Object.keys(body), ['success', 'err'])
  assert.equal(body.success, false)
  assert.ok(typeof body.err === 'string' && body.err.length > 3)
  assertSecurityHeaders(answer.headers)
  if (code === 'too_many_requests' || answer.status === 503)
    assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/)
  return body.err
}

/** Asserts the headers of every response. */
export function assertSecurityHeaders(headers: Headers): void {
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal(headers.get('x-frame-options'), 'DENY')
  assert.equal(headers.get('referrer-policy'), 'no-referrer')
  assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin')
  assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin')
  assert.equal(headers.get('permissions-policy'), 'geolocation=(), microphone=()')
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/)
  assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
  assert.equal(headers.get('server'), null)
}
