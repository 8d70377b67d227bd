import assert from 'node:assert/strict'
import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import type { SqliteConfig } from '#config/config.ts'
import { statuses } from '#contract/codes.ts'
import { main } from '#main/cli.ts'
import { sqlite } from '#store/engine/dialects.ts'
import { Unavailable } from '#store/engine/engine.ts'
import { openEngine } from '#store/engine/open.ts'
import { PostgresEngine } from '#store/engine/postgres.ts'
import { lockNumber, migrate, migrations, NewerSchema } from '#store/migrations/migrate.ts'
import type { TicketUpdate } from '#store/tickets/tickets.ts'
import { Child } from '../support/child.ts'
import {
  type FreshDatabase,
  freshDatabase,
  freshStore,
  onEachDatabase,
  postgresUrl,
  runAsAdministrator,
} from '../support/databases.ts'
import { engineWithHook } from '../support/engine-hook.ts'

const names = Object.keys(migrations)

/** The applied migrations and the tables of a database. */
async function standing(fresh: FreshDatabase): Promise<{ applied: string[]; tables: string[] }> {
  await using database = await plainly(fresh)
  const tables = await database.names(tablesOf[fresh.config.kind])
  const applied = tables.includes('migration') ? await database.names('select name from migration') : []
  return { applied, tables: tables.filter((name) => name !== 'migration') }
}

const tablesOf = {
  sqlite: "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
  postgres: "select tablename as name from pg_tables where schemaname = 'public' order by tablename",
}

/** A plain connection without the engine, opened after every statement. */
async function plainly({
  config,
}: FreshDatabase): Promise<AsyncDisposable & { names(query: string): Promise<string[]> }> {
  if (config.kind === 'sqlite') {
    const db = new DatabaseSync(config.file)
    return {
      names: async (query) =>
        db
          .prepare(query)
          .all()
          .map(({ name }) => String(name)),
      [Symbol.asyncDispose]: async () => db.close(),
    }
  }
  const client = new pg.Client(config.url)
  await client.connect()
  return {
    names: async (query) => (await client.query(query)).rows.map(({ name }) => name),
    [Symbol.asyncDispose]: () => client.end(),
  }
}

/** The tables that the first migrations create and rename, by their statements. */
function made(upTo: number): string[] {
  const tables = new Set<string>()
  for (const statement of names.slice(0, upTo).flatMap((name) => migrations[name]?.(sqlite) ?? [])) {
    const [, created] = /^create table (\w+)/.exec(statement) ?? []
    const [, old, renamed] = /^alter table (\w+) rename to (\w+)/.exec(statement) ?? []
    if (old) tables.delete(old)
    for (const name of [created, renamed]) if (name) tables.add(name)
  }
  return [...tables].sort()
}

// Each migration also writes its own row, and all share the table of migrations.
const statements = 1 + Object.values(migrations).reduce((sum, step) => sum + step(sqlite).length + 1, 0)

/** Asserts that the database is between two steps. Answers how many are done. */
async function assertBetweenSteps(fresh: FreshDatabase): Promise<number> {
  const { applied, tables } = await standing(fresh)
  assert.deepEqual(applied, names.slice(0, applied.length))
  assert.deepEqual(tables, made(applied.length))
  return applied.length
}

test('before every statement of a migration the files of SQLite hold the state before the step', async () => {
  await using fresh = await freshDatabase('sqlite')
  const { config, dir } = fresh
  await using engine = await openEngine(config)
  let seen = 0
  const copying = engineWithHook(engine, async (statement) => {
    seen += 1
    // The files that a kill at this moment would leave behind.
    const at = join(dir, String(statement))
    mkdirSync(at)
    for (const name of ['fettle.db', 'fettle.db-wal'])
      if (existsSync(join(dir, name))) copyFileSync(join(dir, name), join(at, name))
    await assertBetweenSteps({ ...fresh, dir: at, config: { ...config, file: join(at, 'fettle.db') } as SqliteConfig }) // SQLite's, as asked for
  })
  await migrate(copying, 0)
  assert.equal(seen, statements)
})

test('if the connection to PostgreSQL breaks before any statement of a migration, the state before the step remains, and the next try completes it', async () => {
  await using fresh = await freshDatabase('postgres')
  await using engine = await openEngine(fresh.config)
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${nameOf(fresh)}'`
  /** Whether the migration reached that statement, among those that this try has to run. */
  const breaksAt = async (stop: number) => {
    let broken = false
    const breaking = engineWithHook(engine, async (statement) => {
      if (statement !== stop) return
      broken = true
      await runAsAdministrator(end)
    })
    await migrate(breaking, 0).catch((error: unknown) =>
      assert.ok(broken && error instanceof Unavailable, String(error)),
    )
    return broken
  }
  let [seen, stop, done] = [0, 0, 0]
  while (await breaksAt(stop)) {
    seen += 1
    const applied = await assertBetweenSteps(fresh)
    // Each try begins with the table of migrations. If the previous step is done, the try has just met the first
    // statement of this one.
    stop = applied > done ? 2 : stop + 1
    done = applied
  }
  assert.equal(seen, statements)
})

test('a node waits without a limit for another node that migrates PostgreSQL', async () => {
  await using fresh = await freshDatabase('postgres')
  const url = `${postgresUrl()}/${nameOf(fresh)}`
  await using node = new PostgresEngine({ url, pool: 2, timeLimitMs: 4000 })
  await using other = await openEngine(fresh.config)
  const { migrated } = await other.change(async (db) => {
    await sql`select pg_advisory_xact_lock(${lockNumber})`.execute(db)
    const migrated = migrate(node, 0)
    await sql`select pg_sleep(4.5)`.execute(db)
    return { migrated }
  })
  assert.deepEqual(await migrated, names)
})

const nameOf = ({ config }: FreshDatabase) => new URL(config.kind === 'postgres' ? config.url : 'x:/').pathname.slice(1)

onEachDatabase('migrations', (kind) => {
  test('a migration killed in the middle leaves the state before the step or after it', async () => {
    await using fresh = await freshDatabase(kind)
    const middle = Math.floor(statements / 2)
    await using child = new Child('migrate-until.ts', [JSON.stringify(fresh.config), String(middle)])
    assert.equal(await child.line(), 'stopped')
    await child.end('SIGKILL')
    await assertBetweenSteps(fresh)
    await using engine = await openEngine(fresh.config)
    await migrate(engine, 0)
    assert.deepEqual(await standing(fresh), { applied: names, tables: made(names.length) })
  })

  test('two nodes that start at once migrate once', async () => {
    await using fresh = await freshDatabase(kind)
    await using one = await openEngine(fresh.config)
    await using two = await openEngine(fresh.config)
    // Each node finds the missing migrations before the other has applied them.
    const applied = await Promise.all([migrate(one, 0), migrate(two, 0)])
    assert.deepEqual(applied.flat().sort(), names)
    assert.deepEqual((await standing(fresh)).tables, made(names.length))
  })

  test('a migration counts devices as with the team if it worked on them before custody existed', async () => {
    await using opened = await freshStore(kind)
    const { store, fresh } = opened
    const ids = await store.upkeep(async (tx) => {
      const person = await tx.guests.add(1)
      const member = (await tx.members.add({ name: 'Bob' }, 1)) ?? 0
      const ticket = async (claimed: boolean, change: TicketUpdate = {}) => {
        const text = { device: 'kettle', device_model: '', owner: '', phone: '', description: '', accessories: '[]' }
        const sort = { type: 0, kind: null, status: statuses.submitted, open: 1 }
        const id = await tx.tickets.add({ person_id: person, ...sort, ...text, created_at: 10 })
        if (claimed) await tx.tickets.claim(id, member, 20)
        const held = await tx.tickets.lock(id)
        if (held) await tx.tickets.update(held, { device: 'kettle', ...change })
        return id
      }
      await ticket(false)
      const [accepted, repaired] = [await ticket(true), await ticket(true, { status: statuses.repaired })]
      const unnamed = await ticket(false, { status: statuses.waiting })
      await ticket(true, { status: statuses.cancelled, open: 0, ended_at: 30 })
      await ticket(true, { status: statuses.repaired, confirmed_at: 30, open: 0, ended_at: 30 })
      return { accepted, repaired, unnamed }
    })
    {
      await using engine = await openEngine(fresh.config)
      const later = names.slice(names.indexOf('020-counter'))
      const statements = later.flatMap((name) => migrations[name]?.(sqlite) ?? [])
      const named = (form: RegExp) => statements.flatMap((statement) => form.exec(statement)?.[1] ?? [])
      const tables = named(/^create table (\w+)/)
      const replaced = named(/^drop index (\w+)/)
      const indexes = named(/^create index (\w+)/).filter((name) => !replaced.includes(name))
      const columns = statements.flatMap((statement) => {
        const [, table, column] = /^alter table (\w+) add column (\w+)/.exec(statement) ?? []
        return table && column ? [{ table, column }] : []
      })
      await engine.change(async (db) => {
        // First the indexes, which refer to columns, then the columns, which refer to tables.
        for (const index of indexes) await sql`drop index ${sql.table(index)}`.execute(db)
        for (const { table, column } of columns)
          await sql`alter table ${sql.table(table)} drop column ${sql.ref(column)}`.execute(db)
        for (const table of tables.reverse()) await sql`drop table ${sql.table(table)}`.execute(db)
        await db.deleteFrom('migration').where('name', 'in', later).execute()
      })
      await migrate(engine, 40)
    }
    const { rows } = await store.read((tx) => tx.custody.listHoldings('', 0, 10))
    assert.deepEqual(
      rows.map(({ id, since, place, shelf }) => ({ id, since, place, shelf })),
      [
        { id: ids.repaired, since: 20 },
        { id: ids.unnamed, since: 10 },
        { id: ids.accepted, since: 20 },
      ].map((row) => ({ ...row, place: 'counter', shelf: '' })),
    )
  })

  test('a migration moves pending messages out of the outbox and never reuses their numbers', async () => {
    await using fresh = await freshDatabase(kind)
    await using engine = await openEngine(fresh.config)
    await migrate(engine, 0)
    const waiting = `{"say":"created","ticket":1,"by":{"personId":1,"memberId":null}}`
    await engine.change(async (db) => {
      await db.schema.dropTable('occasion').execute()
      await db.deleteFrom('migration').where('name', '=', '024-occasions').execute()
      const row = { lane: 'a lane', payload: waiting, created_at: 5, due_at: 5 }
      const occasion = sql<'message'>`'occasion'`
      const messages = sql<'mail'>`'messages'`
      await db
        .insertInto('outbox')
        .values({ ...row, kind: occasion, destination: messages, state: 2 })
        .execute()
      await db
        .insertInto('outbox')
        .values({ ...row, kind: occasion, destination: messages })
        .execute()
      await db
        .insertInto('outbox')
        .values({ ...row, kind: 'message', destination: 'mail' })
        .execute()
    })
    await migrate(engine, 10)
    await engine.change((db) => db.insertInto('occasion').values({ said: 'new', created_at: 6 }).execute())
    const [moved, left] = await engine.read(async (db) => [
      await db.selectFrom('occasion').selectAll().orderBy('id').execute(),
      await db.selectFrom('outbox').select('destination').execute(),
    ])
    assert.deepEqual({ ...moved?.[0] }, { id: 2, said: waiting, created_at: 5 })
    assert.ok(
      Number(moved?.[1]?.id) > 3,
      'the number of a delivery, under which something was told, is not given again',
    )
    assert.deepEqual(
      left?.map((row) => ({ ...row })),
      [{ destination: 'mail' }],
    )
  })

  test('a migration gives removed members a deletion date, and removes free text from the log', async () => {
    await using fresh = await freshDatabase(kind)
    await using engine = await openEngine(fresh.config)
    await migrate(engine, 0)
    const said = (say: string, when: string) => JSON.stringify({ say, when, shift: when, substitute: '' })
    const began = Date.now()
    await engine.change(async (db) => {
      await sql`alter table member drop column removed_at`.execute(db)
      await db.deleteFrom('migration').where('name', '=', '028-removed-members').execute()
      for (const [name, active] of [
        ['Ann', 1],
        ['Bob', 0],
      ] as const)
        await db.insertInto('member').values({ name, active, admin: 0, created_at: 1, seen_at: null }).execute()
      const entry = { at: 1, person_id: null, member_id: null, operation: 11, target: 1, before_id: 1, after_id: 1 }
      for (const when of ['2026-11-16', 'my week'])
        for (const info of [said('leave', when), said('conclusion', when)])
          await db
            .insertInto('log')
            .values({ ...entry, before_info: info, after_info: info, event: null })
            .execute()
    })
    await migrate(engine, 10)
    const [removed = [], log = []] = await engine.read(async (db) => [
      (await db.selectFrom('member').select('removed_at').orderBy('id').execute()).map((row) => row.removed_at),
      (await db.selectFrom('log').selectAll().orderBy('id').execute()).map((row) => [row.before_info, row.after_info]),
    ])
    assert.equal(removed[0], null)
    assert.ok(Math.abs(Number(removed[1]) - began) < 3_600_000, 'the database’s clock is about ours')
    const [leave, conclusion] = [said('leave', ''), JSON.stringify({ say: 'conclusion', when: '', shift: '' })]
    const dated = ['leave', 'conclusion'].map((say) => said(say, '2026-11-16'))
    assert.deepEqual(
      log,
      [...dated, leave, conclusion].map((info) => [info, info]),
    )
  })

  test('no migration is tried on a database of a newer version, which stays as it is', async () => {
    await using fresh = await freshDatabase(kind)
    const { config } = fresh
    {
      await using engine = await openEngine(config)
      await migrate(engine, 0)
      await engine.change((db) => db.insertInto('migration').values({ name: '999-later', applied_at: 0 }).execute())
    }
    await using engine = await openEngine(config)
    await assert.rejects(migrate(engine, 0), (error: Error) => {
      assert.ok(error instanceof NewerSchema)
      assert.match(error.message, /newer version of Fettle \(999-later\)/)
      return true
    })
    assert.deepEqual((await standing(fresh)).applied, [...names, '999-later'])
    const env = {
      DATA_DIR: fresh.dir,
      PORT: '0',
      LOG_LEVEL: 'silent',
      ...(config.kind === 'postgres' ? { DATABASE_URL: config.url } : {}),
    }
    assert.equal(await main(['start'], env), 1)
  })
})

interface Column {
  readonly table: string
  readonly column: string
  readonly required: boolean
}

test('after all migrations both databases have the same tables, columns, requirements and indexes', async () => {
  await using small = await freshStore('sqlite')
  await using big = await freshStore('postgres')
  const ask = async <T>({ fresh }: { fresh: FreshDatabase }, text: string): Promise<T[]> => {
    await using engine = await openEngine(fresh.config)
    return await engine.read(async (db) => (await sql.raw<T>(text).execute(db)).rows)
  }
  const columns = {
    sqlite: await ask<Column>(
      small,
      `select t.name as "table", c.name as "column", (c."notnull" or c.pk) as required from sqlite_schema t, pragma_table_info(t.name) c
       where t.type = 'table' and t.name not like 'sqlite_%' order by 1, 2`,
    ),
    postgres: await ask<Column>(
      big,
      `select table_name as "table", column_name as "column", is_nullable = 'NO' as required from information_schema.columns
       where table_schema = 'public' order by 1, 2`,
    ),
  }
  const plain = (rows: Column[]) => rows.map(({ table, column, required }) => ({ table, column, required: !!required }))
  assert.deepEqual(plain(columns.sqlite), plain(columns.postgres))
  assert.ok(columns.sqlite.length > 0)

  const indexes = {
    sqlite: await ask<{ name: string }>(
      small,
      "select name from sqlite_schema where type = 'index' and sql is not null order by name",
    ),
    postgres: await ask<{ name: string }>(
      big,
      "select indexname as name from pg_indexes where schemaname = 'public' and indexname not like '%_pkey' order by indexname",
    ),
  }
  const plainNames = (rows: { name: string }[]) => rows.map(({ name }) => name)
  assert.deepEqual(plainNames(indexes.sqlite), plainNames(indexes.postgres))
  assert.ok(indexes.sqlite.length > 0)
})
