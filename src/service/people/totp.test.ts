import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeNow, newTotpSecret, otpauth, stepOf, totp } from './totp.ts'

test('TOTP codes match RFC 6238, appendix B', () => {
  const key = Buffer.from('12345678901234567890')
  const vectors = {
    59: '94287082',
    1111111109: '07081804',
    1111111111: '14050471',
    1234567890: '89005924',
    2000000000: '69279037',
    20000000000: '65353130',
  }
  for (const [seconds, code] of Object.entries(vectors))
    assert.equal(totp(key, Math.floor(Number(seconds) / 30), 8), code)
})

test('a TOTP code is valid in its own half minute, the one before and the one after', () => {
  // Base 32 of the key above.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  assert.equal(codeNow(secret, 59_000), '287082')
  assert.deepEqual(
    [30_000, 59_000, 89_999, 90_000].map((at) => stepOf(secret, '287082', at)),
    [1, 1, 1, undefined],
  )
  assert.equal(stepOf(secret, '', 59_000), undefined)
  assert.equal(stepOf(secret, '94287082', 59_000), undefined)
})

test('a new TOTP secret has 160 bits, and an authenticator app can scan it', () => {
  const secret = newTotpSecret()
  assert.match(secret, /^[A-Z2-7]{32}$/)
  assert.notEqual(newTotpSecret(), secret)
  assert.equal(
    otpauth(secret, { issuer: '维修队 A:B', account: 'Ann B.' }),
    `otpauth://totp/%E7%BB%B4%E4%BF%AE%E9%98%9F%20A%3AB:Ann%20B.?secret=${secret}&issuer=%E7%BB%B4%E4%BF%AE%E9%98%9F%20A%3AB`,
  )
})
