import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { allSettledOrThrow } from '#kit/all-settled.ts'
import type { Db } from '#store/engine/engine.ts'
import { PostgresEngine, type PostgresOptions } from '#store/engine/postgres.ts'
import { PostgresConnection } from '#store/engine/postgres-connection.ts'
import { deferredStatement, statement } from '#store/engine/statement.ts'
import { Store } from '#store/store.ts'
import { freshDatabase } from '../support/databases.ts'
import { postgresProxy } from '../support/postgres-proxy.ts'
import { until } from '../support/until.ts'

const everybody = statement((db) => db.selectFrom('member').selectAll().orderBy('id'))
const byName = statement((db, { name }: { name: string }) =>
  db.selectFrom('member').where('name', '=', name).select('id'),
)
/** A read of two statements, which has a snapshot and its own connection. */
async function twice(db: Db): Promise<string[]> {
  await byName(db, { name: 'ann' })
  return names(db)
}
const failing = statement(() => sql`select 1 / 0`)
const failingLater = deferredStatement(() => sql`select 1 / 0`)
const add = (db: Db, name: string) =>
  db.insertInto('member').values({ name, admin: 0, active: 1, created_at: 0 }).execute()
const names = async (db: Db) => (await everybody(db)).map(({ name }) => name)
const preparedOnes = async (db: Db) =>
  (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)).rows

async function postgres(options: Partial<PostgresOptions> = {}) {
  const fresh = await freshDatabase('postgres', { migrated: true })
  const { config } = fresh
  if (config.kind !== 'postgres') throw new Error('no PostgreSQL')
  const { url } = config
  const engine = new PostgresEngine({ url, pool: 2, ...options })
  const client = new pg.Client(url)
  await client.connect()
  return {
    url,
    engine,
    /** Another client of the same database. */
    other: (text: string) => client.query(text),
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]()
      await client.end()
      await fresh[Symbol.asyncDispose]()
    },
  }
}

test('only statements that are compiled once are prepared, each once', async () => {
  await using house = await postgres({ pool: 1 })
  for (const name of ['ann', 'bob']) {
    await house.engine.change((db) => add(db, name))
    await house.engine.read((db) => byName(db, { name }))
  }
  const texts = (await house.engine.read(preparedOnes)).map(({ statement }) => statement)
  assert.equal(texts.filter((text) => text.includes('from "member" where "name" = $1')).length, 1)
  assert.deepEqual(
    texts.filter((text) => text.startsWith('insert')),
    [],
  )
})

test('if prepared statements are not supported, none is prepared by name', async () => {
  await using house = await postgres({ pool: 1, prepared: false })
  const { engine } = house
  await engine.change(async (db) => {
    await add(db, 'ann')
    assert.deepEqual(await names(db), ['ann'])
    assert.deepEqual(await preparedOnes(db), [])
  })
  assert.deepEqual(await engine.read(names), ['ann'])
  assert.deepEqual(await engine.read(names), ['ann'])
  assert.deepEqual(await engine.read(preparedOnes), [])
})

test('statements continue to work after another node has added a column to their table', async () => {
  await using house = await postgres()
  const { engine, other } = house
  const nowhere = async (db: Db) => {
    await add(db, 'nobody')
    const rows = await everybody(db)
    assert.ok(rows.length > 0)
    await db.deleteFrom('member').where('name', '=', 'nobody').execute()
    return rows.length
  }
  const all = () =>
    allSettledOrThrow([engine.read(twice), engine.read(names), engine.change(nowhere), engine.change(nowhere)] as const)
  await engine.change((db) => add(db, 'ann'))
  for (const column of ['one', 'two']) {
    await all()
    await other(`alter table member add column ${column} text`)
    const [read, alone] = await all()
    assert.deepEqual([read, alone], [['ann'], ['ann']])
  }
})

test('a read sees one snapshot of the database', async () => {
  await using house = await postgres()
  await house.engine.change((db) => add(db, 'ann'))
  let added = 0
  const between = (name: string) =>
    house.engine.read(async (db) => {
      const first = await names(db)
      added += 1
      await house.other(`insert into member (name, admin, active, created_at) values ('${name}${added}', 0, 1, 0)`)
      return [first, await names(db)]
    })
  // From the first read the engine learns that more statements follow this one.
  const [first, second] = await between('bob')
  assert.deepEqual(
    [first, second],
    [
      ['ann', 'bob1'],
      ['ann', 'bob1'],
    ],
  )
  const [third, fourth] = await between('cai')
  assert.deepEqual(
    [third, fourth],
    [
      ['ann', 'bob1', 'bob2'],
      ['ann', 'bob1', 'bob2'],
    ],
  )
  assert.deepEqual(await house.engine.read(names), ['ann', 'bob1', 'bob2', 'cai3'])
})

test('a deferred statement is sent while the one before it still runs', async () => {
  await using house = await postgres()
  await using line = await postgresProxy(house.url)
  await using engine = new PostgresEngine({ url: line.url, pool: 1 })
  await engine.change((db) => add(db, 'ann'))
  let heard = ''
  line.cutWhere((said) => {
    heard += said
    return false
  })
  await house.other('begin; update member set active = 1')
  const change = engine.change((db) =>
    allSettledOrThrow([db.updateTable('member').set({ phone: '1' }).execute(), sql`select 'right behind'`.execute(db)]),
  )
  await until(() => heard.includes('right behind'))
  await house.other('commit')
  await change
})

test('of statements sent together, the first failed one is reported, even if its answer comes late', async () => {
  await using house = await postgres()
  await house.engine.change((db) => add(db, 'ann'))
  const failing = house.engine.change((db) =>
    allSettledOrThrow([
      sql`select 1`.execute(db),
      sql`select 1`.execute(db),
      add(db, 'ann')
        .finally(() => undefined)
        .finally(() => undefined),
      byName(db, { name: 'ann' }),
    ]),
  )
  await assert.rejects(failing, { code: '23505' })
  const caught = house.engine.change(async (db) => {
    await Promise.allSettled([add(db, 'bob'), add(db, 'ann')])
    await byName(db, { name: 'ann' })
  })
  await assert.rejects(caught, { code: '23505' })
  assert.deepEqual(await house.engine.read(names), ['ann'])
})

test('a statement is not executed if BEGIN failed', async () => {
  await using house = await postgres()
  const client = new pg.Client({ connectionString: house.url, pipeline: true })
  await client.connect()
  try {
    const connection = new PostgresConnection(client, { limitMs: 10_000, nameOf: (text) => text }, () => {})
    connection.begin('change')
    await connection.ask('select 1')
    await connection.end('commit')
    // After DEALLOCATE the statement that opens a change is no longer prepared.
    await connection.ask('deallocate all')
    connection.begin('change')
    await assert.rejects(connection.ask("insert into member (name, admin, active, created_at) values ('ann', 0, 1, 0)"))
  } finally {
    await client.end()
  }
  assert.deepEqual(await house.engine.read(names), [])
})

test('a query after the end of its read is refused', async () => {
  await using house = await postgres()
  const late = await house.engine.read(async (db) => {
    await names(db)
    return { db }
  })
  await assert.rejects(names(late.db), /ran after its transaction had ended/)
})

for (const strict of [false, true])
  test(`a read with a second statement restarts in a snapshot, and later begins in one${strict ? ' (strict)' : ''}`, async () => {
    await using house = await postgres({ strict })
    let times = 0
    const two = () =>
      house.engine.read((db) => {
        times += 1
        return allSettledOrThrow([names(db), byName(db, { name: 'ann' })])
      })
    await house.engine.change((db) => add(db, 'ann'))
    for (const expected of [2, 3, 4]) {
      const [all, ann] = await two()
      assert.deepEqual([all, ann.length, times], [['ann'], 1, expected])
    }
    assert.equal(house.engine.connections(), 1)
    // A read that ignores the refusal of its second statement does not return half of its results.
    const swallowed = await house.engine.read(async (db) => [
      (await everybody(db)).length,
      await byName(db, { name: 'ann' }).then(
        ({ length }) => length,
        () => 'refused',
      ),
    ])
    assert.deepEqual(swallowed, [1, 1])
  })

test('a failed single statement does not affect the others sent in its message', async () => {
  await using house = await postgres()
  const { engine } = house
  const ends = await Promise.allSettled([engine.read(names), engine.read((db) => failing(db)), engine.read(names)])
  assert.deepEqual(
    ends.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.equal(engine.connections(), 1)
})

test('a change is not affected by unanswered statements of an earlier change on its connection', async () => {
  await using house = await postgres({ pool: 1 })
  const { engine } = house
  await engine.change((db) => add(db, 'ann'))
  const first = engine.change(async (db) => {
    failingLater(db)
    throw new Error('changed its mind')
  })
  const second = engine.change((db) => byName(db, { name: 'ann' }))
  await assert.rejects(first, /changed its mind/)
  assert.equal((await second).length, 1)
})

test('a waiting change is sent directly behind the previous commit', async () => {
  await using house = await postgres()
  await using line = await postgresProxy(house.url)
  await using engine = new PostgresEngine({ url: line.url, pool: 1 })
  await house.other(`create function wait() returns trigger language plpgsql
    as $$ begin perform pg_advisory_xact_lock(1); return null; end $$`)
  await house.other(`create constraint trigger wait after insert on member initially deferred
    for each row execute function wait()`)
  let heard = ''
  line.cutWhere((said) => {
    heard += said
    return false
  })
  await house.other('select pg_advisory_lock(1)')
  const first = engine.change((db) => add(db, 'ann'))
  const second = engine.change((db) => sql`select 'right behind'`.execute(db))
  await until(() => heard.includes('right behind'))
  await house.other('select pg_advisory_unlock(1)')
  await allSettledOrThrow([first, second])
  assert.deepEqual(await engine.read(names), ['ann'])
})

test('a change whose last statements fail does not affect the next change on its connection', async () => {
  await using house = await postgres({ pool: 1 })
  const { engine } = house
  await engine.change((db) => add(db, 'ann'))
  for (const goOn of [() => engine.change(names), () => engine.read(twice), () => engine.read(names)]) {
    const first = engine.change(async (db) => {
      await byName(db, { name: 'ann' })
      failingLater(db)
    })
    const behind = [goOn(), goOn()]
    await assert.rejects(first, { code: '22012' })
    assert.deepEqual(await allSettledOrThrow(behind), [['ann'], ['ann']])
    assert.equal(engine.connections(), 1)
  }
})

test('a change restarts if another change has added the same row', async () => {
  await using house = await postgres()
  const store = new Store(house.engine)
  await house.other("insert into person (name, phone, created_at) values ('', '', 0)")
  const call = { personId: 1, key: 'k', body: new Uint8Array(32), at: 2, since: 1 }
  const made = { ticketId: null, noteId: null }
  const found: unknown[] = []
  await store.upkeep(async (tx) => {
    found.push((await tx.idempotencyKeys.find(call))?.body)
    if (found.length === 1)
      await house.other(`insert into idempotency_key (person_id, key, body, created_at) values (1, 'k', '\\x01', 2)`)
    if (found.at(-1) === undefined) tx.idempotencyKeys.save(call, made)
  })
  assert.deepEqual(found, [undefined, Buffer.from([1])])
})
