import { join } from 'node:path'
import { byTurns, diskFolder, type Figure, median, medianRatio } from '../shared/figures.ts'
import { Service } from '../shared/service.ts'
import { load } from './load.ts'

const connections = 32
const rounds = 7
const ms = 1500

/** Compares the rate of the duty situation with that of the health check. */
export async function dutyRate(): Promise<Figure[]> {
  using folder = diskFolder()
  await using service = await Service.launch({ dataDir: join(folder.dir, 'data'), options: ['--demo'] })
  const port = Number(new URL(service.url).port)
  const [healthz, duty] = await byTurns(
    { rounds },
    () => rate(port, '/healthz'),
    () => rate(port, '/duty/info'),
  )
  return [
    { what: `GET /healthz (${connections} connections)`, value: median(healthz), unit: 'answers/s' },
    { what: 'GET /duty/info', value: median(duty), unit: 'answers/s' },
    { what: 'ratio', value: medianRatio(duty, healthz), unit: 'times', atLeast: 0.8 },
  ]
}

async function rate(port: number, path: string): Promise<number> {
  const request = `GET ${path} HTTP/1.1\r\nhost: bench\r\n\r\n`
  return (await load({ port, ms, connections: Array.from({ length: connections }, () => [request]), again: true }))
    .perSecond
}
