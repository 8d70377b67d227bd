import assert from 'node:assert/strict'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, type TestContext, test } from 'node:test'
import pg from 'pg'
import { connectPorts } from '#adapters/index.ts'
import type { PostgresConfig, SqliteConfig } from '#config/config.ts'
import { readConfig } from '#config/config.ts'
import { fillDemo } from '#demo/demo.ts'
import { openEngine } from '#store/engine/open.ts'
import { getTypeParser } from '#store/engine/postgres.ts'
import { migrations } from '#store/migrations/migrate.ts'
import { Store } from '#store/store.ts'
import { CannotMove, move } from '#store/upkeep/move.ts'
import { damage } from '../support/damage.ts'
import { freshDatabase, tempDir } from '../support/databases.ts'
import { preloadedCode, runProgram, startService } from '../support/program.ts'
import { newTeam, type Person, type Team } from '../support/team.ts'
import { foreignTransaction } from '../support/transaction.ts'
import { until } from '../support/until.ts'

const at = '2026-11-16T06:30:00Z'
const now = Temporal.Instant.from(at).epochMilliseconds

/** A folder like the data folder of the demo team, gone afterwards. It is filled once for all tests. */
async function dataOfDemo(t: TestContext): Promise<{ dir: string; source: SqliteConfig }> {
  demo ??= (async () => {
    const dir = tempDir()
    const config = readConfig({ DATA_DIR: dir })
    await using store = new Store(await openEngine(config.database))
    await store.migrate(now)
    const ports = await connectPorts(
      config,
      () => {},
      () => now,
    )
    await fillDemo(store, ports, now, 'Asia/Shanghai')
    return dir
  })()
  const dir = tempDir()
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  cpSync(await demo, dir, { recursive: true })
  const file = join(dir, 'fettle.db')
  return { dir, source: { kind: 'sqlite', file, backups: { dir: join(dir, 'backups'), keepDays: 1 } } }
}
let demo: Promise<string> | undefined
after(async () => rmSync((await demo) ?? '', { recursive: true, force: true }))

async function emptyPostgres(t: TestContext, { migrated = false } = {}): Promise<PostgresConfig> {
  const fresh = await freshDatabase('postgres', { migrated })
  t.after(() => fresh[Symbol.asyncDispose]())
  if (fresh.config.kind !== 'postgres') throw new Error('it was asked for')
  return fresh.config
}

/** The rows of every table that PostgreSQL has, sorted. */
async function held({ url }: PostgresConfig): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: url, types: { getTypeParser } })
  await client.connect()
  try {
    const all: Record<string, string[]> = {}
    const { rows } = await client.query("select tablename as name from pg_tables where schemaname = 'public'")
    for (const { name } of rows) all[name] = asText((await client.query(`select * from ${name}`)).rows)
    return all
  } finally {
    await client.end()
  }
}

async function administer({ url }: PostgresConfig, statements: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statements)
  await client.end()
}

/** Rows as texts that are the same for the same values, whichever database they came from. */
function asText(rows: readonly Record<string, unknown>[]): string[] {
  const plain = (value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value)
  return rows
    .map((row) =>
      JSON.stringify(
        Object.keys(row)
          .map((name) => [name, plain(row[name])])
          .sort(),
      ),
    )
    .sort()
}

function read<T>(file: string, look: (db: DatabaseSync) => T): T {
  using db = new DatabaseSync(file, { readOnly: true })
  return look(db)
}

function write(file: string, statements: string): void {
  using db = new DatabaseSync(file)
  db.exec(statements)
}

/** The contents of the database's files, to compare them later. */
function filesOf(dir: string): Record<string, string> {
  // Readers take part in the locks of the log's index, which is no change of the data.
  const names = readdirSync(dir).filter((name) => name.startsWith('fettle.db') && !name.endsWith('-shm'))
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(dir, name), 'base64')]))
}

/** What an administrator, a member and a user see. */
async function seen(team: Team, admin: Person, member: Person, user: Person) {
  const found = await member.tickets.search({ values: '键盘' })
  assert.ok(found.list.length > 0)
  const mine = await user.tickets.mine({})
  const [{ id = 0 } = {}] = mine.list
  return {
    found,
    mine,
    info: await user.tickets.info({ id }),
    list: await member.tickets.list({ count: 100 }),
    stats: await admin.admin.statsDetail({}),
    log: await admin.admin.log({ count: 100 }),
    settings: await admin.admin.settings(),
    duty: await team.anyone.duty.info(),
    shifts: await member.duty.mine(),
    everything: await user.users.export(),
  }
}

test('a team that moves to PostgreSQL finds all its data unchanged and continues there', async (t) => {
  const { dir, source } = await dataOfDemo(t)
  const target = await emptyPostgres(t)
  const passwd = 'correct horse battery'
  const tokens: string[] = []
  const before = await (async () => {
    await using team = await newTeam({ at, env: { DATA_DIR: dir } })
    const admin = await team.admin()
    await admin.admin.invite({ name: 'Bob', stuid: '20260001', passwd })
    const member = await team.user('demo-member-1')
    await member.members.login({ code: '' })
    const user = await team.user('demo-user-1')
    await (await team.user('somebody')).users.report({ content: 'This is erased.' })
    await (await team.user('somebody')).users.erase()
    tokens.push(admin.token, member.token, user.token)
    return await seen(team, admin, member, user)
  })()
  // An earlier try on PostgreSQL left only the invited administrator there.
  await using early = await startService({ cwd: dir, env: { DATA_DIR: dir, DATABASE_URL: target.url } })
  early.tell('SIGTERM')
  await early.ended
  const files = filesOf(dir)

  const env = { DATA_DIR: dir, DATABASE_URL: target.url }
  const { code, out, err } = await runProgram(['move'], { cwd: dir, env })
  assert.deepEqual([code, err], [0, ''])
  assert.match(out, /^ticket {6}\d+$/m)
  assert.match(out, /^Everything is in PostgreSQL: \d+ rows/m)
  assert.match(out, /^- Pictures stay in /m)
  assert.deepEqual(filesOf(dir), files)

  await using team = await newTeam({ at, env })
  assert.equal(team.running.adminCode, undefined)
  const [admin = team.as(''), member = team.as(''), user = team.as('')] = tokens.map((token) => team.as(token, 'en_US'))
  assert.deepEqual(await seen(team, admin, member, user), before)
  const bob = await team.user('bob')
  await bob.members.login({ stuid: '20260001', passwd })
  const [picture, erased] = read(source.file, (db) => [
    db.prepare('select name from media where gone = 0').get()?.['name'],
    db.prepare("select seq from sqlite_sequence where name = 'feedback'").get()?.['seq'],
  ])
  assert.equal((await team.call(`/media/${picture}`)).status, 200)
  const last = Math.max(...before.list.list.map(({ id }) => id))
  await user.tickets.create({ type: 1, device: 'a laptop', description: 'It hums.' })
  assert.equal((await user.tickets.mine({})).list[0]?.id, last + 1)
  await user.users.report({ content: 'Hello.' })
  const [newest] = (await admin.admin.feedback({})).list
  assert.equal(newest?.id, Number(erased) + 1, 'the number of one that is gone is not given again')
  assert.match((await runProgram(['check'], { cwd: dir, env })).out, /^ok {5}database \(PostgreSQL\)$/m)
})

test('the move to PostgreSQL copies every row of every table, also of future tables', async (t) => {
  const { source } = await dataOfDemo(t)
  const target = await emptyPostgres(t)
  // The demo team has no rows in these tables. The values are easily converted to others on the way.
  write(
    source.file,
    `insert into feed values (1, x'00ff5c', 1);
    insert into board values (1, x'00ff', x'5c', 1, 1);
    insert into shift_staff values ('2026-11-16', 'others', 1);
    insert or ignore into ticket_merge values (1, 2, 1, 1, 0, '{}');
    insert or ignore into rating values (1, 5, '', 0);
    insert or ignore into imported (key, ticket_id) values ('ords a-1', 1);
    update ticket set merged_into = (select max(id) from ticket) where id = 1;
    insert into session (hash, person_id, created_at, used_at) values (x'5c78', 1, 1, 1);
    insert into code (hash, kind, subject, created_at, expires_at, session) values (x'', 'mail', 'NULL', 1, 2, x'');
    insert into attempt values (x'5c00', 1, 2, 3);
    insert into notice values (9, 1, 1, null, '{"kind":"factor_on"}');
    insert into factor values (1, 'GEZDGNBV', 1, null, 0);
    insert into recovery values (x'ff00', 1);
    insert into idempotency_key values (1, '{"a","b\\c"}', x'00', ${Number.MAX_SAFE_INTEGER}, 1, null);
    insert into outbox values (7, 'ticket', '', '', 1, 1, 0, null, 0, null, null, '{"code":"\u{1f527}"}', 'external', 1, 'key', 'id');
    insert into occasion values (8, '{"say":"\\\\"}', 1, 2);
    insert into import_run values (4000, 'team', null, 1, 0, '["\\u{1f527}"]', null, null);
    insert into situation values (3, 1, 1, '', null, '', '', '', null, null, '', null);
    insert into remote values (1, 'file', ' ', null);
    insert or ignore into tally values (0, 3, 0, 1);
    insert or ignore into gram values ('\u0001', 0, '01');
    insert or ignore into tally_queue values (1, ',0,');
    insert or ignore into gram_queue values (1, 1);
    insert into ticket_seen values (1, 1, 1);
    insert into notify values (1, '{}', '', '', 'key');
    insert into push_subscription values (1, 1, x'00', '', '', '', 1);
    insert into consent values (1, '', 1);
    insert into custody values (4000, 1, 1, 'returned', 1, 'B3', 1, 'Bo', 'id', '[]', 1);
    insert or ignore into holding values (1, 1, 'shelf', 'B3', 1);
    insert into tag values (4000, 1, null, 1), (4001, null, 1, 1);
    insert into stocktake values (4000, 1, 1, '', '{}');
    insert or ignore into intake values (1, 1, x'5c5c', 1, null);
    insert or ignore into receipt values (1, x'00', 1, 1, 1);
    insert or ignore into claim_reminder values (1, 1, 2, null);
    insert into day_number values ('', 'A', 1);
    insert into visit (id, day, ticket_id, number, kind, state, created_at, called_at, called_by, bench) values (4000, '', 1, '', 0, 'gone', 1, null, null, '');
    insert into kiosk values (x'', 1, 1, 1);
    insert into content_look values (4000, 'picture', 0, 'AAAAAAAAAAAAAAAAAAAA_-.jpg', 1, 'review', 1);
    insert into hour_period values (4000, '', '', '2000-01-01', '{}', 1, -5, '', 1, 1);
    insert into hour_line (id, member_id, kind, date, counts_on, state, period_id, counted, created_at)
      values (4000, 1, 'work', '', '2000-01-01', 'approved', 4000, -5, 1);
    insert into hour_line (id, member_id, kind, date, counts_on, corrects, state, created_at)
      values (4001, 1, 'correction', '', '2000-01-01', 4000, 'approved', 1);
    insert into hour_sum values (4000, 1, 'work', -5);
    insert into certificate values (4000, '0', 1, '{"name":"\\u0000"}', 1)`,
  )
  const seen: string[] = []
  const rows = await move(source, target, now, (table, done, all) => seen.push(`${table} ${done} of ${all}`))
  const { migration: _, ...there } = await held(target)
  for (const [table, texts] of Object.entries(there)) {
    assert.ok(texts.length > 0, `give ${table} a row, so that this test sees it move`)
    assert.ok(seen.includes(`${table} ${texts.length} of ${texts.length}`))
    assert.deepEqual(
      texts,
      read(source.file, (db) => asText(db.prepare(`select * from ${table}`).all())),
    )
  }
  assert.equal(rows, Object.values(there).flat().length)
})

test('an impossible move to PostgreSQL is refused with a sentence and changes nothing', async (t) => {
  const { dir, source } = await dataOfDemo(t)
  const target = await emptyPostgres(t)
  const env = { DATA_DIR: dir, DATABASE_URL: target.url }
  // A running service writes to the folder itself.
  const refused = async (sentence: RegExp, given: Record<string, string> = env, running = false) => {
    const files = () => (running ? {} : filesOf(dir))
    const before = [files(), await held(target)]
    const { code, out, err } = await runProgram(['move'], { cwd: dir, env: given })
    assert.deepEqual([code, out], [1, ''])
    assert.match(err, sentence)
    assert.doesNotMatch(err, /^\s+at /m)
    assert.deepEqual([files(), await held(target)], before)
  }
  await refused(/^Set DATABASE_URL to the PostgreSQL/, { DATA_DIR: dir })
  await refused(/^There is nothing to move: \S+nowhere\/fettle\.db does not exist\.$/m, {
    ...env,
    DATA_DIR: join(dir, 'nowhere'),
  })
  assert.ok(!existsSync(join(dir, 'nowhere')))
  await refused(/DATABASE_URL cannot be used: the server does not answer/, {
    ...env,
    DATABASE_URL: 'postgres://fettle:hush@127.0.0.1:1/fettle',
  })
  {
    await using service = await startService({ cwd: dir, env: { DATA_DIR: dir } })
    await refused(/^Another Fettle is running on \S+ Stop it first\.$/m, env, true)
    service.tell('SIGTERM')
    await service.ended
  }
  const last = Object.keys(migrations).at(-1)
  write(source.file, `update migration set name = '999-to-come' where name = '${last}'`)
  await refused(/written by a newer version of Fettle \(999-to-come\)/)
  write(source.file, "delete from migration where name = '999-to-come'")
  await refused(/is from an older version of Fettle\. .* without DATABASE_URL: npm run fettle -- migrate$/m)
  write(source.file, `insert into migration values ('${last}', 0)`)
  {
    await using node = await startService({ cwd: dir, env })
    await refused(/^Another Fettle is running on the PostgreSQL of DATABASE_URL\. Stop every node first\.$/m)
    await fetch(`${node.url}/login?code=guest`, { method: 'POST' })
    node.tell('SIGTERM')
    await node.ended
  }
  await refused(/^The PostgreSQL of DATABASE_URL is not empty/)
  damage(source.file)
  await refused(/cannot be moved: it is damaged: .* docs\/operating\.md says what to do\.$/ms)
})

test('a move into an older database with people in it is refused before its schema changes', async (t) => {
  const { source } = await dataOfDemo(t)
  const target = await emptyPostgres(t, { migrated: true })
  await administer(target, "insert into person (created_at) values (1); delete from migration where name > '007'")
  const before = await held(target)
  await assert.rejects(move(source, target, now), CannotMove)
  assert.deepEqual(await held(target), before)
})

test('the move to PostgreSQL does not overwrite a person who is added while it waits for a lock', async (t) => {
  const { source } = await dataOfDemo(t)
  const target = await emptyPostgres(t, { migrated: true })
  await using other = await foreignTransaction(
    { fresh: { config: target } },
    'insert into person (created_at) values (1)',
  )
  const moving = assert.rejects(move(source, target, now), { name: 'CannotMove', message: /is not empty/ })
  await until(async () => (await other.blocked()) > 0)
  await other.commit()
  await moving
  assert.equal((await held(target))['person']?.length, 1)
})

test('a killed move leaves PostgreSQL empty, and the next move copies everything', async (t) => {
  const { dir } = await dataOfDemo(t)
  const target = await emptyPostgres(t)
  const program = { cwd: dir, env: { DATA_DIR: dir, DATABASE_URL: target.url } }
  for (const moment of ['create table ticket ', 'truncate', 'insert into "note"', 'alter table "ticket"', 'analyze']) {
    const node = preloadedCode(`
      import pg from '${import.meta.resolve('pg')}'
      const { parse } = pg.Connection.prototype
      pg.Connection.prototype.parse = function (statement) {
        if (statement.text.startsWith('${moment}')) process.kill(process.pid, 'SIGKILL')
        return parse.call(this, statement)
      }`)
    assert.equal((await runProgram(['move'], { ...program, node })).code, null, moment)
    const { person = [], log = [], ticket = [], setting = [] } = await held(target)
    assert.deepEqual([person, log, ticket], [[], [], []], moment)
    assert.ok(moment.startsWith('create') || setting.length === 1, 'the rows of a fresh schema are there again')
  }
  assert.equal((await runProgram(['move'], program)).code, 0)
})

test('a value that PostgreSQL refuses or changes stops the whole move', async (t) => {
  const { source } = await dataOfDemo(t)
  const target = await emptyPostgres(t, { migrated: true })
  const before = await held(target)
  const refused = async (why: RegExp) => {
    await assert.rejects(move(source, target, now), { name: 'CannotMove', message: why })
    assert.deepEqual(await held(target), before)
  }
  for (const does of ["new.content := 'another'; return new", 'return null']) {
    await administer(
      target,
      `create or replace function meddle() returns trigger language plpgsql as $$ begin ${does}; end $$;
      create or replace trigger meddle before insert on note for each row when (new.id % 7 = 0) execute function meddle()`,
    )
    await refused(/did not accept the table note unchanged \(it stored something else\)/)
  }
  await administer(target, 'drop function meddle cascade')
  write(source.file, 'update note set content = char(0) where id = 7')
  await refused(/^Nothing was moved: PostgreSQL did not accept the table note unchanged \(.*0x00/)
})

test('a move after a crash includes the newest changes and leaves the traces of the crash', async (t) => {
  const { dir, source } = await dataOfDemo(t)
  const target = await emptyPostgres(t)
  {
    await using service = await startService({ cwd: dir, env: { DATA_DIR: dir } })
    const login = await fetch(`${service.url}/login?code=guest`, { method: 'POST' })
    assert.equal(login.status, 200)
    service.tell('SIGKILL')
    await service.ended
  }
  const files = filesOf(dir)
  assert.ok(files['fettle.db-wal'])
  await move(source, target, now)
  assert.deepEqual(filesOf(dir), files)
  const sessions = read(source.file, (db) => asText(db.prepare('select * from session').all()))
  assert.ok(sessions.length > 0)
  assert.deepEqual((await held(target))['session'], sessions)
})

test('a write to SQLite during the move to PostgreSQL is noticed', async (t) => {
  const { source } = await dataOfDemo(t)
  const target = await emptyPostgres(t)
  let written = false
  const moving = move(source, target, now, () => {
    if (!written) write(source.file, "insert into feedback (person_id, content, created_at) values (1, '', 1)")
    written = true
  })
  await assert.rejects(moving, /^CannotMove: Something wrote to \S+ meanwhile/)
  assert.deepEqual((await held(target))['person'], [])
  await move(source, target, now)
  assert.ok((await held(target))['feedback']?.some((row) => row.includes('["content",""]')))
})
