import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { requestText, Wire } from '../wire.ts'

/** What the thread is given: where, on how many connections, for how long. */
export interface Load {
  readonly url: string
  readonly connections: number
  readonly ms: number
}

const { url, connections, ms } = workerData as Load // given by group-commit.ts
const { hostname: host, port } = new URL(url)
let done = 0

/** Sends the same request again and again; takes as little of the machine as it can, which is the service's to use. */
function repeat(request: Buffer, until: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const buffer = Buffer.allocUnsafe(64 * 1024)
    const socket = connect({
      host,
      port: Number(port),
      noDelay: true,
      onread: {
        buffer,
        callback: (length) => {
          const answer = buffer.toString('latin1', 0, length)
          // An answer is small and comes in one piece; one that does not look so ends the measurement.
          if (!answer.startsWith('HTTP/1.1 200') || !answer.endsWith('{"success":true,"data":{}}')) {
            socket.destroy(new Error(`/report answered ${answer}`))
            return false
          }
          done += 1
          if (performance.now() < until) socket.write(request)
          else socket.destroy()
          return true
        },
      },
    })
    socket.once('error', reject).once('close', resolve)
    socket.write(request)
  })
}

const requests = await Promise.all(
  Array.from({ length: connections }, async (_, i) => {
    using wire = new Wire(url)
    const token = await wire.login(`bench-${i}`)
    return Buffer.from(requestText(url, '/report', { token, content: '值班的同学很耐心，谢谢！' }))
  }),
)
const began = performance.now()
await Promise.all(requests.map((request) => repeat(request, began + ms)))
parentPort?.postMessage((done * 1000) / (performance.now() - began))
