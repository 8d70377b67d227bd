import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import {
  answerOf,
  type Change,
  keyColumns,
  logColumns,
  noteColumns,
  type Rows,
  readingsOn,
  slots,
  ticketColumns,
  whoAsks,
  workerColumns,
} from './statements.ts'

type Value = SQLInputValue

/** SQLite with nothing between. Writes that come in one turn of the event loop share a transaction, synced by SQLite (`full`). */
export function sqliteRows(file: string): Rows {
  const db = new DatabaseSync(file)
  db.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;
    pragma cache_size = -32768; pragma wal_autocheckpoint = 4000`)
  const get = getter(db)
  const readings = new Map(
    Object.entries(readingsOn('sqlite')).map(([path, reading]) => [path, { reading, ask: get(reading.text) }]),
  )
  const write = writerOn(db)
  const begin = db.prepare('begin immediate')
  const commit = db.prepare('commit')
  let waiting: { readonly change: Change; readonly answer: (data: string) => void }[] = []
  const commitTogether = () => {
    const batch = waiting
    waiting = []
    begin.run()
    const answers = batch.map(({ change }) => write(change))
    commit.run()
    for (const [i, { answer }] of batch.entries()) answer(answers[i] ?? '')
  }
  return {
    read(path, tokenHash, id, answer) {
      const found = readings.get(path)
      if (!found) throw new Error(`there is no ${path}`)
      const { reading, ask } = found
      answer(answerOf(reading, path === '/tickets/info' ? ask(tokenHash, id) : ask(tokenHash)))
    },
    write(change, answer) {
      if (waiting.length === 0) setImmediate(commitTogether)
      waiting.push({ change, answer })
    },
  }
}

const getter = (db: DatabaseSync) => (text: string) => {
  const statement = db.prepare(text)
  statement.setReturnArrays(true)
  return (...values: Value[]) => statement.get(...values) as unknown as Value[] // in this form
}

function statementsOn(db: DatabaseSync) {
  const get = getter(db)
  const run = (text: string) => {
    const statement = db.prepare(text)
    return (...values: Value[]) => statement.run(...values)
  }
  const insert = (table: string, columns: string) => run(`insert into ${table} (${columns}) values (${slots(columns)})`)
  const who = get(whoAsks)
  const ticket = get('select id, person_id, status, open, forwarded_at, scrubbed from ticket where id = ?')
  const worker = get('select since from worker where ticket_id = ? and member_id = ?')
  const add = {
    ticket: insert('ticket', ticketColumns),
    note: insert('note', noteColumns),
    log: insert('log', logColumns),
    key: insert('idempotency_key', keyColumns),
    worker: insert('worker', workerColumns),
  }
  const move = run('update ticket set status = ? where id = ?')
  const claim = run('update ticket set status = 1, claimed_at = coalesce(claimed_at, ?) where id = ? and status = 0')
  return { add, move, claim, who, ticket, worker }
}

/** Writes in the transaction that is open; answers with JSON. */
function writerOn(db: DatabaseSync): (change: Change) => string {
  const { add, move, claim, who, ticket, worker } = statementsOn(db)
  const newTicket = (person: Value, { asked: a }: Change, at: number) =>
    add.ticket(person, a.type, 0, 1, a.device, a.deviceModel, a.owner, a.phone, a.description, '[]', at).lastInsertRowid

  return (change) => {
    const { path, tokenHash, asked, key, body } = change
    const { id } = asked
    const at = Date.now()
    if (path === '/alone') return `{"id":${newTicket(1, change, at)}}`
    const [person = null, member = null] = who(tokenHash)
    switch (path) {
      case '/tickets/create': {
        const made = newTicket(person, change, at)
        add.note(made, 0, person, member, '{"say":"note_created"}', at)
        add.log('ticket.created', at, person, member, 0, 1, 0, '', made, '{"say":"ticket","status":0}')
        add.key(person, key, body, at, made, null)
        return '{}'
      }
      case '/tickets/addnote': {
        ticket(id)
        const made = add.note(id, 1, person, member, asked.content, at).lastInsertRowid
        add.log('ticket.commented', at, person, member, 0, 1, 0, '', id, '{"say":"note"}')
        add.key(person, key, body, at, id, made)
        return `{"id":${made}}`
      }
      case '/tickets/update': {
        const before = `{"say":"ticket","status":${ticket(id)[2]}}`
        worker(id, member)
        move(asked.status, id)
        add.note(id, 0, person, member, '{"say":"note_moved","from":2,"to":3}', at)
        add.log('ticket.moved', at, person, member, 0, 1, id, before, id, `{"say":"ticket","status":${asked.status}}`)
        add.key(person, key, body, at, id, null)
        return '{}'
      }
      default: {
        if (claim(at, id).changes !== 1) throw new Error('claimed already')
        add.worker(id, member, 1, at)
        add.note(id, 0, person, member, '{"say":"note_claimed"}', at)
        const [before, after] = ['{"say":"ticket","status":0}', '{"say":"ticket","status":1}']
        add.log('ticket.claimed', at, person, member, 0, 1, id, before, id, after)
        return '{}'
      }
    }
  }
}
