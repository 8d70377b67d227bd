import type { Dialect } from '../engine/whole-database.ts'

/** One step of the schema: statements in the dialect of the database that it runs on. */
export type Migration = (kind: Dialect) => readonly string[]
