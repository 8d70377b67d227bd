import { sql } from 'kysely'
import type { Lang } from '#contract/languages.ts'
import { deferredStatement, hasAny, statement } from '../engine/index.ts'
import { Queries } from '../queries.ts'
import { GuestStore } from './guests.ts'
import { CodeStore } from './one-time-codes.ts'

const profileById = statement((db, { id }: { id: number }) =>
  db.selectFrom('person').where('id', '=', id).select(['name', 'phone', 'lang']),
)

// A shared lock, like those of foreign keys, so that an erasure waits for it.
const share = deferredStatement((db, { id }: { id: number }) =>
  db.selectFrom('person').where('id', '=', id).select('id').forKeyShare(),
)
const someLogin = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('session')
    .where('person_id', '=', id)
    .select('person_id')
    .unionAll(db.selectFrom('identity').where('person_id', '=', id).select('person_id'))
    // A visitor has a receipt instead of a login.
    .unionAll(
      db
        .selectFrom('ticket')
        .innerJoin('receipt', 'receipt.ticket_id', 'ticket.id')
        .where('ticket.person_id', '=', id)
        .select('ticket.person_id'),
    )
    .limit(1),
)

const subjectOf = statement((db, { id, provider }: { id: number; provider: string }) =>
  db.selectFrom('identity').where('person_id', '=', id).where('provider', '=', provider).select('subject'),
)

// The lock orders this before or after an erasure; afterwards there is no row.
const holdIdentity = statement((db, a: { provider: string; subject: string; unionid: string | null }) =>
  db
    .updateTable('identity')
    // WeChat does not always send the id.
    .set({ unionid: sql<string | null>`coalesce(cast(${a.unionid} as text), unionid)` })
    .where('provider', '=', a.provider)
    .where('subject', '=', a.subject)
    .returning('person_id'),
)

export class UserStore extends Queries {
  readonly #codes = new CodeStore(this.db)
  readonly #guests = new GuestStore(this.db)
  exists() {
    return hasAny(this.db.selectFrom('person').select('id').limit(1))
  }
  async profile(id: number): Promise<{ name: string; phone: string; lang: Lang | null } | undefined> {
    return (await profileById(this.db, { id }))[0]
  }
  /**
   * Takes a shared lock, so that an erasure or merge comes before or after; `false` if the person can no longer log in.
   */
  async lockShared(id: number): Promise<boolean> {
    // Two statements: PostgreSQL would read everything as it was before the wait for the lock.
    share(this.db, { id })
    const [row] = await someLogin(this.db, { id })
    return row !== undefined
  }
  async memberOf(id: number): Promise<number | null> {
    const row = await this.db.selectFrom('person').where('id', '=', id).select('member_id').executeTakeFirst()
    return row?.member_id ?? null
  }
  async linkOf(id: number) {
    return this.db
      .selectFrom('person')
      .where('id', '=', id)
      .select(['member_id as memberId', 'proven_at as provenAt', 'proven_by as provenBy'])
      .executeTakeFirst()
  }
  async personalData(id: number) {
    const person = await this.db.selectFrom('person').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
    const identities = await this.db
      .selectFrom('identity')
      .where('person_id', '=', id)
      .select(['provider', 'subject', 'unionid', 'created_at'])
      .execute()
    const sessions = await this.db
      .selectFrom('session')
      .where('person_id', '=', id)
      .select(['created_at', 'used_at', 'login', 'device', 'proven_by'])
      .orderBy('created_at')
      .execute()
    return { person, identities, sessions }
  }
  /** The row stays for references. */
  async erase(id: number): Promise<void> {
    const { identities } = await this.personalData(id)
    const mails = identities.filter(({ provider }) => provider === 'mail').map(({ subject }) => subject)
    if (mails.length > 0)
      await this.db.deleteFrom('code').where('kind', '=', 'mail').where('subject', 'in', mails).execute()
    for (const identity of identities) await this.#codes.removeOfIdentity(identity)
    await this.db.deleteFrom('code').where('used_by', '=', id).execute()
    await this.db.deleteFrom('identity').where('person_id', '=', id).execute()
    await this.db.deleteFrom('session').where('person_id', '=', id).execute()
    await this.db
      .updateTable('person')
      .set({ name: '', phone: '', lang: null, member_id: null, proven_at: null, proven_by: '' })
      .where('id', '=', id)
      .execute()
  }
  async setFirstLanguage(id: number, lang: Lang): Promise<void> {
    await this.db.updateTable('person').set({ lang }).where('id', '=', id).where('lang', 'is', null).execute()
  }
  async update(id: number, changed: { name?: string; phone?: string; lang?: Lang }): Promise<void> {
    await this.db.updateTable('person').set(changed).where('id', '=', id).execute()
  }
  async subjectOf(id: number, provider: string): Promise<string | undefined> {
    return (await subjectOf(this.db, { id, provider }))[0]?.subject
  }
  async byIdentity(provider: string, subject: string): Promise<number | undefined> {
    const row = await this.db
      .selectFrom('identity')
      .where('provider', '=', provider)
      .where('subject', '=', subject)
      .select('person_id')
      .executeTakeFirst()
    return row?.person_id
  }
  /** Makes a mailbox the login of the guest who has confirmed it for messages, unless it is someone's login already. */
  async claimMailbox(mailbox: string, at: number, besides: number | undefined): Promise<void> {
    if ((await this.byIdentity('mail', mailbox)) !== undefined) return
    const guest = await this.#guests.ofMailbox(mailbox)
    if (guest === undefined || guest === besides) return
    await this.#guests.lockAlone(guest)
    // It may have logged in otherwise meanwhile.
    if ((await this.#guests.ofMailbox(mailbox)) !== guest) return
    await this.db
      .insertInto('identity')
      .values({ provider: 'mail', subject: mailbox, person_id: guest, created_at: at, unionid: null })
      .onConflict((oc) => oc.doNothing())
      .execute()
  }
  /** Finds or adds a person. Two simultaneous first logins make one person, and an erasure waits. */
  async ofIdentity(provider: string, subject: string, at: number, unionid: string | null = null): Promise<number> {
    const [known] = await holdIdentity(this.db, { provider, subject, unionid })
    if (known) return known.person_id
    const id = await this.#guests.add(at)
    const mine = await this.db
      .insertInto('identity')
      .values({ provider, subject, person_id: id, created_at: at, unionid })
      .onConflict((oc) => oc.doNothing())
      .returning('person_id')
      .executeTakeFirst()
    if (mine) return id
    await this.db.deleteFrom('person').where('id', '=', id).execute()
    const [other] = await holdIdentity(this.db, { provider, subject, unionid })
    if (!other) throw new Error('an identity was removed during a login')
    return other.person_id
  }
}
