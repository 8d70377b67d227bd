import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEngine } from '#store/engine/open.ts'
import { statement } from '#store/engine/statement.ts'
import { migrate } from '#store/migrations/migrate.ts'
import { freshDatabase, onEachDatabase } from '../support/databases.ts'

onEachDatabase('prepared statements', (kind) => {
  test('a prepared statement returns the same rows as the query built anew', async () => {
    await using fresh = await freshDatabase(kind, { migrated: true })
    await using engine = await openEngine(fresh.config, { strict: true })
    await migrate(engine, 0)
    await engine.change((db) =>
      db
        .insertInto('member')
        .values(['ann', 'bob', 'cai'].map((name, i) => ({ name, admin: i % 2, active: 1, created_at: i })))
        .execute(),
    )
    let built = 0
    const older = statement((db, { than, admin }: { than: number; admin: number }) => {
      built += 1
      return db
        .selectFrom('member')
        .selectAll()
        .where('active', '=', 1)
        .where('created_at', '<', than)
        .where('admin', '=', admin)
        .orderBy('id')
    })
    for (const than of [0, 1, 2, 3]) {
      for (const admin of [0, 1]) {
        const hotRows = await engine.read((db) => older(db, { than, admin }))
        const rows = await engine.read((db) =>
          db
            .selectFrom('member')
            .selectAll()
            .where('active', '=', 1)
            .where('created_at', '<', than)
            .where('admin', '=', admin)
            .orderBy('id')
            .execute(),
        )
        assert.deepEqual(hotRows, rows)
        // The same inside a change, which has its own connection.
        assert.deepEqual(await engine.change((db) => older(db, { than, admin })), rows)
      }
    }
    assert.equal(built, 1)
  })
})
