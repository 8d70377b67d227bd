import { performance } from 'node:perf_hooks'
import { Service } from '../../shared/service.ts'
import { calls } from './calls.ts'
import type { Crowd } from './crowd.ts'

/** Measures the milliseconds from the start of a process to its first list: after a stop, and after a kill that left changes in the log. */
export async function startTimes(crowd: Crowd, rounds: number): Promise<Record<'stop' | 'kill', number[]>> {
  await crowd.stop()
  await started(crowd, 'SIGTERM') // leaves its compiled code behind
  const times = { stop: [] as number[], kill: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    times.stop.push(await started(crowd, 'SIGKILL'))
    times.kill.push(await started(crowd, 'SIGTERM'))
  }
  return times
}

async function started(crowd: Crowd, end: 'SIGKILL' | 'SIGTERM'): Promise<number> {
  const began = performance.now()
  await using service = await Service.launch({ dataDir: crowd.dataDir, env: crowd.env })
  const ask = async (name: string) => {
    const call = calls.find((one) => one.name === name)
    const response = call && (await fetch(call.ask({ ...crowd, url: service.url }, 0)))
    if (!response?.ok) throw new Error(`${name} answered ${response?.status}`)
    await response.arrayBuffer()
  }
  await ask('list page 1')
  const took = performance.now() - began
  await ask('create')
  await service.end(end)
  return took
}
