import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockAfter, codeTimeLeft, scriptPathIn } from '#web/pages/board/clock.ts'

test('the clock of the board counts on from the service’s time, over midnight too, and never runs back', () => {
  assert.equal(clockAfter('2026-12-31T23:59:58.000000', 0), '2026-12-31T23:59:58')
  assert.equal(clockAfter('2026-12-31T23:59:58.000000', 2500), '2027-01-01T00:00:00')
  assert.equal(clockAfter('2026-12-31T23:59:00.000000', -900), '2026-12-31T23:59:00')
})

test('a board code is shown until it is a minute old', () => {
  assert.equal(codeTimeLeft(30, 0), 1)
  assert.equal(codeTimeLeft(21, -900), 0.7)
  assert.equal(codeTimeLeft(21, 6_000), 0.5)
  assert.equal(codeTimeLeft(21, 50_999), 0)
  assert.equal(codeTimeLeft(21, 51_000), undefined)
})

test('the board finds the script in a page, so that it notices a new version', () => {
  const page =
    '<script type="module" crossorigin src="/assets/index-B_x1-2.js"></script><link href="/assets/index-a.css">'
  assert.equal(scriptPathIn(page), '/assets/index-B_x1-2.js')
  assert.equal(scriptPathIn('502 Bad Gateway'), undefined)
})
