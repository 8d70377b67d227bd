import { type Config, ConfigError, type Environment, tryConfig } from '#config/config.ts'
import { assertPortFree } from '#http/listeners.ts'
import { DataFolderInUse, lockDataDir } from '#store/engine/whole-database.ts'
import { inspectDatabase } from '#store/upkeep/inspect.ts'
import { makeDataDir, unwritableReason } from './folders.ts'

/**
 * The configuration, once the world has been asked about it too: the folders, the database and, for a service that is to
 * start, its port. Everything that is wrong is said at once, so that it is mended at once.
 */
export async function loadConfig(env: Environment, { serving = false } = {}): Promise<Config> {
  const { config, problems } = tryConfig(env)
  const flawed = new Set(problems.map(({ name }) => name))
  const outside = [
    folders(config, serving),
    flawed.has('DATABASE_URL') ? [] : database(config),
    !serving || flawed.has('PORT') || flawed.has('HOST') ? [] : port(config),
  ]
  const all = [...problems.map(({ text }) => text), ...(await Promise.all(outside)).flat()]
  if (all.length > 0) throw new ConfigError(all)
  return config
}

async function folders({ dataDir, database: db }: Config, serving: boolean): Promise<string[]> {
  const data = await makeDataDir(dataDir)
  if (data) return [`DATA_DIR ${dataDir} cannot be used: ${data}`]
  if (db.kind !== 'sqlite') return []
  const backups = unwritableReason(db.backups.dir)
  return [
    ...(backups ? [`BACKUP_DIR ${db.backups.dir} cannot be used: ${backups}`] : []),
    ...(serving ? inUse(dataDir) : []),
  ]
}

function inUse(dataDir: string): string[] {
  try {
    lockDataDir(dataDir)[Symbol.dispose]()
    return []
  } catch (error) {
    return [error instanceof DataFolderInUse ? error.message : `DATA_DIR ${dataDir} cannot be used: ${error}`]
  }
}

/** A file tells when it is opened; a server is asked, because it may be gone, or never have been there. */
async function database({ database: db }: Config): Promise<string[]> {
  if (db.kind === 'sqlite') return []
  const { problem } = await inspectDatabase(db)
  return problem ? [`DATABASE_URL cannot be used: ${problem}`] : []
}

async function port({ http: { host, port } }: Config): Promise<string[]> {
  try {
    await assertPortFree(host, port)
    return []
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException // a socket's errors are the system's
    return [
      code === 'EADDRINUSE'
        ? `PORT ${port} is in use`
        : `HOST ${host} and PORT ${port} cannot be listened on (${code})`,
    ]
  }
}
