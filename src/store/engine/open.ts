import { existsSync } from 'node:fs'
import type { PostgresConfig, SqliteConfig } from '#config/config.ts'
import { damageRemedy, isEmptied } from '../backup-files.ts'
import { preparePrivate } from '../private-files.ts'
import { type Engine, type EngineOptions, Unavailable } from './engine.ts'
import {
  CheckError,
  clearDamageMark,
  DamageError,
  type Depth,
  findDamage,
  findObviousDamage,
  isSmall,
  requiredCheck,
} from './integrity.ts'
import { IntegrityWatch } from './integrity-watch.ts'
import { SqliteEngine } from './sqlite.ts'
import { isFault } from './sqlite-connection.ts'

export interface OpenOptions extends EngineOptions {
  /** Receives what an administrator has to read at once. */
  readonly alarm?: (text: string) => void
  /** The most changes in one commit, for the benchmark. */
  readonly group?: number
}

/** Opens the configured database. The driver of PostgreSQL is loaded only if it is used. */
export async function openEngine(config: SqliteConfig | PostgresConfig, options: OpenOptions = {}): Promise<Engine> {
  if (config.kind === 'sqlite') return openSqlite(config, options)
  const { PostgresEngine } = await import('./postgres.ts')
  return new PostgresEngine({ ...config, ...options })
}

/**
 * Obvious damage is looked for before every start. After a crash or a restore the whole file is checked first, unless it is so large that the
 * check runs while the service starts. After any other start, a full check runs in the background. Damage stops all writes.
 */
async function openSqlite(config: SqliteConfig, options: OpenOptions): Promise<Engine> {
  const { file } = config
  const { alarm = () => {}, report = () => {} } = options
  const damaged = (what: string) => new DamageError(file, what, damageRemedy(config))
  if (isEmptied(config)) throw damaged('it is empty')
  let isOpen = false
  const integrity = new IntegrityWatch(file, { alarm: (what) => isOpen && alarm(damaged(what).message), report })
  const required = requiredCheck(file)
  const outcome = existsSync(file) ? checkFirst(file, required) : 'intact'
  if (outcome !== 'intact') {
    const check = integrity.check(outcome === 'damaged' ? (required ?? 'quick') : 'full')
    if (outcome === 'damaged') await check
  }
  try {
    const damage = integrity.damage()
    if (damage) throw damaged(damage)
    preparePrivate(file)
    const engine = new SqliteEngine(file, { ...options, integrity })
    isOpen = true
    if (outcome === 'intact') required === 'full' ? clearDamageMark(file) : integrity.checkSoon()
    return engine
  } catch (error) {
    await integrity.close()
    throw isFault(error) ? new Unavailable(String(error), { cause: error }) : error
  }
}

/** What this process can check by itself. A check in a child process has to confirm damage. */
function checkFirst(file: string, required: Depth | undefined): 'intact' | 'damaged' | 'unknown' {
  try {
    if (findObviousDamage(file)) return 'damaged'
    if (!required) return 'intact'
    if (!isSmall(file)) return 'unknown'
    return findDamage(file, 'live', required) ? 'damaged' : 'intact'
  } catch (error) {
    if (error instanceof CheckError) return 'unknown'
    throw error
  }
}
