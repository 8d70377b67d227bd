import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Connections } from '#store/engine/connections.ts'
import { freshDatabase } from '../support/databases.ts'

async function pool() {
  const fresh = await freshDatabase('postgres')
  const connectionString = fresh.config.kind === 'postgres' ? fresh.config.url : ''
  const connections = new Connections({
    settings: { connectionString },
    connection: { limitMs: 10_000, nameOf: () => undefined },
    most: 2,
    waitMs: 3000,
    prepare: async ({ client }) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      return rows[0]?.pid ?? 0
    },
  })
  return {
    connections,
    async [Symbol.asyncDispose]() {
      await connections.end()
      await fresh[Symbol.asyncDispose]()
    },
  }
}

test('a database connection is closed after ten idle seconds, and never while it is in use', async (t) => {
  await using house = await pool()
  const { connections } = house
  const connection = await connections.take()
  const ended = once(connection.client, 'end')
  t.mock.timers.enable({ apis: ['setTimeout'] })
  try {
    for (let i = 0; i < 3; i += 1) {
      connections.release(connection)
      t.mock.timers.tick(9999)
      assert.equal(await connections.take(), connection)
      t.mock.timers.tick(60_000)
      assert.deepEqual((await connection.client.query('select 1 as one')).rows, [{ one: 1 }])
    }
    connections.release(connection)
    t.mock.timers.tick(10_000)
    assert.equal(connections.idle, 0)
  } finally {
    t.mock.timers.reset()
  }
  await ended
})
