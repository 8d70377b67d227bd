import { sql } from 'kysely'
import { databaseNow, hasAny } from '../engine/index.ts'
import { Queries } from '../queries.ts'
import type { CodeKind } from '../tables.ts'

export interface CodeProof {
  readonly subject: string
  readonly memberId: number | null
}

/** The approving session, and whether its member part is passed on. */
export interface PairingApproval {
  readonly personId: number
  readonly session: Uint8Array
  readonly asMember: boolean
}

/** The identity comes first, so that a prefix finds it. */
export function ssoSubject({ provider, subject, ...more }: { provider: string; subject: string }): string {
  return JSON.stringify({ provider, subject, ...more })
}

export interface LoginOrigin {
  readonly device: string
  readonly address: string
  readonly network: string
}

interface NewCode {
  readonly hash: Uint8Array
  readonly kind: CodeKind
  readonly subject?: string
  readonly memberId?: number
  readonly from?: LoginOrigin
  readonly approved?: PairingApproval
  readonly personId?: number
  readonly at: number
  readonly livesMs: number
}

/** One-time codes by hash. They expire by the database's clock, because another node may check them. */
export class CodeStore extends Queries {
  /** A usable code. Using it up is one statement, so that one of two calls wins. */
  #usable(hash: Uint8Array, kind: CodeKind) {
    return this.db
      .updateTable('code')
      .where('hash', '=', hash)
      .where('kind', '=', kind)
      .where('used_at', 'is', null)
      .where('expires_at', '>', databaseNow(this.db))
  }

  #withExpiry() {
    return this.db
      .selectFrom('code')
      .selectAll()
      .select(sql<number>`case when expires_at <= ${databaseNow(this.db)} then 1 else 0 end`.as('expired'))
  }

  /** Removes the oldest unfinished logins beyond the newest `most`. */
  async #removeOldest(most: number, network?: string): Promise<void> {
    const [compared, whose] = network === undefined ? (['is not', null] as const) : (['=', network] as const)
    const last = await this.db
      .selectFrom('code')
      .where('network', compared, whose)
      .where('used_at', 'is', null)
      .select('created_at')
      .orderBy('created_at', 'desc')
      .offset(most)
      .limit(1)
      .executeTakeFirst()
    if (!last) return
    await this.db
      .deleteFrom('code')
      .where('network', compared, whose)
      .where('used_at', 'is', null)
      .where('created_at', '<=', last.created_at)
      .execute()
  }
  async add(code: NewCode): Promise<void> {
    await this.db
      .insertInto('code')
      .values({
        hash: code.hash,
        kind: code.kind,
        subject: code.subject ?? '',
        member_id: code.memberId ?? null,
        created_at: code.at,
        expires_at: sql<number>`${databaseNow(this.db)} + ${sql.lit(code.livesMs)}`,
        used_at: null,
        used_by: code.approved?.personId ?? code.personId ?? null,
        device: code.from?.device ?? '',
        address: code.from?.address ?? '',
        network: code.from?.network ?? null,
        session: code.approved?.session ?? null,
        as_member: code.approved?.asMember ? 1 : 0,
      })
      .execute()
  }
  /**
   * Beyond `most` unfinished logins of a network, removes the oldest: refusing new ones would let one person block the
   * others.
   */
  async addPending(code: NewCode & { readonly from: LoginOrigin }, most: number): Promise<void> {
    await this.#removeOldest(most - 1, code.from.network)
    await this.add(code)
  }
  limitPending(most: number): Promise<void> {
    return this.#removeOldest(most)
  }
  async find(hash: Uint8Array, kind: CodeKind) {
    return this.#withExpiry().where('hash', '=', hash).where('kind', '=', kind).executeTakeFirst()
  }
  async bySubject(subject: string, kind: CodeKind) {
    return this.#withExpiry().where('subject', '=', subject).where('kind', '=', kind).executeTakeFirst()
  }
  remove(hash: Uint8Array) {
    return hasAny(this.db.deleteFrom('code').where('hash', '=', hash))
  }
  /** Removes codes of the school's login for this identity. */
  async removeOfIdentity({ provider, subject }: { provider: string; subject: string }): Promise<void> {
    const beginning = ssoSubject({ provider, subject }).slice(0, -1)
    await this.db
      .deleteFrom('code')
      .where('kind', '=', 'sso')
      .where((eb) => eb(eb.fn('substr', ['subject', eb.lit(1), eb.lit([...beginning].length)]), '=', beginning))
      .execute()
  }
  /** Except the invitation that was just used. */
  async removeInvitations(memberId: number, except?: Uint8Array): Promise<void> {
    let query = this.db.deleteFrom('code').where('member_id', '=', memberId).where('kind', '=', 'invitation')
    if (except) query = query.where('hash', '<>', except)
    await query.execute()
  }
  /** Returns the device that the pairing lets in. */
  async approve(
    hash: Uint8Array,
    at: number,
    { personId, session, asMember }: PairingApproval,
  ): Promise<string | undefined> {
    const row = await this.#usable(hash, 'pair')
      .set({ used_at: at, used_by: personId, session, as_member: asMember ? 1 : 0 })
      .returning('device')
      .executeTakeFirst()
    return row?.device
  }
  async use(hash: Uint8Array, kind: CodeKind, at: number, personId?: number): Promise<CodeProof | undefined> {
    return this.#usable(hash, kind)
      .set({ used_at: at, used_by: personId ?? null })
      .returning(['subject', 'member_id as memberId'])
      .executeTakeFirst()
  }
  /** The first of two uses. The second one is for this person only. */
  async consumePartly(hash: Uint8Array, from: CodeKind, to: CodeKind, personId: number): Promise<boolean> {
    return hasAny(this.#usable(hash, from).set({ kind: to, used_by: personId }).returning('hash'))
  }
  /** The second use, by the person of the first. */
  async consumeRest(hash: Uint8Array, kind: CodeKind, at: number, personId: number): Promise<CodeProof | undefined> {
    return this.#usable(hash, kind)
      .where('used_by', '=', personId)
      .set({ used_at: at })
      .returning(['subject', 'member_id as memberId'])
      .executeTakeFirst()
  }
  async newestOf(personId: number, kind: CodeKind): Promise<string | undefined> {
    const row = await this.db
      .selectFrom('code')
      .where('used_by', '=', personId)
      .where('kind', '=', kind)
      .where('used_at', 'is', null)
      .where('expires_at', '>', databaseNow(this.db))
      .select('subject')
      .orderBy('created_at', 'desc')
      .executeTakeFirst()
    return row?.subject
  }
  async removeOfPerson(personId: number, kind: CodeKind): Promise<void> {
    await this.db.deleteFrom('code').where('used_by', '=', personId).where('kind', '=', kind).execute()
  }
  async deleteExpiredBefore(at: number): Promise<void> {
    await this.db.deleteFrom('code').where('expires_at', '<', at).execute()
  }
  isUsable(hash: Uint8Array, kind: CodeKind): Promise<boolean> {
    return hasAny(
      this.db
        .selectFrom('code')
        .where('hash', '=', hash)
        .where('kind', '=', kind)
        .where('used_at', 'is', null)
        .where('expires_at', '>', databaseNow(this.db))
        .select('hash'),
    )
  }
}
