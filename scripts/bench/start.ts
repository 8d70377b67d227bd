import { join } from 'node:path'
import { diskFolder, type Figure, median } from '../shared/figures.ts'
import { Service } from '../shared/service.ts'

/** Measures the time from the start of the process to its first answer. Later starts use the compiled code of the first. */
export async function startTime(): Promise<Figure[]> {
  using folder = diskFolder()
  const dataDir = join(folder.dir, 'data')
  const first = await once(dataDir)
  const further: number[] = []
  for (let i = 0; i < 7; i += 1) further.push(await once(dataDir))
  return [
    { what: 'first start to first answer', value: first, unit: 'ms' },
    { what: 'second start to first answer', value: median(further), unit: 'ms', atMost: 500 },
  ]
}

async function once(dataDir: string): Promise<number> {
  const began = performance.now()
  await using service = await Service.launch({ dataDir, env: { LOG_LEVEL: 'info' } })
  const { status } = await fetch(`${service.url}/healthz`)
  if (status !== 200) throw new Error(`/healthz answered ${status}`)
  const took = performance.now() - began
  await service.end('SIGTERM')
  return took
}
