import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { allSettledOrThrow } from '#kit/all-settled.ts'
import { type Db, Unavailable } from '#store/engine/engine.ts'
import { PostgresEngine } from '#store/engine/postgres.ts'
import { migrate } from '#store/migrations/migrate.ts'
import { Store } from '#store/store.ts'
import { inspectDatabase } from '#store/upkeep/inspect.ts'
import { Child } from '../support/child.ts'
import { freezeServer, type OwnPostgres, ownPostgres } from '../support/postgres.ts'
import { until } from '../support/until.ts'

const pool = 3
let server: OwnPostgres
let engine: PostgresEngine

/** Runs a statement on the server beside the engine. */
async function ask<T>(text: string): Promise<T[]> {
  // This connection ignores the settings that a test makes for the whole server.
  const options = '-c default_transaction_read_only=off -c synchronous_commit=local'
  const client = new pg.Client({ connectionString: `${server.url}/postgres`, options })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows as T[] // as the query names them
  } finally {
    await client.end()
  }
}

const add = (name: string) => (db: Db) =>
  db.insertInto('member').values({ name, admin: 0, active: 1, created_at: 0 }).execute()
const names = async () =>
  (await engine.read((db) => db.selectFrom('member').select('name').orderBy('id').execute())).map(({ name }) => name)
const connections = async () =>
  Number((await ask<{ n: string }>("select count(*) n from pg_stat_activity where application_name = 'fettle'"))[0]?.n)
const backendOf = async (db: Db) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid ?? 0
const works = (work: (db: Db) => Promise<unknown> = async () => {}) =>
  engine.change(work).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Unavailable) return false
      throw error
    },
  )

/** A read with a second statement has its own connection. */
const inSnapshot =
  <T>(work: (db: Db) => Promise<T>) =>
  async (db: Db): Promise<T> => {
    await sql`select 'first'`.execute(db)
    return work(db)
  }

/** Opens the engine again with short time limits, and opens all its connections. */
async function hurry(): Promise<void> {
  await engine[Symbol.asyncDispose]()
  engine = new PostgresEngine({ url: `${server.url}/fettle`, pool, timeLimitMs: 1500 })
  await until(async () => {
    const done = await Promise.all(Array.from({ length: pool }, () => works()))
    return done.every(Boolean) && (await connections()) === pool
  })
}

/** Sessions apply a changed setting some time later. */
async function setting(name: string, value: string): Promise<void> {
  await ask(`alter system set ${name} = '${value}'`)
  await ask('select pg_reload_conf()')
}

/** Repeats the work until it fails, and answers the error. */
async function firstFailure(work: (i: number) => Promise<unknown>): Promise<unknown> {
  for (let i = 0; ; i += 1) {
    try {
      await work(i)
    } catch (error) {
      return error
    }
  }
}

describe('when PostgreSQL fails', () => {
  before(async () => {
    server = await ownPostgres(['deadlock_timeout=20ms'])
    await ask('create database model')
    await using model = new PostgresEngine({ url: `${server.url}/model`, pool: 1 })
    await migrate(model, 0)
  })
  after(() => server[Symbol.asyncDispose]())
  beforeEach(async () => {
    await ask('create database fettle template model')
    engine = new PostgresEngine({ url: `${server.url}/fettle`, pool })
  })
  afterEach(async () => {
    await engine[Symbol.asyncDispose]()
    await ask('drop database fettle with (force)')
  })

  test('while PostgreSQL restarts, requests are refused for now; afterwards they work again', async () => {
    await engine.change(add('ann'))
    await server.stop()
    await assert.rejects(engine.change(add('bob')), Unavailable)
    await assert.rejects(names(), Unavailable)
    await assert.rejects(new Store(engine).probe(), Unavailable)
    await server.start()
    await until(() => works())
    await engine.change(add('cai'))
    assert.deepEqual(await names(), ['ann', 'cai'])
  })

  test('a PostgreSQL connection cut in the middle of a change undoes it, and no connection leaks', async () => {
    for (let i = 0; i < 4 * pool; i += 1) {
      const cut = engine.change(async (db) => {
        await add(`half ${i}`)(db)
        await ask(`select pg_terminate_backend(${await backendOf(db)})`)
        await add(`rest ${i}`)(db)
      })
      await assert.rejects(cut, Unavailable)
    }
    await engine.change(add('ann'))
    assert.deepEqual(await names(), ['ann'])
    assert.ok((await connections()) <= pool)
  })

  test('PostgreSQL connections that are cut while idle are replaced silently', async () => {
    await Promise.all(Array.from({ length: pool }, (_, i) => engine.change(add(`m${i}`))))
    await ask("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'fettle'")
    await until(async () => (await connections()) === 0)
    await until(() => works())
    assert.equal((await names()).length, pool)
  })

  test('refusals and constraint violations return their PostgreSQL connection to the pool', async () => {
    for (let i = 0; i < 4 * pool; i += 1) {
      await assert.rejects(
        engine.change(async (db) => {
          await add('ann')(db)
          await add('ann')(db)
        }),
        (error: unknown) => !(error instanceof Unavailable),
      )
    }
    assert.deepEqual(await names(), [])
    assert.equal(engine.waiting(), 0)
  })

  test('requests to a frozen PostgreSQL server time out, and work when it continues', async () => {
    await engine.change(add('ann'))
    await hurry()
    {
      using _ = await freezeServer(server)
      await assert.rejects(engine.change(add('bob')), Unavailable)
      await assert.rejects(names(), Unavailable)
    }
    await until(() => works())
    await until(async () => (await connections()) <= pool)
    assert.ok((await names()).includes('ann'))
  })

  test('slow statements are cancelled on PostgreSQL, and there are never more connections than the pool allows', async () => {
    const running = async () =>
      (await ask("select 1 from pg_stat_activity where application_name = 'fettle' and state = 'active'")).length
    const slow = sql`select pg_sleep(60)`
    await hurry()
    for (const round of [1, 2]) {
      const reads = Array.from({ length: pool }, () => engine.read(inSnapshot((db) => slow.execute(db))))
      const ends = await Promise.allSettled(reads)
      for (const end of ends)
        assert.ok(end.status === 'rejected' && end.reason instanceof Unavailable, `round ${round}`)
      assert.equal(await running(), 0)
      assert.ok((await connections()) <= pool)
    }
    const backends: number[] = []
    for (const _ of [1, 2]) {
      const change = engine.change(async (db) => {
        backends.push(await backendOf(db))
        await add('half')(db)
        await slow.execute(db)
      })
      await assert.rejects(change, Unavailable)
      assert.equal(await running(), 0)
    }
    assert.equal(backends[0], backends[1], 'the connection is still good')
    assert.deepEqual(await names(), [])
  })

  test('frozen sessions and opening connections count until PostgreSQL has ended them', async () => {
    await engine[Symbol.asyncDispose]()
    const hasty = () => new PostgresEngine({ url: `${server.url}/fettle`, pool, timeLimitMs: 250 })
    const ours = async () =>
      (await ask<{ pid: number }>("select pid from pg_stat_activity where application_name = 'fettle'")).map(
        ({ pid }) => pid,
      )
    const reads = (of: PostgresEngine, count: number) =>
      Promise.allSettled(
        Array.from({ length: count }, () =>
          of.read(inSnapshot((db) => db.selectFrom('member').select('id').execute())),
        ),
      )
    const comesBack = (of: PostgresEngine) =>
      until(async () => (await reads(of, pool)).every(({ status }) => status === 'fulfilled'))
    const allRefused = async (of: PostgresEngine) => {
      for (const end of await reads(of, 2 * pool))
        assert.ok(end.status === 'rejected' && end.reason instanceof Unavailable)
    }
    const still = new Set<number>()
    const freeze = (pid: number) => still.add(pid) && process.kill(pid, 'SIGSTOP')
    const thaw = () => {
      for (const pid of still) process.kill(pid, 'SIGCONT')
      still.clear()
    }
    try {
      // As with a hanging disk: the server accepts connections, and their sessions do not answer.
      await using slow = hasty()
      await comesBack(slow)
      // A connection may have been opened for a request that got another one meanwhile.
      await until(async () => (await ours()).length === pool)
      for (const _ of [1, 2, 3]) {
        for (const pid of await ours()) freeze(pid)
        await allRefused(slow)
        assert.ok((await ours()).length <= pool)
      }
      await assert.rejects(new Store(slow).probe(), Unavailable)
      thaw()
      await comesBack(slow)
      await until(() =>
        new Store(slow).probe().then(
          () => true,
          () => false,
        ),
      )
      assert.ok((await ours()).length <= pool)
    } finally {
      thaw()
    }
    try {
      // A server that does not even accept connections, which wait one after the other.
      await using unheard = hasty()
      freeze(server.pid())
      for (const _ of [1, 2, 3]) await allRefused(unheard)
      assert.ok(socketsOf(server.url) <= pool)
      thaw()
      await comesBack(unheard)
      assert.ok((await ours()).length <= pool)
    } finally {
      thaw()
    }
  })

  test('if PostgreSQL allows too few connections, the service uses those and refuses the other requests for now', async () => {
    await ask("create role plain login password 'plain' connection limit 2")
    const url = `${server.url.replace('postgres:fettle-tests', 'plain:plain')}/fettle`
    try {
      await using cramped = new PostgresEngine({ url, pool })
      const reads = (of: PostgresEngine) =>
        Array.from({ length: 20 }, () => of.read(inSnapshot((db) => sql`select 1`.execute(db))))
      await Promise.all(reads(cramped))
      await Promise.all(reads(cramped))
      // One more connection may be closing: the server has just refused it.
      await until(() => cramped.connections() === 2)
      await using none = new PostgresEngine({ url, pool })
      for (const end of await Promise.allSettled(reads(none)))
        assert.ok(end.status === 'rejected' && end.reason instanceof Unavailable)
      assert.match(
        (await inspectDatabase({ kind: 'postgres', url, pool, prepared: true })).problem ?? '',
        /no connection left for us/,
      )
    } finally {
      await ask('drop role plain')
    }
  })

  test('a PostgreSQL user without the right to create tables can use a complete database, and gets an error for an incomplete one', async () => {
    await ask("create role plain login password 'plain'")
    const url = `${server.url.replace('postgres:fettle-tests', 'plain:plain')}/fettle`
    const look = (as: string) => inspectDatabase({ kind: 'postgres', url: as, pool, prepared: true })
    try {
      await engine.change((db) => sql`grant select on migration to plain`.execute(db))
      assert.deepEqual(await look(url), {})
      await engine.change((db) => sql`delete from migration where name = (select max(name) from migration)`.execute(db))
      assert.deepEqual(await look(url), { problem: 'this user may not create tables in it' })
      assert.match((await look(`${server.url}/fettle`)).note ?? '', /brings its schema up to date/)
    } finally {
      await engine.change((db) => sql`revoke all on migration from plain`.execute(db))
      await ask('drop role plain')
    }
  })

  test('a node that freezes during changes does not block other nodes, and its changes fail when it continues', async () => {
    await engine.change(add('ann'))
    await engine.change(add('bob'))
    await using other = new Child('freeze.ts', [`${server.url}/fettle`])
    assert.equal(await other.line(), 'frozen')
    // With the limits of a real service.
    await using usual = new PostgresEngine({ url: `${server.url}/fettle`, pool: 2 })
    const touch = (name: string) =>
      usual.change((db) => db.updateTable('member').set({ phone: '2' }).where('name', '=', name).execute())
    await Promise.all(['ann', 'bob'].map(touch))
    other.process.kill('SIGCONT')
    other.tell('go on')
    assert.deepEqual([await other.line(), await other.line()], ['refused', 'refused'])
    const phones = await engine.read((db) => db.selectFrom('member').select('phone').execute())
    assert.deepEqual(phones, [{ phone: '2' }, { phone: '2' }])
  })

  test('a change that waits too long for a lock is refused for now, and a migration waits without a limit', async () => {
    await engine.change(add('ann'))
    await hurry()
    const touch = (db: Db) => db.updateTable('member').set({ phone: '1' }).execute()
    const [held, hold] = meeting(1)
    const [ended, end] = meeting(1)
    const first = engine.change(
      async (db) => {
        await touch(db)
        hold()
        await ended
      },
      { large: true },
    )
    await held
    await assert.rejects(engine.change(touch), (error: unknown) => {
      assert.ok(error instanceof Unavailable)
      assert.match(String(error.cause), /lock timeout/)
      return true
    })
    end()
    await first
    const long = engine.change((db) => sql`select pg_sleep(2)`.execute(db), { large: true })
    await assert.doesNotReject(long)
  })

  test('a PostgreSQL server that has become read-only refuses writes for now, and reads continue', async () => {
    await engine.change(add('ann'))
    await setting('default_transaction_read_only', 'on')
    try {
      assert.ok((await firstFailure((i) => engine.change(add(`m${i}`)))) instanceof Unavailable)
      assert.ok((await names()).includes('ann'))
    } finally {
      await setting('default_transaction_read_only', 'off')
    }
    await until(() => works(add('bob')))
  })

  test('after a deadlock in PostgreSQL both changes succeed', async () => {
    await engine.change(add('ann'))
    await engine.change(add('bob'))
    const [met, arrive] = meeting(2)
    const touch = (db: Db, name: string) =>
      sql`update member set created_at = created_at + 1 where name = ${name}`.execute(db)
    const crosswise = (first: string, second: string) => {
      let tries = 0
      return engine.change(async (db) => {
        await touch(db, first)
        if (tries++ === 0) {
          arrive()
          await met
        }
        // The next statement fails because of this one, so its error is not the one to decide by.
        const touched = touch(db, second)
        await allSettledOrThrow([sql`select 1`.execute(db), touched])
        return tries
      })
    }
    const tries = await Promise.all([crosswise('ann', 'bob'), crosswise('bob', 'ann')])
    assert.ok(Math.max(...tries) > 1, 'there was no deadlock')
    const rows = await engine.read((db) => db.selectFrom('member').select('created_at').execute())
    assert.deepEqual(
      rows.map((row) => row.created_at),
      [2, 2],
    )
  })

  test('changes that PostgreSQL cannot serialize run again', async () => {
    await engine.change(add('ann'))
    const [met, arrive] = meeting(2)
    const raise = () => {
      let tries = 0
      return engine.change(async (db) => {
        await sql`set transaction isolation level repeatable read`.execute(db)
        const { created_at } = await db.selectFrom('member').select('created_at').executeTakeFirstOrThrow()
        if (tries++ === 0) {
          arrive()
          await met
        }
        await db
          .updateTable('member')
          .set({ created_at: created_at + 1 })
          .execute()
        return tries
      })
    }
    const tries = await Promise.all([raise(), raise()])
    assert.deepEqual(tries.sort(), [1, 2])
    const row = await engine.read((db) => db.selectFrom('member').select('created_at').executeTakeFirstOrThrow())
    assert.equal(row.created_at, 2)
  })

  test('a commit that the PostgreSQL standby did not confirm is not acknowledged, although PostgreSQL reports success', async () => {
    await setting('synchronous_standby_names', 'nobody')
    try {
      const failure = firstFailure((i) => engine.change(add(`m${i}`)))
      await until(async () => {
        const rows = await ask(
          "select pg_cancel_backend(pid) from pg_stat_activity where application_name = 'fettle' and wait_event = 'SyncRep'",
        )
        return rows.length > 0
      })
      const error = await failure
      assert.ok(error instanceof Unavailable)
      assert.match(error.message, /standby did not confirm/)
    } finally {
      await setting('synchronous_standby_names', '')
    }
    await until(() => works(add('bob')))
  })
})

/** The number of connections to the server, accepted or not, as Linux reports them. */
function socketsOf(url: string): number {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0')
  if (process.platform !== 'linux') return 0
  const established = ['01', '08'] // also those that the other side has closed
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(`:${port}`) && established.includes(state ?? '')).length
}

/** A promise that resolves once this many have arrived, and the function to arrive. */
function meeting(size: number): [Promise<void>, () => void] {
  const { promise, resolve } = Promise.withResolvers<void>()
  let missing = size
  return [promise, () => --missing === 0 && resolve()]
}
