import { createHash } from 'node:crypto'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Asked, Rows } from './bare.ts'
import { keyColumns, logColumns, noteColumns, reads, slots, ticketColumns, workerColumns } from './statements.ts'

interface Who {
  readonly person_id: number
  readonly member_id: number | null
}

/** SQLite with nothing between. Writes that come in one turn of the event loop share a transaction, synced by SQLite (`full`). */
export function sqliteRows(file: string): Rows {
  const db = new DatabaseSync(file)
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma cache_size = -32768')
  const all = (text: string) => {
    const statement = db.prepare(text)
    return (...values: SQLInputValue[]) => statement.all(...values) as Record<string, SQLInputValue>[]
  }
  const get = (text: string) => {
    const statement = db.prepare(text)
    return (...values: SQLInputValue[]) => statement.get(...values) as Record<string, number> | undefined
  }
  const run = (text: string) => {
    const statement = db.prepare(text)
    return (...values: SQLInputValue[]) => statement.run(...values)
  }
  const insert = (table: string, columns: string) => run(`insert into ${table} (${columns}) values (${slots(columns)})`)
  const ask = {
    session: all(reads.session),
    ticket: all(reads.ticket),
    workers: all(reads.workers),
    notes: all(reads.notes),
    pictures: all(reads.pictures),
    list: all(reads.list),
    total: all(reads.total),
    workersOfTen: all(
      `select w.ticket_id, m.id, m.name, m.avatar from worker w join member m on m.id = w.member_id
       where w.ticket_id in (${slots('a,a,a,a,a,a,a,a,a,a')}) order by w.since, m.id`,
    ),
    mine: all(reads.mine),
    mineTotal: all(reads.mineTotal),
  }
  const add = {
    ticket: insert('ticket', ticketColumns),
    note: insert('note', noteColumns),
    log: insert('log', logColumns),
    key: insert('idempotency_key', keyColumns),
    worker: insert('worker', workerColumns),
  }
  const move = get('update ticket set status = ?, open = 1 where id = ? returning *')
  const claim = get(
    'update ticket set status = 1, claimed_at = coalesce(claimed_at, ?) where id = ? and status = 0 returning *',
  )
  const begin = db.prepare('begin immediate')
  const commit = db.prepare('commit')

  const whoIs = (hash: Buffer): Who => ask.session(hash)[0] as unknown as Who // its columns, and it is there
  const create = (person: number, a: Asked, at: number) =>
    Number(
      add.ticket(person, a.type, 0, 1, a.device, a.deviceModel, a.owner, a.phone, a.description, '[]', at)
        .lastInsertRowid,
    )
  const log = (event: string, { person_id, member_id }: Who, id: number, at: number, before: string, after: string) =>
    add.log(event, at, person_id, member_id, 0, 1, before === '' ? 0 : id, before, id, after)

  const writes: Readonly<Record<string, (hash: Buffer, a: Asked, key: string, at: number) => object>> = {
    '/alone': (_, a, __, at) => ({ id: create(1, a, at) }),
    '/tickets/create': (hash, a, key, at) => {
      const who = whoIs(hash)
      const id = create(who.person_id, a, at)
      add.note(id, 0, who.person_id, who.member_id, '{"say":"note_created"}', at)
      log('ticket.created', who, id, at, '', '{"say":"ticket","status":0}')
      add.key(who.person_id, key, bodyHash(a), at, id, null)
      return {}
    },
    '/tickets/addnote': (hash, a, key, at) => {
      const who = whoIs(hash)
      ask.ticket(a.id)
      const id = Number(add.note(a.id, 1, who.person_id, who.member_id, a.content, at).lastInsertRowid)
      log('ticket.commented', who, a.id, at, '', '{"say":"note"}')
      add.key(who.person_id, key, bodyHash(a), at, a.id, id)
      return { id }
    },
    '/tickets/update': (hash, a, key, at) => {
      const who = whoIs(hash)
      ask.workers(a.id)
      move(a.status, a.id)
      add.note(a.id, 0, who.person_id, who.member_id, '{"say":"note_moved","from":2,"to":3}', at)
      log('ticket.moved', who, a.id, at, '{"say":"ticket","status":2}', '{"say":"ticket","status":3}')
      add.key(who.person_id, key, bodyHash(a), at, a.id, null)
      return {}
    },
    '/tickets/pick': (hash, a, _, at) => {
      const who = whoIs(hash)
      if (!claim(at, a.id)) throw new Error('claimed already')
      add.worker(a.id, who.member_id, 1, at)
      add.note(a.id, 0, who.person_id, who.member_id, '{"say":"note_claimed"}', at)
      log('ticket.claimed', who, a.id, at, '{"say":"ticket","status":0}', '{"say":"ticket","status":1}')
      return {}
    },
  }

  let waiting: { work: () => object; done: (value: object) => void }[] = []
  const commitTogether = () => {
    const batch = waiting
    waiting = []
    begin.run()
    const answers = batch.map(({ work }) => work())
    commit.run()
    for (const [i, { done }] of batch.entries()) done(answers[i] ?? {})
  }

  return {
    read(path, hash, id) {
      const who = whoIs(hash)
      if (path === '/tickets/info') {
        const [ticket] = ask.ticket(id)
        return { ...ticket, workers: ask.workers(id), notes: ask.notes(id), pictures: ask.pictures(id) }
      }
      if (path === '/tickets/list') {
        const list = ask.list()
        const workers = Map.groupBy(ask.workersOfTen(...list.map((row) => row['id'] ?? 0)), (row) => row['ticket_id'])
        return { list: list.map((row) => ({ ...row, workers: workers.get(row['id'] ?? 0) ?? [] })), ...ask.total()[0] }
      }
      return { list: ask.mine(who.person_id), ...ask.mineTotal(who.person_id)[0] }
    },
    write: (path, hash, asked, key) =>
      new Promise((done) => {
        if (waiting.length === 0) setImmediate(commitTogether)
        waiting.push({ work: () => writes[path]?.(hash, asked, key, Date.now()) ?? {}, done })
      }),
  }
}

export const bodyHash = (asked: Asked) => createHash('sha256').update(JSON.stringify(asked)).digest()
