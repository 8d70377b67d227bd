import { existsSync } from 'node:fs'
import type { PostgresConfig, SqliteConfig } from '#config/config.ts'
import type { Clock } from '#kit/time.ts'
import { preparePrivate } from '../private-files.ts'
import { damageRemedy, emptied } from '../upkeep/nightly-backup.ts'
import { type Engine, type Observe, Unavailable } from './engine.ts'
import {
  clearDamageMark,
  Damaged,
  type Depth,
  findDamage,
  findObviousDamage,
  isSmall,
  owedCheck,
  Unchecked,
} from './integrity.ts'
import { IntegrityWatch } from './integrity-watch.ts'
import { SqliteEngine } from './sqlite.ts'
import { isFault } from './sqlite-connection.ts'

export interface Opening {
  readonly observe?: Observe
  /** Told what an administrator has to read at once. */
  readonly alarm?: (text: string) => void
  /** Receives faults that do not stop the service. */
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
  const { observe = () => {}, report = () => {}, strict = false, clock } = opening
  switch (config.kind) {
    case 'sqlite':
      return openSqlite(config, opening)
    case 'postgres': {
      const { PostgresEngine } = await import('./postgres.ts')
      const { url, pool, prepared } = config
      return new PostgresEngine({ url, pool, prepared, observe, report, strict, clock })
    }
  }
}

/**
 * What shows at once is looked at before every start. After a crash or a restore comes the whole file, unless it is so large that
 * people would wait for it: then it is checked beside the service, which stops writing if need be. The full check, which takes longer, is made
 * beside the service after every other start.
 */
async function openSqlite(
  config: SqliteConfig,
  { observe = () => {}, alarm = () => {}, report = () => {}, group = 256, strict = false, clock }: Opening,
): Promise<Engine> {
  const { file } = config
  const damaged = (what: string) => new Damaged(file, what, damageRemedy(config))
  if (emptied(config)) throw damaged('it is empty')
  let open = false
  const integrity = new IntegrityWatch(file, { alarm: (what) => open && alarm(damaged(what).message), report })
  const owed = owedCheck(file)
  const outcome = existsSync(file) ? lookFirst(file, owed) : 'whole'
  if (outcome !== 'whole') {
    const check = integrity.check(outcome === 'damaged' ? (owed ?? 'quick') : 'full')
    if (outcome === 'damaged') await check
  }
  try {
    const damage = integrity.damage()
    if (damage) throw damaged(damage)
    preparePrivate(file)
    const engine = new SqliteEngine(file, { observe, report, group, strict, clock, integrity })
    open = true
    if (outcome === 'whole') owed === 'full' ? clearDamageMark(file) : integrity.checkSoon()
    return engine
  } catch (error) {
    await integrity.close()
    throw isFault(error) ? new Unavailable(String(error), { cause: error }) : error
  }
}

/** What this process can say by itself. What looks damaged is for the check beside to confirm. */
function lookFirst(file: string, owed: Depth | undefined): 'whole' | 'damaged' | 'unknown' {
  try {
    if (findObviousDamage(file)) return 'damaged'
    if (!owed) return 'whole'
    if (!isSmall(file)) return 'unknown'
    return findDamage(file, 'live', owed) ? 'damaged' : 'whole'
  } catch (error) {
    if (error instanceof Unchecked) return 'unknown'
    throw error
  }
}
