import type { DeleteQueryBuilder, DeleteResult, Selectable } from 'kysely'
import { hasAny, inList, insertReturningId, statement } from '../engine/index.ts'
import { Queries } from '../queries.ts'
import type { Tables } from '../tables.ts'

/**
 * Tables whose rows are moved when a guest is merged. Logins, sessions, codes and keys are handled singly. A test
 * compares the list with the schema.
 */
export const mergedTables = ['content_look', 'feedback', 'log', 'media', 'note', 'notice', 'outbox', 'ticket'] as const
/** Further tables that refer to a person. */
export const otherReferences = [
  'session',
  'identity',
  'idempotency_key',
  'notify',
  'push_subscription',
  'consent',
  'ticket_merge',
] as const

export type PersonRow = Selectable<Tables['person']>

const insert = insertReturningId('person', ['name', 'phone', 'lang', 'member_id', 'created_at'])

const successor = statement((db, { personId }: { personId: number }) =>
  db.selectFrom('person').where('id', '=', personId).select('merged_into as id'),
)

/** People without an identity, known only by the token of a device. */
export class GuestStore extends Queries {
  #person(id: number) {
    return this.db.selectFrom('person').where('id', '=', id).selectAll()
  }
  async #removeIdle(among: (query: DeleteQueryBuilder<Tables, 'person', DeleteResult>) => typeof query) {
    await among(this.db.deleteFrom('person'))
      .where('member_id', 'is', null)
      .where((eb) =>
        eb.and([
          ...[...otherReferences, ...mergedTables].map((table) =>
            eb.not(
              eb.exists(
                eb.selectFrom(table).whereRef(`${table}.person_id`, '=', 'person.id').select(`${table}.person_id`),
              ),
            ),
          ),
          eb.not(eb.exists(eb.selectFrom('code').whereRef('code.used_by', '=', 'person.id').select('code.used_by'))),
        ]),
      )
      .execute()
  }
  async add(at: number): Promise<number> {
    return insert(this.db, { name: '', phone: '', lang: null, member_id: null, created_at: at })
  }
  async isGuest(personId: number): Promise<boolean> {
    return !(await hasAny(this.db.selectFrom('identity').where('person_id', '=', personId).select('provider')))
  }
  /** The latest guest who has confirmed this mailbox. Visitors and members are left out: others may have typed theirs. */
  async ofMailbox(mailbox: string): Promise<number | undefined> {
    const row = await this.db
      .selectFrom('person')
      .innerJoin('notify', 'notify.person_id', 'person.id')
      .where('notify.mail', '=', mailbox)
      .where('person.member_id', 'is', null)
      .where('person.merged_into', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('identity').whereRef('identity.person_id', '=', 'person.id').select('subject'))),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('ticket')
              .innerJoin('intake', 'intake.ticket_id', 'ticket.id')
              .whereRef('ticket.person_id', '=', 'person.id')
              .select('ticket.id'),
          ),
        ),
      )
      .select('person.id')
      .orderBy('person.id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.id
  }
  hasLogin(personId: number): Promise<boolean> {
    return hasAny(
      this.db
        .selectFrom('session')
        .where('person_id', '=', personId)
        .select('person_id')
        .unionAll(this.db.selectFrom('identity').where('person_id', '=', personId).select('person_id'))
        .limit(1),
    )
  }
  async successorOf(personId: number): Promise<number> {
    const [row] = await successor(this.db, { personId })
    return row?.id ?? personId
  }
  async lock(personId: number): Promise<PersonRow> {
    return this.#person(personId).forNoKeyUpdate().executeTakeFirstOrThrow()
  }
  /** Waits for transactions that refer to the person, and blocks later ones. */
  async lockAlone(personId: number): Promise<PersonRow> {
    // A login locks the identity first too.
    await this.db.selectFrom('identity').where('person_id', '=', personId).select('subject').forUpdate().execute()
    return this.#person(personId).forUpdate().executeTakeFirstOrThrow()
  }
  /** Ends a guest: the other person gets profile, membership and belongings that it lacks. */
  async merge(guest: PersonRow, other: PersonRow): Promise<void> {
    const into = other.id
    await this.#mergeProfiles(guest, other)
    await this.#mergeCredentials(guest.id, into)
    await this.#mergeMessageSettings(guest.id, into)
    await this.#mergeConsents(guest.id, into)
    await this.moveBelongings(into)
  }
  async #mergeProfiles(guest: PersonRow, other: PersonRow): Promise<void> {
    const [guestId, into] = [guest.id, other.id]
    // Of two proofs of a member, the later one counts.
    const proof = (guest.proven_at ?? 0) > (other.proven_at ?? 0) ? guest : other
    await this.db
      .updateTable('person')
      .set({
        name: other.name || guest.name,
        phone: other.phone || guest.phone,
        lang: other.lang ?? guest.lang,
        member_id: other.member_id ?? guest.member_id,
        proven_at: proof.proven_at,
        proven_by: proof.proven_by,
      })
      .where('id', '=', into)
      .execute()
    await this.db
      .updateTable('person')
      .set({ name: '', phone: '', lang: null, member_id: null, proven_at: null, proven_by: '', merged_into: into })
      .where('id', '=', guestId)
      .execute()
    await this.db.updateTable('person').set({ merged_into: into }).where('merged_into', '=', guestId).execute()
  }
  async #mergeCredentials(guestId: number, into: number): Promise<void> {
    // Pairings that the guest approved end. A used invitation still proves the member.
    await this.db.deleteFrom('code').where('kind', 'in', ['pair', 'paired']).where('used_by', '=', guestId).execute()
    await this.db.updateTable('code').set({ used_by: into }).where('used_by', '=', guestId).execute()
    // A call that is repeated after the merge is still recognised, unless the other person has used its key.
    const taken = this.db.selectFrom('idempotency_key').where('person_id', '=', into).select('key')
    await this.db
      .updateTable('idempotency_key')
      .set({ person_id: into })
      .where('person_id', '=', guestId)
      .where('key', 'not in', taken)
      .execute()
    await this.db.deleteFrom('idempotency_key').where('person_id', '=', guestId).execute()
    await this.db.deleteFrom('session').where('person_id', '=', guestId).execute()
    await this.db.deleteFrom('push_subscription').where('person_id', '=', guestId).execute()
  }
  /** The other person's settings take precedence. A refused address stays refused. */
  async #mergeMessageSettings(guestId: number, into: number): Promise<void> {
    const of = (id: number) => this.db.selectFrom('notify').where('person_id', '=', id).selectAll().executeTakeFirst()
    const [own, theirs] = [await of(guestId), await of(into)]
    const mail = own?.mail === own?.refused ? '' : (own?.mail ?? '')
    if (own && !theirs)
      await this.db.updateTable('notify').set({ person_id: into, mail }).where('person_id', '=', guestId).execute()
    if (own && theirs) {
      const merged = { mail: theirs.mail || mail, refused: theirs.refused || own.refused }
      await this.db.updateTable('notify').set(merged).where('person_id', '=', into).execute()
      // The row keeps its key, so that links in mails to the guest still work.
      await this.db.updateTable('notify').set({ mail: '', refused: '' }).where('person_id', '=', guestId).execute()
    }
  }
  async #mergeConsents(guestId: number, into: number): Promise<void> {
    const agreed = await this.db
      .selectFrom('consent')
      .where('person_id', '=', guestId)
      .select(['template', 'n'])
      .execute()
    for (const { template, n } of agreed)
      await this.db
        .insertInto('consent')
        .values({ person_id: into, template, n })
        .onConflict((oc) => oc.columns(['person_id', 'template']).doUpdateSet((eb) => ({ n: eb('consent.n', '+', n) })))
        .execute()
    await this.db.deleteFrom('consent').where('person_id', '=', guestId).execute()
  }
  /** Moves the belongings of merged guests, including those that a concurrent request added during the merge. */
  async moveBelongings(into?: number): Promise<void> {
    const merged = this.db
      .selectFrom('person')
      .where('merged_into', 'is not', null)
      .$if(into !== undefined, (query) => query.where('merged_into', '=', into ?? null))
    for (const table of mergedTables)
      await this.db
        .updateTable(table)
        .set((eb) => ({
          person_id: eb
            .selectFrom('person')
            .whereRef('person.id', '=', `${table}.person_id`)
            .select((select) => select.ref('merged_into').$notNull().as('id')),
        }))
        .where('person_id', 'in', merged.select('id'))
        .execute()
  }
  /**
   * Deletes guests without belongings and logins, created between two moments, so that the cost does not grow with
   * their number.
   */
  async deleteIdle(from: number, until: number): Promise<void> {
    await this.#removeIdle((query) => query.where('created_at', '>', from).where('created_at', '<=', until))
  }
  async deleteIdleAmong(ids: readonly number[]): Promise<void> {
    await this.#removeIdle((query) => query.where(inList(this.db, 'id', ids)))
  }
}
