import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Lang } from '#contract/languages.ts'
import type { NotifyChoices } from '#contract/messages/messages.ts'
import { type Db, inList, statement } from '../engine/index.ts'
import { Queries } from '../queries.ts'
import { isLive } from './push-subscriptions.ts'

/** A recipient of messages, with addresses. */
export interface Recipient {
  readonly personId: number
  /** The proved member. */
  readonly memberId: number | null
  readonly admin: boolean
  readonly lang: Lang | null
  readonly choices: Partial<NotifyChoices>
  /** Empty if there is no address that accepts mail. */
  readonly mail: string
  /** Empty unless the person logs in with WeChat. */
  readonly openid: string
  readonly push: readonly PushBrowser[]
}

export interface PushBrowser {
  readonly id: number
  /** A hash of its address, which stays the same after a new subscription. */
  readonly fingerprint: string
  readonly memberId: number | null
}

const fingerprintOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('base64url').slice(0, 16)

const identityOf = (pattern: string) =>
  // A literal, because SQLite replans a statement for each bound pattern.
  sql<
    string | null
  >`(select subject from identity where identity.person_id = person.id and provider like ${sql.lit(pattern)} order by created_at, subject limit 1)`

const people = (db: Db) =>
  db
    .selectFrom('person')
    .leftJoin('notify', 'notify.person_id', 'person.id')
    // Only active members with a valid proof.
    .leftJoin('member', (join) =>
      join
        .onRef('member.id', '=', 'person.member_id')
        .on('member.active', '=', 1)
        .on('person.proven_at', 'is not', null),
    )
    .where('person.merged_into', 'is', null)
    .select([
      'person.id as personId',
      'member.id as memberId',
      'member.admin',
      'person.lang',
      'notify.choices',
      'notify.mail',
      'notify.refused',
      identityOf('mail').as('loginMail'),
      identityOf('wechat:%').as('openid'),
    ])
    .orderBy('person.id')
const team = (db: Db) => people(db).where('member.id', 'is not', null)

type GivenIds = { given: readonly number[] }
const these = statement((db, { given }: GivenIds) => people(db).where(inList(db, 'person.id', given)))
const theseMembers = statement((db, { given }: GivenIds) => team(db).where(inList(db, 'person.member_id', given)))
const members = statement((db) => team(db))
const admins = statement((db) => team(db).where('member.admin', '=', 1))

const browsersOf = statement((db, { given }: GivenIds) =>
  db
    .selectFrom('push_subscription as one')
    .leftJoin('session', 'session.hash', 'one.session')
    .where(inList(db, 'one.person_id', given))
    .where(isLive)
    .select(['one.id', 'one.person_id as personId', 'one.endpoint', 'session.member_id as memberId'])
    .orderBy('one.id'),
)

export class NotifyStore extends Queries {
  async #reached(rows: Awaited<ReturnType<typeof these>>): Promise<Recipient[]> {
    if (rows.length === 0) return []
    const ids = rows.map(({ personId }) => personId)
    const browsers = Map.groupBy(await browsersOf(this.db, { given: ids }), ({ personId }) => personId)
    return rows.map(({ personId, memberId, admin, lang, choices, mail, refused, loginMail, openid }) => {
      const address = mail || loginMail || ''
      return {
        personId,
        memberId,
        admin: admin === 1,
        lang,
        choices: JSON.parse(choices ?? '{}') as Partial<NotifyChoices>, // only `choose` writes it
        mail: address === refused ? '' : address,
        openid: openid ?? '',
        push: (browsers.get(personId) ?? []).map((browser) => ({
          id: browser.id,
          fingerprint: fingerprintOf(browser.endpoint),
          memberId: browser.memberId,
        })),
      }
    })
  }
  async person(id: number): Promise<Recipient | undefined> {
    const [one] = await this.people([id])
    return one
  }
  async people(ids: readonly number[]): Promise<Recipient[]> {
    return this.#reached(await these(this.db, { given: ids }))
  }
  async ofMembers(ids: readonly number[]): Promise<Recipient[]> {
    return this.#reached(await theseMembers(this.db, { given: ids }))
  }
  async ofTeam(role: 'member' | 'admin'): Promise<Recipient[]> {
    return this.#reached(await (role === 'admin' ? admins : members)(this.db))
  }
  async find(personId: number) {
    return this.db.selectFrom('notify').where('person_id', '=', personId).selectAll().executeTakeFirst()
  }
  /** Locks the row of a person, or adds it with this key, and returns the key. */
  async lock(personId: number, mailKey: string): Promise<string> {
    const row = await this.db
      .insertInto('notify')
      .values({ person_id: personId, mail_key: mailKey })
      .onConflict((oc) => oc.column('person_id').doUpdateSet((eb) => ({ mail_key: eb.ref('notify.mail_key') })))
      .returning('mail_key as key')
      .executeTakeFirstOrThrow()
    return row.key
  }
  async setChoices(personId: number, choices: NotifyChoices): Promise<void> {
    await this.db
      .updateTable('notify')
      .set({ choices: JSON.stringify(choices) })
      .where('person_id', '=', personId)
      .execute()
  }
  /** The new key keeps readers of the old mailbox from stopping mails to the new one. */
  async setMail(personId: number, mail: string, mailKey: string): Promise<void> {
    await this.db
      .updateTable('notify')
      .set({ mail, refused: '', mail_key: mailKey })
      .where('person_id', '=', personId)
      .execute()
  }
  /** Removes the address and its refusal; the refusal of another address stays. */
  async removeMail(personId: number): Promise<void> {
    await this.db
      .updateTable('notify')
      .set({ mail: '', refused: sql`case when refused = mail then '' else refused end` })
      .where('person_id', '=', personId)
      .execute()
  }
  async setRefused(personId: number, mail: string): Promise<void> {
    const theirs = await this.person(personId)
    if (theirs?.mail === mail)
      await this.db.updateTable('notify').set({ refused: mail }).where('person_id', '=', personId).execute()
  }
  /** The present person of this key: mails to a guest may be read after a merge. */
  async byMailKey(key: string): Promise<number | undefined> {
    const row = await this.db
      .selectFrom('notify')
      .innerJoin('person', 'person.id', 'notify.person_id')
      .where('mail_key', '=', key)
      .select(({ fn }) => fn.coalesce('person.merged_into', 'person.id').as('id'))
      .executeTakeFirst()
    return row?.id
  }
  /** Removes all message data of an erased person. */
  async remove(personId: number): Promise<void> {
    const merged = this.db.selectFrom('person').where('merged_into', '=', personId).select('id')
    for (const table of ['notify', 'push_subscription', 'consent'] as const)
      await this.db
        .deleteFrom(table)
        .where((eb) => eb.or([eb('person_id', '=', personId), eb('person_id', 'in', merged)]))
        .execute()
    await this.db.deleteFrom('outbox').where('person_id', '=', personId).execute()
  }
  /** Removes a visitor's settings, but not waiting messages. */
  async removeSettings(personId: number): Promise<void> {
    for (const table of ['notify', 'push_subscription', 'consent'] as const)
      await this.db.deleteFrom(table).where('person_id', '=', personId).execute()
  }
  /** Deletes settings of guests, or of these, who can neither log in nor wait for anything. */
  async deleteUnreachable(of?: readonly number[]): Promise<void> {
    for (const table of ['notify', 'consent'] as const) {
      const theirs = `${table}.person_id` as const
      await this.db
        .deleteFrom(table)
        .$if(of !== undefined, (query) => query.where(inList(this.db, theirs, of ?? [])))
        .where(({ not, exists, selectFrom, or }) =>
          not(
            or([
              exists(selectFrom('identity').whereRef('identity.person_id', '=', theirs).select('provider')),
              exists(selectFrom('session').whereRef('session.person_id', '=', theirs).select('hash')),
              exists(
                selectFrom('ticket')
                  .leftJoin('receipt', 'receipt.ticket_id', 'ticket.id')
                  .whereRef('ticket.person_id', '=', theirs)
                  .where((eb) => eb.or([eb('ticket.open', '=', 1), eb('receipt.hash', 'is not', null)]))
                  .select('ticket.id'),
              ),
              exists(
                selectFrom('ticket_merge')
                  .innerJoin('ticket', 'ticket.id', 'ticket_merge.ticket_id')
                  .whereRef('ticket_merge.person_id', '=', theirs)
                  .where('ticket.scrubbed', '=', 0)
                  .select('ticket.id'),
              ),
              exists(
                selectFrom('person')
                  .whereRef('person.id', '=', theirs)
                  .where('person.merged_into', 'is not', null)
                  .select('person.id'),
              ),
            ]),
          ),
        )
        .execute()
    }
  }
}
