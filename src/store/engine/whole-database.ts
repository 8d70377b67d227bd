/** What migrating, checking, copying and moving a whole database use. Stores use `index.ts`, and `open.ts` opens the engine. */
export { DataFolderInUse, lockDataDir } from './data-lock.ts'
export { type Dialect, type DialectName, postgres, sqlite } from './dialects.ts'
export { type ChangeOptions, type Engine, type EngineFigures, Unavailable } from './engine.ts'
export { sizesOf } from './file-sizes.ts'
export {
  asItIs,
  askForCheck,
  Damaged,
  findDamageBeside,
  type State,
  stateOf,
  Unchecked,
  unchanging,
} from './integrity.ts'
export { openSnapshots, type Snapshot } from './snapshots.ts'
export { isDamage, isFault, isNoDatabase } from './sqlite-connection.ts'
export type { StorageFault } from './storage-faults.ts'
