import { existsSync } from 'node:fs'
import { readConfig } from '#config/config.ts'
import type { Command } from './command.ts'

const saidEach = 100_000

export const moveCommand: Command = {
  summary: 'Copy everything from SQLite into an empty PostgreSQL. The service must not be running.',
  help: `DATABASE_URL names the PostgreSQL it goes to. It comes from fettle.db in DATA_DIR, which is only read.

Every row is compared on arrival, and the way is all or nothing: if anything goes wrong, or it is killed, PostgreSQL stays
as empty as before and it can be run again. Ids, logins and passwords stay what they are. Pictures are not touched.`,
  takes: [],
  async run({ env, say }) {
    const { database: target, dataDir, media } = readConfig(env)
    // What would be used if it were not for DATABASE_URL.
    const { database: source } = readConfig({ ...env, DATABASE_URL: undefined, DATABASE_URL_FILE: undefined })
    const [{ mediaFolder }, { CannotMove, move }, { lockDataDir }, { loadConfig }, { clock }] = await Promise.all([
      import('#adapters/media/disk.ts'),
      import('#store/upkeep/move.ts'),
      import('#store/engine/whole-database.ts'),
      import('../load-config.ts'),
      import('../log.ts'),
    ])
    if (target.kind !== 'postgres' || source.kind !== 'sqlite')
      throw new CannotMove('Set DATABASE_URL to the PostgreSQL that everything is to be moved to.')
    // Before anything is touched, the data folder too: it may be a misspelt one.
    if (!existsSync(source.file)) throw new CannotMove(`There is nothing to move: ${source.file} does not exist.`)
    await loadConfig(env)
    using _lock = lockDataDir(dataDir)
    const rows = await move(source, target, clock(), (table, done, total) => {
      if (done === total) say(`${table.padEnd(12)}${total}`)
      else if (done % saidEach === 0) say(`${table.padEnd(12)}${done} of ${total}`)
    })
    const pictures =
      media.kind === 'disk'
        ? `stay in ${mediaFolder(dataDir)}: several nodes have to share that folder, or use an S3 store.`
        : 'stay in the S3 store, for all nodes.'
    say(`
Everything is in PostgreSQL: ${rows} rows, each compared with SQLite's. What now:

- Start Fettle with DATABASE_URL set, and not without it again: there everything is as it was before the move.
- Pictures ${pictures}
- Backups are made with PostgreSQL's own tools, such as pg_dump: Fettle takes none of it.
- ${source.file} is as it was. Remove it and its backups when nobody misses anything: they hold names and phone numbers.`)
    return 0
  },
}
