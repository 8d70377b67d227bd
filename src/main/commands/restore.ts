import { resolve } from 'node:path'
import { readConfig } from '#config/config.ts'
import { makeFolder } from '#store/durable-files.ts'
import { lockDataDir } from '#store/engine/whole-database.ts'
import { BackupError, putInPlace, verify } from '#store/upkeep/backup.ts'
import { assertRegularPictures, restorePictures } from '../backups.ts'
import { clock } from '../log.ts'
import type { CommandInput } from './command.ts'

export async function runRestoreCommand({ env, words, say }: CommandInput): Promise<number> {
  const config = readConfig(env)
  const { database, dataDir } = config
  if (database.kind !== 'sqlite')
    throw new BackupError('On PostgreSQL backups are restored with its own tools, such as pg_restore.')
  const [file = ''] = words
  // Before the data folder is created, because its name may be misspelt.
  await verify(resolve(file))
  await assertRegularPictures(config, file)
  await makeFolder(dataDir)
  using _lock = lockDataDir(dataDir)
  const aside = await putInPlace(resolve(file), database.file, clock())
  say(`${file} has been restored.${aside ? ` The previous database is kept as ${aside}.` : ''}`)
  const pictures = await restorePictures(config, file)
  if (pictures && pictures.count > 0) say(`Its pictures (${pictures.count}) have been restored.`)
  if (pictures?.missing)
    say(`Pictures missing or incomplete in ${pictures.folder}, so they cannot be shown: ${pictures.missing}.`)
  return 0
}
