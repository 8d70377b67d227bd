import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresConfig, SqliteConfig } from '#config/config.ts'
import { damageRemedy, isEmptied } from '../backup-files.ts'
import { findDamageInChildProcess, readOnlyUrl, stateOf } from '../engine/whole-database.ts'
import { migrations, refuseNewer } from '../migrations/migrate.ts'
import { strangePictureName } from './picture-names.ts'

/** The state of a database. `problem` is why it cannot be used. */
export interface Inspection {
  readonly problem?: string
  /** How to fix the problem, if known. */
  readonly remedy?: string
  readonly note?: string
}

/** Checks whether a database can be used. Takes no lock, changes nothing, and never throws. */
export function inspectDatabase(config: SqliteConfig | PostgresConfig): Promise<Inspection> {
  return config.kind === 'sqlite' ? inspectFile(config) : inspectServer(config.url)
}

async function inspectFile(config: SqliteConfig): Promise<Inspection> {
  const { file } = config
  const damageReport = (what: string): Inspection => ({
    problem: `it is damaged: ${what}`,
    remedy: damageRemedy(config),
  })
  if (isEmptied(config)) return damageReport('it is empty')
  if (!existsSync(file)) return { note: 'there is none yet: the first start makes it' }
  try {
    const found = await findDamageInChildProcess(file, stateOf(file), 'full').result
    if (found) return damageReport(found)
    using db = new DatabaseSync(readOnlyUrl(file), { readOnly: true })
    const orphans = db.prepare('pragma foreign_key_check').all().length
    if (orphans > 0) return { problem: `${orphans} of its rows refer to something that is not there` }
    const strange = strangePictureName(db)
    if (strange) return { problem: `${strange} contains a name that no picture can have` }
    const ours = db.prepare("select 1 from sqlite_schema where name = 'migration'").get()
    return inspectSchema(ours ? db.prepare('select name from migration').all() : [])
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

async function inspectServer(url: string): Promise<Inspection> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeLimitMs,
    query_timeout: timeLimitMs,
    application_name: 'fettle-look',
  })
  client.on('error', () => {}) // without a listener, a late error would end the process
  try {
    await client.connect()
    const [server] = (await client.query<Server>(serverQuery)).rows
    if (server?.standby) return { problem: 'it is a standby and takes no changes' }
    const inspected = inspectSchema(server?.ours ? (await client.query('select name from migration')).rows : [])
    if (inspected.note && !server?.mayCreate) return { problem: 'this user may not create tables in it' }
    return inspected
  } catch (error) {
    return { problem: problemOf(error) }
  } finally {
    // Frees the connection on the server before the caller opens a pool.
    await Promise.race([client.end().catch(() => {}), pause(timeLimitMs, undefined, { ref: false })])
  }
}

const timeLimitMs = 2000

interface Server {
  standby: boolean
  ours: string | null
  mayCreate: boolean | null
}
const serverQuery = `select pg_is_in_recovery() as standby, to_regclass('migration') as ours,
  has_schema_privilege(current_schema(), 'create') as "mayCreate"`

function inspectSchema(rows: readonly Record<string, unknown>[]): Inspection {
  const names = rows.map((row) => String(row['name']))
  refuseNewer(names)
  const missing = Object.keys(migrations).filter((name) => !names.includes(name))
  return missing.length > 0 ? { note: `the next start brings its schema up to date (${missing.join(', ')})` } : {}
}

/** Describes an error in Fettle's own words, because the server's message may repeat the password. */
function problemOf(error: unknown): string {
  const { code = '', name = '', message = '' } = error as { code?: string; name?: string; message?: string } // pg throws Errors
  if (name === 'NewerSchema') return message
  if (code === '28P01' || code === '28000') return 'the server does not take this user and password'
  if (code === '3D000') return 'the server has no database of this name'
  if (code === '53300')
    return 'the server has no connection left for us (53300): raise its max_connections, or lower DATABASE_POOL'
  if (code === '42501') return 'this user may not read the database'
  return `the server does not answer (${code || 'no answer in time'})`
}

/** The times of the first and last entry in the operation log of an SQLite database. */
export function activityIn(file: string): { readonly first: number; readonly last: number } | undefined {
  if (!existsSync(file)) return undefined
  using db = new DatabaseSync(readOnlyUrl(file), { readOnly: true })
  const { first, last } = db.prepare('select min(at) as first, max(at) as last from log').get() ?? {}
  return typeof first === 'number' && typeof last === 'number' ? { first, last } : undefined
}
