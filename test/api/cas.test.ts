import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { test } from 'node:test'
import { casIdentity } from '#adapters/identity/cas.ts'
import { codeNow } from '#service/people/totp.ts'
import { asJson, asXml, type CasPeer, casPeer } from '../peers/cas.ts'
import { onEachDatabase, raceRounds } from '../support/databases.ts'
import {
  assertRefused,
  callback,
  finishSchoolLogin,
  loginCodeOn,
  newBrowser,
  start,
  startSchoolLogin,
} from '../support/school.ts'
import { newTeam, type Team } from '../support/team.ts'

const refused = { status: 400, code: 'code_refused' }
const unavailable = { status: 503, code: 'peer_unavailable' }
const broken = { status: 500, code: 'broken' }

async function codeOf(team: Team, user: string): Promise<string> {
  return loginCodeOn(team, await finishSchoolLogin(team, newBrowser(team), { user }))
}

onEachDatabase('single sign-on by CAS', (on) => {
  test('a member logs in with CAS, in each format of the server’s answer', async () => {
    await using peer = await casPeer()
    await using team = await newTeam({ on, env: { CAS_URL: `${peer.url}/` } })
    await (await team.admin()).admin.invite({ name: 'Bob', stuid: '20260001' })
    for (const form of ['json', 'xml'] as const) {
      peer.form = form
      const code = await codeOf(team, '20260001')
      const bob = team.as((await team.anyone.session.login({ code })).token)
      await bob.members.login({ code })
      assert.equal((await bob.members.checklogin()).name, 'Bob')
      const held = (await bob.users.export()).identities.map(({ provider, subject }) => ({ provider, subject }))
      assert.deepEqual(held, [{ provider: `cas:${peer.url}`, subject: '20260001' }])
    }
  })

  test('the CAS ticket in the school’s QR code logs a user in as the member, once', async () => {
    await using peer = await casPeer()
    await using team = await newTeam({ on, env: { CAS_URL: peer.url } })
    await (await team.admin()).admin.invite({ name: 'Bob', stuid: '20260001' })
    const ticket = peer.ticket('20260001', callback)
    team.secret(ticket)
    const bob = await team.user()
    await bob.members.login({ code: ticket })
    assert.equal((await bob.members.checklogin()).name, 'Bob')
    const eve = await team.user()
    await assert.rejects(eve.members.login({ code: ticket }), refused)
    await eve.members.login({ code: `${callback}?ticket=${peer.ticket('20260001', callback)}` })
    const foreign = peer.ticket('20260001', 'https://library.example.edu/')
    team.secret(foreign)
    await assert.rejects(eve.members.login({ code: foreign }), refused)
    await assert.rejects(eve.members.login({ code: peer.ticket('20260099', callback) }), refused)
  })

  test('a changed student ID permanently ends the login proof of CAS on every device', async () => {
    await using peer = await casPeer()
    await using team = await newTeam({ on, env: { CAS_URL: peer.url } })
    const admin = await team.admin()
    const { id } = await admin.admin.invite({ name: 'Bob', stuid: '20260001' })
    const code = await codeOf(team, '20260001')
    const bob = team.as((await team.anyone.session.login({ code })).token)
    await bob.members.login({ code })
    const pairing = async () => {
      const { pair, secret } = await team.anyone.session.pair()
      await bob.session.approve({ pair, member: true })
      return async () => team.as((await team.anyone.session.login(await team.anyone.session.paired({ secret }))).token)
    }
    const [tablet, late] = [await (await pairing())(), await pairing()]
    // A user who scanned the school's own QR code.
    const scanned = await team.user()
    await scanned.members.login({ code: peer.ticket('20260001', callback) })
    for (const device of [tablet, scanned]) assert.equal((await device.members.checklogin()).name, 'Bob')
    // An administrator enters a wrong student ID and corrects it: the member has to log in at the school again.
    for (const stuid of ['another', '20260001']) {
      await admin.admin.updateMember({ id, stuid })
      for (const device of [bob, tablet, scanned, await late().catch(() => bob)]) {
        await assert.rejects(device.members.checklogin(), { status: 403 })
        await assert.rejects(device.members.login({ code: '' }), refused)
      }
    }
    await bob.members.login({ code: await codeOf(team, '20260001') })
    assert.equal((await bob.members.checklogin()).name, 'Bob')
    await admin.admin.updateMember({ id, stuid: 'another' })
    await assert.rejects(bob.members.login({ code: await codeOf(team, '20260001') }), refused)
  })

  test('with CAS_BARE_TICKETS=off a bare CAS ticket is refused without asking the school', async () => {
    await using peer = await casPeer()
    await using team = await newTeam({ on, env: { CAS_URL: peer.url, CAS_BARE_TICKETS: 'off' } })
    await (await team.admin()).admin.invite({ name: 'Bob', stuid: '20260001' })
    const ticket = peer.ticket('20260001', callback)
    team.secret(ticket)
    const bob = await team.user()
    await assert.rejects(bob.members.login({ code: ticket }), refused)
    await assert.rejects(bob.members.login({ code: `${callback}?ticket=${ticket}` }), refused)
    assert.deepEqual(peer.asked, [])
    // A login that began in this browser still works.
    await bob.members.login({ code: await codeOf(team, '20260001') })
    assert.equal((await bob.members.checklogin()).name, 'Bob')
  })

  test('a CAS ticket is not used up if the code of two-step verification was missing', async () => {
    await using peer = await casPeer()
    await using team = await newTeam({ on, env: { CAS_URL: peer.url } })
    await (await team.admin()).admin.invite({ name: 'Bob', stuid: '20260001' })
    const bob = await team.user()
    await bob.members.login({ code: peer.ticket('20260001', callback) })
    const { secret } = await bob.proof.beginFactor()
    team.secret(secret)
    await bob.proof.switchFactorOn({ factor: codeNow(secret, team.now()) })
    team.pass({ minutes: 1 })
    const code = peer.ticket('20260001', callback)
    const browser = await team.user()
    await assert.rejects(browser.members.login({ code }), { status: 403, code: 'factor_needed' })
    const factor = codeNow(secret, team.now())
    await assert.rejects(
      (await team.user()).members.login({ code, factor }),
      refused,
      'another person cannot use the code',
    )
    await assert.rejects(browser.members.login({ code, factor: '1' }), { status: 400, code: 'factor_refused' })
    await browser.members.login({ code, factor })
    assert.equal((await browser.members.checklogin()).name, 'Bob')
    team.pass({ minutes: 1 })
    await assert.rejects(
      browser.members.login({ code, factor: codeNow(secret, team.now()) }),
      refused,
      'a code of two-step verification works once',
    )
  })

  test('of three clients that use one CAS ticket at the same moment, exactly one succeeds', async () => {
    await using peer = await casPeer()
    await using team = await newTeam({ on, env: { CAS_URL: peer.url, RATE_LIMITS: 'off' } })
    await (await team.admin()).admin.invite({ name: 'Bob', stuid: '20260001' })
    const scanner = await team.user()
    const browser = newBrowser(team)
    for (let round = 0; round < raceRounds(on, 12); round += 1) {
      const code = loginCodeOn(team, await browser.open(await startSchoolLogin(browser, { user: '20260001' })))
      const tries = await Promise.allSettled([
        team.anyone.session.login({ code }),
        scanner.members.login({ code }),
        team.anyone.session.login({ code }),
      ])
      const won = tries.filter(({ status }) => status === 'fulfilled')
      assert.equal(won.length, 1)
      const login = tries.find((one) => one.status === 'fulfilled' && 'token' in one.value)
      if (login?.status !== 'fulfilled') continue
      const person = team.as((login.value as { token: string }).token) // by the filter above
      const twice = await Promise.allSettled([person.members.login({ code }), person.members.login({ code })])
      assert.deepEqual(twice.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    }
  })
})

test('the return address of a CAS login works once, with its own ticket', async () => {
  await using peer = await casPeer()
  await using team = await newTeam({ env: { CAS_URL: peer.url } })
  const browser = newBrowser(team)
  const back = await startSchoolLogin(browser, { user: '20260001' })
  assertRefused(await newBrowser(team).open(back), refused)
  loginCodeOn(team, await browser.open(back))
  assertRefused(await browser.open(back), refused)
  const used = new URL(back)
  used.searchParams.delete('ticket')
  assertRefused(await browser.open(`${used.href}&ticket=${peer.ticket('20260001', used.href)}`), refused)
  const one = new URL(await startSchoolLogin(browser, { user: '20260001' }))
  const other = new URL(await startSchoolLogin(browser, { user: '20260666' }))
  one.searchParams.set('ticket', other.searchParams.get('ticket') ?? '')
  assertRefused(await browser.open(one.href), refused)
  const without = new URL(await startSchoolLogin(browser, { user: '20260001' }))
  without.searchParams.delete('ticket')
  assertRefused(await browser.open(without.href), refused)
})

test('a malformed CAS ticket is refused without asking the school', async () => {
  await using peer = await casPeer()
  await using team = await newTeam({ env: { CAS_URL: peer.url } })
  const eve = await team.user()
  for (const code of ['anything', 'PT-1-proxy', 'ST-', 'ST-a b', 'ST-1&service=x', 'ST-1%0a'])
    await assert.rejects(eve.members.login({ code }), refused)
  assert.deepEqual(peer.asked, [])
})

test('each CAS error code has its own refusal, in both formats', async () => {
  await using peer = await casPeer()
  await using team = await newTeam({ env: { CAS_URL: peer.url, RATE_LIMITS: 'off' } })
  const eve = await team.user()
  const expected = {
    INVALID_TICKET: refused,
    INVALID_TICKET_SPEC: refused,
    INVALID_SERVICE: refused,
    INVALID_REQUEST: broken,
    UNAUTHORIZED_SERVICE: broken,
    UNAUTHORIZED_SERVICE_PROXY: broken,
    INVALID_PROXY_CALLBACK: broken,
    INTERNAL_ERROR: unavailable,
    SOMETHING_NEW: unavailable,
  }
  for (const [code, refusal] of Object.entries(expected)) {
    for (const written of [asJson, asXml]) {
      answering(peer, (response) => response.end(written({ code })))
      await assert.rejects(eve.members.login({ code: peer.ticket('20260001', callback) }), refusal, code)
    }
  }
  assert.match(team.logged(), /INVALID_SERVICE.+is http:\/\/127\.0\.0\.1:8080\/sso\/callback registered/)
})

test('a CAS server that answers incorrectly counts as unavailable and logs no one in', async () => {
  await using peer = await casPeer()
  await using team = await newTeam({ env: { CAS_URL: peer.url, RATE_LIMITS: 'off' } })
  await (await team.admin()).admin.invite({ name: 'Bob', stuid: '20260001' })
  const eve = await team.user()
  const right = asXml({ user: '20260001' })
  const laughs = `<!DOCTYPE r [<!ENTITY a "20260001"><!ENTITY b "&a;&a;&a;&a;">]>${right.replace('>20260001<', '>&b;<')}`
  const answers: Record<string, string> = {
    nothing: '',
    'not CAS': '<html><body>Please log in</body></html>',
    'half an answer in XML': right.slice(0, 140),
    'half an answer in JSON': asJson({ user: '20260001' }).slice(0, 50),
    'a document type': right.replace('?>', '?><!DOCTYPE cas>'),
    'a billion laughs': laughs,
    'an entity': right.replace('>20260001<', '>&who;<'),
    'another namespace': right.replace('http://www.yale.edu/tp/cas', 'http://evil.example.org/cas'),
    'no namespace': right.replaceAll('cas:', '').replace(/ xmlns="[^"]*"/, ''),
    'an undeclared prefix': right.replace(/ xmlns:cas="[^"]*"/, ''),
    'two users': right.replace('<cas:attributes>', '<cas:user>20260002</cas:user><cas:attributes>'),
    'a user cut in two by a comment': right.replace('>20260001<', '>2026<!-- -->0001<'),
    'a user with markup': right.replace('>20260001<', '><b>20260001</b><'),
    'an empty user': right.replace('>20260001<', '> <'),
    'a user that is a list': JSON.stringify({ serviceResponse: { authenticationSuccess: { user: ['20260001'] } } }),
    'both at once': JSON.stringify({
      serviceResponse: {
        authenticationSuccess: { user: '20260001' },
        authenticationFailure: { code: 'INVALID_TICKET' },
      },
    }),
    'both at once in XML': right.replace(
      /(?=<\/cas:serviceResponse>)/,
      '<cas:authenticationFailure code="INVALID_TICKET"/>',
    ),
    'more than it could ever need': `${right}${' '.repeat(300_000)}`,
    'two roots': `${right}${right.replace(/<\?xml.*\?>/, '')}`,
  }
  for (const [what, body] of Object.entries(answers)) {
    answering(peer, (response) => response.end(body))
    await assert.rejects(eve.members.login({ code: peer.ticket('20260001', callback) }), unavailable, what)
  }
  const manners: Record<string, Manner> = {
    'a redirect, even to a right answer': (response, { url }) =>
      url?.endsWith('&again') ? response.end(right) : response.writeHead(302, { location: `${url}&again` }).end(),
    'a fault of its own': (response) => response.writeHead(500).end(right),
    'a closed line': (response) => response.destroy(),
  }
  for (const [what, answer] of Object.entries(manners)) {
    answering(peer, answer)
    await assert.rejects(eve.members.login({ code: peer.ticket('20260001', callback) }), unavailable, what)
  }
  for (const proxied of [
    right.replace(/(?=<cas:attributes>)/, '<cas:proxies><cas:proxy>https://x</cas:proxy></cas:proxies>'),
    asJson({ user: '20260001' }).replace('"user"', '"proxies":["https://x"],"user"'),
  ]) {
    answering(peer, (response) => response.end(proxied))
    await assert.rejects(eve.members.login({ code: peer.ticket('20260001', callback) }), refused)
  }
  peer.instead = undefined
  await eve.members.login({ code: peer.ticket('20260001', callback) })
})

test('a CAS server that is down gives a page with 503, and everything else works', async () => {
  const peer = await casPeer()
  await using team = await newTeam({ env: { CAS_URL: peer.url } })
  const browser = newBrowser(team)
  const back = await startSchoolLogin(browser, { user: '20260001' })
  await peer[Symbol.asyncDispose]()
  assertRefused(await browser.open(back), unavailable)
  const ann = await team.user('ann')
  await ann.users.update({ name: 'Ann' })
  assert.equal((await browser.request(start)).status, 302)
})

test('a login at a CAS server that never finishes its answer ends at a time limit', async () => {
  await using peer = await casPeer()
  const warned: unknown[] = []
  const cas = casIdentity({
    url: peer.url,
    bareTickets: true,
    callback,
    warn: (facts) => void warned.push(facts),
    timeLimitMs: 50,
  })
  answering(peer, (response) => response.writeHead(200).write('<cas:'))
  await assert.rejects(cas.exchange('ST-1'), { code: 'peer_unavailable' })
  answering(peer, () => {})
  await assert.rejects(cas.exchange('ST-1'), { code: 'peer_unavailable' })
  assert.deepEqual(warned, [{ reason: 'TimeoutError' }, { reason: 'TimeoutError' }])
})

test('fettle check says whether the CAS server accepts this service', async () => {
  await using peer = await casPeer()
  const cas = casIdentity({ url: peer.url, bareTickets: true, callback, warn: () => {} })
  await cas.check()
  answering(peer, (response) => response.end(asXml({ code: 'UNAUTHORIZED_SERVICE' })))
  await assert.rejects(cas.check(), /does not accept this service \(UNAUTHORIZED_SERVICE\)/)
  answering(peer, (response) => response.end(asXml({ user: 'anybody' })))
  await assert.rejects(cas.check(), /it accepts anything/)
  answering(peer, (response) => response.writeHead(404).end())
  await assert.rejects(cas.check(), /no answer/)
})

type Manner = (response: ServerResponse, request: IncomingMessage) => unknown

function answering(peer: CasPeer, answer: Manner): void {
  peer.instead = (response, request) => void answer(response, request)
}
