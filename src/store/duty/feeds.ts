import { hasAny } from '../engine/index.ts'
import { Queries } from '../queries.ts'

export class FeedStore extends Queries {
  async put(memberId: number, hash: Uint8Array, at: number): Promise<void> {
    await this.db
      .insertInto('feed')
      .values({ member_id: memberId, hash, created_at: at })
      .onConflict((oc) => oc.column('member_id').doUpdateSet({ hash, created_at: at }))
      .execute()
  }
  remove(memberId: number) {
    return hasAny(this.db.deleteFrom('feed').where('member_id', '=', memberId))
  }
  /** `undefined` once the member has left the team. */
  async memberOf(hash: Uint8Array): Promise<{ id: number; name: string } | undefined> {
    return this.db
      .selectFrom('feed')
      .innerJoin('member', 'member.id', 'feed.member_id')
      .where('feed.hash', '=', hash)
      .where('member.active', '=', 1)
      .select(['member.id', 'member.name'])
      .executeTakeFirst()
  }
}
