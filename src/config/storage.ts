import { join, resolve } from 'node:path'
import type { EnvReaderOf, Variables } from './values.ts'

export interface StorageConfig {
  readonly dataDir: string
  readonly database: SqliteConfig | PostgresConfig
}
export interface SqliteConfig {
  readonly kind: 'sqlite'
  readonly file: string
  readonly backups: { readonly dir: string; readonly keepDays: number }
}
export interface PostgresConfig {
  readonly kind: 'postgres'
  readonly url: string
  readonly pool: number
  /** False behind a pooler that does not keep prepared statements. */
  readonly prepared: boolean
}

export const storageVariables = {
  DATA_DIR: { about: 'Folder for the database, pictures and backups.', default: './data' },
  DATABASE_URL: {
    about: 'PostgreSQL to use instead of the embedded SQLite.',
    example: 'postgres://fettle:secret@db.example.org/fettle',
    secret: true,
  },
  DATABASE_POOL: { about: 'The maximum number of connections from one node to PostgreSQL.', default: '10' },
  DATABASE_PREPARED: {
    about: 'Whether PostgreSQL keeps prepared statements: on, or off behind a pooler that does not.',
    default: 'on',
  },
  BACKUP_DIR: {
    about: 'Where nightly backups go (SQLite). By default the folder backups in DATA_DIR.',
    example: '/var/backups/fettle',
  },
  BACKUP_KEEP: {
    about: 'How many days nightly backups are kept; the last three stay however old they are.',
    default: '14',
  },
} as const satisfies Variables

export function readStorage(values: EnvReaderOf<typeof storageVariables>): StorageConfig {
  const dataDir = resolve(values.value('DATA_DIR'))
  const pool = values.integer('DATABASE_POOL', 1, 1000)
  const prepared = values.oneOf('DATABASE_PREPARED', ['on', 'off']) === 'on'
  const keepDays = values.integer('BACKUP_KEEP', 1, 3650)
  const url = values.given('DATABASE_URL')
  if (!url) {
    const dir = resolve(values.given('BACKUP_DIR') ?? join(dataDir, 'backups'))
    return { dataDir, database: { kind: 'sqlite', file: join(dataDir, 'fettle.db'), backups: { dir, keepDays } } }
  }
  // pg accepts almost any text, so the form is checked here.
  const parsed = values.url('DATABASE_URL', url, { schemes: ['postgres:', 'postgresql:'] })
  if (parsed && parsed.pathname.length < 2)
    values.wrong('DATABASE_URL', 'must name a database: postgres://user:password@host/database')
  return { dataDir, database: { kind: 'postgres', url, pool, prepared } }
}
