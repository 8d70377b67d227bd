import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { endpoints } from '#contract/index.ts'
import { assertRefusal, assertSecurityHeaders, RawConnection } from '../support/raw-connection.ts'
import { json, newTeam, type Team } from '../support/team.ts'

const friend = 'https://app.example.org'
const preflight = (origin: string) => ({
  method: 'OPTIONS',
  headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
})
/** The headers that a browser checks before it shows an answer to a page of another origin. */
const grants = ({ headers }: Response) => [...headers].filter(([name]) => name.startsWith('access-control-'))

describe('pages of other origins', () => {
  let team: Team
  before(async () => {
    team = await newTeam({ env: { RATE_LIMITS: 'off', ALLOWED_ORIGINS: `${friend}, http://localhost:3000` } })
  })
  after(() => team[Symbol.asyncDispose]())

  test('a page of an allowed origin may call the service and read its headers', async () => {
    const asked = await team.call('/tickets/create', preflight(friend))
    assert.equal(asked.status, 204)
    assert.equal(await asked.text(), '')
    assertSecurityHeaders(asked.headers)
    assert.equal(asked.headers.get('access-control-allow-origin'), friend)
    assert.equal(asked.headers.get('access-control-allow-methods'), 'OPTIONS, POST')
    for (const name of ['authorization', 'content-type', 'idempotency-key'])
      assert.ok(asked.headers.get('access-control-allow-headers')?.includes(name))
    assert.equal(asked.headers.get('access-control-allow-credentials'), null)
    const { ok, headers } = await team.call('/login', json({ code: 'ann' }, { origin: friend }))
    assert.ok(ok)
    assert.equal(headers.get('access-control-allow-origin'), friend)
    const refused = await team.call('/report', json({}, { origin: friend }))
    assert.equal(refused.headers.get('access-control-allow-origin'), friend)
    const exposed = refused.headers.get('access-control-expose-headers')?.split(', ') ?? []
    for (const name of [
      'x-error-code',
      'x-error-field',
      'x-error-flaw',
      'x-error-limit',
      'x-request-id',
      'retry-after',
    ])
      assert.ok(exposed.includes(name), name)
    assert.equal(refused.headers.get('vary'), 'origin')
    const nothing = await team.call('/nothing', { headers: { origin: friend } })
    assert.equal(nothing.headers.get('access-control-allow-origin'), friend)
    const document = await team.call('/openapi.json', { headers: { origin: friend } })
    assert.equal(document.headers.get('vary'), 'accept-encoding, origin')
  })

  test('a page of another origin may not call the service', async () => {
    for (const origin of [
      'https://evil.example.org',
      'null',
      `${friend}.evil.example.org`,
      friend.toUpperCase(),
      '*',
    ]) {
      const answers = [
        await team.call('/tickets/create', preflight(origin)),
        await team.call('/login', json({ code: 'ann' }, { origin })),
      ]
      for (const answer of answers) {
        assert.deepEqual(grants(answer), [], origin)
        assert.equal(answer.headers.get('vary'), 'origin')
      }
    }
    await using closed = await newTeam()
    assert.deepEqual(grants(await closed.call('/login', preflight(friend))), [])
    const answer = await closed.call('/codes', { headers: { origin: friend } })
    assert.deepEqual([...grants(answer), answer.headers.get('vary')], [null])
  })

  test('OPTIONS lists the methods of every path', async () => {
    for (const { endpoint: e } of endpoints()) {
      const answer = await team.call(e.path.replace(':name', 'x.png'), { method: 'OPTIONS' })
      assert.equal(answer.status, 204, e.path)
      const allowed = answer.headers.get('allow')?.split(', ') ?? []
      assert.ok(allowed.includes(e.method) && allowed.includes('OPTIONS'), `${e.path} ${allowed}`)
    }
    await assertRefusal('not_found', await team.call('/nothing', { method: 'OPTIONS' }))
    await using wire = await RawConnection.open(team.url, 'OPTIONS * HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')
    const { status, headers } = await wire.answer({ bodiless: true })
    assert.deepEqual([status, headers.get('allow')], [204, 'GET, HEAD, OPTIONS, POST'])
  })
})
