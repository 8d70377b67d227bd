import { databaseNow, hasAny } from '../engine/index.ts'
import { memberNameIn } from '../people/members.ts'
import { Queries } from '../queries.ts'

const only = 1

/** The display in the room: the hash of its token, and the secret of its codes. */
export class BoardStore extends Queries {
  /** `now` is the database's clock, because one node shows a code and another checks it. */
  async find() {
    return this.db
      .selectFrom('board')
      .select([
        'hash',
        'secret',
        'created_at as madeAt',
        memberNameIn('board.member_id').as('madeBy'),
        databaseNow(this.db).as('now'),
      ])
      .executeTakeFirst()
  }
  /** A new board replaces the one before. */
  async put(memberId: number, { hash, secret }: { hash: Uint8Array; secret: Uint8Array }, at: number): Promise<void> {
    const row = { hash, secret, member_id: memberId, created_at: at }
    await this.db
      .insertInto('board')
      .values({ id: only, ...row })
      .onConflict((oc) => oc.column('id').doUpdateSet(row))
      .execute()
  }
  remove() {
    return hasAny(this.db.deleteFrom('board').where('id', '=', only))
  }
}
