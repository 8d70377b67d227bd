import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeAt, isCurrentCode } from './board-code.ts'

const secret = Buffer.alloc(32, 7)
const shown = Date.UTC(2026, 10, 16, 1, 30)

test('the board code changes every half minute and is valid for one minute', () => {
  const { code, seconds } = codeAt(secret, shown)
  assert.match(code, /^[0-9A-HJKMNP-TV-Z]{8}$/)
  assert.equal(seconds, 30)
  assert.deepEqual(codeAt(secret, shown + 29_999), { code, seconds: 1 })
  assert.notEqual(codeAt(secret, shown + 30_000).code, code)
  // Half a minute ahead counts, because a clock may be set back.
  const good = [-30_001, -30_000, 0, 59_999, 60_000].map((ms) => isCurrentCode(secret, code, shown + ms))
  assert.deepEqual(good, [false, true, true, true, false])
  assert.equal(isCurrentCode(Buffer.alloc(32, 8), code, shown), false)
})

test('a board code is accepted with spaces or in lower case, and as a scanned address', () => {
  // A code with digits that people take for letters.
  let at = shown
  while (!/0.*1|1.*0/.test(codeAt(secret, at).code)) at += 30_000
  const { code } = codeAt(secret, at)
  for (const typed of [
    code.toLowerCase(),
    ` ${code.slice(0, 4)} ${code.slice(4)} `,
    `${code.slice(0, 4)}-${code.slice(4)}`,
    code.replaceAll('0', 'o').replaceAll('1', 'l'),
    code.replaceAll('0', 'O').replaceAll('1', 'I'),
    `https://repair.example.edu/in#${code}`,
    code.replace(/./g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  ])
    assert.ok(isCurrentCode(secret, typed, at), typed)
  for (const typed of ['', '#', code.slice(1), `${code}0`, 'é'.repeat(8), '\0'.repeat(8)])
    assert.ok(!isCurrentCode(secret, typed, at), typed)
})
