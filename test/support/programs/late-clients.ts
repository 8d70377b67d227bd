import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * Clients in another thread, so that they connect also while the thread of the service is busy. Each connects, sends a request, increments
 * `sent`, and reports the first line of the response, or the error. `one` starts one client; after `many` there are always sixteen, until `end`.
 */
export interface LateClients {
  readonly port: number
  readonly request: string
  /** The number of requests that were sent or failed. */
  readonly sent: Int32Array
}
export type Order = 'one' | 'many' | 'end'

const { port, request, sent } = workerData as LateClients // what the test gave it
let isGoing = false

function come(): void {
  let answer = ''
  const count = () => {
    Atomics.add(sent, 0, 1)
    Atomics.notify(sent, 0)
  }
  const socket = connect(port, '127.0.0.1', () => socket.write(request))
  socket.once('connect', () => setImmediate(count))
  socket.setEncoding('utf8').on('data', (part) => (answer += part))
  socket.on('error', ({ code = '', syscall }: NodeJS.ErrnoException) => {
    if (syscall === 'connect') count()
    answer ||= `${syscall} ${code}`
  })
  socket.once('close', () => {
    parentPort?.postMessage(answer.split('\r\n')[0] || 'no answer')
    if (isGoing) come()
  })
}

parentPort?.on('message', (order: Order) => {
  isGoing = order === 'many'
  if (order !== 'end') for (let i = 0; i < (isGoing ? 16 : 1); i += 1) come()
})
