import pg from 'pg'
import type { Rows } from './bare.ts'
import { bodyHash } from './bare-sqlite.ts'
import { keyColumns, logColumns, noteColumns, reads, slots, ticketColumns, workerColumns } from './statements.ts'

const connections = 10

/** A statement under a name, with `$1` for the first `?` and so on. */
function named(name: string, text: string): (values?: unknown[]) => pg.QueryConfig {
  const parts = text.split('?')
  const numbered = parts.map((part, i) => (i === 0 ? part : `$${i}${part}`)).join('')
  return (values = []) => ({ name, text: numbered, values })
}

const ask = {
  session: named('session', reads.session),
  ticket: named('ticket', reads.ticket),
  workers: named('workers', reads.workers),
  notes: named('notes', reads.notes),
  pictures: named('pictures', reads.pictures),
  list: named('list', reads.list),
  total: named('total', reads.total),
  workersOf: named(
    'workers_of',
    `select w.ticket_id, m.id, m.name, m.avatar from worker w join member m on m.id = w.member_id
     where w.ticket_id = any(?) order by w.since, m.id`,
  ),
  mine: named('mine', reads.mine),
  mineTotal: named('mine_total', reads.mineTotal),
}

// One statement is one transaction, and one way to the server and back.
const add = {
  alone: named('alone', `insert into ticket (${ticketColumns}) values (${slots(ticketColumns)}) returning id`),
  create: named(
    'create',
    `with t as (insert into ticket (${ticketColumns}) values (${slots(ticketColumns)}) returning id, person_id, created_at),
      n as (insert into note (${noteColumns}) select id, 0, person_id, null, '{"say":"note_created"}', created_at from t),
      l as (insert into log (${logColumns}) select 'ticket.created', created_at, person_id, null, 0, 1, 0, '', id, '{"say":"ticket","status":0}' from t)
     insert into idempotency_key (${keyColumns}) select person_id, ?, ?, created_at, id, null from t`,
  ),
  addnote: named(
    'addnote',
    `with n as (insert into note (${noteColumns}) values (${slots(noteColumns)}) returning id, ticket_id, person_id, member_id, created_at),
      l as (insert into log (${logColumns}) select 'ticket.commented', created_at, person_id, member_id, 0, 1, 0, '', ticket_id, '{"say":"note"}' from n)
     insert into idempotency_key (${keyColumns}) select person_id, ?, ?, created_at, ticket_id, id from n returning note_id as id`,
  ),
  update: named(
    'update',
    `with t as (update ticket set status = ?, open = 1 where id = ? returning id),
      n as (insert into note (${noteColumns}) select id, 0, ?, ?, '{"say":"note_moved","from":2,"to":3}', ? from t returning ticket_id, person_id, member_id, created_at),
      l as (insert into log (${logColumns}) select 'ticket.moved', created_at, person_id, member_id, 0, 1, ticket_id, '{"say":"ticket","status":2}', ticket_id, '{"say":"ticket","status":3}' from n)
     insert into idempotency_key (${keyColumns}) select person_id, ?, ?, created_at, ticket_id, null from n`,
  ),
  pick: named(
    'pick',
    `with t as (update ticket set status = 1, claimed_at = coalesce(claimed_at, ?) where id = ? and status = 0 returning id),
      w as (insert into worker (${workerColumns}) select id, ?, 1, ? from t returning ticket_id, member_id, since),
      n as (insert into note (${noteColumns}) select ticket_id, 0, ?, member_id, '{"say":"note_claimed"}', since from w returning ticket_id, person_id, member_id, created_at)
     insert into log (${logColumns}) select 'ticket.claimed', created_at, person_id, member_id, 0, 1, ticket_id, '{"say":"ticket","status":0}', ticket_id, '{"say":"ticket","status":1}' from n`,
  ),
}

interface Who {
  readonly person_id: string
  readonly member_id: string | null
}

/** PostgreSQL with nothing between: a few connections, each used by whoever comes, prepared and pipelined. */
export async function postgresRows(url: string): Promise<Rows> {
  const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: url, pipeline: true }))
  await Promise.all(clients.map((client) => client.connect()))
  let turn = 0
  const next = () => {
    turn = (turn + 1) % connections
    return clients[turn] as pg.Client // there are so many
  }
  const whoIs = async (client: pg.Client, hash: Buffer) => (await client.query(ask.session([hash]))).rows[0] as Who // its columns, and it is there
  return {
    async read(path, hash, id) {
      const client = next()
      const who = whoIs(client, hash)
      if (path === '/tickets/info') {
        const [ticket, workers, notes, pictures] = await Promise.all([
          client.query(ask.ticket([id])),
          client.query(ask.workers([id])),
          client.query(ask.notes([id])),
          client.query(ask.pictures([id])),
          who,
        ])
        return { ...ticket.rows[0], workers: workers.rows, notes: notes.rows, pictures: pictures.rows }
      }
      if (path === '/tickets/list') {
        const [list, total] = await Promise.all([client.query(ask.list()), client.query(ask.total()), who])
        const { rows } = await client.query(ask.workersOf([list.rows.map((row) => row.id)]))
        const workers = Map.groupBy(rows, (row) => row.ticket_id)
        return { list: list.rows.map((row) => ({ ...row, workers: workers.get(row.id) ?? [] })), ...total.rows[0] }
      }
      const { person_id } = await who
      const [mine, total] = await Promise.all([
        client.query(ask.mine([person_id])),
        client.query(ask.mineTotal([person_id])),
      ])
      return { list: mine.rows, ...total.rows[0] }
    },
    async write(path, hash, a, key) {
      const client = next()
      const at = Date.now()
      const ticket = (person: unknown) =>
        [person, a.type, 0, 1, a.device, a.deviceModel, a.owner, a.phone, a.description, '[]', at] as unknown[]
      if (path === '/alone') return (await client.query(add.alone(ticket(1)))).rows[0]
      const { person_id, member_id } = await whoIs(client, hash)
      const keyed = [key, bodyHash(a)]
      if (path === '/tickets/create') await client.query(add.create([...ticket(person_id), ...keyed]))
      else if (path === '/tickets/pick') {
        const { rowCount } = await client.query(add.pick([at, a.id, member_id, at, person_id]))
        if (rowCount !== 1) throw new Error('claimed already')
      } else if (path === '/tickets/update') {
        await Promise.all([
          client.query(ask.workers([a.id])),
          client.query(add.update([a.status, a.id, person_id, member_id, at, ...keyed])),
        ])
      } else {
        const [, added] = await Promise.all([
          client.query(ask.ticket([a.id])),
          client.query(add.addnote([a.id, 1, person_id, member_id, a.content, at, ...keyed])),
        ])
        return added.rows[0]
      }
      return {}
    },
  }
}
