import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oneAtATime, TimedCache } from './timed-cache.ts'

test('the timed cache repeats a failed computation for the next caller, and keeps a successful one', async () => {
  const remembered = new TimedCache<string>(() => 0, oneAtATime())
  const failure = new Error('the database is away')
  let asked = 0
  const work = async () => {
    asked += 1
    if (asked === 1) throw failure
    return `answer ${asked}`
  }
  const both = await Promise.allSettled([remembered.get(1, work), remembered.get(1, work)])
  assert.deepEqual(
    both.map((one) => one.status === 'rejected' && one.reason),
    [failure, failure],
  )
  assert.equal(await remembered.get(1, work), 'answer 2')
  assert.equal(await remembered.get(1, work), 'answer 2')
  assert.equal(asked, 2)
})
