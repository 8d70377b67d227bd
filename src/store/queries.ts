import type { Db } from './engine/index.ts'

export abstract class Queries {
  protected readonly db: Db

  constructor(db: Db) {
    this.db = db
  }
}

export async function idsOf(query: { execute(): Promise<readonly { readonly id: number }[]> }): Promise<number[]> {
  return (await query.execute()).map(({ id }) => id)
}
