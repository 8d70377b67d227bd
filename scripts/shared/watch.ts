import { Agent, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, Worker, workerData } from 'node:worker_threads'

export interface Seen {
  readonly took: number[]
  readonly failed: string[]
}

interface Work {
  readonly url: string
  /** Of several people, because rate limits count each person separately. */
  readonly tokens: readonly string[]
}

export interface Watch {
  stop(): Promise<Seen>
}

/** Starts a client that sends ordinary requests from a thread of its own, so that the load of the other client does not delay it. */
export function watch(work: Work): Watch {
  const worker = new Worker(import.meta.filename, { workerData: work })
  const seen = new Promise<Seen>((resolve, reject) => worker.once('message', resolve).once('error', reject))
  return {
    stop: () => {
      worker.postMessage('stop')
      return seen
    },
  }
}

const calls: readonly [method: string, path: string, fields?: object][] = [
  ['GET', '/duty/info'],
  ['GET', '/user/info'],
  ['GET', '/'],
  ['POST', '/user/update', { name: 'Watched' }],
  ['GET', '/user/mytickets'],
]

/** Sends a request, waits 25 ms and repeats, on one connection, until it receives a message. */
async function run({ url, tokens }: Work): Promise<Seen> {
  const agent = new Agent({ keepAlive: true })
  const seen: Seen = { took: [], failed: [] }
  let stopped = false
  parentPort?.once('message', () => (stopped = true))
  for (let i = 0; !stopped; i += 1) {
    const [method, path, fields] = calls[i % calls.length] ?? ['GET', '/']
    const headers = { authorization: `Bearer ${tokens[i % tokens.length]}`, 'content-type': 'application/json' }
    const began = performance.now()
    const status = await new Promise<number | string>((resolve) => {
      const answered = (answer: IncomingMessage) =>
        buffer(answer).then(
          () => resolve(answer.statusCode ?? 0),
          (error: unknown) => resolve(String(error)),
        )
      request(url + path, { method, agent, headers }, answered)
        .on('error', (error) => resolve(String(error)))
        .end(fields && JSON.stringify(fields))
    })
    seen.took.push(performance.now() - began)
    if (status !== 200) seen.failed.push(`${method} ${path}: ${status}`)
    await pause(25)
  }
  agent.destroy()
  return seen
}

if (parentPort) parentPort.postMessage(await run(workerData as Work)) // from `watch`
