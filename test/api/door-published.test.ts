import assert from 'node:assert/strict'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { off, staffed } from '../support/staffed.ts'
import { newTeam, type Person, type Team } from '../support/team.ts'

interface Got {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** A GET as it comes over the wire; fetch would unpack it. */
function get(team: Team, path: string, headers: Record<string, string> = {}): Promise<Got> {
  const { promise, resolve, reject } = Promise.withResolvers<Got>()
  request(team.url + path, { headers }, async (answer) => {
    resolve({ status: answer.statusCode, headers: answer.headers, body: await buffer(answer) })
  })
    .on('error', reject)
    .end()
  return promise
}

/** Compressing goes on beside the answers; until it is done they are as they are. */
async function compressed(team: Team, path: string, coding: string): Promise<Got> {
  for (;;) {
    const got = await get(team, path, { 'accept-encoding': coding })
    if (got.headers['content-encoding']) return got
  }
}

describe('what is the same for everybody', () => {
  let team: Team
  let admin: Person
  let ann: Person
  before(async () => {
    team = await newTeam({ env: { RATE_LIMITS: 'off' } })
    const people = await staffed(team)
    admin = people.admin
    ann = people.ann
    await admin.admin.updateSettings({ adminSessionHours: 100 })
  })
  after(() => team[Symbol.asyncDispose]())

  test('is compressed for who can read that, and not sent to who has it already', async () => {
    for (const path of ['/openapi.json', '/duty/calendar.ics', '/reference/scalar.js']) {
      const plain = await get(team, path)
      assert.equal(plain.headers['content-encoding'], undefined)
      assert.equal(plain.headers['vary'], 'accept-encoding')
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

  test('pages and their parts are compressed by the build, and kept', async () => {
    const page = await get(team, '/', { 'accept-encoding': 'gzip, br' })
    assert.equal(page.status, 200)
    const same = await get(team, '/', { 'if-none-match': String(page.headers['etag']) })
    assert.equal(same.status, 304)
    const policy = 'content-security-policy'
    assert.equal(same.headers[policy], page.headers[policy], 'it takes the place of what the browser has kept')
    const html = (await get(team, '/desk/')).body.toString()
    const [script = ''] = /\/assets\/[\w-]+\.js/.exec(html) ?? []
    const plain = await get(team, script)
    const small = await get(team, script, { 'accept-encoding': 'gzip, br' })
    assert.equal(small.headers['content-encoding'], 'br')
    assert.ok(brotliDecompressSync(small.body).equals(plain.body))
    assert.match(String(plain.headers['cache-control']), /immutable/)
    assert.equal((await get(team, script, { 'if-none-match': String(small.headers['etag']) })).status, 304)
  })

  test('calendars are put together once, until something changes or a day begins', async () => {
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

  test('what is for one person is not compressed', async () => {
    const { token } = admin
    for (const path of ['/user/export', '/admin/loglist', '/admin/tickets/export', '/tickets/list'])
      for (let i = 0; i < 2; i += 1) {
        const { status, headers } = await get(team, `${path}?token=${token}`, { 'accept-encoding': 'gzip, br' })
        assert.deepEqual([status, headers['content-encoding'], headers['cache-control']], [200, undefined, 'no-store'])
      }
  })
})
