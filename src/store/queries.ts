import type { Db } from './engine/index.ts'

/** Statements over one transaction. */
export abstract class Queries {
  protected readonly db: Db

  constructor(db: Db) {
    this.db = db
  }
}
