import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { median } from '../shared/figures.ts'

/** Requests for each connection, which sends them one after another. */
export interface Load {
  readonly url: string
  readonly ms: number
  readonly connections: readonly (readonly string[])[]
  /** Whether to begin again after the last request. */
  readonly again: boolean
}

export interface LoadResult {
  readonly perSecond: number
  /** The median time of an answer. */
  readonly ms: number
  readonly sent: number
}

/** Sends requests on all connections at the same time, from a thread of its own. */
export async function load(what: Load): Promise<LoadResult> {
  const worker = new Worker(new URL(import.meta.url), { workerData: what })
  const [loaded] = (await once(worker, 'message')) as [LoadResult] // as measure() answers
  return loaded
}

/** Answers a second, with one connection for each request, which it repeats. */
export const rate = async (url: string, ms: number, requests: readonly string[]): Promise<number> =>
  (await load({ url, ms, connections: requests.map((request) => [request]), again: true })).perSecond

const headEnd = Buffer.from('\r\n\r\n')
const lengthName = Buffer.from('content-length: ')

/** The length of an answer, once its head has arrived. Both servers write header names in lower case. */
function answerLength(bytes: Buffer): number | undefined {
  const end = bytes.indexOf(headEnd)
  if (end < 0) return undefined
  const at = bytes.indexOf(lengthName)
  if (at < 0 || at > end) throw new Error('an answer has no content-length')
  return end + headEnd.length + Number.parseInt(bytes.toString('latin1', at + lengthName.length, end), 10)
}

async function measure({ url, ms, connections, again }: Load): Promise<LoadResult> {
  const port = Number(new URL(url).port)
  const mark = randomUUID()
  const times: number[] = []
  const began = performance.now()
  const until = began + ms

  /** One connection that sends the next request after each answer, with as little processor time as possible. */
  const ask = (requests: readonly string[], connection: number): Promise<number> =>
    new Promise((resolve, reject) => {
      let sent = 0
      let sentAt = 0
      let received: Buffer = Buffer.alloc(0)
      const next = () => {
        sentAt = performance.now()
        // Each request has an idempotency key of its own.
        socket.write(String(requests[sent % requests.length]).replace('{key}', `${mark}-${connection}-${sent}`))
        sent += 1
      }
      const buffer = Buffer.allocUnsafe(64 * 1024)
      const take = (length: number): boolean => {
        const part = buffer.subarray(0, length)
        received = received.length === 0 ? part : Buffer.concat([received, part])
        const whole = answerLength(received)
        if (whole === undefined || received.length < whole) {
          received = Buffer.from(received) // the socket reuses its buffer
          return true
        }
        const now = performance.now()
        times.push(now - sentAt)
        if (received.toString('latin1', 9, 12) !== '200') {
          socket.destroy(new Error(`unexpected: ${received}`))
          return false
        }
        received = Buffer.alloc(0)
        if (now < until && (again || sent < requests.length)) next()
        else socket.destroy()
        return true
      }
      const socket = connect({ host: '127.0.0.1', port, noDelay: true, onread: { buffer, callback: take } })
      socket.once('error', reject).once('close', () => resolve(sent))
      next()
    })

  const sent = await Promise.all(connections.map(ask))
  return {
    perSecond: (times.length * 1000) / (performance.now() - began),
    ms: median(times),
    sent: sent.reduce((sum, n) => sum + n, 0),
  }
}

if (!isMainThread) parentPort?.postMessage(await measure(workerData as Load)) // as load() gives it
