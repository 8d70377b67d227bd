import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Checkpoints } from '#store/checkpoints.ts'

test('where the system has no thread left, that is reported, and changes go on', async () => {
  const reports: string[] = []
  // What no thread can be given, so that making one fails at once.
  const settings = (() => {}) as unknown as string
  await using checkpoints = new Checkpoints('nowhere.db', settings, (text) => reports.push(text))
  assert.equal(await checkpoints.run('restart'), false)
  assert.equal(checkpoints.faults()[0]?.what, 'checkpoint')
  assert.match(reports[0] ?? '', /does not start/)
})
