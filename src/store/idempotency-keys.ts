import type { Db } from './engine/engine.ts'

/** What came of the call that brought a key. */
export interface Made {
  readonly ticketId: number | null
  readonly noteId: number | null
}

/** Which `Idempotency-Key` of whom stands for what. */
export function keyStore(db: Db) {
  const mine = (personId: number, key: string) =>
    db.selectFrom('idempotency_key').where('person_id', '=', personId).where('key', '=', key)
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
      const fresh = { body, created_at: at, ticket_id: null, note_id: null }
      const taken = await db
        .insertInto('idempotency_key')
        .values({ person_id: personId, key, ...fresh })
        .onConflict((oc) =>
          oc.columns(['person_id', 'key']).doUpdateSet(fresh).where('idempotency_key.created_at', '<=', since),
        )
        .returning('key')
        .executeTakeFirst()
      if (taken) return undefined
      return mine(personId, key)
        .select(['body', 'ticket_id as ticketId', 'note_id as noteId'])
        .executeTakeFirstOrThrow()
    },

    async save(personId: number, key: string, { ticketId, noteId }: Made): Promise<void> {
      await db
        .updateTable('idempotency_key')
        .set({ ticket_id: ticketId, note_id: noteId })
        .where('person_id', '=', personId)
        .where('key', '=', key)
        .execute()
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
