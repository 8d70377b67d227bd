/** The engine's interface for migrations, checks, backups and the move to PostgreSQL. Stores use `index.ts`; `open.ts` opens the engine. */
export { DataFolderInUse, lockDataDir } from './data-lock.ts'
export { type Dialect, type DialectName, postgres, sqlite } from './dialects.ts'
export { type ChangeOptions, type Engine, type Storage, Unavailable } from './engine.ts'
export {
  askForCheck,
  CheckError,
  DamageError,
  findDamageInChildProcess,
  readOnlyUrl,
  type State,
  stateOf,
  unchanging,
} from './integrity.ts'
export { openSnapshots, type Snapshot } from './snapshots.ts'
export { isDamage, isFault, isNoDatabase, sizesOf } from './sqlite-connection.ts'
