import { countOf, databaseNow, hasAny } from '../engine/index.ts'
import { Queries } from '../queries.ts'

/** Second factors, and hashes of the recovery codes for a lost one. */
export class FactorStore extends Queries {
  /** `now` is the database's clock, because a node that is minutes behind would refuse every code. */
  async find(memberId: number) {
    return this.db
      .selectFrom('factor')
      .where('member_id', '=', memberId)
      .selectAll()
      .select(databaseNow(this.db).as('now'))
      .executeTakeFirst()
  }
  protects(personId: number): Promise<boolean> {
    return hasAny(
      this.db
        .selectFrom('person')
        .innerJoin('factor', 'factor.member_id', 'person.member_id')
        .where('person.id', '=', personId)
        .where('factor.confirmed_at', 'is not', null)
        .select('person.id'),
    )
  }
  /** `false` if the member has a confirmed factor. */
  begin(memberId: number, secret: string, at: number): Promise<boolean> {
    return hasAny(
      this.db
        .insertInto('factor')
        .values({ member_id: memberId, secret, created_at: at, confirmed_at: null })
        .onConflict((oc) =>
          oc.column('member_id').doUpdateSet({ secret, created_at: at }).where('factor.confirmed_at', 'is', null),
        )
        .returning('member_id'),
    )
  }
  async confirm(memberId: number, at: number): Promise<void> {
    await this.db.updateTable('factor').set({ confirmed_at: at }).where('member_id', '=', memberId).execute()
  }
  /** Uses up this code and all earlier ones. One statement, so that one of two calls wins. */
  consumeStep(memberId: number, step: number): Promise<boolean> {
    return hasAny(
      this.db
        .updateTable('factor')
        .set({ used_step: step })
        .where('member_id', '=', memberId)
        .where('used_step', '<', step),
    )
  }
  async remove(memberId: number): Promise<boolean> {
    await this.db.deleteFrom('recovery').where('member_id', '=', memberId).execute()
    return hasAny(this.db.deleteFrom('factor').where('member_id', '=', memberId))
  }
  async replaceRecovery(memberId: number, hashes: readonly Uint8Array[]): Promise<void> {
    await this.db.deleteFrom('recovery').where('member_id', '=', memberId).execute()
    await this.db
      .insertInto('recovery')
      .values(hashes.map((hash) => ({ hash, member_id: memberId })))
      .execute()
  }
  consumeRecovery(memberId: number, hash: Uint8Array) {
    return hasAny(this.db.deleteFrom('recovery').where('hash', '=', hash).where('member_id', '=', memberId))
  }
  countRecovery(memberId: number) {
    return countOf(this.db.selectFrom('recovery').where('member_id', '=', memberId))
  }
}
