import { DatabaseSync, type SQLInputValue as Value } from 'node:sqlite'
import { type Change, columns, type Rows, reader, slots, whoAsks } from './statements.ts'

/** SQLite without a layer in between. Writes of one turn of the event loop share a transaction, which SQLite syncs (`full`). */
export function sqliteRows(file: string): Rows {
  const db = new DatabaseSync(file)
  db.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;
    pragma cache_size = -32768; pragma wal_autocheckpoint = 4000`)
  const get = getter(db)
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
    read: reader('sqlite', (_name, text) => {
      const ask = get(text)
      return (values, take) => take(ask(...values))
    }),
    write(change, answer) {
      if (waiting.length === 0) setImmediate(commitTogether)
      waiting.push({ change, answer })
    },
  }
}

const getter = (db: DatabaseSync) => (text: string) => {
  const statement = db.prepare(text)
  statement.setReturnArrays(true)
  return (...values: Value[]) => statement.get(...values) as unknown as Value[] // `setReturnArrays` gives arrays
}

function statementsOn(db: DatabaseSync) {
  const get = getter(db)
  const run = (text: string) => {
    const statement = db.prepare(text)
    return (...values: Value[]) => statement.run(...values)
  }
  const insert = (table: keyof typeof columns) =>
    run(`insert into ${table} (${columns[table]}) values (${slots(columns[table])})`)
  const who = get(whoAsks)
  const ticket = get('select id, person_id, status, open, forwarded_at, scrubbed from ticket where id = ?')
  const worker = get('select since from worker where ticket_id = ? and member_id = ?')
  const add = {
    ticket: insert('ticket'),
    note: insert('note'),
    log: insert('log'),
    key: insert('idempotency_key'),
    worker: insert('worker'),
  }
  const move = run('update ticket set status = ? where id = ?')
  const claim = run('update ticket set status = 1, claimed_at = coalesce(claimed_at, ?) where id = ? and status = 0')
  return { add, move, claim, who, ticket, worker }
}

/** Writes in the transaction that is open; answers with JSON. */
function writerOn(db: DatabaseSync): (change: Change) => string {
  const { add, move, claim, who, ticket, worker } = statementsOn(db)
  return ({ path, tokenHash, asked: a, key, body }) => {
    const { id } = a
    const at = Date.now()
    const [person = null, member = null] = who(tokenHash)
    switch (path) {
      case '/tickets/create': {
        const values = [a.type, 0, 1, a.device, a.deviceModel, a.owner, a.phone, a.description, '[]', at]
        const made = add.ticket(person, ...values).lastInsertRowid
        add.note(made, 0, person, member, '{"say":"note_created"}', at)
        add.log('ticket.created', at, person, member, 0, 1, 0, '', made, '{"say":"ticket","status":0}')
        add.key(person, key, body, at, made, null)
        return '{}'
      }
      case '/tickets/addnote': {
        ticket(id)
        const made = add.note(id, 1, person, member, a.content, at).lastInsertRowid
        add.log('ticket.commented', at, person, member, 0, 1, 0, '', id, '{"say":"note"}')
        add.key(person, key, body, at, id, made)
        return `{"id":${made}}`
      }
      case '/tickets/update': {
        const before = `{"say":"ticket","status":${ticket(id)[2]}}`
        worker(id, member)
        move(a.status, id)
        add.note(id, 0, person, member, '{"say":"note_moved","from":2,"to":3}', at)
        add.log('ticket.moved', at, person, member, 0, 1, id, before, id, `{"say":"ticket","status":${a.status}}`)
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
