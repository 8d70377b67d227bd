import { sql } from 'kysely'
import { type Db, hasAny, present } from '../engine/index.ts'
import type { CodeKind } from '../tables.ts'

/** What a code proved when it was used. */
export interface Used {
  readonly subject: string
  readonly memberId: number | null
}

/** Of a pairing: the session that approved it, and whether its member part goes along. */
export interface Approved {
  readonly personId: number
  readonly session: Uint8Array
  readonly asMember: boolean
}

/** What a code of the school's login proves, as it is stored: the identity comes first, so that it can be found by it. */
export function proofOf({ provider, subject, ...more }: { provider: string; subject: string }): string {
  return JSON.stringify({ provider, subject, ...more })
}

/** Where a login was begun: what runs there, and its address and network. */
export interface BegunFrom {
  readonly device: string
  readonly address: string
  readonly network: string
}

interface NewCode {
  readonly hash: Uint8Array
  readonly kind: CodeKind
  readonly subject?: string
  readonly memberId?: number
  readonly from?: BegunFrom
  readonly approved?: Approved
  /** Whose alone it is. */
  readonly personId?: number
  readonly at: number
  readonly livesMs: number
}

/** One-time codes, known by their hash alone. When one expires goes by the database's clock: another node may be asked about it. */
export function codeStore(db: Db) {
  /** A code that is good now. What uses it up is one statement, so that of two at once one wins. */
  const good = (hash: Uint8Array, kind: CodeKind) =>
    db
      .updateTable('code')
      .where('hash', '=', hash)
      .where('kind', '=', kind)
      .where('used_at', 'is', null)
      .where('expires_at', '>', present(db))

  const all = () =>
    db
      .selectFrom('code')
      .selectAll()
      .select(sql<number>`case when expires_at <= ${present(db)} then 1 else 0 end`.as('expired'))

  /** Removes the oldest of what strangers began and did not finish, beyond the newest so many. */
  async function removeOldest(most: number, network?: string): Promise<void> {
    const [compared, whose] = network === undefined ? (['is not', null] as const) : (['=', network] as const)
    const last = await db
      .selectFrom('code')
      .where('network', compared, whose)
      .where('used_at', 'is', null)
      .select('created_at')
      .orderBy('created_at', 'desc')
      .offset(most)
      .limit(1)
      .executeTakeFirst()
    if (!last) return
    await db
      .deleteFrom('code')
      .where('network', compared, whose)
      .where('used_at', 'is', null)
      .where('created_at', '<=', last.created_at)
      .execute()
  }

  return {
    async add(code: NewCode): Promise<void> {
      await db
        .insertInto('code')
        .values({
          hash: code.hash,
          kind: code.kind,
          subject: code.subject ?? '',
          member_id: code.memberId ?? null,
          created_at: code.at,
          expires_at: sql<number>`${present(db)} + ${sql.lit(code.livesMs)}`,
          used_at: null,
          used_by: code.approved?.personId ?? code.personId ?? null,
          device: code.from?.device ?? '',
          address: code.from?.address ?? '',
          network: code.from?.network ?? null,
          session: code.approved?.session ?? null,
          as_member: code.approved?.asMember ? 1 : 0,
        })
        .execute()
    },
    /**
     * Adds a login that a stranger begins. Of more than `most` from one network that were begun and not finished, the oldest go:
     * to refuse new ones would let a stranger keep everybody else there from logging in.
     */
    async addPending(code: NewCode & { readonly from: BegunFrom }, most: number): Promise<void> {
      await removeOldest(most - 1, code.from.network)
      await this.add(code)
    },
    /** The same for all networks together. */
    sweepPending: (most: number): Promise<void> => removeOldest(most),
    async find(hash: Uint8Array, kind: CodeKind) {
      return all().where('hash', '=', hash).where('kind', '=', kind).executeTakeFirst()
    },
    async bySubject(subject: string, kind: CodeKind) {
      return all().where('subject', '=', subject).where('kind', '=', kind).executeTakeFirst()
    },
    remove: (hash: Uint8Array) => hasAny(db.deleteFrom('code').where('hash', '=', hash)),
    /** Codes of the school's login that nobody used go with the person whom they prove. */
    async removeOf({ provider, subject }: { provider: string; subject: string }): Promise<void> {
      const beginning = proofOf({ provider, subject }).slice(0, -1)
      await db
        .deleteFrom('code')
        .where('kind', '=', 'sso')
        .where((eb) => eb(eb.fn('substr', ['subject', eb.lit(1), eb.lit([...beginning].length)]), '=', beginning))
        .execute()
    },
    /** A member's invitations end, but for the one that was just used. */
    async removeInvitations(memberId: number, except?: Uint8Array): Promise<void> {
      let query = db.deleteFrom('code').where('member_id', '=', memberId).where('kind', '=', 'invitation')
      if (except) query = query.where('hash', '<>', except)
      await query.execute()
    },
    /** Somebody lets in the browser that shows this; answers what it runs on. */
    async approve(
      hash: Uint8Array,
      at: number,
      { personId, session, asMember }: Approved,
    ): Promise<string | undefined> {
      const row = await good(hash, 'pair')
        .set({ used_at: at, used_by: personId, session, as_member: asMember ? 1 : 0 })
        .returning('device')
        .executeTakeFirst()
      return row?.device
    },
    /** Uses a code up and answers what it proves. */
    async use(hash: Uint8Array, kind: CodeKind, at: number, personId?: number): Promise<Used | undefined> {
      return good(hash, kind)
        .set({ used_at: at, used_by: personId ?? null })
        .returning(['subject', 'member_id as memberId'])
        .executeTakeFirst()
    },
    /** The first of a code's two uses: what is left of it is of another kind and this person's alone. */
    async turn(hash: Uint8Array, from: CodeKind, to: CodeKind, personId: number): Promise<boolean> {
      return hasAny(good(hash, from).set({ kind: to, used_by: personId }).returning('hash'))
    },
    /** The second use, for the person of the first. */
    async takeRest(hash: Uint8Array, kind: CodeKind, at: number, personId: number): Promise<Used | undefined> {
      return good(hash, kind)
        .where('used_by', '=', personId)
        .set({ used_at: at })
        .returning(['subject', 'member_id as memberId'])
        .executeTakeFirst()
    },
    /** What the newest code of this kind that is somebody's alone is about, if it still works. */
    async newestOf(personId: number, kind: CodeKind): Promise<string | undefined> {
      const row = await db
        .selectFrom('code')
        .where('used_by', '=', personId)
        .where('kind', '=', kind)
        .where('used_at', 'is', null)
        .where('expires_at', '>', present(db))
        .select('subject')
        .orderBy('created_at', 'desc')
        .executeTakeFirst()
      return row?.subject
    },
    async removeOfPerson(personId: number, kind: CodeKind): Promise<void> {
      await db.deleteFrom('code').where('used_by', '=', personId).where('kind', '=', kind).execute()
    },
    async forgetExpiredBefore(at: number): Promise<void> {
      await db.deleteFrom('code').where('expires_at', '<', at).execute()
    },
    async isLive(hash: Uint8Array, kind: CodeKind): Promise<boolean> {
      const row = await db
        .selectFrom('code')
        .where('hash', '=', hash)
        .where('kind', '=', kind)
        .where('used_at', 'is', null)
        .where('expires_at', '>', present(db))
        .select('hash')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
