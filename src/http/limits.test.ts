import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OverloadRefusals } from './limits.ts'

test('the more requests were refused in this second or the last, the later clients are asked to retry', () => {
  const overload = new OverloadRefusals()
  const seconds = (ms: number, times: number) => {
    let last = 0
    for (let i = 0; i < times; i += 1) last = overload.refusal(ms).facts.seconds
    return last
  }
  assert.equal(seconds(0, 50), 1)
  assert.equal(seconds(999, 1), 2)
  assert.equal(seconds(1000, 1), 2, 'refusals of the second before count')
  assert.equal(seconds(2000, 1), 1, 'refusals of earlier seconds do not count')
  assert.equal(seconds(5000, 50 * 31), 30, 'half a minute at most')
  assert.equal(seconds(7000, 1), 1)
})
