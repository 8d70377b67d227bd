import { parentPort, workerData } from 'node:worker_threads'
import { Wire } from '../wire.ts'

/** What the thread is given: where, on how many connections, for how long. */
export interface Load {
  readonly url: string
  readonly connections: number
  readonly ms: number
}

const { url, connections, ms } = workerData as Load // given by group-commit.ts
const people = await Promise.all(
  Array.from({ length: connections }, async (_, i) => {
    const wire = new Wire(url)
    return { wire, token: await wire.login(`bench-${i}`) }
  }),
)
const began = performance.now()
let done = 0
await Promise.all(
  people.map(async ({ wire, token }) => {
    while (performance.now() - began < ms) {
      const { status, body } = await wire.post('/report', { token, content: '值班的同学很耐心，谢谢！' })
      if (status !== 200) throw new Error(`/report answered ${status}: ${body}`)
      done += 1
    }
  }),
)
const seconds = (performance.now() - began) / 1000
for (const { wire } of people) wire[Symbol.dispose]()
parentPort?.postMessage(done / seconds)
