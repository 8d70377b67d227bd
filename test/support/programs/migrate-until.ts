import { once } from 'node:events'
import type { PostgresConfig, SqliteConfig } from '#config/config.ts'
import { openEngine } from '#store/engine/open.ts'
import { migrate } from '#store/migrations/migrate.ts'
import { engineWithHook } from '../engine-hook.ts'

// Migrates a database and freezes before the given statement that changes it.
const [given = '', stop = ''] = process.argv.slice(2)
const config = JSON.parse(given) as SqliteConfig | PostgresConfig // as the test passes it
await using engine = await openEngine(config)
const halting = engineWithHook(engine, async (statement) => {
  if (statement !== Number(stop)) return
  process.stdout.write('stopped\n')
  await once(process.stdin, 'data')
})
process.stdout.write(`${JSON.stringify(await migrate(halting, 0))}\n`)
process.stdin.destroy()
