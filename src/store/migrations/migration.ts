import type { Dialect } from '../engine/whole-database.ts'

/** One step of the schema: statements in the words of the database it runs on. */
export type Migration = (kind: Dialect) => readonly string[]
