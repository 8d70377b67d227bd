import type { Db } from './engine/index.ts'

/** Statements over one transaction. */
export abstract class Queries {
  protected readonly db: Db

  constructor(db: Db) {
    this.db = db
  }
}

/** The ids that a query selects. */
export async function idsOf(query: { execute(): Promise<readonly { readonly id: number }[]> }): Promise<number[]> {
  return (await query.execute()).map(({ id }) => id)
}
