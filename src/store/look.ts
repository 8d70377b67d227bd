import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { PostgresConfig, SqliteConfig } from '#config/config.ts'
import { unchanging } from './integrity.ts'
import { lineTo } from './line.ts'
import { migrations, refuseNewer } from './migrate.ts'
import { driftOf } from './recount.ts'
import { runnerOf } from './sqlite-connection.ts'

/** What a look at a database tells: `problem` is why it cannot be used, `note` what a person may want to know. */
export interface Look {
  readonly problem?: string
  readonly note?: string
}

/** Looks at a database without changing it, and never throws: no lock, no migration, no file beside it. */
export function lookAt(config: SqliteConfig | PostgresConfig): Promise<Look> {
  return config.kind === 'sqlite' ? lookAtFile(config.file) : lookAtServer(config.url)
}

async function lookAtFile(file: string): Promise<Look> {
  if (!existsSync(file)) return { note: 'there is none yet: the first start makes it' }
  try {
    const db = new DatabaseSync(asItIs(file), { readOnly: true })
    try {
      const found = Object.values(db.prepare('pragma quick_check(1)').get() ?? {})[0]
      if (found !== 'ok') return { problem: `it is damaged: ${found}` }
      const ours = db.prepare("select 1 from sqlite_schema where name = 'migration'").get()
      const look = schema(ours ? db.prepare('select name from migration').all() : [])
      return look.note ? look : counted(await driftOf(lineTo('sqlite', runnerOf(db))))
    } finally {
      db.close()
    }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

/** The address under which a database is read and nothing laid beside it. */
export function asItIs(file: string): URL {
  // Without a log beside it nobody has it open, and SQLite need not lay one out to be allowed to read.
  return existsSync(`${file}-wal`) ? pathToFileURL(file) : unchanging(file)
}

async function lookAtServer(url: string): Promise<Look> {
  const [{ default: pg }, { getTypeParser }] = await Promise.all([import('pg'), import('./postgres.ts')])
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
    types: { getTypeParser },
  })
  client.on('error', () => {}) // a connection that breaks later on has been answered for already
  try {
    await client.connect()
    const [server] = (await client.query<Server>(askServer)).rows
    if (server?.standby) return { problem: 'it is a standby and takes no changes' }
    const look = schema(server?.ours ? (await client.query('select name from migration')).rows : [])
    if (look.note) return server?.mayCreate ? look : { problem: 'this user may not create tables in it' }
    return counted(await driftOf(lineTo('postgres', async ({ sql, parameters }) => client.query(sql, [...parameters]))))
  } catch (error) {
    return { problem: whyNot(error) }
  } finally {
    void client.end().catch(() => {})
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

function schema(rows: readonly Record<string, unknown>[]): Look {
  const names = rows.map((row) => String(row['name']))
  refuseNewer(names)
  const missing = Object.keys(migrations).filter((name) => !names.includes(name))
  return missing.length > 0 ? { note: `the next start brings its schema up to date (${missing.join(', ')})` } : {}
}

/** The counts beside the tickets give every total; one that is off would stay off. */
function counted(drift: number): Look {
  return drift === 0 ? {} : { problem: `${drift} of the counts it keeps do not agree with its tickets` }
}

/** The server's own words may repeat what it was given, so they are put into ours. */
function whyNot(error: unknown): string {
  const { code = '', name = '', message = '' } = error as { code?: string; name?: string; message?: string } // pg throws Errors
  if (name === 'NewerSchema') return message
  if (code === '28P01' || code === '28000') return 'the server does not take this user and password'
  if (code === '3D000') return 'the server has no database of this name'
  if (code === '42501') return 'this user may not read the database'
  return `the server does not answer (${code || 'no answer in time'})`
}
