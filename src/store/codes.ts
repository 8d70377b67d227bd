import type { Db } from './engine.ts'
import type { CodeKind } from './tables.ts'

/** One-time codes, known by their hash alone. */
export function codeStore(db: Db) {
  return {
    async add(code: {
      hash: Uint8Array
      kind: CodeKind
      subject?: string
      memberId?: number
      at: number
      expiresAt: number
    }): Promise<void> {
      await db
        .insertInto('code')
        .values({
          hash: code.hash,
          kind: code.kind,
          subject: code.subject ?? '',
          member_id: code.memberId ?? null,
          created_at: code.at,
          expires_at: code.expiresAt,
          used_at: null,
          used_by: null,
        })
        .execute()
    },
    /** Uses a code up and answers what it proves. One statement, so that of two at once one wins. */
    async use(hash: Uint8Array, kind: CodeKind, at: number): Promise<string | undefined> {
      const row = await db
        .updateTable('code')
        .set({ used_at: at })
        .where('hash', '=', hash)
        .where('kind', '=', kind)
        .where('used_at', 'is', null)
        .where('expires_at', '>', at)
        .returning('subject')
        .executeTakeFirst()
      return row?.subject
    },
    async forgetExpiredBefore(at: number): Promise<void> {
      await db.deleteFrom('code').where('expires_at', '<', at).execute()
    },
    async isLive(hash: Uint8Array, kind: CodeKind, at: number): Promise<boolean> {
      const row = await db
        .selectFrom('code')
        .where('hash', '=', hash)
        .where('kind', '=', kind)
        .where('used_at', 'is', null)
        .where('expires_at', '>', at)
        .select('hash')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
