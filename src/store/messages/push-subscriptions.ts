import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { hasAny } from '../engine/index.ts'
import { Queries } from '../queries.ts'

export interface PushAddress {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

// The session of the browser is alive, or the browser holds a receipt of this person.
export const isLive = sql<boolean>`(session.person_id = one.person_id or exists (
  select 1 from receipt join ticket on ticket.id = receipt.ticket_id
  where receipt.hash = one.session and ticket.person_id = one.person_id))`

export class PushSubscriptionStore extends Queries {
  async add(personId: number, session: Uint8Array, address: PushAddress, at: number): Promise<void> {
    const row = { person_id: personId, session, ...address, created_at: at }
    // A browser has one push address and one login, but may hold several receipts.
    const receipts = this.db.selectFrom('receipt').select('hash')
    await this.db
      .deleteFrom('push_subscription')
      .where((eb) =>
        eb.or([
          eb.and([eb('session', '=', session), eb('endpoint', '!=', address.endpoint)]),
          eb.and([
            eb('endpoint', '=', address.endpoint),
            eb('person_id', '!=', personId),
            eb('session', 'not in', receipts),
            eb(eb.val(session), 'not in', receipts),
          ]),
        ]),
      )
      .execute()
    await this.db
      .insertInto('push_subscription')
      .values(row)
      .onConflict((oc) => oc.columns(['endpoint', 'person_id']).doUpdateSet(row))
      .execute()
    const newest = this.db
      .selectFrom('push_subscription')
      .where('person_id', '=', personId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limits.pushBrowsers)
      .select('id')
    await this.db
      .deleteFrom('push_subscription')
      .where('person_id', '=', personId)
      .where('id', 'not in', newest)
      .execute()
  }
  /** Moves the browser of a session to another token and person. */
  async handOver(from: Uint8Array, { hash, personId }: { hash: Uint8Array; personId: number }): Promise<void> {
    const known = this.db
      .selectFrom('push_subscription as other')
      .where('other.person_id', '=', personId)
      .select('endpoint')
    await this.db
      .updateTable('push_subscription')
      .set({ session: hash, person_id: personId })
      .where('session', '=', from)
      .where('endpoint', 'not in', known)
      .execute()
  }
  async removeEndpoint(personId: number, endpoint: string): Promise<void> {
    await this.db
      .deleteFrom('push_subscription')
      .where('person_id', '=', personId)
      .where('endpoint', '=', endpoint)
      .execute()
  }
  async find(id: number, personId: number): Promise<PushAddress | undefined> {
    return this.db
      .selectFrom('push_subscription as one')
      .leftJoin('session', 'session.hash', 'one.session')
      .where('one.id', '=', id)
      .where('one.person_id', '=', personId)
      .where(isLive)
      .select(['one.endpoint', 'one.p256dh', 'one.auth'])
      .executeTakeFirst()
  }
  has(session: Uint8Array) {
    return hasAny(this.db.selectFrom('push_subscription').where('session', '=', session).select('id').limit(1))
  }
  async remove(id: number): Promise<void> {
    await this.db.deleteFrom('push_subscription').where('id', '=', id).execute()
  }
  async removeOf(session: Uint8Array): Promise<void> {
    await this.db.deleteFrom('push_subscription').where('session', '=', session).execute()
  }
  async deleteLoggedOut(): Promise<void> {
    const live = this.db.selectFrom('session').select('hash').union(this.db.selectFrom('receipt').select('hash'))
    await this.db.deleteFrom('push_subscription').where('session', 'not in', live).execute()
  }
  /** The keys for push services; `make` makes them once. */
  async pushKeys(make: () => string): Promise<string> {
    const known = await this.db.selectFrom('instance').select('push_keys as keys').executeTakeFirstOrThrow()
    if (known.keys !== null) return known.keys
    await this.db.updateTable('instance').set({ push_keys: make() }).where('push_keys', 'is', null).execute()
    const kept = await this.db.selectFrom('instance').select('push_keys as keys').executeTakeFirstOrThrow()
    return kept.keys ?? ''
  }
}
