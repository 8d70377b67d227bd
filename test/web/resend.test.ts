import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resendIn } from '#web/components/sign-in/resend.ts'

test('another login email is offered after half a minute, and then every five minutes', () => {
  const at = Temporal.Instant.from('2026-11-16T01:30:00Z').epochMilliseconds
  const first = [0, 1, 29_999, 30_000, 90_000].map((later) => resendIn({ count: 1, at }, at + later))
  assert.deepEqual(first, [30, 30, 1, 0, 0])
  for (const count of [2, 3]) {
    const further = [0, 30_000, 300_000].map((later) => resendIn({ count, at }, at + later))
    assert.deepEqual(further, [300, 270, 0])
  }
})
