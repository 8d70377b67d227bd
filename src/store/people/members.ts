import { type Selectable, sql } from 'kysely'
import { changedIn, type FieldVersions } from '#rules/versions.ts'
import { countOf, hasAny, inList } from '../engine/index.ts'
import { idsOf, Queries } from '../queries.ts'
import type { ProofKind, Tables } from '../tables.ts'

/** The fields that an administrator may set; `passwd` is a hash. */
export interface MemberFields {
  name?: string
  phone?: string
  stuid?: string
  class?: string
  college?: string
  passwd?: string
  avatar?: string
  admin?: number
  active?: number
}

export type MemberRecord = Selectable<Tables['member']>

export interface MemberFilter {
  readonly id?: number
  /** A part of the name, the student id or the phone number. */
  readonly search?: string
}

/** The name of the member in a column; empty if erased. */
export const memberNameIn = (column: string) =>
  sql<string>`(select case member.erased when 1 then '' else member.name end from member where member.id = ${sql.ref(column)})`

export class MemberStore extends Queries {
  #filtered({ id, search = '' }: MemberFilter) {
    const all = this.db.selectFrom('member')
    const one = id === undefined ? all : all.where('member.id', '=', id)
    if (search === '') return one
    // Escapes wildcards.
    const part = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
    return one.where((eb) =>
      eb.or(
        (['name', 'stuid', 'phone'] as const).map(
          (column) => sql<boolean>`lower(${sql.ref(`member.${column}`)}) like ${part} escape '\\'`,
        ),
      ),
    )
  }
  async find(id: number) {
    return this.db.selectFrom('member').where('id', '=', id).selectAll().executeTakeFirst()
  }
  /** Serialises changes to a membership. An update without a change is a lock on both databases. */
  async lock(id: number): Promise<MemberRecord | undefined> {
    return this.db
      .updateTable('member')
      .set((eb) => ({ admin: eb.ref('admin') }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
  }
  async activeByStudentId(stuid: string) {
    return this.db
      .selectFrom('member')
      .where('stuid', '=', stuid)
      .where('active', '=', 1)
      .selectAll()
      .executeTakeFirst()
  }
  async activeByName(name: string) {
    return this.db.selectFrom('member').where('name', '=', name).where('active', '=', 1).selectAll().executeTakeFirst()
  }
  async active() {
    return this.db
      .selectFrom('member')
      .where('active', '=', 1)
      .select(['id', 'name', 'avatar'])
      .orderBy('name')
      .orderBy('id')
      .execute()
  }
  /** `undefined` if an active member has this name or student id. */
  async add(fields: MemberFields & { name: string; import_id?: number }, at: number): Promise<number | undefined> {
    const row = await this.db
      .insertInto('member')
      .values({ admin: 0, active: 1, ...fields, created_at: at, seen_at: null })
      .onConflict((oc) => oc.doNothing())
      .returning('id')
      .executeTakeFirst()
    return row?.id
  }
  async setErased(id: number): Promise<void> {
    await this.db.updateTable('member').set({ erased: 1 }).where('id', '=', id).execute()
  }
  /** Restores name and data of a member who returns. */
  async restore(id: number): Promise<void> {
    await this.db.updateTable('member').set({ erased: 0, removed_at: null }).where('id', '=', id).execute()
  }
  /** Starts, or restarts, the days until the personal data of removed members is deleted. */
  async startDeletion(ids: readonly number[], at: number): Promise<void> {
    await this.db
      .updateTable('member')
      .set({ removed_at: at })
      .where(inList(this.db, 'id', ids))
      .where('active', '=', 0)
      .execute()
  }
  async endDeletion(id: number): Promise<void> {
    await this.db.updateTable('member').set({ removed_at: null }).where('id', '=', id).execute()
  }
  removedBy(until: number): Promise<number[]> {
    return idsOf(this.db.selectFrom('member').where('removed_at', '<=', until).select('id').orderBy('id'))
  }
  /** Increments the version first, which locks the row. */
  async update(id: number, fields: MemberFields): Promise<number> {
    const { version, versions } = await this.db
      .updateTable('member')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .returning(['version', 'versions'])
      .executeTakeFirstOrThrow()
    const changed = changedIn(JSON.parse(versions) as FieldVersions, Object.keys(fields), version) // only this file writes it
    await this.db
      .updateTable('member')
      .set({ ...fields, versions: JSON.stringify(changed) })
      .where('id', '=', id)
      .execute()
    return version
  }
  async setSeen(id: number, at: number): Promise<void> {
    await this.db.updateTable('member').set({ seen_at: at }).where('id', '=', id).execute()
  }
  /**
   * The active administrators, locked: if two remove each other, the second sees the first change. An update without a
   * change is a lock on both databases.
   */
  async lockAdmins(): Promise<number[]> {
    const rows = await this.db
      .updateTable('member')
      .set((eb) => ({ admin: eb.ref('admin') }))
      .where('admin', '=', 1)
      .where('active', '=', 1)
      .returning('id')
      .execute()
    return rows.map((row) => row.id)
  }
  async removedNames(): Promise<Set<string>> {
    const rows = await this.db
      .selectFrom('member')
      .where('active', '=', 0)
      .where('name', 'not in', (eb) =>
        eb.selectFrom('member as other').where('other.active', '=', 1).select('other.name'),
      )
      .select('name')
      .execute()
    return new Set(rows.map(({ name }) => name))
  }
  async list(filter: MemberFilter, offset: number, count: number) {
    return this.#filtered(filter)
      .selectAll('member')
      .select((eb) => [
        eb
          .exists(eb.selectFrom('person').whereRef('person.member_id', '=', 'member.id').select('person.id'))
          .as('linked'),
        eb
          .exists(
            eb
              .selectFrom('factor')
              .whereRef('factor.member_id', '=', 'member.id')
              .where('factor.confirmed_at', 'is not', null)
              .select('factor.member_id'),
          )
          .as('hasFactor'),
      ])
      .orderBy('id', 'desc')
      .offset(offset)
      .limit(count)
      .execute()
  }
  count(filter: MemberFilter) {
    return countOf(this.#filtered(filter))
  }
  async link(id: number, personId: number, proof: { at: number; by: ProofKind }): Promise<void> {
    await this.db
      .updateTable('person')
      .set({ member_id: id, proven_at: proof.at, proven_by: proof.by })
      .where('id', '=', personId)
      .execute()
  }
  /** `false` if no other person was linked. */
  unlinkOthers(id: number, personId: number): Promise<boolean> {
    return hasAny(
      this.db
        .updateTable('person')
        .set({ member_id: null, proven_at: null, proven_by: '' })
        .where('member_id', '=', id)
        .where('id', '<>', personId),
    )
  }
  /** Requires a new proof from all people of a member, or from those with such a proof. */
  async clearProofs(id: number, by?: readonly ProofKind[]): Promise<void> {
    const query = this.db.updateTable('person').set({ proven_at: null, proven_by: '' }).where('member_id', '=', id)
    await (by ? query.where('proven_by', 'in', by) : query).execute()
  }
  async unlink(id: number, personId: number): Promise<void> {
    await this.db
      .updateTable('person')
      .set({ member_id: null, proven_at: null, proven_by: '' })
      .where('id', '=', personId)
      .where('member_id', '=', id)
      .execute()
  }
  async linkedAmong(ids: readonly number[]): Promise<number[]> {
    if (ids.length === 0) return []
    const rows = await this.db
      .selectFrom('person')
      .where('member_id', 'in', ids)
      .select('member_id as id')
      .distinct()
      .execute()
    return rows.flatMap(({ id }) => id ?? [])
  }
  /** The oldest administrator without a linked person, so that every node picks the same one. */
  async unlinkedAdmin(): Promise<number | undefined> {
    const row = await this.db
      .selectFrom('member')
      .leftJoin('person', 'person.member_id', 'member.id')
      .where('member.admin', '=', 1)
      .where('member.active', '=', 1)
      .where('person.id', 'is', null)
      .select('member.id')
      .orderBy('member.id')
      .executeTakeFirst()
    return row?.id
  }
  hasLinkedAdmin(): Promise<boolean> {
    return hasAny(
      this.db
        .selectFrom('member')
        .innerJoin('person', 'person.member_id', 'member.id')
        .where('member.admin', '=', 1)
        .where('member.active', '=', 1)
        .select('member.id'),
    )
  }
}
