import { deferredStatement, statement } from '../engine/index.ts'
import { Queries } from '../queries.ts'

export interface KeyedResult {
  readonly ticketId: number | null
  readonly noteId: number | null
}

export interface KeyedCall {
  readonly personId: number
  readonly key: string
  readonly body: Uint8Array
  readonly at: number
  readonly since: number
}

const find = statement((db, { personId, key }: Pick<KeyedCall, 'personId' | 'key'>) =>
  db
    .selectFrom('idempotency_key')
    .where('person_id', '=', personId)
    .where('key', '=', key)
    .select(['body', 'created_at', 'ticket_id as ticketId', 'note_id as noteId']),
)
const insert = deferredStatement(
  (db, { personId, key, body, at, ticketId, noteId }: Omit<KeyedCall, 'since'> & KeyedResult) =>
    db
      .insertInto('idempotency_key')
      .values({ person_id: personId, key, body, created_at: at, ticket_id: ticketId, note_id: noteId }),
  { retryOnDuplicate: true },
)
const remove = deferredStatement((db, { personId, key }: Pick<KeyedCall, 'personId' | 'key'>) =>
  db.deleteFrom('idempotency_key').where('person_id', '=', personId).where('key', '=', key),
)

export class KeyStore extends Queries {
  async find(call: KeyedCall): Promise<(KeyedResult & { readonly body: Uint8Array }) | undefined> {
    const [row] = await find(this.db, call)
    if (!row || row.created_at > call.since) return row
    remove(this.db, call)
    return undefined
  }

  async isUsed(call: Pick<KeyedCall, 'personId' | 'key' | 'since'>): Promise<boolean> {
    const [row] = await find(this.db, call)
    return row !== undefined && row.created_at > call.since
  }

  /**
   * If another call saved the same key meanwhile, this change waits at the primary key, is retried and finds the other
   * result.
   */
  save(call: KeyedCall, made: KeyedResult): void {
    insert(this.db, { ...call, ...made })
  }

  async deleteBefore(at: number): Promise<void> {
    await this.db.deleteFrom('idempotency_key').where('created_at', '<=', at).execute()
  }
  async removeOfPerson(personId: number): Promise<void> {
    await this.db.deleteFrom('idempotency_key').where('person_id', '=', personId).execute()
  }
  async removeOfTicket(ticketId: number): Promise<void> {
    await this.db.deleteFrom('idempotency_key').where('ticket_id', '=', ticketId).execute()
  }
}
