import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pullThePlug } from '../../scripts/prove/pull-the-plug.ts'
import { tempDir } from '../support/databases.ts'

async function pulled(rounds: number, command?: readonly string[]) {
  const dir = tempDir()
  try {
    return await pullThePlug({ rounds, connections: 16, dataDir: dir, ...(command ? { command } : {}) })
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

test('every acknowledged write survives kill -9 of the whole process group under load', async () => {
  const { answered, lost, halves, damage } = await pulled(2)
  assert.ok(answered > 0)
  assert.deepEqual({ lost, halves, damage }, { lost: [], halves: 0, damage: undefined })
})

test('the kill -9 test notices a service that answers before it commits', async () => {
  const { lost } = await pulled(1, [
    process.execPath,
    join(import.meta.dirname, '../../scripts/prove/pull-the-plug/hasty-server.ts'),
  ])
  assert.ok(lost.length > 0)
})
