import type { Db } from './engine/engine.ts'
import { preparedQuery, type Slots } from './engine/prepared-query.ts'

/** What came of the call that brought a key. */
export interface Made {
  readonly ticketId: number | null
  readonly noteId: number | null
}

interface Key {
  readonly personId: number
  readonly key: string
}

const take = preparedQuery((db, a: Slots<Key & { body: Uint8Array; at: number; since: number }>) => {
  const fresh = { body: a.body, created_at: a.at, ticket_id: null, note_id: null }
  return db
    .insertInto('idempotency_key')
    .values({ person_id: a.personId, key: a.key, ...fresh })
    .onConflict((oc) =>
      oc.columns(['person_id', 'key']).doUpdateSet(fresh).where('idempotency_key.created_at', '<=', a.since),
    )
    .returning('key')
})
const find = preparedQuery((db, a: Slots<Key>) =>
  db
    .selectFrom('idempotency_key')
    .where('person_id', '=', a.personId)
    .where('key', '=', a.key)
    .select(['body', 'ticket_id as ticketId', 'note_id as noteId']),
)
const save = preparedQuery((db, a: Slots<Key & Made>) =>
  db
    .updateTable('idempotency_key')
    .set({ ticket_id: a.ticketId, note_id: a.noteId })
    .where('person_id', '=', a.personId)
    .where('key', '=', a.key),
)

/** Which `Idempotency-Key` of whom stands for what. */
export function keyStore(db: Db) {
  return {
    /**
     * Takes a key: `undefined` if it was free or older than `since`, or what it stands for. A second one at the same moment
     * waits for the first at the primary key.
     */
    async take(
      personId: number,
      key: string,
      body: Uint8Array,
      at: number,
      since: number,
    ): Promise<(Made & { readonly body: Uint8Array }) | undefined> {
      const [taken] = await take(db, { personId, key, body, at, since })
      if (taken) return undefined
      const [earlier] = await find(db, { personId, key })
      return earlier
    },

    async save(personId: number, key: string, { ticketId, noteId }: Made): Promise<void> {
      await save(db, { personId, key, ticketId, noteId })
    },

    async forgetBefore(at: number): Promise<void> {
      await db.deleteFrom('idempotency_key').where('created_at', '<=', at).execute()
    },
    async forgetOfPerson(personId: number): Promise<void> {
      await db.deleteFrom('idempotency_key').where('person_id', '=', personId).execute()
    },
    async forgetOfTicket(ticketId: number): Promise<void> {
      await db.deleteFrom('idempotency_key').where('ticket_id', '=', ticketId).execute()
    },
  }
}
