import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { openEngine } from '#store/engine/open.ts'
import { deferWrite } from '#store/engine/query-runner.ts'
import { deferredStatement, statement } from '#store/engine/statement.ts'
import { migrate } from '#store/migrations/migrate.ts'
import { UserStore } from '#store/people/users.ts'
import { Store } from '#store/store.ts'
import { freshDatabase, freshStore, onEachDatabase } from '../support/databases.ts'
import { until } from '../support/until.ts'

const addPerson = statement((db) =>
  db.insertInto('person').values({ name: '', phone: '', created_at: 0 }).returning('id'),
)
const addFeedback = deferredStatement((db, { personId }: { personId: number }) =>
  db.insertInto('feedback').values({ person_id: personId, content: '', created_at: 0 }),
)

const sentBy = (personId: number) =>
  ({ kind: 'feedback.sent', by: { personId, memberId: null }, at: 0, feedback: 0 }) as const

async function engineOn(kind: 'sqlite' | 'postgres', strict = true) {
  const fresh = await freshDatabase(kind, { migrated: true })
  const engine = await openEngine(fresh.config, { strict })
  await migrate(engine, 0)
  return {
    engine,
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]()
      await fresh[Symbol.asyncDispose]()
    },
  }
}

onEachDatabase('store changes', (kind) => {
  test('a change and everything derived from its event are committed together or not at all', async () => {
    await using house = await freshStore(kind)
    const { store } = house
    const ann = await store.upkeep((tx) => tx.users.ofIdentity('demo', 'ann', 0))
    const unknownId = 404
    const change = (by: number) =>
      store.change(async (tx) => ({
        answer: await tx.users.update(ann, { name: 'Ann' }),
        events: [await tx.record(sentBy(by))],
      }))
    await assert.rejects(change(unknownId))
    assert.equal((await store.read((tx) => tx.users.profile(ann)))?.name, '')
    await change(ann)
    assert.equal((await store.read((tx) => tx.users.profile(ann)))?.name, 'Ann')
  })

  test('a change that continues after a failed statement either keeps everything that was acknowledged, or fails', async () => {
    await using house = await engineOn(kind)
    const member = (name: string) => ({ name, admin: 0, active: 1, created_at: 0 })
    const told = await house.engine
      .change(async (db) => {
        await db.insertInto('member').values(member('ann')).execute()
        await db
          .insertInto('feedback')
          .values({ person_id: 404, content: '', created_at: 0 })
          .execute()
          .catch(() => {})
        return 'done'
      })
      .catch(() => 'failed')
    const kept = await house.engine.read((db) => db.selectFrom('member').select('name').execute())
    assert.deepEqual(
      kept.map(({ name }) => name),
      told === 'done' ? ['ann'] : [],
    )
  })

  for (const strict of [false, true])
    test(`a change fails with a statement that it did not await, and nothing of it is kept${strict ? ' (strict)' : ''}`, async () => {
      await using house = await engineOn(kind, strict)
      const failing = house.engine.change(async (db) => {
        const [person] = await addPerson(db)
        addFeedback(db, { personId: 404 })
        addFeedback(db, { personId: person?.id ?? 0 })
      })
      await assert.rejects(failing, /foreign key/i)
      const count = (table: 'feedback' | 'person') =>
        house.engine.read((db) => db.selectFrom(table).select('id').execute())
      assert.deepEqual([await count('person'), await count('feedback')], [[], []])
      // The next change on the same connection works.
      await house.engine.change(async (db) => {
        const [person] = await addPerson(db)
        addFeedback(db, { personId: person?.id ?? 0 })
      })
      assert.equal((await count('feedback')).length, 1)
    })

  test('a change that sends an uncompiled statement after its end is detected', async () => {
    await using house = await engineOn(kind)
    const late = house.engine.change(async (db) => {
      await sql`select 1`.execute(db)
      deferWrite(db, sql`select 1`.execute(db))
    })
    await assert.rejects(late, /ran after its transaction had ended/)
  })

  test('a change that waits for something other than the database is detected', async () => {
    await using house = await engineOn(kind)
    const slow = house.engine.change(async (db) => {
      await sql`select 1`.execute(db)
      // A due timer would not do: it fires before the end of the turn in which the wait is detected.
      await turn()
      await sql`select 1`.execute(db)
    })
    await assert.rejects(slow, /waited for something other than the database/)
  })

  test('a change that does not await its own query is detected', async () => {
    await using house = await engineOn(kind)
    let straggler: Promise<unknown> = Promise.resolve()
    const hasty = house.engine.change(async (db) => {
      straggler = Promise.allSettled([sql`select 1`.execute(db)])
    })
    const told = await hasty.then(
      () => 'done',
      () => 'failed',
    )
    const [late] = (await straggler) as PromiseSettledResult<unknown>[] // as made above
    assert.ok(told === 'failed' || late?.status === 'rejected')
  })

  test('a change that asks Kysely for a transaction is refused', async () => {
    await using house = await engineOn(kind)
    const own = house.engine.change((db) => db.transaction().execute(async () => {}))
    await assert.rejects(own, /only Store.change opens transactions/)
  })
})

test('two changes of one person do not wait for each other, and an erasure waits for both (postgres)', async () => {
  await using fresh = await freshDatabase('postgres', { migrated: true })
  await using engine = await openEngine(fresh.config)
  const store = new Store(engine)
  const id = await store.upkeep((tx) => tx.users.ofIdentity('wechat', 'ann', 0))
  const [held, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = store.upkeep(async (tx) => {
    assert.ok(await tx.users.lockShared(id))
    held.resolve()
    await goOn.promise
    await tx.feedback.add(id, 'first', 0)
  })
  await held.promise
  await store.upkeep(async (tx) => {
    assert.ok(await tx.users.lockShared(id))
    await tx.feedback.add(id, 'second', 0)
  })
  let erased: readonly unknown[] | undefined
  const erasure = store.upkeep(async (tx) => {
    await tx.guests.lockAlone(id)
    erased = await tx.feedback.ofPerson(id)
    await tx.users.erase(id)
  })
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await until(async () => erased !== undefined || (await engine.read((db) => waiting.execute(db))).rows.length > 0)
  goOn.resolve()
  await Promise.all([first, erasure])
  assert.equal(erased?.length, 2)
  assert.equal(await store.upkeep((tx) => tx.users.lockShared(id)), false)
})

test('an erasure waits for a running login of the same person, and ends that session too (postgres)', async () => {
  await using fresh = await freshDatabase('postgres', { migrated: true })
  await using engine = await openEngine(fresh.config)
  const store = new Store(engine)
  const id = await store.upkeep((tx) => tx.users.ofIdentity('wechat', 'ann', 0))
  const [known, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const login = engine.change(async (db) => {
    assert.equal(await new UserStore(db).ofIdentity('wechat', 'ann', 0), id)
    known.resolve()
    await goOn.promise
    const session = { person_id: id, created_at: 0, used_at: 0, member_id: null, member_used_at: null }
    await db
      .insertInto('session')
      .values({ hash: new Uint8Array(32), ...session })
      .execute()
  })
  await known.promise
  let over = false
  const erasure = store.upkeep((tx) => tx.users.erase(id)).then(() => (over = true))
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await until(async () => over || (await engine.read((db) => waiting.execute(db))).rows.length > 0)
  goOn.resolve()
  await Promise.all([login, erasure])
  assert.deepEqual(await engine.read((db) => db.selectFrom('session').select('person_id').execute()), [])
})
