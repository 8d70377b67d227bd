import { join } from 'node:path'
import { diskFolder, type Figure, interleaved, median, medianRatio } from '../shared/figures.ts'
import { Service } from '../shared/service.ts'
import { rate } from './load.ts'

const connections = 32
const rounds = 7
const ms = 1500

/** Compares the rate of the duty situation with that of the health check. */
export async function dutyRate(): Promise<Figure[]> {
  using folder = diskFolder()
  await using service = await Service.launch({ dataDir: join(folder.dir, 'data'), options: ['--demo'] })
  const requests = (path: string) => Array(connections).fill(`GET ${path} HTTP/1.1\r\nhost: bench\r\n\r\n`)
  const [healthz, duty] = await interleaved(
    { rounds },
    () => rate(service.url, ms, requests('/healthz')),
    () => rate(service.url, ms, requests('/duty/info')),
  )
  return [
    { what: `GET /healthz (${connections} connections)`, value: median(healthz), unit: 'answers/s' },
    { what: 'GET /duty/info', value: median(duty), unit: 'answers/s' },
    { what: 'ratio', value: medianRatio(duty, healthz), unit: 'times', atLeast: 0.8 },
  ]
}
