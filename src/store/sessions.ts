import { sql } from 'kysely'
import type { Lang } from '#contract/fields.ts'
import type { Db } from './engine.ts'
import { hot } from './hot.ts'

/** A live session with the person behind it, and their membership where the session has one. */
export interface SessionRow {
  personId: number
  lang: Lang | null
  usedAt: number
  memberId: number | null
  memberUsedAt: number | null
  memberName: string | null
  admin: number | null
}

const byHash = hot<{ hash: Uint8Array; since: number }>()(['hash', 'since'], (db, { hash, since }) =>
  db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    // A bound 1 would make SQLite plan the query anew each time: an index that holds only active members depends on it.
    .leftJoin('member', (join) =>
      join.onRef('member.id', '=', 'session.member_id').on('member.active', '=', sql.lit(1)),
    )
    .where('session.hash', '=', hash)
    .where('session.used_at', '>', since)
    .select([
      'session.person_id as personId',
      'person.lang',
      'session.used_at as usedAt',
      'member.id as memberId',
      'session.member_used_at as memberUsedAt',
      'member.name as memberName',
      'member.admin',
    ]),
)

export function sessionStore(db: Db) {
  return {
    async find(hash: Uint8Array, usedSince: number): Promise<SessionRow | undefined> {
      return (await byHash(db, { hash, since: usedSince }))[0]
    },
    async open(hash: Uint8Array, personId: number, at: number): Promise<void> {
      await db
        .insertInto('session')
        .values({ hash, person_id: personId, created_at: at, used_at: at, member_id: null, member_used_at: null })
        .execute()
    },
    /** Remembers that the session is in use; its member part only where it is still alive. */
    async touch(hash: Uint8Array, at: number, asMember: boolean): Promise<void> {
      await db
        .updateTable('session')
        .set(asMember ? { used_at: at, member_used_at: at } : { used_at: at })
        .where('hash', '=', hash)
        .execute()
    },
    /** Gives the session a member part. */
    async elevate(hash: Uint8Array, memberId: number, at: number): Promise<void> {
      await db
        .updateTable('session')
        .set({ member_id: memberId, member_used_at: at, used_at: at })
        .where('hash', '=', hash)
        .execute()
    },
    async lower(hash: Uint8Array): Promise<void> {
      await db.updateTable('session').set({ member_id: null, member_used_at: null }).where('hash', '=', hash).execute()
    },
    async close(hash: Uint8Array): Promise<void> {
      await db.deleteFrom('session').where('hash', '=', hash).execute()
    },
    /** The session goes on for another person under another token, its member part as it is; `false` if it has ended. */
    async handOver(from: Uint8Array, to: { hash: Uint8Array; personId: number; at: number }): Promise<boolean> {
      const row = await db
        .updateTable('session')
        .set({ hash: to.hash, person_id: to.personId, created_at: to.at, used_at: to.at })
        .where('hash', '=', from)
        .returning('hash')
        .executeTakeFirst()
      return row !== undefined
    },
    async forgetUnusedSince(at: number): Promise<void> {
      await db.deleteFrom('session').where('used_at', '<=', at).execute()
    },
  }
}
