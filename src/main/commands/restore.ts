import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { readConfig } from '#config/config.ts'
import type { Command } from './command.ts'

export const restoreCommand: Command = {
  summary: 'Put a backup in the place of the database. The service must not be running.',
  help: 'The backup is verified first. What was there before is kept beside it, and the name it got is printed.',
  takes: ['<file>'],
  async run({ env, words, say }) {
    const { database, dataDir } = readConfig(env)
    const [{ BackupError, putInPlace, verify }, { lockDataDir }, { clock }] = await Promise.all([
      import('#store/backup.ts'),
      import('#store/lock.ts'),
      import('../log.ts'),
    ])
    if (database.kind !== 'sqlite')
      throw new BackupError('On PostgreSQL backups are restored with its own tools, such as pg_restore.')
    const [file = ''] = words
    // Before anything is touched, the data folder too: it may be a misspelt one.
    await verify(resolve(file))
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    using _lock = lockDataDir(dataDir)
    const aside = await putInPlace(resolve(file), database.file, clock())
    say(`${file} is restored.${aside ? ` What was there before is kept as ${aside}.` : ''}`)
    return 0
  },
}
