import type { Db } from './engine.ts'

export function memberStore(db: Db) {
  return {
    /** Adds an active member; `undefined` if an active one has that name. */
    async add(name: string, admin: boolean, at: number): Promise<number | undefined> {
      const row = await db
        .insertInto('member')
        .values({ name, admin: admin ? 1 : 0, active: 1, created_at: at })
        .onConflict((oc) => oc.doNothing())
        .returning('id')
        .executeTakeFirst()
      return row?.id
    },
    /** An administrator whom nobody has become yet: the oldest, so that every node means the same one. */
    async unlinkedAdmin(): Promise<number | undefined> {
      const row = await db
        .selectFrom('member')
        .leftJoin('person', 'person.member_id', 'member.id')
        .where('member.admin', '=', 1)
        .where('member.active', '=', 1)
        .where('person.id', 'is', null)
        .select('member.id')
        .orderBy('member.id')
        .executeTakeFirst()
      return row?.id
    },
    async hasLinkedAdmin(): Promise<boolean> {
      const row = await db
        .selectFrom('member')
        .innerJoin('person', 'person.member_id', 'member.id')
        .where('member.admin', '=', 1)
        .where('member.active', '=', 1)
        .select('member.id')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
