import { join, resolve } from 'node:path'
import type { DialectName } from '#store/engine/whole-database.ts'
import { ownPostgres } from '../../../test/support/postgres.ts'
import { diskFolder, type Figure, interleaved, median, medianRatio } from '../../shared/figures.ts'
import { Service } from '../../shared/service.ts'
import { endpoints, target } from './endpoints.ts'
import { ownRoot, postgresSettings, prepare } from './prepare.ts'

// Many short turns, so that other work of the machine disturbs both alike.
const plan = { connections: 1, rounds: 15, ms: 200 }

/** Compares the time of one request at a time with another checkout of Fettle, by turns. */
export async function speedAgainst(folder: string): Promise<Figure[]> {
  const embedded = await compare('sqlite', folder)
  await using server = await ownPostgres(postgresSettings)
  return [...embedded, ...(await compare('postgres', folder, server.url))]
}

async function compare(kind: DialectName, folder: string, postgres?: string): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack()
  const started = async (root: string, database: string) => {
    const { dir } = stack.use(diskFolder())
    const prepared = await prepare({ dir, root, database, postgres })
    const { dataDir, env } = prepared
    const command = [process.execPath, '--max-semi-space-size=8', join(root, 'bin/fettle.js'), 'start']
    const service = stack.use(await Service.launch({ command, dataDir, env }))
    return target(service.url, prepared, plan)
  }
  const before = await started(resolve(folder), 'before')
  const now = await started(ownRoot, 'now')
  const figures: Figure[] = []
  for (const endpoint of endpoints) {
    const [old, own] = await interleaved(
      plan,
      async () => (await before(endpoint)).ms,
      async () => (await now(endpoint)).ms,
    )
    figures.push({
      what: `${kind}: ${endpoint.name} alone, p50 ${median(own).toFixed(2)} ms, there ${median(old).toFixed(2)} ms`,
      value: medianRatio(own, old),
      unit: 'times',
      atMost: 1.05, // equal versions may differ this much
    })
  }
  return figures
}
