import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, Worker, workerData } from 'node:worker_threads'

export interface WatchResult {
  readonly took: number[]
  readonly failed: string[]
}

interface Work {
  readonly url: string
  /** Of several people, because rate limits count each person separately. */
  readonly tokens: readonly string[]
}

export type Watch = ReturnType<typeof watch>

/** Starts a client that sends ordinary requests from a thread of its own, so that the load of the other client does not delay it. */
export function watch(work: Work) {
  const worker = new Worker(import.meta.filename, { workerData: work })
  const seen = new Promise<WatchResult>((resolve, reject) => worker.once('message', resolve).once('error', reject))
  return {
    stop: (): Promise<WatchResult> => {
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

/** Sends a request, waits 25 ms and repeats, until it receives a message. */
async function run({ url, tokens }: Work): Promise<WatchResult> {
  const seen: WatchResult = { took: [], failed: [] }
  let stopped = false
  parentPort?.once('message', () => (stopped = true))
  for (let i = 0; !stopped; i += 1) {
    const [method, path, fields] = calls[i % calls.length] ?? ['GET', '/']
    const headers = { authorization: `Bearer ${tokens[i % tokens.length]}`, 'content-type': 'application/json' }
    const began = performance.now()
    const status = await fetch(url + path, { method, headers, body: fields ? JSON.stringify(fields) : null })
      .then((answer) => answer.arrayBuffer().then(() => answer.status))
      .catch(String)
    seen.took.push(performance.now() - began)
    if (status !== 200) seen.failed.push(`${method} ${path}: ${status}`)
    await pause(25)
  }
  return seen
}

if (parentPort) parentPort.postMessage(await run(workerData as Work)) // from `watch`
