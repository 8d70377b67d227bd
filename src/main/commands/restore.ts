import { resolve } from 'node:path'
import { readConfig } from '#config/config.ts'
import type { Command } from './command.ts'

export const restoreCommand: Command = {
  summary: 'Put a backup in the place of the database. The service must not be running.',
  help: 'The backup is verified first. Pictures are brought back from fettle-pictures beside it. What was there before is kept beside it, and the name it got is printed.',
  takes: ['<file>'],
  async run({ env, words, say }) {
    const config = readConfig(env)
    const { database, dataDir } = config
    const [
      { BackupError, putInPlace, verify },
      { makeFolder },
      { assertRegularPictures, restorePictures },
      { lockDataDir },
      { clock },
    ] = await Promise.all([
      import('#store/upkeep/backup.ts'),
      import('#store/durable-files.ts'),
      import('../backups.ts'),
      import('#store/engine/whole-database.ts'),
      import('../log.ts'),
    ])
    if (database.kind !== 'sqlite')
      throw new BackupError('On PostgreSQL backups are restored with its own tools, such as pg_restore.')
    const [file = ''] = words
    // Before anything is touched, the data folder too: it may be a misspelt one.
    await verify(resolve(file))
    await assertRegularPictures(config, file)
    await makeFolder(dataDir)
    using _lock = lockDataDir(dataDir)
    const aside = await putInPlace(resolve(file), database.file, clock())
    say(`${file} is restored.${aside ? ` What was there before is kept as ${aside}.` : ''}`)
    const pictures = await restorePictures(config, file)
    if (pictures && pictures.count > 0) say(`Its pictures (${pictures.count}) are in place.`)
    if (pictures?.missing)
      say(`Missing or cut off in ${pictures.folder}, so that they cannot be shown: ${pictures.missing}.`)
    return 0
  },
}
