import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { minBody } from '#contract/body-limits.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { collectGarbage } from '../support/memory.ts'
import { assertRefusal, RawConnection } from '../support/raw-connection.ts'
import { json, newTeam, type Team } from '../support/team.ts'

const head = (line: string, ...headers: string[]) => `${[line, 'host: 127.0.0.1', ...headers].join('\r\n')}\r\n\r\n`

describe('HTTP connections', () => {
  let team: Team
  before(async () => {
    team = await newTeam({ env: { RATE_LIMITS: 'off' } })
  })
  after(() => team[Symbol.asyncDispose]())

  test('bytes that are not HTTP get an error in the envelope, and the connection closes', async () => {
    const nonsense: [ErrorCode, string][] = [
      ['bad_request', 'hello\r\n\r\n'],
      ['bad_request', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000'], // TLS on a port for HTTP
      ['bad_request', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
      ['bad_request', head('BREW /pot HTTP/1.1')],
      ['bad_request', head('GET / HTTP/9.9')],
      ['bad_request', head('GET /codes HTTP/1.1', 'bad header')],
      ['bad_request', head('GET /codes HTTP/1.1', 'x: a\u0000b')],
      ['bad_request', head('POST /login HTTP/1.1', 'content-length: 5', 'transfer-encoding: chunked')],
      ['bad_request', head('POST /login HTTP/1.1', 'content-length: 5', 'content-length: 6')],
      ['bad_request', head('POST /login HTTP/1.1', 'content-length: -1')],
      ['bad_request', `${head('POST /login HTTP/1.1', 'transfer-encoding: chunked')}zz\r\n`],
      ['bad_request', 'GET /codes HTTP/1.1\r\n\r\n'],
      ['bad_request', head('GET /codes HTTP/1.1', 'host: 127.0.0.1')],
      ['bad_request', head('POST /login HTTP/1.1', 'content-type: text/plain', 'content-type: application/json')],
      ['bad_request', head('GET /checklogin HTTP/1.1', 'authorization: Bearer a', 'authorization: Bearer b')],
      ['too_large', head(`GET /${'x'.repeat(20_000)} HTTP/1.1`)],
      ['too_large', head('GET /codes HTTP/1.1', `x-long: ${'x'.repeat(20_000)}`)],
      ['too_large', head('GET /codes HTTP/1.1', ...Array.from({ length: 3000 }, (_, i) => `x-${i}: many`))],
      ['method_not_allowed', head('TRACE /login HTTP/1.1')],
      ['not_found', head('GET http://elsewhere.example.org/nothing HTTP/1.1')],
      ['not_found', 'CONNECT example.org:443 HTTP/1.1\r\nhost: example.org:443\r\n\r\n'],
    ]
    for (const [code, text] of nonsense) {
      await using wire = await RawConnection.open(team.url, text)
      await assertRefusal(code, await wire.answer()).catch((cause: unknown) => {
        throw new Error(`after ${text.slice(0, 80)}`, { cause })
      })
    }
  })

  test('a connection reset at any byte affects no other connection', async () => {
    const body = JSON.stringify({ code: 'ann' })
    const asked = [
      'CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n',
      'nonsense\r\n\r\n',
      head('GET /codes HTTP/1.1', 'connection: upgrade', 'upgrade: websocket'),
      head('BREW /pot HTTP/1.1'),
      head('POST /login HTTP/1.1', `content-length: ${body.length}`) + body,
      head('GET /live HTTP/1.1'),
    ]
    for (const text of asked) {
      for (let i = 0; i < 10; i += 1) {
        await using wire = await RawConnection.open(team.url, text)
        wire.socket.resetAndDestroy()
      }
      assert.equal((await team.call('/healthz')).status, 200)
    }
  })

  test('a client that sends more after an unreadable request still gets the answer, and is disconnected', async () => {
    for (const line of ['BREW /pot HTTP/1.1', 'CONNECT x:1 HTTP/1.1']) {
      await using wire = await RawConnection.open(team.url, head(line, 'content-length: 900000') + 'x'.repeat(900_000))
      const { status } = await wire.answer()
      assert.ok(status === 400 || status === 404)
      await wire.closed
    }
  })

  test('a body with a wrong Content-Length is never accepted', async () => {
    const ann = await team.user()
    const half = JSON.stringify({ token: ann.token, name: 'half' })
    await using short = await RawConnection.open(
      team.url,
      head('POST /user/update HTTP/1.1', 'content-length: 500') + half,
    )
    short.socket.end()
    await short.closed
    assert.equal((await ann.users.info()).name, '')
    await using long = await RawConnection.open(
      team.url,
      `${head('POST /login HTTP/1.1', 'content-length: 2')}{"code":"ann"}`,
    )
    await assertRefusal('bad_json', await long.answer())
    await long.closed
  })

  test('pipelined requests are answered in order', async () => {
    const checks = ['/checklogin', '/nothing', '/user/info', '/checklogin']
    await using wire = await RawConnection.open(team.url, checks.map((path) => head(`GET ${path} HTTP/1.1`)).join(''))
    const answers = []
    for (const _ of checks) answers.push((await wire.answer()).status)
    assert.deepEqual(answers, [200, 404, 401, 200])
  })

  test('garbage after a request does not disturb the answer to the request', async () => {
    await using wire = await RawConnection.open(team.url, `${head('GET /checklogin HTTP/1.1')}garbage\r\n\r\n`)
    assert.deepEqual(JSON.parse((await wire.answer()).body), { islogin: false })
    await wire.closed
  })

  test('a client that expects 100-continue gets it', async () => {
    const body = JSON.stringify({ code: 'ann' })
    await using wire = await RawConnection.open(
      team.url,
      head('POST /login HTTP/1.1', 'expect: 100-continue', `content-length: ${body.length}`),
    )
    assert.equal((await wire.answer()).status, 100)
    assert.equal((await wire.send(body).answer()).status, 200)
    await using odd = await RawConnection.open(team.url, head('GET /checklogin HTTP/1.1', 'expect: a-miracle'))
    assert.equal((await odd.answer()).status, 200)
  })

  test('a request to upgrade the protocol is ignored', async () => {
    for (const to of ['websocket', 'h2c']) {
      await using wire = await RawConnection.open(
        team.url,
        head('GET /checklogin HTTP/1.1', 'connection: upgrade', `upgrade: ${to}`),
      )
      assert.equal((await wire.answer()).status, 200)
    }
  })

  test('an HTTP/1.0 request is answered', async () => {
    await using wire = await RawConnection.open(team.url, 'GET /checklogin HTTP/1.0\r\n\r\n')
    assert.equal((await wire.answer()).status, 200)
    await wire.closed
  })

  test('a body that is too large is refused at once, and the client receives the answer', async () => {
    for (const kind of ['content-length: 104857600', 'transfer-encoding: chunked']) {
      await using wire = await RawConnection.open(team.url, head('POST /login HTTP/1.1', kind))
      const part = 'x'.repeat(64 * 1024)
      for (let sent = 0; sent < 2 * 1024 * 1024; sent += part.length)
        wire.send(kind.startsWith('content') ? part : `${part.length.toString(16)}\r\n${part}\r\n`)
      await assertRefusal('too_large', await wire.answer())
    }
  })

  test('a chunked body is checked by its content type as soon as it has bytes', async () => {
    const ask = (type: string, chunks: string) =>
      RawConnection.open(
        team.url,
        head('POST /login HTTP/1.1', `content-type: ${type}`, 'transfer-encoding: chunked') + chunks,
      )
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
    const end = '0\r\n\r\n'
    const answers = {
      wrong_media_type: await ask('text/plain', chunk('{"code":"ann"}') + end),
      bad_input: await ask('text/plain', end),
      bad_json: await ask('application/json', chunk('{"code":') + end),
    } as const
    for (const [code, wire] of Object.entries(answers)) {
      await assertRefusal(code as keyof typeof answers, await wire.answer()) // its keys
      await wire[Symbol.asyncDispose]()
    }
    await using wire = await ask('application/json', chunk('{"code":') + chunk('"ann"}') + end)
    assert.equal((await wire.answer()).status, 200)
    const large = await team.call('/login', json({ code: 'ann', x: 'x'.repeat(minBody.bytes - 100) }))
    assert.equal(large.status, 200)
  })

  test('a body of a hundred megabytes uses no memory', async () => {
    const part = Buffer.alloc(1024 * 1024, 'x')
    const used = () => {
      collectGarbage()
      return process.memoryUsage().arrayBuffers
    }
    await using wire = await RawConnection.open(team.url, head('POST /login HTTP/1.1', 'content-length: 104857600'))
    const before = used()
    let most = 0
    for (let sent = 0; sent < 100 && wire.socket.writable; sent += 1) {
      await new Promise((done) => wire.socket.write(part, done))
      if (sent % 10 === 0) most = Math.max(most, used() - before)
    }
    await assertRefusal('too_large', await wire.answer())
    assert.ok(most < 32 * 1024 * 1024, `${most} bytes more`)
    await wire.closed
  })

  test('a connection can be reused after a body that was slightly too large', async () => {
    const body = 'x'.repeat(2 * 1024 * 1024)
    await using wire = await RawConnection.open(
      team.url,
      head('POST /login HTTP/1.1', `content-length: ${body.length}`) + body,
    )
    await assertRefusal('too_large', await wire.answer())
    assert.equal((await wire.send(head('GET /checklogin HTTP/1.1')).answer()).status, 200)
  })
})
