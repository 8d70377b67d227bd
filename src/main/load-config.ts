import { type Config, ConfigError, type Environment, tryConfig } from '#config/config.ts'
import { assertPortFree } from '#http/listeners.ts'
import { DataFolderInUse, lockDataDir } from '#store/engine/whole-database.ts'
import { inspectDatabase } from '#store/upkeep/inspect.ts'
import { makeDataDir, unwritableReason } from './folders.ts'

/** Reads the configuration and checks folders, database and, before a start, the port. It reports all problems together. */
export async function loadConfig(env: Environment, { serving = false } = {}): Promise<Config> {
  const { config, problems } = tryConfig(env)
  const invalid = new Set(problems.map(({ name }) => name))
  const checks = [
    folders(config, serving),
    invalid.has('DATABASE_URL') ? [] : database(config),
    !serving || invalid.has('PORT') || invalid.has('HOST') ? [] : port(config),
  ]
  const all = [...problems.map(({ text }) => text), ...(await Promise.all(checks)).flat()]
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

/** Opening a file reports its own errors. A server may be unreachable, so it is asked here. */
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
    const { code } = error as NodeJS.ErrnoException // sockets throw system errors
    return [
      code === 'EADDRINUSE'
        ? `PORT ${port} is in use`
        : `Fettle cannot listen on HOST ${host} and PORT ${port} (${code})`,
    ]
  }
}
