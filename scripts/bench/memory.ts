import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { diskFolder, type Figure } from '../shared/figures.ts'
import { Service } from '../shared/service.ts'

/** How much memory an idle service keeps. */
export async function idleMemory(): Promise<Figure[]> {
  using folder = diskFolder()
  const dataDir = join(folder.dir, 'data')
  await using first = await Service.launch({ dataDir })
  await first.end('SIGTERM')
  await using service = await Service.launch({ dataDir })
  await fetch(`${service.url}/healthz`)
  await pause(3000) // what the start needed and let go is given back by then, or not at all
  return [{ what: 'idle memory (resident)', value: service.memory(), unit: 'MB', atMost: 120 }]
}
