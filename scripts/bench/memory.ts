import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { diskFolder, type Figure } from '../shared/figures.ts'
import { Service } from '../shared/service.ts'

export async function idleMemory(): Promise<Figure[]> {
  using folder = diskFolder()
  const dataDir = join(folder.dir, 'data')
  await using first = await Service.launch({ dataDir })
  await first.end('SIGTERM')
  await using service = await Service.launch({ dataDir })
  await fetch(`${service.url}/healthz`)
  await pause(3000) // until memory that only the start needed is returned
  return [{ what: 'idle memory (resident)', value: service.memory(), unit: 'MB', atMost: 120 }]
}
