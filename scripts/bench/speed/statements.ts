import type { SQLInputValue } from 'node:sqlite'
import type { DialectName } from '#store/engine/whole-database.ts'

// SQL, with `?` for values, for the rows that Fettle reads and writes in the same calls.

const session = {
  columns: 's.person_id, m.id as member_id, p.lang, m.admin, s.confirmed_at',
  tables: `session s join person p on p.id = s.person_id
    left join member m on m.id = s.member_id and m.active = 1`,
}

/** The parts of a ticket that are columns of its row or of one joined row. */
const once = {
  columns: `r.remote_id, r.url, seen.note_id, h.since, h.place, h.shelf, keeper.name, filer.name, notify.mail,
    receipt.created_at, visit.number, visit.created_at, rating.stars, rating.content, rating.created_at,
    (select state from outbox where lane = 'external:' || t.id and kind = 'ticket' and state <> 2 limit 1),
    (select ticket_id from ticket_merge where into_id = t.id limit 1)`,
  tables: `left join remote r on r.ticket_id = t.id left join ticket_seen seen on seen.ticket_id = t.id and seen.member_id = m.id
    left join holding h on h.ticket_id = t.id left join member keeper on keeper.id = h.member_id
    left join intake i on i.ticket_id = t.id left join member filer on filer.id = i.member_id
    left join notify on notify.person_id = t.person_id and i.ticket_id is not null and i.adopted_at is null
    left join receipt on receipt.ticket_id = t.id left join visit on visit.ticket_id = t.id and visit.day = '2026-01-01'
    left join rating on rating.ticket_id = t.id`,
}

/** Finds the owner of a token by its hash. */
export const whoAsks = `select ${session.columns} from ${session.tables} where s.hash = ?`

/** One statement that finds the caller and the whole answer. */
interface Reading {
  readonly text: string
  /** The names of the last columns, which hold the parts of the answer as JSON. */
  readonly parts: readonly string[]
}

const summary = 'id, person_id, type, status, device, device_model, owner, phone, created_at, confirmed_at'

/** The reading of each path, by the hash of a token and, for `/tickets/info`, the id of a ticket. The database makes the JSON: that is the cheapest way. */
function readingsOn(kind: DialectName): Readonly<Record<string, Reading>> {
  const onSqlite = kind === 'sqlite'
  // SQLite treats JSON from a subquery as text.
  const pair = (name: string) => `'${name}', ${name === 'workers' ? 'json(workers)' : name}`
  const row = (names: string) => (onSqlite ? `json_object(${names.replace(/\w+/g, pair)})` : 'row_to_json(r)')
  const rows = (names: string, query: string) =>
    `(select ${onSqlite ? `json_group_array(${row(names)})` : `coalesce(json_agg(r), '[]')`} from (${query}) as r)`
  const reading = (parts: Readonly<Record<string, string>>, ticket = false): Reading => {
    const columns = Object.values(parts).map((part) => (onSqlite ? part : `cast(${part} as text)`))
    const found = ticket ? `${session.columns}, ${once.columns}` : session.columns
    const tables = ticket ? `ticket t cross join ${session.tables} ${once.tables}` : session.tables
    return {
      text: `select ${found}, ${columns.join()} from ${tables} where s.hash = ? ${ticket ? 'and t.id = ?' : ''}`,
      parts: Object.keys(parts),
    }
  }

  const workers = rows(
    'id, name, avatar',
    `select m.id, m.name, m.avatar from worker w join member m on m.id = w.member_id
     where w.ticket_id = t.id order by w.since, m.id`,
  )
  const notes = rows(
    'id, type, content, created_at, person_id, member_name, avatar, person_name',
    `select n.id, n.type, n.content, n.created_at, n.person_id, m.name as member_name, m.avatar, p.name as person_name
     from note n left join member m on m.id = n.member_id left join person p on p.id = n.person_id
     where n.ticket_id = t.id order by n.id desc limit 1000`,
  )
  const pictures = rows(
    'note_id, name',
    `select d.note_id, d.name from note n join media d on d.note_id = n.id
     where n.ticket_id = t.id and +d.gone = 0 order by d.place`,
  )
  const lines = rows(
    'id, at, what, shelf, shown, accessories, note_id, by, colleague, to_name',
    `select c.id, c.at, c.what, c.shelf, c.shown, c.accessories, c.note_id, m.name as by, k.name as colleague, c.to_name
     from custody c join member m on m.id = c.member_id left join member k on k.id = c.to_member_id
     where c.ticket_id = t.id order by c.id desc limit 1000`,
  )
  const tags = rows('id', 'select id from tag where ticket_id = t.id order by id')
  const all = `${summary}, description, accessories, forwarded_at, scrubbed`
  const ticket = `(select ${row(all)} from (select ${all.replace(/\w+/g, 't.$&')}) as r)`
  return {
    '/tickets/info': reading({ ticket, workers, notes, pictures, lines, tags }, true),
    '/tickets/list': reading({
      list: rows(
        `${summary}, workers`,
        `select ${summary}, ${workers} as workers from ticket t order by id desc limit 10`,
      ),
      total: '(select n from tally where list = 0 and level = 3 and block = 0)',
    }),
    '/user/mytickets': reading({
      list: rows(summary, `select ${summary} from ticket where person_id = s.person_id order by id desc limit 1000`),
      total: '(select count(*) from ticket where person_id = s.person_id)',
    }),
  }
}

/** The fields of a request, by the names of the interface. */
export type Asked = Readonly<
  Record<'token' | 'device' | 'deviceModel' | 'owner' | 'phone' | 'description' | 'content', string> &
    Record<'id' | 'type' | 'status', number>
>

export interface Change {
  readonly path: string
  readonly tokenHash: Buffer
  readonly asked: Asked
  readonly key: string
  /** A hash of the request body. */
  readonly body: Buffer
}

/** Takes the answer as JSON. This is a callback because a promise for each request costs more. */
type Answer = (data: string) => void

/** Reads and writes the same rows as Fettle for the same call, with prepared statements and nothing else. */
export interface Rows {
  read(path: string, tokenHash: Buffer, id: number, answer: Answer): void
  write(change: Change, answer: Answer): void
}

/** A prepared statement. It passes the first row of its result on. */
type Ask = (values: readonly SQLInputValue[], take: (row: readonly unknown[] | undefined) => void) => void

/** Prepares all readings of a database. */
export function reader(kind: DialectName, prepare: (name: string, text: string) => Ask): Rows['read'] {
  const readings = new Map(
    Object.entries(readingsOn(kind)).map(([path, { text, parts }]) => [path, { ask: prepare(path, text), parts }]),
  )
  return (path, tokenHash, id, answer) => {
    const reading = readings.get(path)
    if (!reading) throw new Error(`there is no ${path}`)
    const { ask, parts } = reading
    ask(path === '/tickets/info' ? [tokenHash, id] : [tokenHash], (row) => {
      if (!row) throw new Error('the token or the ticket does not exist')
      const first = row.length - parts.length
      let text = ''
      for (const [i, name] of parts.entries()) text += `${text && ','}"${name}":${row[first + i]}`
      answer(`{${text}}`)
    })
  }
}

/** The columns of each table that the changes write. */
export const columns = {
  ticket: 'person_id, type, status, open, device, device_model, owner, phone, description, accessories, created_at',
  note: 'ticket_id, type, person_id, member_id, content, created_at',
  log: 'event, at, person_id, member_id, operation, target, before_id, before_info, after_id, after_info',
  idempotency_key: 'person_id, key, body, created_at, ticket_id, note_id',
  worker: 'ticket_id, member_id, open, since',
}

/** A `?` for each column. */
export const slots = (names: string) => names.replace(/\w+/g, '?')
