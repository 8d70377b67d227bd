import { existsSync } from 'node:fs'
import type { PostgresConfig, SqliteConfig } from '#config/config.ts'
import type { Clock } from '#kit/time.ts'
import type { Engine, Observe } from './engine.ts'
import { checked, findDamage, needsCheck } from './integrity.ts'
import { latestBackup } from './nightly.ts'
import { preparePrivate } from './private.ts'
import { SqliteEngine } from './sqlite.ts'

export class Damaged extends Error {
  override name = 'Damaged'
}

export interface Opening {
  readonly observe?: Observe
  /** Told what an administrator has to read at once. */
  readonly alarm?: (text: string) => void
  /** Told what fails although the service goes on. */
  readonly report?: (text: string) => void
  /** For the benchmark alone: most changes in one commit. */
  readonly group?: number
  /** Refuses changes that wait for anything but the database; tests run with it. */
  readonly strict?: boolean
  /** In place of the database's own clock, for tests. */
  readonly clock?: Clock | undefined
}

/** Opens the configured database. PostgreSQL's driver is loaded only where it is used. */
export async function openEngine(config: SqliteConfig | PostgresConfig, opening: Opening = {}): Promise<Engine> {
  const { observe = () => {}, strict = false, clock } = opening
  switch (config.kind) {
    case 'sqlite':
      return openSqlite(config, opening)
    case 'postgres': {
      const { PostgresEngine } = await import('./postgres.ts')
      return new PostgresEngine({ url: config.url, pool: config.pool, observe, strict, clock })
    }
  }
}

/** After a crash or a restore the whole file is looked at first; otherwise beside the service, which stops writing if need be. */
function openSqlite(
  { file, backups }: SqliteConfig,
  { observe = () => {}, alarm = () => {}, report = () => {}, group = 256, strict = false, clock }: Opening,
): Engine {
  const advice = (damage: string) => damageAdvice(file, damage, backups.dir)
  const first = needsCheck(file)
  if (first) {
    const damage = existsSync(file) && findDamage(file)
    if (damage) throw new Damaged(advice(damage))
  }
  preparePrivate(file)
  const engine = new SqliteEngine(file, {
    observe,
    report,
    group,
    strict,
    clock,
    alarm: (damage) => alarm(advice(damage)),
  })
  if (first) checked(file)
  else engine.checkBeside()
  return engine
}

function damageAdvice(file: string, damage: string, dir: string): string {
  const backup = latestBackup(dir)
  const remedy = backup
    ? `Restore the last backup: npm run fettle -- restore ${backup}`
    : `There is no backup in ${dir}. If you have one: npm run fettle -- restore <file>`
  return `The database ${file} is damaged (${damage}). ${remedy}`
}
