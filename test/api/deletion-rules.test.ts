import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { columnDeletion, deletionRules } from '#store/deletion-rules.ts'
import type { DialectName } from '#store/engine/dialects.ts'
import type { Db } from '#store/engine/engine.ts'
import { openEngine } from '#store/engine/open.ts'
import type { Tables } from '#store/tables.ts'
import { onEachDatabase } from '../support/databases.ts'
import { photo } from '../support/pictures.ts'
import { newTeam, type Person, type Team } from '../support/team.ts'
import { createTicket, uploadForm } from '../support/tickets.ts'
import { until } from '../support/until.ts'

type Ending = 'erasure' | 'retention' | 'removal' | 'departure'

const owner = 'Zqxowner Wvname'
const phone = '13398765432'
/** A text that names the owner, and the part of it that stays. */
const naming = { text: `Zqkept ${owner}, 133/9876/5432, wx zqxowner99`, kept: 'Zqkept' }
const blob = (text: string) => new TextEncoder().encode(text)

/** Every text column of a database, read from its catalogue. */
async function textColumns(db: Db, on: DialectName): Promise<Map<string, string[]>> {
  const { rows } = await (on === 'sqlite'
    ? sql<{ table: string; column: string }>`
        select tables.name as "table", columns.name as "column"
        from sqlite_schema as tables, pragma_table_info(tables.name) as columns
        where tables.type = 'table' and columns.type = 'TEXT' collate nocase and tables.name not like 'sqlite_%'`
    : sql<{ table: string; column: string }>`
        select table_name as "table", column_name as "column" from information_schema.columns
        where table_schema = current_schema() and data_type not in ('bigint', 'integer', 'smallint', 'bytea')`
  ).execute(db)
  const columns = new Map<string, string[]>()
  for (const { table, column } of rows) columns.getOrInsertComputed(table, () => []).push(column)
  return columns
}

/** All texts that the database stores, by column. */
async function everyText(team: Team, on: DialectName): Promise<Map<string, string[]>> {
  await using engine = await openEngine(team.fresh.config)
  return await engine.read(async (db) => {
    const texts = new Map<string, string[]>()
    for (const [table, columns] of await textColumns(db, on)) {
      const rows = await db
        .selectFrom(table as 'note') // one of them; the columns are its own
        .select(columns as 'content'[])
        .execute()
      for (const column of columns)
        texts.set(
          `${table}.${column}`,
          rows.map((row) => String((row as Record<string, unknown>)[column] ?? '')),
        )
    }
    return texts
  })
}

/** Markers by the columns that contain them. */
class PlantedText {
  readonly markers = new Map<string, string>()
  readonly #of: string

  constructor(of: string) {
    this.#of = of
  }

  /** A unique text for this column; `around` makes it valid where the column has a format. */
  mark(column: string, around = (text: string) => text): string {
    const text = `zq-${this.#of}-${column}`
    this.markers.set(column, text)
    return around(text)
  }

  note(column: string, text: string): string {
    this.markers.set(column, text)
    return text
  }
}

interface Ids {
  readonly person: number
  readonly member: number
  readonly ticket: number
}

type Row<Table extends keyof Tables> = { readonly [C in keyof Tables[Table]]?: unknown }

/** Inserts this row. */
async function add<Table extends keyof Tables>(db: Db, table: Table, row: Row<Table>): Promise<void> {
  await db
    .insertInto(table)
    .values(row as never) // the test says what is in it
    .execute()
}

/** Inserts all data of a ticket, with a marker in each column that may contain text of a person. */
async function plantOnTicket(db: Db, { mark, note }: Pick<PlantedText, 'mark' | 'note'>, ids: Ids): Promise<void> {
  const ticket_id = ids.ticket
  await add(db, 'rating', { ticket_id, stars: 5, content: mark('rating.content'), created_at: 1 })
  const accessories = mark('custody.accessories', (reason) => JSON.stringify([{ code: 0, returned: false, reason }]))
  const returned = { ticket_id, at: 1, what: 'returned', member_id: ids.member }
  await add(db, 'custody', { ...returned, to_name: mark('custody.to_name'), accessories })
  const key = { person_id: ids.person, ticket_id, body: blob('body'), created_at: Date.now() }
  await add(db, 'idempotency_key', { ...key, key: mark('idempotency_key.key') })
  const texts = { device: naming.text, device_model: naming.text, brand: naming.text, remedy: naming.text }
  await db.updateTable('ticket').set(texts).where('id', '=', ticket_id).execute()
  // A member's own words about the owner.
  const said = { ticket_id, type: 2, person_id: null, member_id: ids.member, created_at: 1 }
  await add(db, 'note', { ...said, content: naming.text })
  const [picture] = await db
    .selectFrom('media')
    .innerJoin('note', 'note.id', 'media.note_id')
    .where('note.ticket_id', '=', ticket_id)
    .select('media.name')
    .execute()
  const secrets = { secret: mark('media.secret'), trace: mark('media.trace') }
  await db.updateTable('media').set(secrets).execute()
  note('media.name', picture?.name ?? '')
  note('gram.gram', 'zqx')
  note('ticket.owner', owner)
  note('ticket.phone', phone)
}

/** Inserts all data of a person and a member. */
async function plantOnPerson(
  db: Db,
  { mark }: Pick<PlantedText, 'mark'>,
  { person, member, ticket }: Ids,
): Promise<void> {
  const person_id = person
  const named = { name: mark('person.name'), phone: mark('person.phone') }
  await db
    .updateTable('person')
    .set({ ...named, lang: mark('person.lang') as 'zh_CN', proven_by: mark('person.proven_by') as 'invitation' })
    .where('id', '=', person)
    .execute()
  const identity = { provider: mark('identity.provider'), subject: mark('identity.subject') }
  await add(db, 'identity', { ...identity, unionid: mark('identity.unionid'), person_id, created_at: 1 })
  const device = { login: mark('session.login'), device: mark('session.device') }
  await add(db, 'session', {
    ...{ hash: blob('session'), person_id, created_at: 1, used_at: 1, ...device },
    ...{ proven_by: mark('session.proven_by'), member_id: member, needs_proof: 0 },
  })
  await add(db, 'code', {
    ...{ hash: blob('code'), kind: mark('code.kind'), subject: mark('code.subject'), device: mark('code.device') },
    ...{ address: mark('code.address'), network: mark('code.network'), created_at: 1, expires_at: 2 ** 42 },
    ...{ used_at: null, used_by: person, as_member: 0 },
  })
  await add(db, 'consent', { person_id, template: mark('consent.template'), n: 1 })
  const look = { kind: mark('content_look.kind'), picture: mark('content_look.picture'), why: mark('content_look.why') }
  await add(db, 'content_look', { ...look, thing: ticket, person_id, at: 1 })
  await add(db, 'feedback', { person_id, content: mark('feedback.content'), created_at: 1 })
  const content = mark('notice.content', (text) => JSON.stringify({ kind: 'new_device', device: text }))
  await add(db, 'notice', { person_id, at: 1, seen_at: null, content })
  const choices = mark('notify.choices', (text) => JSON.stringify({ [text]: false }))
  const mails = { mail: mark('notify.mail'), refused: mark('notify.refused'), mail_key: mark('notify.mail_key') }
  await add(db, 'notify', { person_id, choices, ...mails })
  const push = { endpoint: mark('push_subscription.endpoint'), p256dh: mark('push_subscription.p256dh') }
  const auth = mark('push_subscription.auth')
  await add(db, 'push_subscription', { person_id, session: blob('session'), ...push, auth, created_at: 1 })
  const sent = { kind: mark('outbox.kind'), lane: mark('outbox.lane'), destination: mark('outbox.destination') }
  const body = { payload: mark('outbox.payload'), trouble: mark('outbox.trouble'), key: mark('outbox.key') }
  await add(db, 'outbox', { ...sent, ...body, created_at: 1, due_at: 2 ** 42, state: 0, person_id })
}

async function plantOnMember(db: Db, { mark }: Pick<PlantedText, 'mark'>, { member }: Ids): Promise<void> {
  const member_id = member
  const facts = { phone: mark('member.phone'), stuid: mark('member.stuid'), passwd: mark('member.passwd') }
  const school = { class: mark('member.class'), college: mark('member.college'), avatar: mark('member.avatar') }
  await db
    .updateTable('member')
    .set({ ...facts, ...school })
    .where('id', '=', member)
    .execute()
  await add(db, 'factor', { member_id, secret: mark('factor.secret'), created_at: 1, confirmed_at: 1 })
  const certificate = { number: mark('certificate.number'), content: mark('certificate.content') }
  await add(db, 'certificate', { member_id, ...certificate, created_at: 1 })
  const noDate = { member_id, date: null, number: null, created_at: 1 }
  const asked = { week: mark('leave.week'), shift: mark('leave.shift'), reason: mark('leave.reason') }
  await add(db, 'leave', { ...noDate, ...asked, substitute_id: null, taken_at: null })
  const concluded = { week: mark('conclusion.week'), shift: mark('conclusion.shift') }
  await add(db, 'conclusion', { ...noDate, ...concluded, content: mark('conclusion.content') })
  const said = { what: mark('hour_line.what'), with_whom: mark('hour_line.with_whom') }
  const answered = { objection: mark('hour_line.objection'), answer: mark('hour_line.answer') }
  await add(db, 'hour_line', {
    ...{ member_id, kind: 'work', date: '2026-11-15', counts_on: '2026-11-15', minutes: 30, state: 'refused' },
    ...{ ...said, ...answered, reason: mark('hour_line.reason'), created_at: 1 },
  })
}

/** A finished and forwarded ticket with all texts that its owner may write. */
async function ended(team: Team, who: Person, planted: PlantedText): Promise<number> {
  const description = planted.mark('ticket.description')
  const id = await createTicket(who, { device: 'kettle', owner, phone, description })
  const response = await team.call('/upload', uploadForm(who.token, await photo()))
  const { data } = (await response.json()) as { data: { url: string } }
  await who.tickets.addnote({ id, content: planted.mark('note.content'), pic: [data.url] })
  await (await team.admin()).tickets.forward({ id })
  await team.running.deliver()
  await who.tickets.cancel({ id })
  // The node runs this job itself too, and may be doing so now.
  await team.running.jobs.find(({ name }) => name === 'index')?.run(new AbortController().signal)
  await using engine = await openEngine(team.fresh.config)
  const waiting = () => engine.read((db) => db.selectFrom('gram_queue').select('ticket_id').execute())
  await until(async () => (await waiting()).length === 0)
  return id
}

async function write(team: Team, work: (db: Db) => Promise<void>): Promise<void> {
  await using engine = await openEngine(team.fresh.config)
  await engine.change(work)
}

/** The columns with this effect of this ending, by the table of deletion rules. */
function columnsOf(ending: Ending, effect: 'delete' | 'scrub'): string[] {
  return Object.entries(columnDeletion).flatMap(([table, columns]) =>
    Object.entries(columns).flatMap(([column, kind]) => {
      const end: Partial<Record<Ending, string>> = deletionRules[kind]
      return end[ending] === effect ? [`${table}.${column}`] : []
    }),
  )
}

/** The columns that contain a marker. */
const placesOf = (texts: ReadonlyMap<string, readonly string[]>, marker: string): string[] =>
  [...texts].flatMap(([column, rows]) => (rows.some((row) => row.includes(marker)) ? [column] : []))

/**
 * Before the ending every marker is in its column. Afterwards deleted markers are nowhere, and the others are where
 * they were.
 */
function assertEnded(
  ending: Ending,
  planted: PlantedText,
  before: ReadonlyMap<string, readonly string[]>,
  after: ReadonlyMap<string, readonly string[]>,
): void {
  const deleted = new Set(columnsOf(ending, 'delete'))
  for (const [column, marker] of planted.markers) {
    assert.ok(placesOf(before, marker).includes(column), `${column} was not reached`)
    if (deleted.has(column)) assert.deepEqual(placesOf(after, marker), [], `${column} after ${ending}`)
  }
  const unplanted = [...deleted].filter((column) => !planted.markers.has(column))
  assert.deepEqual(unplanted, [], `nothing was planted there to go by ${ending}`)
}

/** The database no longer names the owner, and the rest of each text is there. */
function assertCleaned(ending: Ending, after: ReadonlyMap<string, readonly string[]>): void {
  for (const column of [...columnsOf(ending, 'scrub'), 'note.content'].filter((one) => one !== 'ticket.description'))
    assert.ok(
      after.get(column)?.some((row) => row.includes(naming.kept)),
      `${column} lost more than a name`,
    )
  for (const trace of [owner, 'Zqxowner', phone, '9876', 'zqxowner99']) assert.deepEqual(placesOf(after, trace), [])
}

function filesWith(dir: string, marks: readonly string[]): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const file = join(dir, name)
    if (!statSync(file).isFile()) return []
    const bytes = readFileSync(file)
    return marks.filter((mark) => bytes.includes(mark)).map((mark) => `${name}: ${mark}`)
  })
}

onEachDatabase('deletion rules of text columns', (on) => {
  test('the table of deletion rules has every column of the schema and no other', async () => {
    await using team = await newTeam({ on })
    await using engine = await openEngine(team.fresh.config)
    const stored = await engine.read((db) => textColumns(db, on))
    const named = (columns: Iterable<[string, readonly string[]]>) =>
      [...columns].flatMap(([table, all]) => all.map((column) => `${table}.${column}`)).toSorted()
    const listed = Object.entries(columnDeletion).map(([table, columns]): [string, string[]] => [
      table,
      Object.keys(columns),
    ])
    assert.deepEqual(named(listed), named(stored))
  })

  test('after an erasure no column contains data of the person', async () => {
    await using team = await newTeam({ on })
    const ann = await team.member('Ann')
    const planted = new PlantedText('erased')
    const ids = { person: 0, member: (await ann.members.checklogin()).id, ticket: await ended(team, ann, planted) }
    const { profile } = await ann.users.export()
    const all = { ...ids, person: profile.id }
    const marks = { mark: planted.mark.bind(planted), note: planted.note.bind(planted) }
    await write(team, async (db) => {
      await plantOnTicket(db, marks, all)
      await plantOnPerson(db, marks, all)
      await plantOnMember(db, marks, all)
    })
    const before = await everyText(team, on)
    await ann.users.erase()
    team.pass({ days: 2 })
    await team.running.tidy()
    const after = await everyText(team, on)
    assertEnded('erasure', planted, before, after)
    assertCleaned('erasure', after)
    const deleted = new Set(columnsOf('erasure', 'delete'))
    const files = [...planted.markers].flatMap(([column, marker]) => (deleted.has(column) ? [marker] : []))
    if (on === 'sqlite') assert.deepEqual(filesWith(team.fresh.dir, [...files, owner, phone, 'zqxowner99']), [])
    for (const marker of files) assert.ok(!team.logged().includes(marker), marker)
  })

  test('after the retention days no column contains data that ends with a ticket', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user('ann')
    const bob = await team.member('Bob')
    const planted = new PlantedText('ended')
    const ticket = await ended(team, ann, planted)
    const { profile } = await ann.users.export()
    const ids = { person: profile.id, member: (await bob.members.checklogin()).id, ticket }
    const marks = { mark: planted.mark.bind(planted), note: planted.note.bind(planted) }
    await write(team, async (db) => {
      await plantOnTicket(db, marks, ids)
      await db.updateTable('ticket').set({ description: naming.text }).where('id', '=', ticket).execute()
      planted.markers.delete('ticket.description')
    })
    const before = await everyText(team, on)
    team.pass({ days: 31 })
    await team.running.tidy()
    await team.running.tidy()
    const after = await everyText(team, on)
    assertEnded('retention', planted, before, after)
    assertCleaned('retention', after)
    if (on === 'sqlite') assert.deepEqual(filesWith(team.fresh.dir, [owner, phone, 'zqxowner99']), [])
  })

  test('after a removal no column contains data that ends with a membership', async () => {
    await using team = await newTeam({ on })
    const bob = await team.member('Bob')
    const { profile } = await bob.users.export()
    const ids = { person: profile.id, member: (await bob.members.checklogin()).id, ticket: 0 }
    const planted = new PlantedText('removed')
    const marks = { mark: planted.mark.bind(planted) }
    await write(team, async (db) => {
      await plantOnPerson(db, marks, ids)
      await plantOnMember(db, marks, ids)
    })
    const before = await everyText(team, on)
    await (await team.admin()).admin.removeMember({ id: ids.member })
    assertEnded('removal', planted, before, await everyText(team, on))
  })

  test('after the retention days no column contains data of a removed member', async () => {
    await using team = await newTeam({ on })
    const bob = await team.member('Bob')
    const planted = new PlantedText('departed')
    const ids = { person: 0, member: (await bob.members.checklogin()).id, ticket: 0 }
    await write(team, (db) => plantOnMember(db, { mark: planted.mark.bind(planted) }, ids))
    // These columns are deleted by other rules.
    for (const column of ['factor.secret', 'certificate.number', 'certificate.content']) planted.markers.delete(column)
    const before = await everyText(team, on)
    await (await team.admin()).admin.removeMember({ id: ids.member })
    await team.running.tidy()
    team.pass({ days: 29 })
    await team.running.tidy()
    const kept = await everyText(team, on)
    for (const [column, marker] of planted.markers) assert.ok(placesOf(kept, marker).includes(column), column)
    team.pass({ days: 2 })
    await team.running.tidy()
    assertEnded('departure', planted, before, await everyText(team, on))
    if (on === 'sqlite') assert.deepEqual(filesWith(team.fresh.dir, [...planted.markers.values()]), [])
  })
})
