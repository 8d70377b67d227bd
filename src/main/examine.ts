import { existsSync } from 'node:fs'
import { connectPorts } from '#adapters/index.ts'
import type { Config } from '#config/config.ts'
import { findDamage } from '#store/integrity.ts'
import { openEngine } from '#store/open.ts'
import { Store } from '#store/store.ts'

export interface Finding {
  readonly what: string
  /** What is wrong, or nothing. */
  readonly problem: string | undefined
}

/** Looks at everything the service depends on, without changing any of it. */
export async function examine(config: Config): Promise<Finding[]> {
  const findings = [...(await database(config))]
  const ports = await connectPorts(config, () => {})
  for (const [what, port] of Object.entries(ports))
    if (port) findings.push({ what, problem: await problemOf(() => port.check()) })
  return findings
}

async function database({ database: db }: Config): Promise<Finding[]> {
  if (db.kind === 'sqlite') {
    if (!existsSync(db.file)) return [{ what: 'database (none yet: the first start makes it)', problem: undefined }]
    const damage = findDamage(db.file)
    if (damage) return [{ what: 'database', problem: `damaged: ${damage}` }]
  }
  let drift = 0
  const problem = await problemOf(async () => {
    await using store = new Store(await openEngine(db))
    await store.probe()
    drift = await store.read((tx) => tx.statistics.drift())
  })
  const counted = drift === 0 ? undefined : `${drift} of them do not agree with the tickets`
  return [
    { what: `database (${db.kind})`, problem },
    ...(problem === undefined ? [{ what: 'counts of tickets', problem: counted }] : []),
  ]
}

async function problemOf(work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
