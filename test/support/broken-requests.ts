import { METHODS } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { RawConnection } from './raw-connection.ts'

/** The bytes of a request. */
export interface Sample {
  readonly name: string
  readonly bytes: Buffer
  /** Its answer never ends, or has no length. */
  readonly endless?: true
}

/** The first line and the headers of a request. */
export const head = (line: string, ...headers: string[]) =>
  `${[line, 'host: 127.0.0.1', ...headers].join('\r\n')}\r\n\r\n`

/** One request of each kind: JSON, a form, an event stream, a streamed table, a page, and a cached document. */
export function requestSamples({ user, admin }: { user: string; admin: string }): Sample[] {
  const json = JSON.stringify({ token: user, content: '坏了 broken' })
  const part = (disposition: string, value: string) =>
    `--x\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`
  const form = `${part('name="token"', user)}${part('name="file"; filename="a.gif"', 'no picture')}--x--\r\n`
  const bytes = (text: string) => Buffer.from(text)
  return [
    {
      name: 'json',
      bytes: bytes(head('POST /report HTTP/1.1', `content-length: ${Buffer.byteLength(json)}`) + json),
    },
    {
      name: 'chunked',
      bytes: bytes(
        `${head('POST /report HTTP/1.1', 'transfer-encoding: chunked')}${Buffer.byteLength(json).toString(16)}\r\n${json}\r\n0\r\n\r\n`,
      ),
    },
    {
      name: 'form',
      bytes: bytes(
        head(
          'POST /upload HTTP/1.1',
          'content-type: multipart/form-data; boundary=x',
          `content-length: ${form.length}`,
        ) + form,
      ),
    },
    {
      name: 'stream',
      bytes: bytes(head('GET /live HTTP/1.1', `authorization: Bearer ${user}`)),
      endless: true,
    },
    {
      name: 'table',
      bytes: bytes(head('GET /admin/tickets/export HTTP/1.1', `authorization: Bearer ${admin}`)),
      endless: true,
    },
    { name: 'page', bytes: bytes(head('GET /desk/ HTTP/1.1', 'accept-encoding: br')) },
    { name: 'document', bytes: bytes(head('GET /openapi.json HTTP/1.1')) },
  ]
}

/** Each is a connection, and the machine has a limited number of ports. */
async function each<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<number> {
  for (let i = 0; i < all.length; i += 128) await Promise.all(all.slice(i, i + 128).map(work))
  return all.length
}

const positions = (until: number, step: number) =>
  Array.from({ length: Math.floor(until / step) + 1 }, (_, i) => Math.min(i * step, until))

/** Sends the beginning of the request, then resets the connection. */
function resetInRequest(url: string, { bytes }: Sample, step: number): Promise<number> {
  return each(positions(bytes.length, step), async (length) => {
    const wire = await RawConnection.open(url)
    // An immediate reset would discard the bytes that were sent.
    if (length > 0) await new Promise((sent) => wire.socket.write(bytes.subarray(0, length), sent))
    wire.socket.resetAndDestroy()
    await wire.closed
  })
}

/** Sends the beginning of the request, then ends its side of the connection. */
function half(url: string, { bytes, endless }: Sample, step: number): Promise<number> {
  return each(positions(bytes.length - (endless ? 1 : 0), step), async (length) => {
    await using wire = await RawConnection.open(url, bytes.subarray(0, length))
    wire.socket.end()
    await wire.closed
  })
}

/** Sends the whole request, and resets after this many bytes of the answer. */
async function resetInAnswer(url: string, { bytes, endless }: Sample, step: number): Promise<number> {
  await using first = await RawConnection.open(url, bytes)
  await first.received(1)
  const most = Math.min(first.rest.length, 2000)
  return each(positions(most, step * 4), async (length) => {
    const wire = await RawConnection.open(url, bytes)
    const arrived = wire.received(length)
    // An answer may be shorter than the first: the service refuses too many uploads at once.
    await (endless ? arrived : Promise.race([arrived, wire.answer()]))
    wire.socket.resetAndDestroy()
    await wire.closed
  })
}

/** Sends the request byte by byte. */
async function trickled(url: string, { bytes, endless }: Sample): Promise<number> {
  await using wire = await RawConnection.open(url)
  for (const byte of bytes) {
    wire.send(Buffer.of(byte))
    await turn()
  }
  if (endless) await wire.received(1)
  else await wire.answer()
  return 1
}

/** Pipelines many requests, which are answered in order or reset before. */
async function pipelined(url: string, { bytes, endless }: Sample, count: number): Promise<number> {
  const all = Buffer.concat(Array.from({ length: count }, () => bytes))
  if (!endless) {
    await using wire = await RawConnection.open(url, all)
    for (let i = 0; i < count; i += 1) await wire.answer()
  }
  const wire = await RawConnection.open(url, all)
  await wire.received(1)
  wire.socket.resetAndDestroy()
  await wire.closed
  return 2
}

/** Sends every known method and some unknown ones. The connection stays usable after the answer, or ends. */
function methods(url: string, { bytes, endless }: Sample): Promise<number> {
  const [, path = ''] = bytes.toString().split(' ', 2)
  const known = METHODS.filter((method) => !(endless && method === 'GET'))
  return each([...known, 'BREW', 'get', 'G\u0000T'], async (method) => {
    await using wire = await RawConnection.open(url, head(`${method} ${path} HTTP/1.1`))
    await wire.answer({ bodiless: method === 'HEAD' || method === 'OPTIONS' })
    const gone = await RawConnection.open(url, head(`${method} ${path} HTTP/1.1`))
    gone.socket.resetAndDestroy()
    await gone.closed
  })
}

/** Sends every request in every malformed way, at every `step`th byte. Answers the number of connections. */
export async function sendMalformedRequests(url: string, all: readonly Sample[], step: number): Promise<number> {
  let count = 0
  for (const one of all) {
    count += await resetInRequest(url, one, step)
    count += await half(url, one, step)
    count += await resetInAnswer(url, one, step)
    count += await trickled(url, one)
    count += await pipelined(url, one, Math.ceil(60 / step))
    count += await methods(url, one)
  }
  return count
}
