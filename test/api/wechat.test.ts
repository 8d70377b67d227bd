import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import pg from 'pg'
import { wechatLogin } from '#adapters/login/wechat.ts'
import { failure, type Mood, moods, type WechatPeer, wechatPeer } from '../peers/wechat.ts'
import { onEachDatabase } from '../support/databases.ts'
import { assertRefusal } from '../support/raw-connection.ts'
import { json, newTeam, type Team, type TeamOptions } from '../support/team.ts'

async function wechatTeam(peer: WechatPeer, options: TeamOptions = {}): Promise<Team> {
  const team = await newTeam({
    ...options,
    env: {
      WECHAT_APP_ID: peer.appId,
      WECHAT_APP_SECRET: peer.secret,
      WECHAT_BASE_URL: peer.url,
      ...options.env,
    },
  })
  team.secret(peer.secret)
  return team
}

/** A code from a phone, which must not appear in any log. */
function freshCode(team: Team, peer: WechatPeer, openid = 'oAnn-1_x'): string {
  const code = peer.code(openid)
  team.secret(code)
  return code
}

onEachDatabase('login with WeChat', (on) => {
  test('a user logs in with WeChat, and the same openid is the same user', async () => {
    await using peer = await wechatPeer()
    await using team = await wechatTeam(peer, { on })
    const ann = team.as((await team.anyone.session.login({ code: freshCode(team, peer) })).token)
    await ann.users.update({ name: 'Ann' })
    const again = team.as((await team.anyone.session.login({ code: freshCode(team, peer) })).token)
    assert.equal((await again.users.info()).name, 'Ann')
    const bob = team.as((await team.anyone.session.login({ code: freshCode(team, peer, 'oBob') })).token)
    assert.equal((await bob.users.info()).name, '')
    assert.equal(peer.asked(), 3)
  })

  test('the unionid is stored if WeChat gives one, and shown only to its user', async () => {
    await using peer = await wechatPeer()
    await using team = await wechatTeam(peer, { on })
    const login = async (unionid?: string) => {
      const code = peer.code('oAnn', unionid)
      team.secret(code)
      return team.as((await team.anyone.session.login({ code })).token)
    }
    const kept = async () => {
      const { config } = team.fresh
      if (config.kind === 'sqlite') {
        using db = new DatabaseSync(config.file, { readOnly: true })
        return db.prepare('select unionid from identity').all()[0]?.['unionid']
      }
      await using client = Object.assign(new pg.Client(config.url), { [Symbol.asyncDispose]: () => client.end() })
      await client.connect()
      return (await client.query<{ unionid: string | null }>('select unionid from identity')).rows[0]?.unionid
    }
    await login()
    assert.equal(await kept(), null)
    const ann = await login('oUnion-1')
    assert.equal(await kept(), 'oUnion-1')
    // A unionid that WeChat does not repeat stays, and an invalid one is ignored.
    await login()
    await login('no such\u0000id')
    assert.equal(await kept(), 'oUnion-1')
    await login('oUnion-2')
    assert.equal(await kept(), 'oUnion-2')
    assert.deepEqual(
      (await ann.users.export()).identities.map(({ unionid }) => unionid),
      ['oUnion-2'],
    )
    assert.doesNotMatch(JSON.stringify(await ann.users.me()), /oUnion/)
    await ann.users.erase()
    assert.equal(await kept(), undefined)
  })
})

test('a WeChat code works once within five minutes, and an invented one never', async () => {
  let clock = 0
  await using peer = await wechatPeer(() => clock)
  await using team = await wechatTeam(peer)
  const code = freshCode(team, peer)
  await team.anyone.session.login({ code })
  const late = freshCode(team, peer)
  clock += 5 * 60_000
  for (const refused of [code, late, 'made-up'])
    await assert.rejects(team.anyone.session.login({ code: refused }), { status: 400, code: 'code_refused' })
  assert.equal(peer.asked(), 4)
})

const verdicts: readonly [errcode: number, status: number, code: string][] = [
  [40029, 400, 'code_refused'],
  [40163, 400, 'code_refused'],
  [40226, 403, 'login_blocked'],
  [45011, 429, 'too_many_requests'],
  [40013, 500, 'broken'],
  [40125, 500, 'broken'],
  [40164, 500, 'broken'],
  [41002, 500, 'broken'],
  [41004, 500, 'broken'],
  [41008, 500, 'broken'],
  [61024, 503, 'peer_unavailable'],
]

for (const [errcode, status, code] of verdicts) {
  test(`WeChat error ${errcode} is answered with ${status} ${code}, and WeChat is asked once`, async () => {
    await using peer = await wechatPeer()
    await using team = await wechatTeam(peer)
    const typed = freshCode(team, peer)
    peer.always(moods.says(failure(errcode, `some words about ${typed}`)))
    await assert.rejects(team.anyone.session.login({ code: typed }), { status, code })
    assert.equal(peer.asked(), 1)
    // The log has the error number and the request id that WeChat's support asks for.
    assert.equal(/"errcode":\d+,"rid":"6740c5a1-1f2e3d4c-5b6a7980"/.test(team.logged()), status >= 500)
  })
}

test('an answer about an overloaded WeChat login has Retry-After', async () => {
  await using peer = await wechatPeer()
  await using team = await wechatTeam(peer)
  for (const [mood, wait] of [
    [moods.says(failure(45011, 'too often')), '60'],
    [moods.breaks, '1'],
  ] as const) {
    peer.next(mood)
    const response = await team.call('/login?code=x', { method: 'POST' })
    assert.equal(response.headers.get('retry-after'), wait)
  }
})

test('a busy WeChat is asked again, twice at most', async () => {
  await using peer = await wechatPeer()
  await using team = await wechatTeam(peer)
  peer.next(moods.busy, moods.busy)
  await team.anyone.session.login({ code: freshCode(team, peer) })
  assert.equal(peer.asked(), 3)
  peer.always(moods.busy)
  const refused = team.anyone.session.login({ code: freshCode(team, peer) })
  await assert.rejects(refused, { status: 503, code: 'peer_unavailable' })
  assert.equal(peer.asked(), 6)
})

const badDays: Readonly<Record<string, Mood>> = {
  'drops the connection': moods.drops,
  'breaks with a 500': moods.breaks,
  'shows a page': moods.shows_a_page,
  'stops half way': moods.stops_half_way,
  'promises more than it sends': moods.promises_more,
  'floods us with 5 MB': moods.floods,
  'sends us elsewhere': moods.sends_elsewhere,
  'says nothing': ({ response }) => void response.end(),
  'says null': moods.says(null),
  'says a list': moods.says([]),
  'says a text': moods.says('ok'),
  'says success without an openid': moods.says({ session_key: 'x' }),
  'says success with errcode 0 and no openid': moods.says({ errcode: 0, errmsg: 'ok' }),
  'gives a number for an openid': moods.says({ openid: 12 }),
  'gives an empty openid': moods.says({ openid: '' }),
  'gives a list for an openid': moods.says({ openid: ['oAnn'] }),
  'gives an openid that no database holds': moods.says({ openid: 'o\u0000' }),
  'gives an endless openid': moods.says({ openid: 'o'.repeat(1000) }),
  'gives a text for an errcode': moods.says({ errcode: 'forty' }),
}

for (const [what, mood] of Object.entries(badDays)) {
  test(`a WeChat that ${what} causes a 503, is asked once, and the next login works`, async () => {
    await using peer = await wechatPeer()
    await using team = await wechatTeam(peer)
    peer.next(mood)
    const code = freshCode(team, peer)
    await assert.rejects(team.anyone.session.login({ code }), { status: 503, code: 'peer_unavailable' })
    assert.equal(peer.asked(), 1)
    await team.anyone.session.login({ code })
  })
}

test('while WeChat does not answer, everything else works', async () => {
  await using peer = await wechatPeer()
  await using team = await wechatTeam(peer)
  const ann = team.as((await team.anyone.session.login({ code: freshCode(team, peer) })).token)
  peer.always(moods.hangs)
  const asked = peer.nextQuestion()
  const waiting = assert.rejects(team.anyone.session.login({ code: freshCode(team, peer) }), {
    status: 503,
    code: 'peer_unavailable',
  })
  await asked
  await ann.users.update({ name: 'Ann' })
  await ann.users.report({ content: 'still here' })
  assert.deepEqual(await ann.session.checklogin(), { islogin: true })
  peer.cut()
  await waiting
})

test('a refused connection to WeChat causes a 503', async () => {
  await using peer = await wechatPeer()
  const closed = createServer()
  await once(closed.listen(0, '127.0.0.1'), 'listening')
  const address = closed.address()
  const port = typeof address === 'object' ? address?.port : undefined
  closed.close()
  await using team = await wechatTeam(peer, { env: { WECHAT_BASE_URL: `http://127.0.0.1:${port}` } })
  const refused = await team.call('/login', json({ code: freshCode(team, peer) }))
  await assertRefusal('peer_unavailable', refused)
})

const impatient = (peer: WechatPeer, timeLimitMs: number) =>
  wechatLogin({ appId: peer.appId, secret: peer.secret, baseUrl: peer.url, warn: () => {}, timeLimitMs })

for (const [what, mood] of [
  ['hangs', moods.hangs],
  ['drips', moods.drips],
] as const) {
  test(`a request to a WeChat that ${what} ends at a time limit`, async () => {
    await using peer = await wechatPeer()
    peer.always(mood)
    const refused = impatient(peer, 200).identify('some-code')
    await assert.rejects(refused, { name: 'Refusal', code: 'peer_unavailable' })
  })
}

test('the time limit of a WeChat login covers all its attempts', async () => {
  await using peer = await wechatPeer()
  peer.always(({ answer }) => void setTimeout(() => answer(failure(-1, 'system error')), 600))
  const refused = impatient(peer, 1000).identify('some-code')
  await assert.rejects(refused, { name: 'Refusal', code: 'peer_unavailable' })
  assert.ok(peer.asked() < 3, 'each try alone fits the limit, three do not')
})

test('fettle check says whether WeChat knows the app', async () => {
  await using peer = await wechatPeer()
  const named = (options: { appId?: string; secret?: string }) =>
    wechatLogin({ appId: peer.appId, secret: peer.secret, baseUrl: peer.url, warn: () => {}, ...options }).check()
  await named({})
  await assert.rejects(named({ appId: 'wx-other' }), /40013/)
  await assert.rejects(named({ secret: 'other' }), /40125/)
  peer.always(moods.drops)
  await assert.rejects(named({}), /does not answer/)
})
