import { join } from 'node:path'
import type { DialectName } from '#store/engine/whole-database.ts'
import { ownPostgres } from '../../../test/support/postgres.ts'
import { byTurns, diskFolder, type Figure, median, medianRatio } from '../../shared/figures.ts'
import { Service } from '../../shared/service.ts'
import { endpoints, target } from './endpoints.ts'
import { copyForBare, type Prepared, postgresSettings, prepare } from './prepare.ts'

const plan = { connections: 32, rounds: 5, ms: 1200 }

/** Measures the answers a second of Fettle and of a bare server by turns, on each database, and their ratio. */
export async function speed(): Promise<Figure[]> {
  using folders = new DisposableStack()
  const embedded = await compare('sqlite', await prepare({ dir: folders.use(diskFolder()).dir }))
  await using server = await ownPostgres(postgresSettings)
  const remote = await compare('postgres', await prepare({ dir: folders.use(diskFolder()).dir, postgres: server.url }))
  return [...embedded, ...remote]
}

async function compare(kind: DialectName, prepared: Prepared): Promise<Figure[]> {
  const { dataDir, env } = prepared
  const copy = await copyForBare(prepared)
  await using service = await Service.launch({ dataDir, env })
  // The bare server answers with a fixed text where the answer does not change.
  const constant = await (await fetch(`${service.url}/duty/info`)).text()
  const program = join(import.meta.dirname, 'bare.ts')
  await using nothing = await Service.launch({
    command: [process.execPath, '--max-semi-space-size=8', program, kind, copy, constant],
    dataDir,
  })
  const ours = target(service.url, prepared, plan)
  const theirs = target(nothing.url, prepared, plan)
  const figures: Figure[] = []
  for (const endpoint of endpoints) {
    const [bare, fettle] = await byTurns(
      plan,
      async () => (await theirs(endpoint)).perSecond,
      async () => (await ours(endpoint)).perSecond,
    )
    figures.push({
      what: `${kind}: ${endpoint.name}, ${Math.round(median(fettle))}/s of ${Math.round(median(bare))}/s`,
      value: medianRatio(fettle, bare),
      unit: 'times',
      atLeast: endpoint.atLeast[kind],
    })
  }
  return figures
}
