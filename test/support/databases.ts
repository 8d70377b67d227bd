import { randomBytes } from 'node:crypto'
import { copyFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'node:test'
import pg from 'pg'
import type { PostgresConfig, SqliteConfig } from '#config/config.ts'
import type { Clock } from '#kit/time.ts'
import type { DialectName } from '#store/engine/dialects.ts'
import type { Engine } from '#store/engine/engine.ts'
import { openEngine } from '#store/engine/open.ts'
import { Store } from '#store/store.ts'

export const kinds: readonly DialectName[] = ['sqlite', 'postgres']

/** A new, empty database with its own folder. Both are deleted afterwards. */
export interface FreshDatabase extends AsyncDisposable {
  readonly dir: string
  readonly config: SqliteConfig | PostgresConfig
}

export function tempDir(): string {
  return mkdtempSync(join(process.env['TEST_DIR'] ?? tmpdir(), 'fettle-'))
}

/** With `migrated` it may have its tables already. With `like` it is a copy of another database, which is closed. */
export async function freshDatabase(
  kind: DialectName,
  { migrated = false, like }: { readonly migrated?: boolean; readonly like?: FreshDatabase } = {},
): Promise<FreshDatabase> {
  const dir = tempDir()
  const remove = () => rmSync(dir, { recursive: true, force: true })
  if (kind === 'sqlite') {
    const config: SqliteConfig = {
      kind,
      file: join(dir, 'fettle.db'),
      backups: { dir: join(dir, 'backups'), keepDays: 14 },
    }
    if (like) cpSync(like.dir, dir, { recursive: true })
    else if (migrated) copyFileSync(join(modelDir(), 'fettle.db'), config.file)
    return { dir, config, [Symbol.asyncDispose]: async () => remove() }
  }
  const name = `t_${randomBytes(6).toString('hex')}`
  const template = like?.config.kind === 'postgres' ? like.config.url.split('/').at(-1) : migrated && model
  await runAsAdministrator(`create database ${name}${template ? ` template ${template} strategy file_copy` : ''}`)
  return {
    dir,
    config: { kind, url: `${postgresUrl()}/${name}`, pool: 10, prepared: true },
    async [Symbol.asyncDispose]() {
      await runAsAdministrator(`drop database ${name} with (force)`)
      remove()
    },
  }
}

const model = 'fettle_model'

/** Creates a migrated database of each kind. Copying them takes a fraction of the time of a migration. */
export async function createTemplateDatabases(): Promise<void> {
  await runAsAdministrator(`create database ${model}`)
  const file = join(modelDir(), 'fettle.db')
  for (const config of [
    { kind: 'postgres', url: `${postgresUrl()}/${model}`, pool: 1, prepared: true },
    { kind: 'sqlite', file, backups: { dir: modelDir(), keepDays: 14 } },
  ] as const) {
    await using store = new Store(await openEngine(config))
    await store.migrate(0)
  }
}

const modelDir = () => given('TEST_MODEL')

/** The PostgreSQL that support/setup.ts has started. */
export const postgresUrl = (): string => given('TEST_POSTGRES')

function given(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error('run the tests with npm test: it brings the databases up')
  return value
}

// Connecting takes as long as creating a database, so a test file connects once.
let administrators: pg.Pool | undefined

export async function runAsAdministrator(statement: string): Promise<void> {
  administrators ??= new pg.Pool({
    connectionString: `${postgresUrl()}/postgres`,
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  }).on('error', () => {}) // the server has stopped, and the next query reports it
  await administrators.query(statement)
}

/** A migrated store over a fresh database. */
export async function freshStore(
  kind: DialectName,
  now = 0,
  clock?: Clock,
): Promise<{ store: Store; engine: Engine; fresh: FreshDatabase } & AsyncDisposable> {
  const fresh = await freshDatabase(kind, { migrated: true })
  const engine = await openEngine(fresh.config, { strict: true, clock })
  const store = new Store(engine)
  await store.migrate(now)
  return {
    store,
    engine,
    fresh,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]()
      await fresh[Symbol.asyncDispose]()
    },
  }
}

/** The same tests on SQLite and on PostgreSQL. */
export function onEachDatabase(name: string, tests: (kind: DialectName) => void): void {
  for (const kind of kinds) describe(`${name} (${kind})`, () => tests(kind))
}

/** The number of rounds of a race. SQLite has a single writer, so a few rounds show as much as many. */
export const raceRounds = (kind: DialectName, many: number): number => (kind === 'sqlite' ? Math.min(many, 5) : many)
