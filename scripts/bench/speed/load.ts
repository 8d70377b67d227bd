import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

/** What the thread is given: where, for how long, and for each connection what it asks, one after another. */
export interface Load {
  readonly port: number
  readonly ms: number
  readonly connections: readonly (readonly string[])[]
  /** From the start again at the end; otherwise the connection is done then. */
  readonly again: boolean
}

export interface Loaded {
  readonly perSecond: number
  /** The median time of an answer. */
  readonly ms: number
  /** How many requests each connection sent. */
  readonly sent: readonly number[]
}

const { port, ms, connections, again } = workerData as Load // as rate() in speed.ts gives it

const headEnd = Buffer.from('\r\n\r\n')
const lengthName = Buffer.from('ontent-')

/** How long an answer is that begins here; nothing while its head is not there. */
function answerLength(bytes: Buffer): number | undefined {
  const end = bytes.indexOf(headEnd)
  if (end < 0) return undefined
  for (let at = bytes.indexOf(lengthName); at >= 0 && at < end; at = bytes.indexOf(lengthName, at + 1)) {
    const [, length] = /^ontent-length: (\d+)/i.exec(bytes.toString('latin1', at, at + 32)) ?? []
    if (length) return end + 4 + Number(length)
  }
  return undefined
}

/** One connection that asks as soon as it is answered. Takes as little of the machine as it can, which is the server's to use. */
function ask(requests: readonly string[], connection: number, until: number, times: number[]): Promise<number> {
  return new Promise((resolve, reject) => {
    let sent = 0
    let began = 0
    let received: Buffer = Buffer.alloc(0)
    const next = () => {
      began = performance.now()
      // Each with a key of its own, where it has one.
      socket.write(String(requests[sent % requests.length]).replace('{key}', `${mark}-${connection}-${sent}`))
      sent += 1
    }
    const buffer = Buffer.allocUnsafe(64 * 1024)
    const take = (length: number): boolean => {
      const part = buffer.subarray(0, length)
      received = received.length === 0 ? part : Buffer.concat([received, part])
      const whole = answerLength(received)
      if (whole === undefined || received.length < whole) {
        received = Buffer.from(received) // the buffer is used again
        return true
      }
      const now = performance.now()
      times.push(now - began)
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
}

const mark = randomUUID()
const times: number[] = []
const began = performance.now()
const sent = await Promise.all(connections.map((requests, i) => ask(requests, i, began + ms, times)))
const perSecond = (times.length * 1000) / (performance.now() - began)
times.sort((a, b) => a - b)
const answer: Loaded = { perSecond, ms: times[Math.floor(times.length / 2)] ?? 0, sent }
parentPort?.postMessage(answer)
