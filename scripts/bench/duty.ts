import { connect } from 'node:net'
import { join } from 'node:path'
import { Service } from '../service.ts'
import { diskFolder, type Figure, median } from './report.ts'

const connections = 32
const rounds = 7
const roundMs = 1500

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

/** Answers a second, on connections that send their next request as soon as they are answered. */
async function rate(port: number, path: string): Promise<number> {
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)
  const began = performance.now()
  const counts = await Promise.all(Array.from({ length: connections }, () => repeat(port, request, began + roundMs)))
  return (counts.reduce((sum, count) => sum + count, 0) * 1000) / (performance.now() - began)
}

function repeat(port: number, request: Buffer, until: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0
    const socket = connect(port, '127.0.0.1')
    socket
      .setNoDelay()
      .once('error', reject)
      .once('close', () => resolve(count))
      // An answer is small and comes in one piece; one that does not look so ends the measurement.
      .on('data', (answer) => {
        if (!answer.toString('latin1', 0, 12).endsWith('200') || answer.at(-1) !== 0x7d)
          return socket.destroy(new Error(`unexpected: ${answer}`))
        count += 1
        return performance.now() < until ? socket.write(request) : socket.destroy()
      })
      .write(request)
  })
}
