import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import type { SqliteConfig } from '#config/config.ts'
import { Checkpoints } from '#store/engine/checkpoints.ts'
import { freshDatabase } from '../support/databases.ts'

test('if the checkpoint thread cannot start, that is reported, and changes continue', async () => {
  const reports: string[] = []
  // A function cannot be passed to a thread, so starting one fails at once.
  const settings = (() => {}) as unknown as string
  await using checkpoints = new Checkpoints('nowhere.db', settings, (text) => reports.push(text))
  assert.equal(await checkpoints.run('restart'), false)
  assert.equal(checkpoints.faults()[0]?.what, 'checkpoint')
  assert.match(reports[0] ?? '', /could not start/)
})

test('a checkpoint thread that ended while idle is replaced', async () => {
  await using fresh = await freshDatabase('sqlite', { migrated: true })
  const { file } = fresh.config as SqliteConfig // as asked for
  const threads: Worker[] = []
  const note = (thread: Worker) => void threads.push(thread)
  process.on('worker', note)
  try {
    await using checkpoints = new Checkpoints(file, '', assert.fail)
    assert.equal(await checkpoints.run('restart'), true)
    await threads[0]?.terminate()
    assert.equal(await checkpoints.run('restart'), true)
    assert.equal(threads.length, 2)
  } finally {
    process.off('worker', note)
  }
})
