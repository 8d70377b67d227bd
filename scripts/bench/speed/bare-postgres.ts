import pg from 'pg'
import { columns, type Rows, reader, slots, whoAsks } from './statements.ts'

const connections = 10

/** Indexes are the fastest way to so few rows, and one plan for each statement is enough. */
const settings =
  '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c plan_cache_mode=force_generic_plan'

/** A statement under a name, with `$1` for the first `?` and so on. */
function named(name: string, text: string): (values: readonly unknown[]) => pg.QueryArrayConfig {
  const numbered = text.split('?').reduce((before, part, i) => `${before}$${i}${part}`)
  return (values) => ({ name, text: numbered, values: [...values], rowMode: 'array' })
}

// Each change is one statement, and so one transaction and one round trip.
const who = `who as (${whoAsks})`
const newTicket = slots(columns.ticket.replace('person_id, ', ''))
const writes = {
  '/tickets/create': named(
    'create',
    `with ${who}, t as (insert into ticket (${columns.ticket}) select person_id, ${newTicket} from who returning id, created_at),
      n as (insert into note (${columns.note}) select id, 0, person_id, member_id, '{"say":"note_created"}', created_at from t, who),
      l as (insert into log (${columns.log}) select 'ticket.created', created_at, person_id, member_id, 0, 1, 0, '', id, '{"say":"ticket","status":0}' from t, who)
     insert into idempotency_key (${columns.idempotency_key}) select person_id, ?, ?, created_at, id, null from t, who`,
  ),
  '/tickets/addnote': named(
    'addnote',
    `with ${who}, n as (insert into note (${columns.note}) select t.id, 1, who.person_id, member_id, ?, ? from ticket t, who where t.id = ? and t.scrubbed = 0
        returning id, ticket_id, created_at),
      l as (insert into log (${columns.log}) select 'ticket.commented', created_at, person_id, member_id, 0, 1, 0, '', ticket_id, '{"say":"note"}' from n, who)
     insert into idempotency_key (${columns.idempotency_key}) select person_id, ?, ?, created_at, ticket_id, id from n, who returning note_id`,
  ),
  '/tickets/update': named(
    'update',
    `with ${who}, t as (update ticket t set status = ? from who, worker w where t.id = ? and w.ticket_id = t.id and w.member_id = who.member_id
        returning t.id, old.status as before, new.status as after),
      n as (insert into note (${columns.note}) select id, 0, person_id, member_id, '{"say":"note_moved","from":2,"to":3}', ? from t, who
        returning ticket_id, created_at),
      l as (insert into log (${columns.log}) select 'ticket.moved', created_at, person_id, member_id, 0, 1, id, '{"say":"ticket","status":' || before || '}', id, '{"say":"ticket","status":' || after || '}' from t, n, who)
     insert into idempotency_key (${columns.idempotency_key}) select person_id, ?, ?, created_at, ticket_id, null from n, who`,
  ),
  '/tickets/pick': named(
    'pick',
    `with ${who}, t as (update ticket set status = 1, claimed_at = coalesce(claimed_at, ?) where id = ? and status = 0 returning id),
      w as (insert into worker (${columns.worker}) select id, member_id, 1, ? from t, who returning ticket_id, since),
      n as (insert into note (${columns.note}) select ticket_id, 0, person_id, member_id, '{"say":"note_claimed"}', since from w, who)
     insert into log (${columns.log}) select 'ticket.claimed', since, person_id, member_id, 0, 1, ticket_id, '{"say":"ticket","status":0}', ticket_id, '{"say":"ticket","status":1}' from w, who`,
  ),
}

/** PostgreSQL without a layer in between: a few connections, used by turns, prepared and pipelined. */
export async function postgresRows(url: string): Promise<Rows> {
  const all = await Promise.all(Array.from({ length: connections }, () => open(url)))
  let turn = 0
  const query = (config: pg.QueryArrayConfig, done: (result: pg.QueryArrayResult<unknown[]>) => void) => {
    turn = (turn + 1) % connections
    const client = all[turn] as pg.Client // `turn` is below their number
    void client.query(config, (error: Error | null, result: pg.QueryArrayResult<unknown[]>) => {
      if (error) throw error
      done(result)
    })
  }
  return {
    read: reader('postgres', (name, text) => {
      const config = named(name, text)
      return (values, take) => query(config(values), ({ rows: [row] }) => take(row))
    }),
    write({ path, tokenHash, asked: a, key, body }, answer) {
      const at = Date.now()
      const ticket = [a.type, 0, 1, a.device, a.deviceModel, a.owner, a.phone, a.description, '[]', at]
      const values = {
        '/tickets/create': [tokenHash, ...ticket, key, body],
        '/tickets/addnote': [tokenHash, a.content, at, a.id, key, body],
        '/tickets/update': [tokenHash, a.status, a.id, at, key, body],
        '/tickets/pick': [tokenHash, at, a.id, at],
      }[path as keyof typeof writes]
      query(writes[path as keyof typeof writes](values), ({ rows: [row], rowCount }) => {
        if (rowCount !== 1) throw new Error('nothing was written')
        answer(row ? `{"id":${row[0]}}` : '{}')
      })
    },
  }
}

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, pipeline: true, options: settings })
  await client.connect()
  return client
}
