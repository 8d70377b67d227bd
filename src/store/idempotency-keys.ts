import type { RawBuilder } from 'kysely'
import type { Db } from './engine/engine.ts'
import { preparedQuery, type Slots } from './engine/prepared-query.ts'
import { later } from './engine/query-runner.ts'
import { isEmbedded } from './engine/value-lists.ts'

/** What came of the call that brought a key. */
export interface Made {
  readonly ticketId: number | null
  readonly noteId: number | null
}

/** A call that brings a key. */
export interface KeyedCall {
  readonly personId: number
  readonly key: string
  /** A hash of what it asks for. */
  readonly body: Uint8Array
  readonly at: number
  /** Keys up to then stand for nothing any more. */
  readonly since: number
}

const find = preparedQuery((db, { personId, key }: Slots<Pick<KeyedCall, 'personId' | 'key'>>) =>
  db
    .selectFrom('idempotency_key')
    .where('person_id', '=', personId)
    .where('key', '=', key)
    .select(['body', 'created_at', 'ticket_id as ticketId', 'note_id as noteId']),
)
type Value<T> = T | RawBuilder<T>

/** Writes a key, unless it stands for something. */
function written(
  db: Db,
  { personId, key, body, at, since }: Slots<KeyedCall>,
  made: { readonly [Name in keyof Made]: Value<Made[Name]> },
) {
  const row = { body, created_at: at, ticket_id: made.ticketId, note_id: made.noteId }
  return db
    .insertInto('idempotency_key')
    .values({ person_id: personId, key, ...row })
    .onConflict((oc) =>
      oc.columns(['person_id', 'key']).doUpdateSet(row).where('idempotency_key.created_at', '<=', since),
    )
}
const insert = preparedQuery((db, call: Slots<KeyedCall & Made>) => written(db, call, call))
const take = preparedQuery((db, call: Slots<KeyedCall>) =>
  written(db, call, { ticketId: null, noteId: null }).returning('key'),
)
const complete = preparedQuery(
  (db, { personId, key, ticketId, noteId }: Slots<Pick<KeyedCall, 'personId' | 'key'> & Made>) =>
    db
      .updateTable('idempotency_key')
      .set({ ticket_id: ticketId, note_id: noteId })
      .where('person_id', '=', personId)
      .where('key', '=', key),
)

/** Which `Idempotency-Key` of whom stands for what. */
export function keyStore(db: Db) {
  return {
    /**
     * Takes a key: `undefined` if it stood for nothing, or what it stands for. On PostgreSQL a second one at the same moment waits for the first
     * at the primary key. On SQLite nobody comes in between, and it is written once it is known what came of the call.
     */
    async take(call: KeyedCall): Promise<(Made & { readonly body: Uint8Array }) | undefined> {
      if (!isEmbedded(db) && (await take(db, call)).length > 0) return undefined
      const [row] = await find(db, call)
      return row && row.created_at > call.since ? row : undefined
    },

    save(call: KeyedCall, made: Made): void {
      later(db, isEmbedded(db) ? insert(db, { ...call, ...made }) : complete(db, { ...call, ...made }))
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
