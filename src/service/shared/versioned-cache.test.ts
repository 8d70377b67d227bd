import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VersionedCache } from './versioned-cache.ts'

test('a failed read of the versioned cache fails for its caller, and the next read succeeds', async () => {
  let isAway = true
  let looks = 0
  const stored = new VersionedCache('at first', async (known) => {
    looks += 1
    if (isAway) throw new Error('the database is away')
    return known === 2 ? undefined : { version: 2, value: 'stored' }
  })
  const both = await Promise.allSettled([stored.refresh(), stored.refresh()])
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.deepEqual([stored.current(), looks], ['at first', 1])
  isAway = false
  await stored.refresh()
  assert.equal(stored.current(), 'stored')
  await stored.refresh()
  assert.deepEqual([stored.current(), looks], ['stored', 3])
})
