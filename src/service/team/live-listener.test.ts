import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Listener } from './live-listener.ts'

test('a live listener with a hundred unread items is told once that everything may have changed', async () => {
  const listener = new Listener(undefined, () => {})
  for (let id = 1; id <= 100; id += 1) for (let twice = 0; twice < 2; twice += 1) listener.tell({ kind: 'ticket', id })
  assert.equal((await listener.next())?.length, 100)
  for (let id = 1; id <= 102; id += 1) listener.tell({ kind: 'ticket', id })
  assert.deepEqual(await listener.next(), [{ kind: 'all' }])
})
