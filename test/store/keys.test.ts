import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openEngine } from '#store/engine/open.ts'
import { migrate, migrations } from '#store/migrations/migrate.ts'
import { freshDatabase, onEachDatabase } from '../support/databases.ts'
import { newTeam } from '../support/team.ts'

onEachDatabase('idempotency keys of an earlier version', (on) => {
  test('idempotency keys of an earlier version still lead to their tickets after the migration, and hashes of contents are dropped', async () => {
    await using fresh = await freshDatabase(on)
    await using engine = await openEngine(fresh.config)
    const { kind } = engine
    const at = Temporal.Instant.from('2026-11-16T01:30:00Z').epochMilliseconds
    const body = createHash('sha256')
      .update(JSON.stringify({ type: 0, device: 'kettle' }))
      .digest()
    await engine.change(async (db) => {
      await sql
        .raw(`create table migration (name text primary key, applied_at ${kind.int} not null ${kind.end}`)
        .execute(db)
      for (const [name, statements] of Object.entries(migrations)) {
        if (name >= '011') break
        for (const statement of statements(kind)) await sql.raw(statement).execute(db)
        await db.insertInto('migration').values({ name, applied_at: 0 }).execute()
      }
      await db.insertInto('person').values({ name: '', phone: '', created_at: at }).execute()
      await db
        .insertInto('identity')
        .values({ provider: 'demo', subject: 'ann', person_id: 1, created_at: at })
        .execute()
      for (const key of ['key k', 'tap k'])
        await sql`insert into ticket_key (person_id, key, body, created_at) values (1, ${key}, ${body}, ${at})`.execute(
          db,
        )
    })
    await migrate(engine, at)
    const keys = await engine.read((db) => db.selectFrom('idempotency_key').select(['key', 'ticket_id']).execute())
    assert.deepEqual(
      keys.map(({ key, ticket_id }) => [key, ticket_id]),
      [['k', null]],
    )
    await using team = await newTeam({ on, beside: { fresh } })
    const ann = await team.user('ann')
    await ann.tickets.create({ type: 0, device: 'kettle' }, { key: 'k' })
    assert.equal((await ann.tickets.mine()).total, 0)
    await assert.rejects(ann.tickets.create({ type: 0, device: 'lamp' }, { key: 'k' }), { code: 'key_reused' })
  })
})
