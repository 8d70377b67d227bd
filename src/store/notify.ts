import { sql } from 'kysely'
import type { Lang } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import type { Choices } from '#contract/messages.ts'
import { hasAny } from './engine/answers.ts'
import type { Db } from './engine/engine.ts'
import { inList } from './engine/value-lists.ts'

/** Somebody who may be told something, and how they are reached. */
export interface Recipient {
  readonly personId: number
  readonly memberId: number | null
  readonly lang: Lang | null
  readonly choices: Partial<Choices>
  /** Empty where no mail can be sent to them. */
  readonly mail: string
  /** Empty unless they log in with WeChat. */
  readonly openid: string
  /** The browsers that show them notifications. */
  readonly push: readonly number[]
}

export interface PushAddress {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** How people want to be told things, and where. */
export function notifyStore(db: Db) {
  const identityOf = (pattern: string) =>
    sql<
      string | null
    >`(select subject from identity where identity.person_id = person.id and provider like ${pattern} order by created_at, subject limit 1)`
  const people = () =>
    db
      .selectFrom('person')
      .leftJoin('notify', 'notify.person_id', 'person.id')
      .where('person.merged_into', 'is', null)
      .select([
        'person.id as personId',
        'person.member_id as memberId',
        'person.lang',
        'notify.choices',
        'notify.mail',
        'notify.refused',
        identityOf('mail').as('loginMail'),
        identityOf('wechat:%').as('openid'),
      ])
      .orderBy('person.id')

  async function reached(rows: Awaited<ReturnType<ReturnType<typeof people>['execute']>>): Promise<Recipient[]> {
    const browsers = await db
      .selectFrom('push_subscription as one')
      .innerJoin('session', 'session.hash', 'one.session')
      .where(
        inList(
          db,
          'one.person_id',
          rows.map(({ personId }) => personId),
        ),
      )
      .whereRef('session.person_id', '=', 'one.person_id')
      .select(['one.id', 'one.person_id as personId'])
      .orderBy('one.id')
      .execute()
    return rows.map(({ personId, memberId, lang, choices, mail, refused, loginMail, openid }) => {
      const address = mail || loginMail || ''
      return {
        personId,
        memberId,
        lang,
        choices: JSON.parse(choices ?? '{}') as Partial<Choices>, // written by `choose` alone
        mail: address === refused ? '' : address,
        openid: openid ?? '',
        push: browsers.filter((browser) => browser.personId === personId).map(({ id }) => id),
      }
    })
  }

  return {
    async person(id: number): Promise<Recipient | undefined> {
      const [one] = await reached(await people().where('person.id', '=', id).execute())
      return one
    },
    /** All people who are one of these members. */
    async ofMembers(ids: readonly number[]): Promise<Recipient[]> {
      return reached(
        await people()
          .where(inList(db, 'person.member_id', ids))
          .execute(),
      )
    },
    async ofTeam(role: 'member' | 'admin'): Promise<Recipient[]> {
      const active = db.selectFrom('member').where('active', '=', 1).select('id')
      const wanted = role === 'admin' ? active.where('admin', '=', 1) : active
      return reached(await people().where('person.member_id', 'in', wanted).execute())
    },
    /** What somebody has said about messages, if anything. */
    async of(personId: number) {
      return db.selectFrom('notify').where('person_id', '=', personId).selectAll().executeTakeFirst()
    },
    /** Their row, made with this key if there is none yet, and held until the transaction ends. */
    async keep(personId: number, mailKey: string): Promise<string> {
      const row = await db
        .insertInto('notify')
        .values({ person_id: personId, mail_key: mailKey })
        .onConflict((oc) => oc.column('person_id').doUpdateSet((eb) => ({ mail_key: eb.ref('notify.mail_key') })))
        .returning('mail_key as key')
        .executeTakeFirstOrThrow()
      return row.key
    },
    async choose(personId: number, choices: Choices): Promise<void> {
      await db
        .updateTable('notify')
        .set({ choices: JSON.stringify(choices) })
        .where('person_id', '=', personId)
        .execute()
    },
    async setMail(personId: number, mail: string): Promise<void> {
      await db.updateTable('notify').set({ mail, refused: '' }).where('person_id', '=', personId).execute()
    },
    /** The address they gave goes, and whether it was refused; that another one was stays. */
    async removeMail(personId: number): Promise<void> {
      await db
        .updateTable('notify')
        .set({ mail: '', refused: sql`case when refused = mail then '' else refused end` })
        .where('person_id', '=', personId)
        .execute()
    },
    /** Nothing more is sent to this address. */
    async refuse(personId: number, mail: string): Promise<void> {
      await db.updateTable('notify').set({ refused: mail }).where('person_id', '=', personId).execute()
    },
    async byMailKey(key: string): Promise<number | undefined> {
      const row = await db.selectFrom('notify').where('mail_key', '=', key).select('person_id as id').executeTakeFirst()
      return row?.id
    },
    async subscribe(personId: number, session: Uint8Array, address: PushAddress, at: number): Promise<void> {
      const row = { person_id: personId, session, ...address, created_at: at }
      // A browser has one place for messages, and one login at a time.
      await db
        .deleteFrom('push_subscription')
        .where('session', '=', session)
        .where('endpoint', '!=', address.endpoint)
        .execute()
      await db
        .insertInto('push_subscription')
        .values(row)
        .onConflict((oc) => oc.column('endpoint').doUpdateSet(row))
        .execute()
      const newest = db
        .selectFrom('push_subscription')
        .where('person_id', '=', personId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limits.pushBrowsers)
        .select('id')
      await db.deleteFrom('push_subscription').where('person_id', '=', personId).where('id', 'not in', newest).execute()
    },
    async unsubscribe(personId: number, endpoint: string): Promise<void> {
      await db
        .deleteFrom('push_subscription')
        .where('person_id', '=', personId)
        .where('endpoint', '=', endpoint)
        .execute()
    },
    async browser(id: number, personId: number): Promise<PushAddress | undefined> {
      return db
        .selectFrom('push_subscription as one')
        .innerJoin('session', 'session.hash', 'one.session')
        .where('one.id', '=', id)
        .where('one.person_id', '=', personId)
        .whereRef('session.person_id', '=', 'one.person_id')
        .select(['one.endpoint', 'one.p256dh', 'one.auth'])
        .executeTakeFirst()
    },
    hasBrowser: (session: Uint8Array) =>
      hasAny(db.selectFrom('push_subscription').where('session', '=', session).select('id').limit(1)),
    async forgetBrowser(id: number): Promise<void> {
      await db.deleteFrom('push_subscription').where('id', '=', id).execute()
    },
    /** Browsers whose login has ended. */
    async forgetLoggedOut(): Promise<void> {
      await db
        .deleteFrom('push_subscription')
        .where('session', 'not in', db.selectFrom('session').select('hash'))
        .execute()
    },
    async consents(personId: number): Promise<ReadonlyMap<string, number>> {
      const rows = await db.selectFrom('consent').where('person_id', '=', personId).select(['template', 'n']).execute()
      return new Map(rows.map(({ template, n }) => [template, n]))
    },
    /** One message more of this template. */
    async agree(personId: number, template: string): Promise<void> {
      await db
        .insertInto('consent')
        .values({ person_id: personId, template, n: 1 })
        .onConflict((oc) => oc.columns(['person_id', 'template']).doUpdateSet((eb) => ({ n: eb('consent.n', '+', 1) })))
        .execute()
    },
    /** Spends one; `false` if there is none. */
    async spend(personId: number, template: string): Promise<boolean> {
      const spent = await db
        .updateTable('consent')
        .set((eb) => ({ n: eb('n', '-', 1) }))
        .where('person_id', '=', personId)
        .where('template', '=', template)
        .where('n', '>', 0)
        .returning('n')
        .executeTakeFirst()
      return spent !== undefined
    },
    async disagree(personId: number, template: string): Promise<void> {
      await db.deleteFrom('consent').where('person_id', '=', personId).where('template', '=', template).execute()
    },
    /** Choices, addresses, browsers and consents of somebody who is erased. */
    async remove(personId: number): Promise<void> {
      for (const table of ['notify', 'push_subscription', 'consent'] as const)
        await db.deleteFrom(table).where('person_id', '=', personId).execute()
      await db.deleteFrom('outbox').where('person_id', '=', personId).execute()
    },
    /** The keys that push services know this team by, made by `make` the first time. */
    async pushKeys(make: () => string): Promise<string> {
      const known = await db.selectFrom('instance').select('push_keys as keys').executeTakeFirstOrThrow()
      if (known.keys !== null) return known.keys
      await db.updateTable('instance').set({ push_keys: make() }).where('push_keys', 'is', null).execute()
      const kept = await db.selectFrom('instance').select('push_keys as keys').executeTakeFirstOrThrow()
      return kept.keys ?? ''
    },
  }
}
