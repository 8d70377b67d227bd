import { countOf, hasAny, present } from '../engine/index.ts'
import { Queries } from '../queries.ts'

/** Second factors of members, and the recovery codes that stand in for a lost one, known by their hash alone. */
export class FactorStore extends Queries {
  /** `now` is the database's clock: a node that is minutes behind would refuse every code. */
  async find(memberId: number) {
    return this.db
      .selectFrom('factor')
      .where('member_id', '=', memberId)
      .selectAll()
      .select(present(this.db).as('now'))
      .executeTakeFirst()
  }
  /** Whether the member that a person is linked to has one that counts. */
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
  /** A secret that does not count yet; it takes the place of one that was never confirmed, and of no other. */
  async begin(memberId: number, secret: string, at: number): Promise<boolean> {
    const row = await this.db
      .insertInto('factor')
      .values({ member_id: memberId, secret, created_at: at, confirmed_at: null })
      .onConflict((oc) =>
        oc.column('member_id').doUpdateSet({ secret, created_at: at }).where('factor.confirmed_at', 'is', null),
      )
      .returning('member_id')
      .executeTakeFirst()
    return row !== undefined
  }
  async confirm(memberId: number, at: number): Promise<void> {
    await this.db.updateTable('factor').set({ confirmed_at: at }).where('member_id', '=', memberId).execute()
  }
  /** Uses up the code of a half minute and all before it. One statement, so that of two at once one wins. */
  async consumeStep(memberId: number, step: number): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .updateTable('factor')
      .set({ used_step: step })
      .where('member_id', '=', memberId)
      .where('used_step', '<', step)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
  async remove(memberId: number): Promise<boolean> {
    await this.db.deleteFrom('recovery').where('member_id', '=', memberId).execute()
    const { numDeletedRows } = await this.db.deleteFrom('factor').where('member_id', '=', memberId).executeTakeFirst()
    return numDeletedRows > 0n
  }
  /** New recovery codes take the place of the ones before. */
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
