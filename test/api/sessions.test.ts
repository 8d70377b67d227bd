import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { onEachDatabase } from '../support/databases.ts'
import { json, newTeam, type Person, type Team } from '../support/team.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'

async function onFirefox(team: Team, code: string): Promise<Person> {
  const answer = await team.call('/login', json({ code }, { 'user-agent': firefox }))
  return team.as(((await answer.json()) as { token: string }).token, 'en_US')
}

const listed = async (who: Person) => (await who.sessions.list()).list

/** The header of a request from a page of this service. */
const ownPage = { 'sec-fetch-site': 'same-origin' }

/** A browser with cookies: it stores those that it is sent, and sends them back. */
function browserOf(team: Team, headers: Record<string, string> = ownPage) {
  let cookie = ''
  const post = async (path: string, body: object) => {
    const answer = await team.call(path, json(body, { ...headers, ...(cookie ? { cookie } : {}) }))
    const [told] = answer.headers.getSetCookie()
    if (told) cookie = /Max-Age=0$/.test(told) ? '' : (told.split(';')[0] ?? '')
    return { told, body: (await answer.json()) as { token?: string; data?: { token?: string } } }
  }
  return {
    cookie: () => cookie,
    /** Logs in; answers the token, and the cookie. */
    async logIn(more: object) {
      const { told, body } = await post('/login', more)
      return { told, token: body.token ?? '' }
    },
    async kept() {
      const { told, body } = await post('/login/kept', {})
      return { told, token: body.data?.token }
    },
    logOut: async (token: string) => (await post('/user/logout', { token })).told,
  }
}

onEachDatabase('staying logged in', (on) => {
  test('a browser that stays logged in uses its session until that ends in any way', async () => {
    await using team = await newTeam({ on })
    const browser = browserOf(team)
    const keep = true
    const { token, told } = await browser.logIn({ code: 'ann', keep })
    assert.equal(told, `fettle-session=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=15552000`)
    const ann = team.as(token)
    assert.deepEqual(await browser.kept(), { told: undefined, token })
    // Thirty days after the last use the session ends, however long the browser would keep the cookie.
    team.pass({ days: 30 })
    assert.equal((await browser.kept()).token, token)
    team.pass({ days: 30 })
    assert.equal((await browser.kept()).token, token, 'renewing a session counts as use')
    team.pass({ days: 30, minutes: 2 })
    const forgotten = 'fettle-session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0'
    assert.deepEqual(await browser.kept(), { told: forgotten, token: '' })
    assert.deepEqual(await browser.kept(), { told: undefined, token: '' })
    const endings: Readonly<Record<string, (token: string) => Promise<unknown>>> = {
      'from another device': async () => (await team.user('ann')).sessions.end({ others: true }),
      'by logging out elsewhere': (held) => team.as(held).session.logout(),
      'with the person': (held) => team.as(held).users.erase(),
    }
    for (const [how, end] of Object.entries(endings)) {
      const held = (await browser.logIn({ code: 'ann', keep })).token
      await end(held)
      assert.deepEqual(await browser.kept(), { told: forgotten, token: '' }, how)
    }
    // Logging out deletes the cookie at once, but not if it belongs to the session of another tab.
    const mine = (await browser.logIn({ code: 'ann', keep })).token
    const other = (await browser.logIn({ code: 'bob' })).token
    assert.equal(await browser.logOut(other), undefined)
    assert.equal((await browser.kept()).token, mine)
    assert.equal(await browser.logOut(mine), forgotten)
    assert.equal(browser.cookie(), '')
    assert.deepEqual(await ann.session.checklogin(), { islogin: false })
    // Guests cannot log in again, so they stay logged in in the same way.
    const guest = (await browser.logIn({ code: 'guest', keep })).token
    assert.equal((await browser.kept()).token, guest)
    const merged = await browser.logIn({ code: 'ann', keep, merge: true, token: guest })
    assert.equal((await browser.kept()).token, merged.token)
    assert.equal((await browser.logIn({ code: 'ann' })).told, undefined, 'without `keep` no session is stored')
  })

  test('a user lists and ends their sessions', async () => {
    await using team = await newTeam({ on })
    const bob = await team.member('Bob')
    const eve = await team.user('eve')
    team.pass({ hours: 2 })
    const laptop = await onFirefox(team, 'member Bob')
    const list = await listed(laptop)
    assert.deepEqual(
      list.map(({ id, ...session }) => {
        assert.match(id, /^[0-9a-f]{16}$/)
        return session
      }),
      [
        {
          device: 'Firefox, Linux',
          login: 'demo',
          createdTime: '2026-11-16T11:30:00.000000',
          usedTime: '2026-11-16T11:30:00.000000',
          current: true,
          own: true,
          member: false,
          proof: '',
          provenTime: '',
        },
        {
          device: '',
          login: 'demo',
          createdTime: '2026-11-16T09:30:00.000000',
          usedTime: '2026-11-16T09:30:00.000000',
          current: false,
          own: true,
          member: true,
          proof: 'invitation',
          provenTime: '2026-11-16T09:30:00.000000',
        },
      ],
    )
    assert.deepEqual(
      (await laptop.users.export()).sessions.map(({ device, proof }) => [device, proof]),
      [
        ['', 'invitation'],
        ['Firefox, Linux', ''],
      ],
    )
    // A login on a new device gives a notice, and no other login does.
    await onFirefox(team, 'member Bob').then((again) => again.session.logout())
    assert.deepEqual(
      (await laptop.users.notices()).list.map(({ text }) => text),
      ['New login: Firefox on Linux.'],
    )
    assert.deepEqual((await eve.users.notices()).list, [])
    const [here, phone] = list
    const gone = { status: 404, code: 'session_not_found' }
    await assert.rejects(
      eve.sessions.end({ id: phone?.id ?? '' }),
      gone,
      'a member cannot end the session of another member',
    )
    await assert.rejects(laptop.sessions.end({}), { status: 400, code: 'bad_input', field: 'id' })
    await laptop.sessions.end({ id: phone?.id ?? '' })
    assert.deepEqual(await bob.session.checklogin(), { islogin: false })
    await assert.rejects(laptop.sessions.end({ id: phone?.id ?? '' }), gone)
    const [entry] = (await (await team.admin()).admin.log({ target: 3, count: 1 })).list
    assert.equal(entry?.current.info, 'Bob logged out')
    await laptop.sessions.end({ id: here?.id ?? '' })
    assert.deepEqual(await laptop.session.checklogin(), { islogin: false })
    assert.deepEqual(await eve.session.checklogin(), { islogin: true })
  })

  test('a user ends all other sessions at once', async () => {
    await using team = await newTeam({ on })
    const [phone, laptop] = [await team.user('ann'), await team.user('ann')]
    await phone.sessions.end({ others: true })
    await phone.sessions.end({ others: true })
    assert.deepEqual(await laptop.session.checklogin(), { islogin: false })
    assert.equal((await listed(phone)).length, 1)
  })

  test('a member sees and permanently ends the sessions of other users of the membership', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const passwd = 'correct horse battery'
    const { code } = await admin.admin.invite({ name: 'Bob', stuid: 'b1', passwd })
    const bob = await team.user('bob')
    await bob.members.login({ code })
    const other = await team.user('another person')
    await other.members.login({ stuid: 'b1', passwd })
    const theirs = (await listed(bob)).filter(({ own }) => !own)
    assert.deepEqual(
      theirs.map(({ member, proof }) => [member, proof]),
      [[true, 'password']],
    )
    await bob.sessions.end({ id: theirs[0]?.id ?? '' })
    await assert.rejects(other.members.checklogin(), { status: 403 })
    await assert.rejects(other.members.login({ code: '' }), { status: 400, code: 'code_refused' })
    assert.deepEqual(await other.session.checklogin(), { islogin: true }, 'the login as a user stays')
    await bob.members.logout()
    await other.members.login({ stuid: 'b1', passwd })
    assert.equal((await listed(bob)).length, 1, 'after the end of a member login only the own session is listed')
  })
})

test('over HTTPS the session cookie has the __Host- prefix and SameSite', async () => {
  const env = { PUBLIC_URL: 'https://repair.example.org', DEMO_LOGIN: '' }
  await using team = await newTeam({ env })
  const { token, told } = await browserOf(team).logIn({ code: 'guest', keep: true })
  team.secret(token)
  assert.equal(told, `__Host-fettle-session=${token}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=15552000`)
})

test('the session cookie alone authorises nothing', async () => {
  await using team = await newTeam()
  const browser = browserOf(team)
  await browser.logIn({ code: 'ann', keep: true })
  const headers = { ...ownPage, cookie: browser.cookie(), 'content-type': 'application/json' }
  const endpoints = Object.values(contract).flatMap((area): Endpoint[] => Object.values(area))
  for (const { method, path, role } of endpoints.filter((e) => e.role !== 'anyone')) {
    const answer = await team.call(path, { method, headers, ...(method === 'POST' ? { body: '{}' } : {}) })
    assert.equal(answer.status, 401, `${method} ${path} is for ${role}`)
  }
  const who = await team.call('/user/me', { headers })
  assert.deepEqual(await who.json(), { success: true, data: { user: null } })
  assert.deepEqual(await (await team.call('/checklogin', { headers })).json(), { islogin: false })
})

test('only a page of this service can read or set the token of the cookie', async () => {
  const elsewhere = 'https://elsewhere.example.org'
  await using team = await newTeam({ env: { ALLOWED_ORIGINS: elsewhere } })
  const browser = browserOf(team)
  const { token } = await browser.logIn({ code: 'ann', keep: true })
  const { host } = new URL(team.url)
  const pages: readonly (readonly [headers: Record<string, string>, own: boolean])[] = [
    [{ 'sec-fetch-site': 'same-origin', origin: team.url }, true],
    // Without TLS, and from older browsers, only the origin can be checked.
    [{ origin: `http://${host}` }, true],
    [{ origin: 'http://127.0.0.1:8080' }, true],
    [{ 'sec-fetch-site': 'cross-site', origin: elsewhere }, false],
    [{ 'sec-fetch-site': 'same-site', origin: `http://${host}` }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ origin: elsewhere }, false],
    [{ origin: 'null' }, false],
    [{ origin: `http://${host}.example.org` }, false],
    [{}, false],
  ]
  for (const [headers, own] of pages) {
    const asked = await team.call('/login/kept', json({}, { ...headers, cookie: browser.cookie() }))
    assert.equal(
      ((await asked.json()) as { data: { token: string } }).data.token,
      own ? token : '',
      JSON.stringify(headers),
    )
    assert.equal(asked.headers.get('access-control-allow-credentials'), null)
    assert.deepEqual(asked.headers.getSetCookie(), [])
    // Another login without “Stay logged in” works: the browser may belong to another person.
    const login = await team.call('/login', json({ code: 'eve', keep: true }, headers))
    assert.equal(login.status, 200)
    assert.equal(login.headers.getSetCookie().length, own ? 1 : 0, JSON.stringify(headers))
  }
  for (const cookie of ['fettle-session=', 'fettle-session=x', `fettle-session="${token}"`, `other=${token}`]) {
    const asked = await team.call('/login/kept', json({}, { ...ownPage, cookie }))
    assert.deepEqual(await asked.json(), { success: true, data: { token: '' } }, cookie)
  }
})
