import assert from 'node:assert/strict'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import { type Db, Unavailable } from '#store/engine/engine.ts'
import { SqliteEngine, type SqliteOptions } from '#store/engine/sqlite.ts'
import { migrate } from '#store/migrations/migrate.ts'
import { tempDir } from '../support/databases.ts'

async function opened(options: SqliteOptions = {}) {
  const dir = tempDir()
  const file = join(dir, 'fettle.db')
  const engine = new SqliteEngine(file, { strict: true, ...options })
  await migrate(engine, 0)
  const outside = new DatabaseSync(file, { readOnly: true })
  return {
    engine,
    file,
    /** The names that another program reads at this moment. */
    names: () =>
      outside
        .prepare('select name from member order by id')
        .all()
        .map((row) => row['name']),
    async [Symbol.asyncDispose]() {
      outside.close()
      await engine[Symbol.asyncDispose]()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

const add = (name: string) => (db: Db) =>
  db.insertInto('member').values({ name, admin: 0, active: 1, created_at: 0 }).execute()

/** The number of commits in the write-ahead log: the last frame of each contains the size of the database. */
function commits(file: string): number {
  const wal = readFileSync(`${file}-wal`)
  const frame = 24 + wal.readUInt32BE(8)
  let count = 0
  for (let at = 32; at + frame <= wal.length; at += frame) if (wal.readUInt32BE(at + 4) !== 0) count += 1
  return count
}

test('concurrent changes share one commit', async () => {
  await using house = await opened()
  const before = commits(house.file)
  await Promise.all(Array.from({ length: 100 }, (_, i) => house.engine.change(add(`m${i}`))))
  assert.equal(house.names().length, 100)
  assert.equal(commits(house.file) - before, 1)
})

test('a group commit has at most the configured number of changes', async () => {
  await using house = await opened({ group: 1 })
  const before = commits(house.file)
  await Promise.all(['ann', 'bob', 'cai'].map((name) => house.engine.change(add(name))))
  assert.equal(commits(house.file) - before, 3)
})

test('an acknowledged change is committed and visible to all readers', async () => {
  await using house = await opened()
  const seen: unknown[] = []
  await Promise.all(
    ['ann', 'bob', 'cai'].map((name) => house.engine.change(add(name)).then(() => seen.push(house.names().length))),
  )
  assert.deepEqual(seen, [3, 3, 3])
})

test('a change that is refused or violates a constraint does not affect the others of its group', async () => {
  await using house = await opened()
  const results = await Promise.allSettled([
    house.engine.change(add('ann')),
    house.engine.change(async (db) => {
      await add('nobody')(db)
      throw new Refusal('code_refused')
    }),
    house.engine.change(async (db) => {
      await add('nobody else')(db)
      await add('ann')(db)
    }),
    house.engine.change(add('bob')),
  ])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
  )
  assert.ok(results[1]?.status === 'rejected' && results[1].reason instanceof Refusal)
  assert.ok(results[2]?.status === 'rejected' && !(results[2].reason instanceof Unavailable))
  assert.deepEqual(house.names(), ['ann', 'bob'])
})

test('when a change fails after writing, the earlier ones of its group run again, and each is answered once', async () => {
  await using house = await opened()
  const begun: string[] = []
  const answered: string[] = []
  const change = (name: string, work: (db: Db) => Promise<unknown>) =>
    house.engine
      .change(async (db) => {
        begun.push(name)
        await work(db)
      })
      .then(
        () => answered.push(name),
        () => answered.push(`no ${name}`),
      )
  const spoilt = async (db: Db) => {
    await add('nobody')(db)
    throw new Refusal('code_refused')
  }
  await Promise.all([
    change('ann', add('ann')),
    change('early', () => Promise.reject(new Refusal('not_found'))),
    change('bob', add('bob')),
    change('late', spoilt),
    change('later', spoilt),
    change('cai', add('cai')),
  ])
  // A change that is refused before it has written affects no other. After the first change that failed after writing,
  // each can be rolled back alone.
  assert.deepEqual(begun, ['ann', 'early', 'bob', 'late', 'ann', 'early', 'bob', 'later', 'cai'])
  assert.deepEqual(answered, ['ann', 'no early', 'bob', 'no late', 'no later', 'cai'])
  assert.deepEqual(house.names(), ['ann', 'bob', 'cai'])
})

test('a large change that fails is rolled back completely and not repeated', async () => {
  await using house = await opened()
  let begun = 0
  const step = house.engine.change(
    async (db) => {
      begun += 1
      await sql`create table half (id integer)`.execute(db)
      throw new Error('the second half is missing')
    },
    { large: true },
  )
  await assert.rejects(step, /second half/)
  await house.engine.change(add('ann'))
  const tables = await house.engine.read((db) =>
    sql`select name from sqlite_schema where name = 'half'`.execute(db).then(({ rows }) => rows),
  )
  assert.deepEqual([begun, tables, house.names()], [1, [], ['ann']])
})

test('a refused change waits for the commit that its refusal may depend on', async () => {
  await using house = await opened()
  const first = house.engine.change(add('ann'))
  const second = house.engine.change(async (db) => {
    const found = await db.selectFrom('member').select('name').execute()
    if (found.length > 0) throw new Refusal('not_found')
  })
  const seen = await second.catch(() => house.names())
  await first
  assert.deepEqual(seen, ['ann'])
})

test('when a group commit fails, all its changes fail and nothing of them is kept', async () => {
  await using house = await opened()
  // A deferred foreign key makes the commit itself fail.
  const spoiler = house.engine.change(async (db) => {
    await sql`pragma defer_foreign_keys = on`.execute(db)
    await db.insertInto('feedback').values({ person_id: 404, content: 'x', created_at: 0 }).execute()
  })
  const refused = house.engine.change(async () => {
    throw new Refusal('not_found')
  })
  const results = await Promise.allSettled([house.engine.change(add('ann')), spoiler, refused])
  for (const result of results) assert.ok(result.status === 'rejected' && result.reason instanceof Unavailable)
  assert.deepEqual(house.names(), [])
  await house.engine.change(add('bob'))
  assert.deepEqual(house.names(), ['bob'])
})

test('when the database is full a whole group of changes fails, and changes work again when there is space', async () => {
  await using house = await opened()
  const limit = (pages: number) => house.engine.change((db) => sql.raw(`pragma max_page_count = ${pages}`).execute(db))
  await limit(1) // as small as it is now
  const results = await Promise.allSettled([
    house.engine.change(add('ann')),
    // A change that hides the failure and continues must not store its second half.
    house.engine.change(async (db) => {
      await add('x'.repeat(20_000))(db).catch(() => {})
      await add('half')(db)
    }),
    house.engine.change(add('bob')),
  ])
  for (const result of results.slice(0, 2)) {
    assert.ok(result.status === 'rejected' && result.reason instanceof Unavailable)
  }
  assert.ok(!house.names().includes('half'))
  await limit(1_000_000)
  await house.engine.change(add('cai'))
  assert.ok(house.names().includes('cai'))
  assert.deepEqual(
    house.names().filter((name) => name === 'ann' || name === 'half'),
    [],
  )
})

test('a change that arrives while the database closes is refused, and earlier ones are kept', async () => {
  await using house = await opened()
  const kept = house.engine.change(add('ann'))
  const closing = house.engine[Symbol.asyncDispose]()
  await assert.rejects(house.engine.change(add('bob')), Unavailable)
  await kept
  await closing
  assert.deepEqual(house.names(), ['ann'])
})

test('the SQLite settings for durability are in force and verified', async () => {
  await using house = await opened()
  const settings = async (db: Db) => {
    const read = async (name: string) =>
      Object.values((await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(db)).rows[0] ?? {})[0]
    return { mode: await read('journal_mode'), sync: await read('synchronous'), keys: await read('foreign_keys') }
  }
  // The log is synced after the commit (log-sync.test.ts), and within the commit for a migration step.
  assert.deepEqual(await house.engine.change(settings), { mode: 'wal', sync: 1, keys: 1 })
  assert.deepEqual(await house.engine.change(settings, { large: true }), { mode: 'wal', sync: 2, keys: 1 })
  assert.deepEqual(await house.engine.change(settings), { mode: 'wal', sync: 1, keys: 1 })
})

test('a database that does not apply the settings for durability is not opened', () => {
  // A database in memory has no write-ahead log, like a build or disk that does not apply a setting.
  assert.throws(() => new SqliteEngine(':memory:'), /did not apply journal_mode/)
})

test('number columns accept neither a text nor NaN', async () => {
  await using house = await opened()
  const at = (created_at: unknown) =>
    house.engine.change((db) =>
      db
        .insertInto('member')
        .values({ name: 'ann', admin: 0, active: 1, created_at: created_at as number }) // wrong on purpose
        .execute(),
    )
  for (const wrong of ['soon', Number.NaN, 1.5]) await assert.rejects(at(wrong))
  assert.deepEqual(house.names(), [])
})

test('erased words have left the write-ahead log when the erasure is acknowledged, even during a group commit', async () => {
  await using house = await opened()
  const word = 'Zyxwvut Qponml'
  const inLog = () => readFileSync(`${house.file}-wal`).includes(word)
  await house.engine.change(add(word))
  await house.engine.change((db) => db.updateTable('member').set({ name: 'nobody' }).execute())
  assert.ok(inLog(), 'the search finds the words before they are deleted')
  let scrubbed: Promise<void> | undefined
  let more: Promise<unknown> | undefined
  await house.engine.change(async (db) => {
    await add('ann')(db)
    // The erasure asks for scrubbing after its own commit, while other changes are running.
    scrubbed ??= house.engine.scrub()
    more ??= house.engine.change(add('bob'))
    await add('cai')(db)
  })
  await scrubbed
  assert.ok(!inLog())
  assert.ok(!readFileSync(house.file).includes(word))
  await more
  assert.deepEqual(house.names().sort(), ['ann', 'bob', 'cai', 'nobody'])
})
