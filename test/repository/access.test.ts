import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'

const all = endpoints().map(({ endpoint }) => endpoint)
const named = (role: Role) =>
  all
    .filter((e) => e.role === role)
    .map((e) => `${e.method} ${e.path}`)
    .sort()

test('only the listed endpoints need no login', () => {
  assert.deepEqual(named('anyone'), [
    'GET /board/code', // by the token of the display in the room
    'GET /certificate/check', // by the number on the paper
    'GET /checklogin',
    'GET /codes',
    'GET /duty/calendar.ics',
    'GET /duty/info',
    'GET /duty/week',
    'GET /events', // counts, and nothing about owners
    'GET /events/info',
    'GET /events/report', // where the team publishes it
    'GET /healthz',
    'GET /impact/figures', // where the team publishes them
    'GET /impact/ords.csv',
    'GET /live', // answers with what its caller may see
    'GET /mail/confirm', // a page with a button
    'GET /mail/off', // a page with a button
    'GET /media/:name',
    'GET /member/calendar.ics', // by the key in its address
    'GET /metrics',
    'GET /openapi.json',
    'GET /readyz',
    'GET /reference',
    'GET /reference/scalar.js',
    'GET /sso/callback',
    'GET /sso/start',
    'GET /team',
    'GET /team/board', // ticket numbers, and no name but the leader's
    'GET /user/me',
    'GET /wechat/push', // signed by WeChat, and the other one too
    'POST /kiosk/create', // by the secret of a tablet that a member opened
    'POST /kiosk/info',
    'POST /login',
    'POST /login/kept', // by the cookie, and for a page of ours alone
    'POST /login/mail',
    'POST /login/pair',
    'POST /login/paired',
    'POST /mail/confirm', // by the key in the mail that asks
    'POST /mail/off', // by the key in every mail
    'POST /receipt/arrive',
    'POST /receipt/book',
    'POST /receipt/cancel', // by the secret on the paper, as all of these
    'POST /receipt/comment',
    'POST /receipt/info',
    'POST /receipt/notify',
    'POST /receipt/rate',
    'POST /receipt/unbook',
    'POST /wechat/push',
  ])
})

test('endpoints under /admin are for administrators, and no others are', () => {
  assert.deepEqual(
    all.filter((e) => e.path.startsWith('/admin/') !== (e.role === 'admin')).map((e) => e.path),
    [],
  )
})

test('endpoints under /user and /report are for all users, and those under /member, except its login, for members', () => {
  const wrong = all.filter((e) => {
    if (/^\/(user\/|report$)/.test(e.path)) return e.role !== (e.path === '/user/me' ? 'anyone' : 'user')
    if (e.path.startsWith('/member/') && e.path !== '/member/calendar.ics')
      return e.role !== (e.path === '/member/login' ? 'user' : 'member')
    return false
  })
  assert.deepEqual(
    wrong.map((e) => e.path),
    [],
  )
})

test('endpoints of the counter are for members, and those of kiosks and receipts need no login', () => {
  const wrong = all.filter((e) => {
    if (e.path.startsWith('/counter/')) return e.role !== 'member'
    if (e.path === '/receipt/adopt') return e.role !== 'user'
    // Secrets are sent in bodies only, so they are in no log and no browser history.
    return /^\/(kiosk|receipt)\//.test(e.path) && (e.role !== 'anyone' || e.method !== 'POST')
  })
  assert.deepEqual(
    wrong.map((e) => e.path),
    [],
  )
})

test('no two endpoints have the same method and path', () => {
  const names = all.map((e) => `${e.method} ${e.path}`)
  assert.equal(new Set(names).size, names.length)
})

test('endpoints that ignore the caller are public and change nothing', () => {
  assert.deepEqual(
    all.filter((e) => e.anonymous && (e.role !== 'anyone' || e.method !== 'GET')).map((e) => e.path),
    [],
  )
})
