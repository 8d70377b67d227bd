import { sql } from 'kysely'
import type { Lang } from '#contract/languages.ts'
import type { MemberCutoffs, SessionCutoffs } from '#rules/people/sessions.ts'
import { hasAny, statement } from '../engine/index.ts'
import { Queries } from '../queries.ts'
import type { ProofKind } from '../tables.ts'

export interface SessionRow {
  personId: number
  lang: Lang | null
  usedAt: number
  memberId: number | null
  memberUsedAt: number | null
  provenAt: number | null
  provenBy: ProofKind
  confirmedAt: number | null
  memberName: string | null
  admin: number | null
}

export interface ActiveSession extends SessionRow {
  guest: number
}

export interface ListedSession extends Omit<SessionRow, 'lang' | 'confirmedAt'> {
  hash: Uint8Array
  createdAt: number
  login: string
  device: string
}

export interface SessionOwner {
  readonly hash: Uint8Array
  readonly personId: number
  readonly at: number
  readonly login: string
  readonly device: string
  /** True if only a proof may add the member part. */
  readonly needsProof: boolean
}

/** The member part of a session, and its proof. */
export interface MemberPart {
  readonly memberId: number
  readonly provenAt: number
  readonly provenBy: ProofKind
  readonly confirmedAt: number | null
}

const columns = [
  'session.person_id as personId',
  'session.used_at as usedAt',
  'member.id as memberId',
  'session.member_used_at as memberUsedAt',
  'session.proven_at as provenAt',
  'session.proven_by as provenBy',
  'member.name as memberName',
  'member.admin',
] as const

const byHash = statement((db, { hash, used, begun }: { hash: Uint8Array; used: number; begun: number }) =>
  db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    // A literal, because SQLite replans a statement if a partial index depends on a bound value.
    .leftJoin('member', (join) =>
      join.onRef('member.id', '=', 'session.member_id').on('member.active', '=', sql.lit(1)),
    )
    .where('session.hash', '=', hash)
    .where('session.used_at', '>', used)
    .where('session.created_at', '>', begun)
    .select([...columns, 'person.lang', 'session.confirmed_at as confirmedAt'])
    .select(
      sql<number>`case when exists (select 1 from identity where identity.person_id = session.person_id) then 0 else 1 end`.as(
        'guest',
      ),
    ),
)

const ownedBy = ({ hash, personId, at, login, device }: SessionOwner) => ({
  hash,
  person_id: personId,
  created_at: at,
  used_at: at,
  login,
  device,
})

const noMember = {
  member_id: null,
  member_used_at: null,
  proven_at: null,
  proven_by: '' as const,
  confirmed_at: null,
}

const columnsOf = ({ memberId, provenAt, provenBy, confirmedAt }: MemberPart, at: number) => ({
  needs_proof: 0,
  member_id: memberId,
  member_used_at: at,
  proven_at: provenAt,
  proven_by: provenBy,
  confirmed_at: confirmedAt,
})

export class SessionStore extends Queries {
  async find(hash: Uint8Array, { used, begun }: SessionCutoffs): Promise<ActiveSession | undefined> {
    return (await byHash(this.db, { hash, used, begun }))[0]
  }
  async open(hash: Uint8Array, owner: Omit<SessionOwner, 'hash'>, part?: MemberPart): Promise<void> {
    const memberPart = part ? columnsOf(part, owner.at) : { ...noMember, needs_proof: owner.needsProof ? 1 : 0 }
    await this.db
      .insertInto('session')
      .values({ ...ownedBy({ ...owner, hash }), ...memberPart })
      .execute()
  }
  async devicesOf(personId: number): Promise<string[]> {
    const rows = await this.db
      .selectFrom('session')
      .where('person_id', '=', personId)
      .select('device')
      .distinct()
      .execute()
    return rows.map(({ device }) => device)
  }
  /** How and on which device the session was opened. */
  origin(hash: Uint8Array): Promise<{ login: string; device: string } | undefined> {
    return this.db.selectFrom('session').where('hash', '=', hash).select(['login', 'device']).executeTakeFirst()
  }
  /** Records a use of the session, and of its member part if that is alive. */
  async touch(hash: Uint8Array, at: number, asMember: boolean): Promise<void> {
    await this.db
      .updateTable('session')
      .set(asMember ? { used_at: at, member_used_at: at } : { used_at: at })
      .where('hash', '=', hash)
      .execute()
  }
  /** `false` if the session has ended. */
  elevate(hash: Uint8Array, part: MemberPart, at: number): Promise<boolean> {
    return hasAny(
      this.db
        .updateTable('session')
        .set({ ...columnsOf(part, at), used_at: at })
        .where('hash', '=', hash),
    )
  }
  /** `false` if the session no longer belongs to this member. */
  confirm(hash: Uint8Array, memberId: number, at: number): Promise<boolean> {
    return hasAny(
      this.db
        .updateTable('session')
        .set({ confirmed_at: at })
        .where('hash', '=', hash)
        .where('member_id', '=', memberId),
    )
  }
  async demote(hash: Uint8Array): Promise<void> {
    await this.db.updateTable('session').set(noMember).where('hash', '=', hash).execute()
  }
  /**
   * Removes the member part from all sessions of the member, or from those with such a proof. A proof in another
   * session does not restore it.
   */
  async demoteAll(memberId: number, rested?: readonly ProofKind[]): Promise<void> {
    const query = this.db
      .updateTable('session')
      .set({ ...noMember, needs_proof: 1 })
      .where('member_id', '=', memberId)
    await (rested ? query.where('proven_by', 'in', rested) : query).execute()
  }
  /** A person is one member at a time. */
  async demoteOthers(personId: number, memberId: number): Promise<void> {
    await this.db
      .updateTable('session')
      .set(noMember)
      .where('person_id', '=', personId)
      .where('member_id', '<>', memberId)
      .execute()
  }
  /** Removes expired member parts, so that a later change of the limits does not revive them. */
  async demoteExpired({ member, admin, proof }: MemberCutoffs, memberId?: number): Promise<void> {
    let query = this.db
      .updateTable('session')
      .set(noMember)
      .where('member_id', 'is not', null)
      .where((eb) =>
        eb.or([
          eb('proven_at', '<=', proof),
          eb('member_used_at', '<=', member),
          eb.and([
            eb('member_used_at', '<=', admin),
            eb('member_id', 'in', eb.selectFrom('member').where('admin', '=', 1).select('id')),
          ]),
        ]),
      )
    if (memberId !== undefined) query = query.where('member_id', '=', memberId)
    await query.execute()
  }
  /** The live sessions of a person, and those of others as this member; the last used first. */
  async list(personId: number, memberId: number | null, { used, begun }: SessionCutoffs): Promise<ListedSession[]> {
    return this.db
      .selectFrom('session')
      .leftJoin('member', (join) =>
        join.onRef('member.id', '=', 'session.member_id').on('member.active', '=', sql.lit(1)),
      )
      .where((eb) =>
        eb.or([
          eb('session.person_id', '=', personId),
          ...(memberId === null ? [] : [eb('session.member_id', '=', memberId)]),
        ]),
      )
      .where('session.used_at', '>', used)
      .where('session.created_at', '>', begun)
      .select([...columns, 'session.hash', 'session.created_at as createdAt', 'session.login', 'session.device'])
      .orderBy('session.used_at', 'desc')
      .orderBy('session.hash')
      .execute()
  }
  /** True if only a proof adds the member part. */
  needsProof(hash: Uint8Array): Promise<boolean> {
    return hasAny(this.db.selectFrom('session').where('hash', '=', hash).where('needs_proof', '=', 1).select('hash'))
  }
  async close(hash: Uint8Array): Promise<void> {
    await this.db.deleteFrom('session').where('hash', '=', hash).execute()
  }
  /** Moves a session with its member part to another token and person; `false` if it has ended. */
  async handOver(from: Uint8Array, to: SessionOwner): Promise<boolean> {
    return hasAny(
      this.db
        .updateTable('session')
        .set((eb) => ({
          ...ownedBy(to),
          // A member part that was proved in this session stays.
          needs_proof: to.needsProof ? eb.case().when('member_id', 'is', null).then(1).else(0).end() : 0,
        }))
        .where('hash', '=', from)
        .returning('hash'),
    )
  }
  async deleteExpired({ used, begun }: SessionCutoffs): Promise<void> {
    await this.db
      .deleteFrom('session')
      .where((eb) => eb.or([eb('used_at', '<=', used), eb('created_at', '<=', begun)]))
      .execute()
  }
}
