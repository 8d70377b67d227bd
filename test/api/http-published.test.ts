import assert from 'node:assert/strict'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { addRoster, off } from '../support/staffed.ts'
import { newTeam, type Person, type Team } from '../support/team.ts'

interface HttpAnswer {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** A request whose answer stays as it was sent; `fetch` would decompress it. */
function get(team: Team, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<HttpAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>()
  request(team.url + path, { headers, method }, async (answer) => {
    resolve({ status: answer.statusCode, headers: answer.headers, body: await buffer(answer) })
  })
    .on('error', reject)
    .end()
  return promise
}

/** Compression runs in the background; until it is done, answers are uncompressed. */
async function compressed(team: Team, path: string, coding: string): Promise<HttpAnswer> {
  for (;;) {
    const got = await get(team, path, { 'accept-encoding': coding })
    if (got.headers['content-encoding']) return got
  }
}

describe('cached answers', () => {
  let team: Team
  let admin: Person
  let ann: Person
  before(async () => {
    team = await newTeam({ env: { RATE_LIMITS: 'off' } })
    const people = await addRoster(team)
    admin = people.admin
    ann = people.ann
    await admin.admin.updateSettings({ adminSessionHours: 100 })
  })
  after(() => team[Symbol.asyncDispose]())

  test('a public answer is compressed if the client accepts that, and a 304 if it is unchanged', async () => {
    for (const path of ['/openapi.json', '/duty/calendar.ics', '/reference/scalar.js']) {
      const plain = await get(team, path)
      assert.equal(plain.headers['content-encoding'], undefined)
      const small = await compressed(team, path, 'deflate, gzip;q=0.5')
      assert.equal(small.headers['content-encoding'], 'gzip')
      assert.ok(gunzipSync(small.body).equals(plain.body))
      assert.ok(small.body.length < plain.body.length / 3, path)
      for (const refusing of ['gzip;q=0', 'gzip; q=0.0', 'xgzip', 'identity', ''])
        assert.equal((await get(team, path, { 'accept-encoding': refusing })).headers['content-encoding'], undefined)
      const etag = String(plain.headers['etag'])
      assert.equal(small.headers['etag'], etag)
      for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
        const again = await get(team, path, { 'if-none-match': known })
        assert.deepEqual([again.status, again.body.length], [304, 0], known)
        assert.equal(again.headers['etag'], etag)
        assert.equal(again.headers['content-length'], undefined)
      }
      assert.equal((await get(team, path, { 'if-none-match': '"other"' })).status, 200)
    }
  })

  test('pages and their assets are compressed by the build and cached', async () => {
    const page = await get(team, '/', { 'accept-encoding': 'gzip, br' })
    assert.equal(page.status, 200)
    const same = await get(team, '/', { 'if-none-match': String(page.headers['etag']) })
    assert.equal(same.status, 304)
    const policy = 'content-security-policy'
    assert.equal(same.headers[policy], page.headers[policy], 'a 304 carries the policy, which replaces the cached one')
    const html = (await get(team, '/desk/')).body.toString()
    const [script = ''] = /\/assets\/[\w-]+\.js/.exec(html) ?? []
    const plain = await get(team, script)
    const small = await get(team, script, { 'accept-encoding': 'gzip, br' })
    assert.equal(small.headers['content-encoding'], 'br')
    assert.ok(brotliDecompressSync(small.body).equals(plain.body))
    assert.match(String(plain.headers['cache-control']), /immutable/)
    assert.equal((await get(team, script, { 'if-none-match': String(small.headers['etag']) })).status, 304)
  })

  test('every public answer has Vary and Cache-Control, also as a 304 and to HEAD', async () => {
    const html = (await get(team, '/')).body.toString()
    const [script = ''] = /\/assets\/[\w-]+\.js/.exec(html) ?? []
    const forYears = 'public, max-age=31536000, immutable'
    for (const [path, kept, vary] of [
      ['/', 'no-cache', 'accept-encoding'],
      ['/desk', 'no-cache', 'accept-encoding'],
      ['/console', 'no-cache', 'accept-encoding'],
      ['/worker.js', 'no-cache', 'accept-encoding'],
      ['/icon.svg', 'public, max-age=3600', 'accept-encoding'],
      [script, forYears, 'accept-encoding'],
      ['/openapi.json', 'public, no-cache', 'accept-encoding'],
      ['/reference/scalar.js', 'public, max-age=86400', 'accept-encoding'],
      ['/duty/calendar.ics', 'public, no-cache', 'accept-encoding, accept-language'],
    ] as const) {
      const plain = await get(team, path)
      const told = ({ headers }: HttpAnswer) => [headers['cache-control'], headers['vary'], headers['etag']]
      assert.deepEqual(told(plain), [kept, vary, plain.headers['etag']], path)
      assert.match(String(plain.headers['etag']), /^W\/"[\w-]{22}"$/, path)
      assert.equal(plain.headers['x-content-type-options'], 'nosniff', path)
      const same = await get(team, path, { 'if-none-match': String(plain.headers['etag']) })
      assert.deepEqual([same.status, ...told(same)], [304, ...told(plain)], path)
      const head = await get(team, path, {}, 'HEAD')
      assert.deepEqual([head.status, head.body.length, ...told(head)], [200, 0, ...told(plain)], path)
      assert.equal(head.headers['content-length'], String(plain.body.length), path)
    }
  })

  test('the content security policy of each page allows only what it needs', async () => {
    const directives = async (path: string, accept = '*/*') => {
      const { headers } = await get(team, path, { accept })
      return String(headers['content-security-policy']).split('; ')
    }
    const ours = await directives('/')
    for (const path of ['/desk', '/console', '/board']) assert.deepEqual(await directives(path), ours, path)
    const scripts = (policy: readonly string[]) => policy.filter((one) => /^script-src|unsafe-eval/.test(one))
    assert.deepEqual(scripts(ours), ["script-src 'self'"])
    assert.deepEqual(await directives('/worker.js'), ["default-src 'none'", "connect-src 'self'"])
    assert.deepEqual(scripts(await directives('/reference')), ["script-src 'self'"])
    const nowhere = await directives('/nowhere', 'text/html')
    assert.deepEqual(scripts(nowhere), [])
    for (const policy of [ours, nowhere, await directives('/reference')])
      for (const rule of ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"])
        assert.ok(policy.includes(rule), rule)
  })

  test('Strict-Transport-Security is sent over https only', async () => {
    await using safe = await newTeam({ env: { PUBLIC_URL: 'https://repair.example.org', DEMO_LOGIN: 'off' } })
    for (const path of ['/', '/codes', '/nowhere']) {
      assert.equal((await get(safe, path)).headers['strict-transport-security'], 'max-age=31536000', path)
      assert.equal((await get(team, path)).headers['strict-transport-security'], undefined, path)
    }
  })

  test('calendars are cached until something changes or a new day begins', async () => {
    const url = new URL((await ann.duty.subscribe()).url)
    team.secret(url.searchParams.get('key') ?? '')
    for (const path of ['/duty/calendar.ics', url.pathname + url.search]) {
      const etag = async () => String((await get(team, path)).headers['etag'])
      const first = await etag()
      team.pass({ minutes: 5 })
      // A calendar says when it was made.
      assert.equal(await etag(), first)
      await admin.admin.updateSettings({ teamName: `Team ${path.length}` })
      const renamed = await etag()
      assert.notEqual(renamed, first)
      team.pass({ minutes: 5 })
      await admin.duty.update({ ...off, offDutyReason: path })
      const changed = await etag()
      assert.notEqual(changed, renamed)
      assert.notEqual((await get(team, path, { 'accept-language': 'en' })).headers['etag'], changed)
      assert.equal(await etag(), changed)
      team.pass({ hours: 24 })
      assert.notEqual(await etag(), changed)
    }
  })

  test('personal answers are neither compressed nor cached', async () => {
    const { token } = admin
    const told = async (path: string) => {
      const { status, headers } = await get(team, path, { 'accept-encoding': 'gzip, br' })
      return [status, headers['content-encoding'], headers['cache-control'], headers['vary']]
    }
    for (const path of ['/user/export', '/admin/loglist', '/admin/tickets/export', '/tickets/list'])
      for (let i = 0; i < 2; i += 1)
        assert.deepEqual(await told(`${path}?token=${token}`), [200, undefined, 'no-store', undefined], path)
    assert.deepEqual(await told('/user/export'), [401, undefined, 'no-store', undefined])
    const url = new URL((await ann.duty.subscribe()).url)
    team.secret(url.searchParams.get('key') ?? '')
    assert.deepEqual(await told(url.pathname + url.search), [200, undefined, 'private, no-cache', 'accept-language'])
  })
})
