import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'

/** The faults of a server. Some happen after it has done the work, which only the server knows. */
export const faults = [
  'refuses',
  'stalls',
  'works too late',
  'fails',
  'works and then fails',
  'is busy',
  'works and drops the answer',
  'answers twice',
  'answers HTML',
  'works and answers HTML',
  'redirects',
  'works and answers 5 MB',
  'works and answers a bomb',
  'works and gives no id',
  'forgets who we are',
] as const
export type Fault = (typeof faults)[number]

export interface Front extends AsyncDisposable {
  readonly url: string
  /** How often each fault happened. */
  readonly met: ReadonlyMap<Fault, number>
  /** How often the work was done although the caller may not know, by the id of the request; '' without an id. */
  readonly lost: ReadonlyMap<string, number>
  /** Resolves when no work is left, even if no caller waits for it any more. */
  settled(): Promise<unknown>
  /** How often a caller followed a redirect. */
  readonly followed: () => number
}

export interface Misbehaviour {
  /** The server that does the work. */
  readonly target: string
  /** The fault of this call, if any. */
  readonly fault: (method: string, path: string) => Fault | undefined
  /** Delays an answer after the work is done. */
  readonly hold?: (method: string, path: string) => Promise<void> | undefined
  /** The delay of a late answer. */
  readonly lateMs: number
}

interface Call {
  worked: boolean
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: Buffer<ArrayBuffer>
}
interface CallAnswer {
  readonly status: number
  readonly type: string
  readonly text: string
}

/** The headers that identify a request, so that it is processed once. */
const idHeaders = ['webhook-id', 'idempotency-key', 'topic']
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
const html = '<!doctype html><title>Down for maintenance</title>'

/** A proxy in front of a real server on loopback, which passes requests on and misbehaves. */
export async function misbehaving({ target, fault, hold, lateMs }: Misbehaviour): Promise<Front> {
  const met = new Map<Fault, number>()
  const lost = new Map<string, number>()
  const under = new Set<Promise<unknown>>()
  let followed = 0
  const server = createServer((request, response) => {
    const run = serve(request, response)
      .catch(() => response.destroy()) // the caller has disconnected
      .finally(() => under.delete(run))
    under.add(run)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // listening on TCP

  async function work(call: Call): Promise<CallAnswer> {
    const { method, path, headers, body } = call
    call.worked = true
    const carries = method !== 'GET' && method !== 'HEAD' && { body }
    const answer = await fetch(target + path, { method, headers, ...carries, redirect: 'manual' })
    return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '' } = request
    if (path.startsWith('/trap')) followed += 1
    const call: Call = {
      worked: false,
      method,
      path,
      headers: passedOn(request),
      body: Buffer.from(await buffer(request)),
    }
    const chosen = fault(method, path)
    if (chosen) met.set(chosen, (met.get(chosen) ?? 0) + 1)
    const answer = ({ status, type, text }: CallAnswer) =>
      void response.writeHead(status, { 'content-type': type }).end(text)
    const page = (status: number) => void response.writeHead(status, { 'content-type': 'text/html' }).end(html)
    const acts: Record<Fault, () => unknown> = {
      refuses: () => request.socket.destroy(),
      stalls: () => {},
      'works too late': async () => {
        await pause(lateMs)
        await work(call)
      },
      fails: () => page(500),
      'works and then fails': async () => {
        await work(call)
        page(500)
      },
      'is busy': () => response.writeHead(429, { 'retry-after': '1' }).end(),
      'works and drops the answer': async () => {
        await work(call)
        request.socket.destroy()
      },
      'answers twice': async () => {
        const { status, type, text } = await work(call)
        const raw = `HTTP/1.1 ${status} Whatever\r\ncontent-type: ${type}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
        request.socket.end(status === 204 ? raw.replace(/content-length.*\r\n/, '').repeat(2) : raw.repeat(2))
      },
      'answers HTML': () => page(200),
      'works and answers HTML': async () => page((await work(call)).status),
      redirects: () => response.writeHead(302, { location: `${url}/trap` }).end(),
      'works and answers 5 MB': async () =>
        answer({ ...(await work(call)), text: JSON.stringify('x'.repeat(5 << 20)) }),
      'works and answers a bomb': async () => {
        const { status, type } = await work(call)
        response
          .writeHead(status === 204 ? 200 : status, { 'content-type': type, 'content-encoding': 'gzip' })
          .end(bomb)
      },
      'works and gives no id': async () => {
        const worked = await work(call)
        answer({ ...worked, text: worked.text.replace(/"id":"?\d+"?/g, '"id":"../1"') })
      },
      'forgets who we are': async () => {
        const { authorization: _, 'x-redmine-api-key': __, ...headers } = call.headers
        answer(await work({ ...call, headers }))
      },
    }
    const id = String(idHeaders.map((name) => call.headers[name]).find((value) => value !== undefined) ?? '')
    const lose = () => call.worked && lost.set(id, (lost.get(id) ?? 0) + 1)
    if (chosen) return void (await Promise.try(acts[chosen]).finally(lose))
    const worked = await work(call)
    await hold?.(method, path)
    if (response.destroyed) return void lose()
    response.once('close', () => !response.writableFinished && lose())
    answer(worked)
  }

  return {
    url,
    met,
    lost,
    settled: () => Promise.allSettled(under),
    followed: () => followed,
    async [Symbol.asyncDispose]() {
      await Promise.allSettled(under)
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The headers of a request that belong to it, not to its connection. */
function passedOn({ headers }: IncomingMessage): Record<string, string> {
  const own = ['host', 'connection', 'content-length']
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      own.includes(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  )
}
