import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ErrorCode } from '#contract/errors.ts'
import { endpoints } from '#contract/index.ts'
import { assertRefusal, assertSecurityHeaders } from '../support/raw-connection.ts'
import { json, newTeam, type Person, type Team } from '../support/team.ts'

describe('refused requests', () => {
  let team: Team
  let ann: Person
  before(async () => {
    team = await newTeam({ env: { RATE_LIMITS: 'off' } })
    ann = await team.user()
  })
  after(() => team[Symbol.asyncDispose]())

  test('malformed JSON, and JSON that is not an object, is refused', async () => {
    for (const body of [
      '{',
      '{"code":}',
      "{'code':1}",
      '{"a":1}{',
      'null',
      '12',
      '"text"',
      '[]',
      '[{}]',
      'true',
      '\u0000',
      'NaN',
    ])
      await assertRefusal('bad_json', await team.call('/login', json(body)))
    const gbk = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from('7b2261223a22d6d0227d', 'hex'),
    }
    await assertRefusal('bad_json', await team.call('/login', gbk))
  })

  test('a body with too many or too deeply nested fields is refused before it is parsed', async () => {
    const fields = (count: number) => Array.from({ length: count }, (_, i) => [`f${i}`, 1] as const)
    const body = (count: number) => json(JSON.stringify({ code: 'ann', ...Object.fromEntries(fields(count - 1)) }))
    assert.equal((await team.call('/login', body(200))).status, 200)
    await assertRefusal('too_many_fields', await team.call('/login', body(201)))
    for (const depth of [8, 40, 8_000]) {
      const nested = `{"x":${'['.repeat(depth)}`
      await assertRefusal('too_many_fields', await team.call('/login', json(nested)))
      await assertRefusal('too_many_fields', await team.call('/login', json(`${nested}${']'.repeat(depth)}}`)))
    }
    assert.equal((await team.call('/login', json('{"code":"ann","x":[[[[[[[]]]]]]]}'))).status, 200)
    // The same in the query string, and in a form.
    const query = (count: number) =>
      `token=${ann.token}&${fields(count - 1)
        .map((field) => field.join('='))
        .join('&')}`
    assert.equal((await team.call(`/user/info?${query(200)}`)).status, 200)
    for (const count of [201, 2000])
      await assertRefusal('too_many_fields', await team.call(`/user/info?${query(count)}`))
    const form = (count: number) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      return team.call('/mail/off?key=x', { method: 'POST', headers, body: query(count) })
    }
    assert.notEqual((await form(200)).status, 413)
    assert.deepEqual(
      [(await form(201)).status, (await form(201)).headers.get('x-error-code')],
      [413, 'too_many_fields'],
    )
  })

  test('a body with another content type than JSON is refused', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      'x',
      ';;',
    ])
      await assertRefusal(
        'wrong_media_type',
        await team.call('/login', json({ code: 'ann' }, { 'content-type': type })),
      )
    for (const type of ['application/json', 'Application/JSON; charset=utf-8', 'application/json;charset=UTF-8'])
      assert.equal((await team.call('/login', json({ code: 'ann' }, { 'content-type': type }))).status, 200)
  })

  test('a body of more than 16 KB is refused unless the endpoint needs more', async () => {
    const filled = (bytes: number) => json(`{"code":"ann","x":"${'x'.repeat(bytes - 21)}"}`)
    assert.equal((await team.call('/login', filled(16 * 1024))).status, 200)
    await assertRefusal('too_large', await team.call('/login', filled(16 * 1024 + 1)))
    // A text of 4000 characters takes up to three times as much, as some clients write it.
    const content = '\u{1f600}'.repeat(4000)
    const escaped = `{"token":"${ann.token}","content":"${'\\ud83d\\ude00'.repeat(4000)}"}`
    assert.equal((await team.call('/report', json(JSON.stringify({ token: ann.token, content })))).status, 200)
    assert.equal((await team.call('/report', json(escaped))).status, 200)
    await assertRefusal('too_large', await team.call('/report', json(`${escaped}${' '.repeat(4096)}`)))
  })

  test('a form without files has the same limits as any other body', async () => {
    const body = new FormData()
    body.append('file', new Blob(['x'.repeat(100_000)]), 'x.jpg')
    const answer = await team.call('/mail/off?key=x', { method: 'POST', body })
    assert.deepEqual([answer.status, answer.headers.get('x-error-code')], [413, 'too_large'])
  })

  test('an unknown address in a browser shows a page with a link, not JSON', async () => {
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
    await (await team.admin()).admin.updateSettings({ teamName: 'Screws & Co' })
    for (const [lang, lost, home] of [
      ['en', 'The address may contain a typo', 'Go to the home page'],
      ['zh-CN', '可能是地址打错了', '返回首页'],
    ] as const) {
      const response = await team.call('/admin?<b>', { headers: { accept, 'accept-language': lang } })
      assert.deepEqual([response.status, response.headers.get('x-error-code')], [404, 'not_found'])
      assert.match(response.headers.get('content-type') ?? '', /^text\/html/)
      assertSecurityHeaders(response.headers)
      const page = await response.text()
      for (const part of ['Screws &#38; Co', lost, `<a href="/">${home}</a>`]) assert.ok(page.includes(part), page)
      assert.ok(!page.includes('<b>'))
    }
    await assertRefusal('not_found', await team.call('/nothing', { method: 'PUT', headers: { accept } }))
  })

  test('an unknown path gets a 404 for every method', async () => {
    for (const path of [
      '/nothing',
      '/user',
      '/user/info//',
      '/USER/INFO',
      '//login',
      '/login/..%2f',
      '/admin',
      '/.env',
      '/%zz',
      '/%',
      '/user/%c0%ae',
    ])
      await assertRefusal('not_found', await team.call(path))
    for (const method of ['PUT', 'DELETE', 'OPTIONS', 'PATCH', 'PROPFIND', 'QUERY', 'LOCK'])
      await assertRefusal('not_found', await team.call('/nothing', { method }))
    await assertRefusal('not_found', await team.call('/nothing', json('{')))
  })

  test('a known path with another method gets a 405 that lists its methods', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'PROPFIND', 'QUERY', 'LOCK', 'GET', 'HEAD']) {
      const answers = [await team.call('/login', { method })]
      if (method !== 'GET' && method !== 'HEAD')
        answers.push(await team.call('/login/?token=x', { ...json({ code: 'ann' }), method }))
      for (const answer of answers) {
        assert.equal(answer.headers.get('allow'), 'OPTIONS, POST', method)
        if (method === 'HEAD') assert.equal(answer.status, 405)
        else await assertRefusal('method_not_allowed', answer)
      }
    }
    for (const [path, allow] of [
      ['/user/info', 'GET, HEAD, OPTIONS'],
      ['/tickets/uncompleted', 'GET, HEAD, OPTIONS, POST'],
      ['/media/x.webp', 'GET, HEAD, OPTIONS'],
      ['/codes/', 'GET, HEAD, OPTIONS'],
    ] as const) {
      const answer = await team.call(path, { ...json({ token: ann.token }), method: 'DELETE' })
      await assertRefusal('method_not_allowed', answer)
      assert.equal(answer.headers.get('allow'), allow)
    }
    const post = await team.call('/user/info', json({ token: ann.token }))
    assert.match(await assertRefusal('method_not_allowed', post), /HTTP/)
  })

  test('a trailing slash in a path is accepted', async () => {
    assert.equal((await team.call(`/user/info/?token=${ann.token}`)).status, 200)
    assert.equal((await team.call('/login/', json({ code: 'ann' }))).status, 200)
    assert.equal((await team.call('/duty/calendar.ics/')).status, 200)
  })

  test('every refusal is worded in the requested language', async () => {
    const kinds: [ErrorCode, string, RequestInit][] = [
      ['bad_json', '/login', json('{')],
      ['bad_input', '/login', json({})],
      ['not_logged_in', '/user/info', {}],
      ['not_found', '/nothing', {}],
      ['not_found', '/%zz', {}],
      ['wrong_media_type', '/login', json('x', { 'content-type': 'text/plain' })],
      ['too_large', '/login', json('x'.repeat(1024 * 1024 + 1))],
      ['too_many_fields', '/login', json('['.repeat(100))],
      ['not_configured', '/login/mail', json({ mail: 'ann@example.org' })],
    ]
    for (const [code, path, init] of kinds) {
      const err = async (language: string | undefined) =>
        assertRefusal(
          code,
          await team.call(path, {
            ...init,
            headers: { ...init.headers, ...(language ? { 'accept-language': language } : {}) },
          }),
        )
      for (const language of ['en-GB, zh;q=0.5', 'zh;q=0.5, en']) assert.match(await err(language), /^[ -~]+$/, code)
      for (const language of ['zh-TW', 'fr, zh;q=0.1', 'en;q=0', 'fr', undefined, 'x'.repeat(2000)])
        assert.match(await err(language), /\p{Script=Han}/u, `${code} ${language}`)
    }
  })

  test('errors use the language that the user chose, whatever the browser asks for', async () => {
    await ann.users.updateLocale({ lang: 'en_US' })
    const { token } = ann
    const headers = { 'accept-language': 'zh-CN', authorization: `Bearer ${token}` }
    const answers: [ErrorCode, Response][] = [
      ['bad_input', await team.call('/report', json({}, headers))],
      [
        'bad_input',
        await team.call('/report?content=a', json({ token, content: 'b' }, { 'accept-language': 'zh-CN' })),
      ],
      ['bad_json', await team.call('/report', json('{', headers))],
      ['bad_json', await team.call(`/report?token=${token}`, json('{', { 'accept-language': 'zh-CN' }))],
      ['wrong_media_type', await team.call('/report', json('x', { ...headers, 'content-type': 'text/plain' }))],
      ['not_found', await team.call('/nothing', { headers })],
      ['not_found', await team.call(`/nothing?token=${token}`, { headers: { 'accept-language': 'zh-CN' } })],
    ]
    for (const [code, answer] of answers) assert.match(await assertRefusal(code, answer), /^[ -~]+$/, code)
  })

  test('every answer except pages and files is JSON in the envelope, with security headers', async () => {
    for (const { endpoint: e } of endpoints()) {
      const response = await team.call(e.path, e.method === 'POST' ? json({}) : {})
      assertSecurityHeaders(response.headers)
      if (e.answer === 'raw' && (response.ok || e.produces === 'text/html')) continue
      const body = JSON.parse(await response.text()) as Record<string, unknown>
      if (!response.ok) assert.deepEqual(Object.keys(body), ['success', 'err'])
      else if (e.answer !== 'bare') assert.equal(body['success'], true)
    }
  })

  test('HEAD answers like GET without a body', async () => {
    for (const { endpoint: e } of endpoints().filter(({ endpoint }) => endpoint.method === 'GET')) {
      const get = await team.call(e.path)
      const head = await team.call(e.path, { method: 'HEAD' })
      assert.equal(head.status, get.status, e.path)
      assert.equal(await head.text(), '')
      assertSecurityHeaders(head.headers)
    }
  })

  test('each answer has a request id that is in the log', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await team.call('/codes')).headers.get('x-request-id')),
    )
    assert.equal(new Set(ids).size, 20)
    for (const id of ids) assert.ok(team.logged().includes(`"req":"${id}"`))
  })
})
