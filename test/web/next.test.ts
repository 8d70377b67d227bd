import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextFrom, signInFor } from '#web/lib/next.ts'

test('after the login a user gets to the page that they wanted to open', () => {
  for (const wanted of ['/account', '/mine/12', '/console/log?page=2', '/set-up?step=team'])
    assert.equal(nextFrom(new URL(signInFor(wanted), 'http://here').search), wanted)
  assert.equal(signInFor('/'), '/sign-in')
  assert.equal(nextFrom(''), '/')
})

test('a link cannot use the login to lead to another site', () => {
  for (const next of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'account',
    '/a:b',
  ])
    assert.equal(nextFrom(`?next=${encodeURIComponent(next)}`), '/')
})
