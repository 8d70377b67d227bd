import pg from 'pg'
import type { FreshDatabase } from './databases.ts'

/** A transaction of another program on PostgreSQL, with the number of sessions that wait for locks. */
export async function foreignTransaction(
  { fresh: { config } }: { fresh: Pick<FreshDatabase, 'config'> },
  statement: string,
) {
  const url = config.kind === 'postgres' ? config.url : ''
  const [client, beside] = [new pg.Client(url), new pg.Client(url)]
  await Promise.all([client.connect(), beside.connect()])
  await client.query(`begin; ${statement}`)
  const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  return {
    // A transaction sees a fixed snapshot of the statistics, so another connection reads them.
    blocked: async () => (await beside.query(waiting)).rows.length,
    commit: () => client.query('commit'),
    async [Symbol.asyncDispose]() {
      await Promise.all([client.end(), beside.end()])
    },
  }
}
