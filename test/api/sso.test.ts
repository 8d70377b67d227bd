import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import type { Configuration } from 'oidc-provider'
import { oidcIdentity } from '#adapters/identity/oidc.ts'
import { ConfigError, type Environment, readConfig } from '#config/config.ts'
import { doctor } from '#main/doctor.ts'
import { client, type OidcPeer, oidcPeer } from '../peers/oidc.ts'
import { onEachDatabase } from '../support/databases.ts'
import {
  assertRefused,
  callback,
  finishSchoolLogin,
  loginCodeOn,
  newBrowser,
  publicUrl,
  start,
  startSchoolLogin,
} from '../support/school.ts'
import { newTeam, type Team } from '../support/team.ts'

const refused = { status: 400, code: 'code_refused' }

const configured = ({ url }: { url: string }): Environment => ({
  OIDC_ISSUER: url,
  OIDC_CLIENT_ID: client.id,
  OIDC_CLIENT_SECRET: client.secret,
  OIDC_STUDENT_CLAIM: 'stuid',
})

async function codeOf(team: Team, account: string): Promise<string> {
  return loginCodeOn(team, await finishSchoolLogin(team, newBrowser(team), { account }))
}

onEachDatabase('single sign-on by OpenID Connect', (on) => {
  test('a member logs in at the school, first as a user and then as the member', async () => {
    await using peer = await oidcPeer(callback)
    await using team = await newTeam({ on, env: configured(peer) })
    const admin = await team.admin()
    await admin.admin.invite({ name: 'Bob', stuid: '2026bob' })
    const code = await codeOf(team, 'bob')
    const { token } = await team.anyone.session.login({ code })
    const bob = team.as(token, 'en_US')
    await bob.members.login({ code })
    assert.equal((await bob.members.checklogin()).name, 'Bob')
    await assert.rejects(team.anyone.session.login({ code }), refused)
    await assert.rejects(bob.members.login({ code }), refused)
    await bob.users.update({ name: 'B' })
    const again = team.as((await team.anyone.session.login({ code: await codeOf(team, 'bob') })).token)
    assert.equal((await again.users.info()).name, 'B')
    const { list } = await team.as(admin.token, 'en_US').admin.log({ target: 3 })
    assert.ok(list.some(({ current }) => current.info === 'Bob logged in (school login)'))
  })

  test('a user who scans the code in the mini-program logs in as the member, beside other users', async () => {
    await using peer = await oidcPeer(callback)
    await using team = await newTeam({ on, env: configured(peer) })
    await (await team.admin()).admin.invite({ name: 'Bob', stuid: '2026bob' })
    for (const device of ['phone', 'tablet']) {
      const user = await team.user(device)
      const code = await codeOf(team, 'bob')
      await user.members.login({ code: ` ${code.toUpperCase()} ` })
      assert.equal((await user.members.checklogin()).name, 'Bob')
      await assert.rejects(team.anyone.session.login({ code }), refused)
    }
  })

  test('a code that logged in one user makes no other user a member', async () => {
    await using peer = await oidcPeer(callback)
    await using team = await newTeam({ on, env: configured(peer) })
    await (await team.admin()).admin.invite({ name: 'Bob', stuid: '2026bob' })
    const code = await codeOf(team, 'bob')
    const { token } = await team.anyone.session.login({ code })
    await assert.rejects((await team.user('eve')).members.login({ code }), refused)
    await team.as(token).members.login({ code })
  })

  test('a user who is not a member or has no student ID stays a user', async () => {
    await using peer = await oidcPeer(callback)
    await using team = await newTeam({ on, env: { ...configured(peer), OIDC_STUDENT_CLAIM: 'matriculation' } })
    const admin = await team.admin()
    await admin.admin.invite({ name: 'Bob' })
    const code = await codeOf(team, 'bob')
    const bob = team.as((await team.anyone.session.login({ code })).token)
    await assert.rejects(bob.members.login({ code }), refused)
    assert.match(team.logged(), /check OIDC_STUDENT_CLAIM/)
    assert.deepEqual(
      (await bob.users.export()).identities.map(({ provider, subject }) => ({ provider, subject })),
      [{ provider: `oidc:${peer.url}`, subject: 'bob' }],
    )
  })

  test('single sign-on of a removed member is refused', async () => {
    await using peer = await oidcPeer(callback)
    await using team = await newTeam({ on, env: configured(peer) })
    const admin = await team.admin()
    const { id } = await admin.admin.invite({ name: 'Bob', stuid: '2026bob' })
    await admin.admin.removeMember({ id })
    await assert.rejects((await team.user()).members.login({ code: await codeOf(team, 'bob') }), refused)
  })

  test('a changed student ID permanently ends the proof of single sign-on on every device', async () => {
    await using peer = await oidcPeer(callback)
    await using team = await newTeam({ on, env: configured(peer) })
    const admin = await team.admin()
    const { id } = await admin.admin.invite({ name: 'Bob', stuid: '2026bob' })
    const code = await codeOf(team, 'bob')
    const bob = team.as((await team.anyone.session.login({ code })).token)
    await bob.members.login({ code })
    const pairing = async () => {
      const { pair, secret } = await team.anyone.session.pair()
      await bob.session.approve({ pair, member: true })
      return async () => team.as((await team.anyone.session.login(await team.anyone.session.paired({ secret }))).token)
    }
    const [tablet, late] = [await (await pairing())(), await pairing()]
    assert.equal((await tablet.members.checklogin()).name, 'Bob')
    // An administrator enters a wrong student ID and corrects it: the member has to log in at the school again.
    for (const stuid of ['another', '2026bob']) {
      await admin.admin.updateMember({ id, stuid })
      for (const device of [bob, tablet, await late().catch(() => bob)]) {
        await assert.rejects(device.members.checklogin(), { status: 403 })
        await assert.rejects(device.members.login({ code: '' }), refused)
      }
    }
    await bob.members.login({ code: await codeOf(team, 'bob') })
    assert.equal((await bob.members.checklogin()).name, 'Bob')
    await admin.admin.updateMember({ id, stuid: 'another' })
    await assert.rejects(bob.members.login({ code: await codeOf(team, 'bob') }), refused)
  })

  test('after an erasure no code of single sign-on brings the user back', async () => {
    await using peer = await oidcPeer(callback)
    await using team = await newTeam({ on, env: configured(peer) })
    const [unused, anns] = [await codeOf(team, 'bob😀"'), await codeOf(team, 'bob')]
    const code = await codeOf(team, 'bob😀"')
    await team.as((await team.anyone.session.login({ code })).token).users.erase()
    await assert.rejects(team.anyone.session.login({ code: unused }), refused)
    await team.anyone.session.login({ code: anns })
  })

  test('a code of single sign-on is valid for two minutes, the whole login for ten', async () => {
    await using peer = await oidcPeer(callback)
    await using team = await newTeam({ on, env: configured(peer) })
    const code = await codeOf(team, 'bob')
    team.pass({ minutes: 2 })
    await assert.rejects(team.anyone.session.login({ code }), refused)
    const browser = newBrowser(team)
    const login = await browser.open(start)
    team.pass({ minutes: 10 })
    assertRefused(await browser.open(login.url.href, { account: 'bob' }), refused)
  })
})

test('a stranger who uses up the logins of an address does not stop others there from single sign-on', async () => {
  await using peer = await oidcPeer(callback)
  await using team = await newTeam({ env: configured(peer) })
  const admin = await team.admin()
  const { rates } = await admin.admin.settings()
  await admin.admin.updateSettings({ rates: { ...rates, loginsPerMinute: 12 } })
  await Promise.allSettled(Array.from({ length: 20 }, () => team.anyone.session.login({ code: 'sso_0000' })))
  await Promise.all(Array.from({ length: 20 }, () => team.call('/sso/start', { redirect: 'manual' })))
  const { token } = await team.anyone.session.login({ code: await codeOf(team, 'bob') })
  assert.equal((await team.as(token).session.checklogin()).islogin, true)
})

test('a single sign-on returns once, in its own browser, with its own state', async () => {
  await using peer = await oidcPeer(callback)
  await using team = await newTeam({ env: configured(peer) })
  const browser = newBrowser(team)
  loginCodeOn(team, await finishSchoolLogin(team, browser, { account: 'bob' }))
  const back = browser.history.at(-1)?.href ?? ''
  assertRefused(await browser.open(back), refused)

  const handed = await startSchoolLogin(browser, { account: 'bob' })
  const stranger = newBrowser(team)
  assertRefused(await stranger.open(handed), refused)
  await stranger.open(start)
  assertRefused(await stranger.open(handed), refused)
  assertRefused(await browser.open(handed.replace(/state=[^&]+/, 'state=another')), refused)
  assertRefused(await browser.open(handed.replace(/state=[^&]+&?/, '')), refused)
  loginCodeOn(team, await browser.open(handed))
})

test('two windows of one browser log in side by side', async () => {
  await using peer = await oidcPeer(callback)
  await using team = await newTeam({ env: configured(peer) })
  const browser = newBrowser(team)
  const first = await browser.open(start)
  const second = await browser.open(start)
  const codes = [
    loginCodeOn(team, await browser.open(first.url.href, { account: 'bob' })),
    loginCodeOn(team, await browser.open(second.url.href, { account: 'bob' })),
  ]
  for (const code of codes) {
    const { token } = await team.anyone.session.login({ code })
    assert.equal((await team.as(token).session.checklogin()).islogin, true)
  }
})

test('a single sign-on changed on its way to the school is refused', async () => {
  await using peer = await oidcPeer(callback)
  await using team = await newTeam({ env: configured(peer) })
  const changes: Record<string, (url: URL) => void> = {
    'a code of another client': (url) => url.searchParams.set('client_id', 'another'),
    'another nonce': (url) => url.searchParams.set('nonce', 'another'),
    'another challenge': (url) => url.searchParams.set('code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'),
    'no challenge at all': (url) => {
      url.searchParams.delete('code_challenge')
      url.searchParams.delete('code_challenge_method')
    },
  }
  for (const [what, change] of Object.entries(changes)) {
    const browser = newBrowser(team)
    const url = new URL((await browser.request(start)).next ?? '')
    change(url)
    const login = await browser.open(url.href)
    const screen = await browser.open(login.url.href, { account: 'bob' })
    assert.equal(screen.url.pathname, '/sso/callback', what)
    assertRefused(screen, refused)
  }
})

test('a return with another login’s code or a wrong issuer is refused', async () => {
  await using peer = await oidcPeer(callback)
  await using team = await newTeam({ env: configured(peer) })
  const eve = newBrowser(team)
  const evesBack = new URL(await startSchoolLogin(eve, { account: 'eve' }))
  const browser = newBrowser(team)
  const back = new URL(await startSchoolLogin(browser, { account: 'bob' }))
  back.searchParams.set('code', evesBack.searchParams.get('code') ?? '')
  assertRefused(await browser.open(back.href), refused)
  const other = new URL(await startSchoolLogin(browser, { account: 'bob' }))
  other.searchParams.set('iss', 'https://evil.example.org')
  assertRefused(await browser.open(other.href), refused)
})

test('a user who cancels at the school sees a sentence in their language', async () => {
  await using peer = await oidcPeer(callback)
  await using team = await newTeam({ env: configured(peer) })
  const english = await finishSchoolLogin(team, newBrowser(team), { deny: 'yes' })
  assertRefused(english, refused)
  assert.match(english.text, /lang="en-US"[\s\S]+The login was cancelled[\s\S]+<a href="start">Start again<\/a>/)
  for (const [error, expected] of [
    ['temporarily_unavailable', { status: 503, code: 'peer_unavailable' }],
    ['toString', { status: 503, code: 'peer_unavailable' }],
    ['invalid_scope', { status: 500, code: 'broken' }],
  ] as const) {
    const browser = newBrowser(team)
    const back = (await startSchoolLogin(browser, { deny: 'yes' })).replace('access_denied', error)
    assertRefused(await browser.open(back), expected)
  }
  assert.doesNotMatch(team.logged(), /temporarily_unavailable|toString/, 'texts of the provider are not logged')
  const chinese = await finishSchoolLogin(team, newBrowser(team, 'zh-CN,zh;q=0.9'), { deny: 'yes' })
  assert.match(chinese.text, /lang="zh-CN"[\s\S]+登录已被取消/)
})

test('a wrongly signed ID token is refused and logged', async () => {
  await using peer = await oidcPeer(callback)
  await using team = await newTeam({ env: configured(peer) })
  peer.tamper = (path, body) => (path === '/token' ? forged(body, { sub: 'the-rector' }) : body)
  assertRefused(await finishSchoolLogin(team, newBrowser(team), { account: 'bob' }), refused)
  assert.match(team.logged(), /OAUTH_INVALID_RESPONSE/)
  peer.tamper = (path, body) => (path === '/token' ? forged(body, { sub: 'the-rector' }, { alg: 'none' }) : body)
  assertRefused(await finishSchoolLogin(team, newBrowser(team), { account: 'bob' }), refused)
  peer.tamper = undefined
  await codeOf(team, 'bob')
})

test('userinfo about another user is refused', async () => {
  await using peer = await oidcPeer(callback)
  await using team = await newTeam({ env: configured(peer) })
  peer.tamper = (path, body) => (path === '/me' ? body.replace('"sub":"bob"', '"sub":"eve"') : body)
  assertRefused(await finishSchoolLogin(team, newBrowser(team), { account: 'bob' }), refused)
})

// Some providers accept the secret in the body only.
const onlyPost: Configuration = {
  clientAuthMethods: ['client_secret_post'],
  clientDefaults: { token_endpoint_auth_method: 'client_secret_post' },
}
const refusesBasic: OidcPeer['instead'] = (response, { headers }) =>
  headers.authorization?.startsWith('Basic') === true && response.writeHead(401).end().writableEnded

test('the student ID is read from the configured claim, in the ID token or userinfo, as text or number', async () => {
  for (const [claim, stuid, settings] of [
    ['stuid', '2026bob', {}],
    ['stuid', '2026bob', { conformIdTokenClaims: false }],
    ['number', '20260042', onlyPost],
    ['sub', 'bob', {}],
  ] as const) {
    await using peer = await oidcPeer(callback, { settings })
    if (settings === onlyPost) peer.instead = refusesBasic
    await using team = await newTeam({ env: { ...configured(peer), OIDC_STUDENT_CLAIM: claim } })
    await (await team.admin()).admin.invite({ name: 'Bob', stuid })
    const user = await team.user()
    await user.members.login({ code: await codeOf(team, 'bob') })
    assert.equal((await user.users.me()).user?.member?.name, 'Bob', claim)
  }
})

test('changed keys of the school server are used at once', async () => {
  await using peer = await oidcPeer(callback)
  await using team = await newTeam({ env: configured(peer) })
  const before = await codeOf(team, 'bob')
  peer.rotate()
  const { token } = await team.anyone.session.login({ code: await codeOf(team, 'bob') })
  assert.equal((await team.as(token).session.checklogin()).islogin, true)
  await team.anyone.session.login({ code: before })
})

test('while the school server is down everything else works, and single sign-on works when it is back', async () => {
  let peer: OidcPeer = await oidcPeer(callback)
  const port = Number(new URL(peer.url).port)
  await peer[Symbol.asyncDispose]()
  await using team = await newTeam({ env: configured(peer) })
  const unavailable = { status: 503, code: 'peer_unavailable' }
  const browser = newBrowser(team)
  assertRefused(await browser.open(start), unavailable)
  const ann = await team.user('ann')
  await ann.users.update({ name: 'Ann' })
  peer = await oidcPeer(callback, { port })
  await codeOf(team, 'bob')
  const back = await startSchoolLogin(browser, { account: 'bob' })
  await peer[Symbol.asyncDispose]()
  assertRefused(await browser.open(back), unavailable)
  assert.equal((await ann.users.info()).name, 'Ann')
  await using again = await oidcPeer(callback, { port })
  assert.equal(again.url, peer.url)
  await codeOf(team, 'bob')
})

test('a school server with invalid, too large or redirecting answers counts as unavailable', async () => {
  await using peer = await oidcPeer(callback)
  await using team = await newTeam({ env: configured(peer) })
  const unavailable = { status: 503, code: 'peer_unavailable' }
  const json = { 'content-type': 'application/json' }
  const answers: ((response: ServerResponse) => unknown)[] = [
    (response) => response.writeHead(500).end('oh'),
    (response) => response.writeHead(200, json).end('{"issuer":'),
    (response) => response.writeHead(200, json).end(JSON.stringify({ issuer: 'https://evil.example.org' })),
    (response) => response.writeHead(302, { location: `${peer.url}/.well-known/openid-configuration?right` }).end(),
    (response) => response.destroy(),
  ]
  for (const answer of answers) {
    peer.instead = (response, { url }) => {
      if (url?.endsWith('?right')) return false
      answer(response)
      return true
    }
    assertRefused(await newBrowser(team).open(start), unavailable)
  }
  peer.instead = undefined
  peer.tamper = (_, body) => body + ' '.repeat(300_000)
  assertRefused(await newBrowser(team).open(start), unavailable)
  peer.tamper = undefined
  await codeOf(team, 'bob')
})

test('a wrong client secret is logged, and fettle check finds it', async () => {
  await using peer = await oidcPeer(callback)
  const wrong = { ...configured(peer), OIDC_CLIENT_SECRET: 'not-the-secret' }
  await using team = await newTeam({ env: wrong })
  assertRefused(await finishSchoolLogin(team, newBrowser(team), { account: 'bob' }), { status: 500, code: 'broken' })
  assert.match(team.logged(), /invalid_client/)
  const school = async (env: Environment) =>
    (await Array.fromAsync(doctor({ DATA_DIR: team.fresh.dir, PUBLIC_URL: publicUrl, ...env }))).find(
      ({ what }) => what === 'school login',
    )
  assert.match((await school(wrong))?.problem ?? '', /OIDC_CLIENT_ID.+invalid_client/)
  assert.deepEqual(await school(configured(peer)), { what: 'school login' })
  peer.instead = (response) => response.writeHead(500).end().writableEnded
  assert.match((await school(configured(peer)))?.problem ?? '', /does not accept/)
})

// openid-client has a time limit of its own, of half a minute.
test('a login at a school server that never finishes its answer ends at a time limit', {
  timeout: 20_000,
}, async () => {
  await using peer = await oidcPeer(callback)
  const warned: unknown[] = []
  const oidc = oidcIdentity({
    issuer: peer.url,
    clientId: client.id,
    clientSecret: client.secret,
    studentClaim: 'stuid',
    bareCodes: true,
    callback,
    warn: (facts) => void warned.push(facts),
    timeLimitMs: 4000, // a busy machine needs some of it for the requests that are answered
  })
  peer.instead = (response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{')
  await assert.rejects(oidc.begin('state'), { code: 'peer_unavailable' })
  peer.instead = undefined
  await oidc.begin('state')
  peer.instead = (response, { url }) => url === '/token' && response.writeHead(200).write('{')
  await assert.rejects(oidc.exchange('code'), { code: 'peer_unavailable' })
  assert.deepEqual(warned, [{ reason: 'OAUTH_TIMEOUT' }, { reason: 'OAUTH_TIMEOUT' }])
  // The server may have moved: the next login reads its configuration again.
  const asked: string[] = []
  peer.instead = (_, { url = '' }) => asked.push(url) === 0
  await oidc.begin('state')
  assert.deepEqual(asked, ['/.well-known/openid-configuration'])
})

test('incomplete, duplicate or unencrypted settings of the school login stop the start', () => {
  const problems = (env: Environment) => {
    try {
      readConfig(env)
      return []
    } catch (error) {
      return error instanceof ConfigError ? error.problems : [String(error)]
    }
  }
  const whole = configured({ url: 'https://id.example.edu' })
  assert.deepEqual(problems(whole), [])
  assert.deepEqual(problems({ ...whole, OIDC_CLIENT_SECRET: '' }), ['OIDC_ISSUER also needs OIDC_CLIENT_SECRET'])
  assert.deepEqual(problems({ OIDC_CLIENT_ID: 'fettle' }), [
    'OIDC_CLIENT_ID also needs OIDC_ISSUER and OIDC_CLIENT_SECRET',
  ])
  assert.match(problems({ ...whole, CAS_URL: 'https://cas.example.edu' }).join(), /both set/)
  assert.match(problems({ ...whole, OIDC_ISSUER: 'http://id.example.edu' }).join(), /OIDC_ISSUER must .+ https/)
  assert.match(problems({ CAS_URL: 'http://cas.example.edu' }).join(), /CAS_URL must .+ https/)
  assert.match(problems({ CAS_URL: 'https://cas.example.edu/?a=b' }).join(), /CAS_URL must not have a query/)
  assert.match(problems({ ...whole, OIDC_BARE_CODES: 'yes' }).join(), /OIDC_BARE_CODES must be one of off, on/)
  assert.deepEqual(problems({ HOST: '0.0.0.0', PUBLIC_URL: 'https://repair.example.edu', ...whole }), [])
})

test('a bare code from the school’s QR code is accepted only if the setting allows it', async () => {
  await using peer = await oidcPeer(callback)
  const bare = async () => {
    const query = new URLSearchParams({
      client_id: client.id,
      redirect_uri: callback,
      response_type: 'code',
      scope: 'openid profile',
    })
    await using team = await newTeam({ env: configured(peer) })
    const browser = newBrowser(team)
    const back = await startSchoolLogin(browser, { account: 'bob' }, `${peer.url}/auth?${query}`)
    return { back, code: new URL(back).searchParams.get('code') ?? '' }
  }
  await using off = await newTeam({ env: configured(peer) })
  await (await off.admin()).admin.invite({ name: 'Bob', stuid: '2026bob' })
  await assert.rejects((await off.user()).members.login({ code: (await bare()).code }), refused)

  await using team = await newTeam({ env: { ...configured(peer), OIDC_BARE_CODES: 'on' } })
  await (await team.admin()).admin.invite({ name: 'Bob', stuid: '2026bob' })
  const bob = await team.user()
  const { code } = await bare()
  team.secret(code)
  await bob.members.login({ code })
  assert.equal((await bob.members.checklogin()).name, 'Bob')
  await assert.rejects((await team.user()).members.login({ code }), refused)
  await (await team.user()).members.login({ code: (await bare()).back })
  const browser = newBrowser(team)
  const ours = new URL(await startSchoolLogin(browser, { account: 'bob' }))
  await assert.rejects((await team.user()).members.login({ code: ours.searchParams.get('code') ?? '' }), refused)
  await assert.rejects((await team.user()).members.login({ code: 'anything' }), refused)
  // A changed student ID ends the proof, as with any login of the school.
  const { id } = await bob.members.checklogin()
  await (await team.admin()).admin.updateMember({ id, stuid: 'another' })
  await assert.rejects(bob.members.checklogin(), { status: 403 })
  await assert.rejects(bob.members.login({ code: '' }), refused)
})

test('the page of single sign-on runs one script, is not cached, and shows the code as text and QR code', async () => {
  await using peer = await oidcPeer(callback)
  await using team = await newTeam({ env: configured(peer) })
  const { headers, text } = await finishSchoolLogin(team, newBrowser(team), { account: 'bob' })
  assert.equal(headers.get('cache-control'), 'no-store')
  const [, before = '', script = '', behind = ''] = /^([\s\S]*)<script>([\s\S]*)<\/script>([\s\S]*)$/.exec(text) ?? []
  const only = createHash('sha256').update(script).digest('base64')
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, /^default-src 'none'; style-src 'sha256-[\w+/=]+';/)
  assert.ok(policy.includes(`; script-src 'sha256-${only}';`))
  assert.doesNotMatch(before + behind, /<script|style="|https?:\/\/(?!www\.w3\.org\/2000\/svg)/)
  assert.match(text, /<svg role="img" aria-label="QR code[\s\S]+<path fill="black"/)
})

test('the page of single sign-on repeats nothing from the request', async () => {
  await using peer = await oidcPeer(callback)
  await using team = await newTeam({ env: configured(peer) })
  const evil = encodeURIComponent('<script>alert(1)</script>')
  const screen = await newBrowser(team).open(`${callback}?${evil}=1&${evil}=2`)
  assertRefused(screen, { status: 400, code: 'bad_input' })
  assert.doesNotMatch(screen.text, /alert\(1\)/)
})

test('the cookie of single sign-on is HttpOnly, SameSite and, over HTTPS, __Host-', async () => {
  await using peer = await oidcPeer(callback)
  const cookieAt = async (env: Environment) => {
    await using team = await newTeam({ env: { ...configured(peer), ...env } })
    // A cookie with a foreign value is ignored.
    const response = await team.call('/sso/start', { redirect: 'manual', headers: { cookie: 'fettle-sso=chosen' } })
    assert.equal(response.status, 302)
    return (response.headers.get('set-cookie') ?? '').replace(/=[\w-]{43};/, '=…;')
  }
  assert.equal(await cookieAt({}), 'fettle-sso=…; Path=/sso; HttpOnly; SameSite=Lax; Max-Age=600')
  assert.equal(
    await cookieAt({ PUBLIC_URL: 'http://127.0.0.1:8080/repair' }),
    'fettle-sso=…; Path=/repair/sso; HttpOnly; SameSite=Lax; Max-Age=600',
  )
  const https = { PUBLIC_URL: 'https://127.0.0.1', HOST: '127.0.0.1' }
  assert.equal(await cookieAt(https), '__Host-fettle-sso=…; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=600')
})

test('without a school login its endpoints answer 404', async () => {
  await using team = await newTeam()
  const none = { status: 404, code: 'not_configured' }
  assertRefused(await newBrowser(team).open(start), none)
  assertRefused(await newBrowser(team).open(`${callback}?state=x&code=y`), none)
  await assert.rejects(team.anyone.session.login({ code: 'sso_0000-0000-0000-0000' }), none)
  await assert.rejects((await team.user()).members.login({ code: 'sso_0000-0000-0000-0000' }), refused)
  assert.equal(publicUrl, 'http://127.0.0.1:8080')
})

/** An answer of the token endpoint with other claims in its ID token, under the old signature. */
function forged(body: string, claims: object, header?: object): string {
  const tokens = JSON.parse(body) as { id_token: string } // the provider's answer
  const [head = '', payload = '', signature = ''] = tokens.id_token.split('.')
  const changed = (part: string, by: object | undefined) =>
    Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(part, 'base64url').toString()), ...by })).toString(
      'base64url',
    )
  return JSON.stringify({
    ...tokens,
    id_token: [changed(head, header), changed(payload, claims), header ? '' : signature].join('.'),
  })
}
