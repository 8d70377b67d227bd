import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { readConfig } from '#config/config.ts'
import { BackupError, backup } from '#store/upkeep/backup.ts'
import { backUpPictures } from '../backups.ts'
import { CommandError, type CommandInput } from './command.ts'

export async function runBackupCommand({ env, words, say }: CommandInput): Promise<number> {
  const config = readConfig(env)
  const { database } = config
  if (database.kind !== 'sqlite')
    throw new BackupError('On PostgreSQL backups are made with its own tools, such as pg_dump.')
  if (!existsSync(database.file)) throw new BackupError(`There is no database yet: ${database.file} does not exist.`)
  const [file = ''] = words
  let shown = 0
  const progress = (done: number, total: number) => {
    const percent = Math.floor((100 * done) / Math.max(total, 1))
    if (percent >= shown + 10) say(`${percent} %`)
    shown = percent - (percent % 10)
  }
  using stop = stopBySignal()
  const pictures = await (async () => {
    await backup(database.file, resolve(file), { progress, signal: stop.signal })
    say(`${file} has been written and verified.`)
    return backUpPictures(config, database.file, file, stop.signal)
  })().catch((error: unknown) => {
    throw stop.signal.aborted ? new CommandError('The backup was stopped before it was complete.') : error
  })
  if (!pictures) say('Pictures are in the S3 store: back it up yourself.')
  else if (pictures.count > 0) say(`Its pictures (${pictures.count}) are in ${pictures.folder}: keep both together.`)
  if (pictures?.missing) say(`Pictures missing or incomplete in the data folder: ${pictures.missing}.`)
  return 0
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The first signal aborts, so that the unfinished file can be removed. The second one ends the process as usual. */
function stopBySignal(): Disposable & { readonly signal: AbortSignal } {
  const stop = new AbortController()
  const abort = () => stop.abort()
  for (const signal of signals) process.once(signal, abort)
  return {
    signal: stop.signal,
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, abort)
    },
  }
}
