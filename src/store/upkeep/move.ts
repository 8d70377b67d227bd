import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { PostgresConfig, SqliteConfig } from '#config/config.ts'
import type { Db } from '../engine/index.ts'
import { openEngine } from '../engine/open.ts'
import { postgres, readOnlyUrl, sqlite, Unavailable } from '../engine/whole-database.ts'
import { migrate, takeTurns } from '../migrations/migrate.ts'
import { inspectDatabase } from './inspect.ts'

/** Why nothing was moved. The message is for the operator. */
export class CannotMove extends Error {
  override name = 'CannotMove'
}

/** Called with the number of copied rows of a table. */
export type Progress = (table: string, done: number, total: number) => void

/**
 * Copies every row of an SQLite database into an empty PostgreSQL in one transaction, and returns their number. The source is only read. The
 * caller holds the lock of the data folder.
 */
export async function move(
  source: SqliteConfig,
  target: PostgresConfig,
  now: number,
  progress: Progress = () => {},
): Promise<number> {
  const { problem, note } = await inspectDatabase(source)
  if (problem) throw new CannotMove(`${source.file} cannot be moved: ${problem}. docs/operating.md says what to do.`)
  if (note)
    throw new CannotMove(
      `${source.file} is from an older version of Fettle. Update it first, without DATABASE_URL: npm run fettle -- migrate`,
    )
  const before = modificationTimes(source.file)
  using from = new DatabaseSync(readOnlyUrl(source.file), { readOnly: true })
  from.exec('begin') // reads one snapshot
  const tables = tablesOf(from)
  // With a pool of one, every other connection belongs to another client.
  await using engine = await openEngine({ ...target, pool: 1 })
  await engine.read(refuseInUse) // before the schema is touched
  await migrate(engine, now)
  return await engine.change(
    async (to) => {
      await takeTurns(engine, to)
      const all = sql.join(tables.map((table) => sql.table(table)))
      // A node that starts now has to wait.
      await sql`lock table ${all} in access exclusive mode`.execute(to)
      await refuseInUse(to)
      // Removes the rows that migrations and a first start wrote.
      await sql`truncate ${all}`.execute(to)
      let rows = 0
      for (const table of tables) rows += await copy(from, to, table, progress)
      await restartSequences(from, to)
      await sql`analyze ${all}`.execute(to)
      if (modificationTimes(source.file) !== before)
        throw new CannotMove(`Something wrote to ${source.file} meanwhile, so nothing was moved. Run it again.`)
      return rows
    },
    { large: true },
  )
}

/** Detects writes, also by commands that take no lock. */
function modificationTimes(file: string): string {
  return ['', '-wal'].map((end) => statSync(file + end, { throwIfNoEntry: false })?.mtimeMs).join()
}

/** All tables, each after the tables it references. Each database has its own `migration`. */
function tablesOf(db: DatabaseSync): string[] {
  const names = db.prepare(
    "select name from sqlite_schema where type = 'table' and name <> 'migration' and name not like 'sqlite\\_%' escape '\\'",
  )
  const references = db.prepare('select "table" as name from pragma_foreign_key_list(?)')
  const ordered = new Set<string>()
  const visit = (name: string) => {
    if (ordered.has(name)) return
    // Rows that reference their own table reference a lower id, which is copied earlier.
    for (const row of references.all(name)) if (row['name'] !== name) visit(String(row['name']))
    ordered.add(name)
  }
  for (const row of names.all()) visit(String(row['name']))
  return [...ordered]
}

/**
 * Throws if another node is connected or if people have used the target. All that people do is in `log`; the prepared first administrator is
 * neither in `log` nor in `person`. A node queries the database every second, so its connections are visible.
 */
async function refuseInUse(to: Db): Promise<void> {
  const others =
    await sql`select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and application_name = current_setting('application_name')`.execute(to)
  if (others.rows.length > 0)
    throw new CannotMove('Another Fettle is running on the PostgreSQL of DATABASE_URL. Stop every node first.')
  for (const table of ['person', 'log'] as const) {
    const known = await sql<{ known: boolean }>`select to_regclass(${table}) is not null as known`.execute(to)
    if (known.rows[0]?.known && (await to.selectFrom(table).select('id').limit(1).execute()).length > 0)
      throw new CannotMove(
        'The PostgreSQL of DATABASE_URL is not empty. Data can only be moved into an empty database. Nothing was changed.',
      )
  }
}

const batch = 1000
const types: Readonly<Record<string, string>> = {
  [sqlite.int]: postgres.int,
  text: 'text',
  [sqlite.bytes]: postgres.bytes,
}
type Row = Readonly<Record<string, unknown>>

/** Copies a table in batches, and compares every value with the one that PostgreSQL stored. */
async function copy(from: DatabaseSync, to: Db, table: string, progress: Progress): Promise<number> {
  const read = from.prepare(`select * from ${table}`)
  const columns = read.columns().map(({ name, type }) => ({ name, list: `${types[String(type).toLowerCase()]}[]` }))
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  const total = Number(from.prepare(`select count(*) as n from ${table}`).get()?.['n'])
  let done = 0
  const fail = (why: unknown): never => {
    if (why instanceof Unavailable) throw why
    throw new CannotMove(`Nothing was moved: PostgreSQL did not accept the table ${table} unchanged (${why}).`)
  }
  const write = async (rows: readonly Row[]) => {
    const lists = columns.map(({ name, list }) => sql`${rows.map((row) => row[name])}::${sql.raw(list)}`)
    const stored = await sql<Row>`insert into ${sql.table(table)} (${names}) overriding system value
      select * from unnest(${sql.join(lists)}) returning ${names}`
      .execute(to)
      .catch(fail)
    for (const [i, row] of rows.entries())
      if (columns.some(({ name }) => !isSame(row[name], stored.rows[i]?.[name]))) fail('it stored something else')
    done += rows.length
    progress(table, done, total)
  }
  let rows: Row[] = []
  for (const row of read.iterate()) {
    if (rows.length === batch) {
      await write(rows)
      rows = []
    }
    rows.push(row)
  }
  await write(rows)
  const counted = (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(to)).rows[0]?.n
  if (counted !== total) fail(`${counted} rows instead of ${total}`)
  return total
}

function isSame(a: unknown, b: unknown): boolean {
  return a instanceof Uint8Array && b instanceof Uint8Array ? Buffer.compare(a, b) === 0 : a === b
}

/** New ids continue after the highest id that was ever used. */
async function restartSequences(from: DatabaseSync, to: Db): Promise<void> {
  for (const { name, seq } of from.prepare('select name, seq from sqlite_sequence').all())
    await sql`alter table ${sql.table(String(name))} alter column id restart with ${sql.lit(Number(seq) + 1)}`.execute(
      to,
    )
}
