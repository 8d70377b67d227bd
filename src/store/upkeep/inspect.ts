import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresConfig, SqliteConfig } from '#config/config.ts'
import { asItIs, findDamageBeside, stateOf } from '../engine/whole-database.ts'
import { migrations, refuseNewer } from '../migrations/migrate.ts'
import { damageRemedy, emptied } from './nightly-backup.ts'
import { strangePictureName } from './picture-names.ts'

/** What a look at a database tells: `problem` is why it cannot be used, `note` what a person may want to know. */
export interface Inspection {
  readonly problem?: string
  /** What helps, where we know. */
  readonly remedy?: string
  readonly note?: string
}

/**
 * Looks whether a database can be used, without changing it, and never throws: no lock, no migration, no file beside it. A start asks
 * no more than this, so that it is quick however much there is.
 */
export function inspectDatabase(config: SqliteConfig | PostgresConfig): Promise<Inspection> {
  return config.kind === 'sqlite' ? lookAtFile(config) : lookAtServer(config.url)
}

async function lookAtFile(config: SqliteConfig): Promise<Inspection> {
  const { file } = config
  const damaged = (what: string): Inspection => ({ problem: `it is damaged: ${what}`, remedy: damageRemedy(config) })
  if (emptied(config)) return damaged('it is empty')
  if (!existsSync(file)) return { note: 'there is none yet: the first start makes it' }
  try {
    const found = await findDamageBeside(file, stateOf(file), 'full').result
    if (found) return damaged(found)
    const db = new DatabaseSync(asItIs(file), { readOnly: true })
    try {
      const orphans = db.prepare('pragma foreign_key_check').all().length
      if (orphans > 0) return { problem: `${orphans} of its rows refer to something that is not there` }
      const strange = strangePictureName(db)
      if (strange) return { problem: `${strange} contains a name that no picture can have` }
      const ours = db.prepare("select 1 from sqlite_schema where name = 'migration'").get()
      return schema(ours ? db.prepare('select name from migration').all() : [])
    } finally {
      db.close()
    }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

async function lookAtServer(url: string): Promise<Inspection> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
    application_name: 'fettle-look',
  })
  client.on('error', () => {}) // a connection that breaks later on has been answered for already
  try {
    await client.connect()
    const [server] = (await client.query<Server>(askServer)).rows
    if (server?.standby) return { problem: 'it is a standby and takes no changes' }
    const look = schema(server?.ours ? (await client.query('select name from migration')).rows : [])
    if (look.note && !server?.mayCreate) return { problem: 'this user may not create tables in it' }
    return look
  } catch (error) {
    return { problem: whyNot(error) }
  } finally {
    // The place on the server is free again before the caller opens a pool.
    await Promise.race([client.end().catch(() => {}), pause(patienceMs, undefined, { ref: false })])
  }
}

const patienceMs = 2000

interface Server {
  standby: boolean
  ours: string | null
  mayCreate: boolean | null
}
const askServer = `select pg_is_in_recovery() as standby, to_regclass('migration') as ours,
  has_schema_privilege(current_schema(), 'create') as "mayCreate"`

function schema(rows: readonly Record<string, unknown>[]): Inspection {
  const names = rows.map((row) => String(row['name']))
  refuseNewer(names)
  const missing = Object.keys(migrations).filter((name) => !names.includes(name))
  return missing.length > 0 ? { note: `the next start brings its schema up to date (${missing.join(', ')})` } : {}
}

/** The server's own words may repeat what it was given, so they are put into ours. */
function whyNot(error: unknown): string {
  const { code = '', name = '', message = '' } = error as { code?: string; name?: string; message?: string } // pg throws Errors
  if (name === 'NewerSchema') return message
  if (code === '28P01' || code === '28000') return 'the server does not take this user and password'
  if (code === '3D000') return 'the server has no database of this name'
  if (code === '53300')
    return 'the server has no connection left for us (53300): raise its max_connections, or lower DATABASE_POOL'
  if (code === '42501') return 'this user may not read the database'
  return `the server does not answer (${code || 'no answer in time'})`
}
