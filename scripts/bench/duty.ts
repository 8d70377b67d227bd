import { join } from 'node:path'
import { Service } from '../service.ts'
import { load } from './load.ts'
import { diskFolder, type Figure, median } from './report.ts'

const connections = 32
const rounds = 7
const ms = 1500

/** The duty situation and the health check of the same running service, asked in turns: the median of the rounds. */
export async function dutyRate(): Promise<Figure[]> {
  using folder = diskFolder()
  await using service = await Service.launch({ dataDir: join(folder.dir, 'data'), options: ['--demo'] })
  const port = Number(new URL(service.url).port)
  const rates = { healthz: [] as number[], duty: [] as number[], ratio: [] as number[] }
  for (let round = 0; round <= rounds; round += 1) {
    const healthz = await rate(port, '/healthz')
    const duty = await rate(port, '/duty/info')
    if (round === 0) continue // warms up
    rates.healthz.push(healthz)
    rates.duty.push(duty)
    rates.ratio.push(duty / healthz)
  }
  return [
    { what: `GET /healthz (${connections} connections)`, value: median(rates.healthz), unit: 'answers/s' },
    { what: 'GET /duty/info', value: median(rates.duty), unit: 'answers/s' },
    { what: 'ratio', value: median(rates.ratio), unit: 'times', atLeast: 0.8 },
  ]
}

async function rate(port: number, path: string): Promise<number> {
  const request = `GET ${path} HTTP/1.1\r\nhost: bench\r\n\r\n`
  return (await load({ port, ms, connections: Array.from({ length: connections }, () => [request]), again: true }))
    .perSecond
}
