import { existsSync } from 'node:fs'
import { mediaFolder } from '#adapters/media/disk.ts'
import { readConfig } from '#config/config.ts'
import { lockDataDir } from '#store/engine/whole-database.ts'
import { CannotMove, move } from '#store/upkeep/move.ts'
import { loadConfig } from '../load-config.ts'
import { clock } from '../log.ts'
import type { CommandInput } from './command.ts'

const progressRows = 100_000

export async function runMoveCommand({ env, say }: CommandInput): Promise<number> {
  const { database: target, dataDir, media } = readConfig(env)
  // The SQLite database that the service uses without DATABASE_URL.
  const { database: source } = readConfig({ ...env, DATABASE_URL: undefined, DATABASE_URL_FILE: undefined })
  if (target.kind !== 'postgres' || source.kind !== 'sqlite')
    throw new CannotMove('Set DATABASE_URL to the PostgreSQL that the data is to be moved to.')
  // Before the data folder is created, because its name may be misspelt.
  if (!existsSync(source.file)) throw new CannotMove(`There is nothing to move: ${source.file} does not exist.`)
  await loadConfig(env)
  using _lock = lockDataDir(dataDir)
  const rows = await move(source, target, clock(), (table, done, total) => {
    if (done === total) say(`${table.padEnd(12)}${total}`)
    else if (done % progressRows === 0) say(`${table.padEnd(12)}${done} of ${total}`)
  })
  const pictures =
    media.kind === 'disk'
      ? `stay in ${mediaFolder(dataDir)}: several nodes have to share that folder, or use an S3 store.`
      : 'stay in the S3 store, for all nodes.'
  say(`
Everything is in PostgreSQL: ${rows} rows, each compared with SQLite's. Next steps:

- Start Fettle with DATABASE_URL set, and never without it again: you would see the data from before the move.
- Pictures ${pictures}
- Backups are made with PostgreSQL's own tools, such as pg_dump: Fettle does not back it up.
- ${source.file} was not changed. Remove it and its backups when you no longer need them: they contain names and phone numbers.`)
  return 0
}
