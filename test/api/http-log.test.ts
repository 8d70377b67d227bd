import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockAllWrites, pollUntil } from '../support/block-writes.ts'
import { onEachDatabase } from '../support/databases.ts'
import { sampleValue } from '../support/prometheus.ts'
import { RawConnection } from '../support/raw-connection.ts'
import { json, newTeam, type Team } from '../support/team.ts'

const head = (line: string, ...headers: string[]) => `${[line, 'host: 127.0.0.1', ...headers].join('\r\n')}\r\n\r\n`

interface Line {
  readonly req?: string
  readonly endpoint?: string
  readonly status?: number | string
  readonly code?: string
  readonly msg: string
}
const lines = (team: Team): Line[] =>
  team
    .logged()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
const of = (team: Team, endpoint: string) => lines(team).filter((line) => line.endpoint === endpoint)
const inFlight = async (team: Team) => sampleValue(await team.anyone.machines.metrics(), 'fettle_requests_in_flight')

onEachDatabase('request log', (on) => {
  test('the log has one line for each request, with endpoint, status and code, and no input', async () => {
    await using team = await newTeam({ on, env: { METRICS_TOKEN: 'the-metrics-token' } })
    const sent = [
      '13800138000',
      'my-login-code',
      'a-made-up-token',
      'Ann-is-my-name',
      'so-it-was-said',
      'the-metrics-token',
    ]
    for (const secret of sent) team.secret(secret)
    const [phone, code, made, name, content] = sent
    const ann = await team.user(code)
    const answers = [
      await team.call(`/user/update?token=${ann.token}&phone=${phone}`, json({ name })),
      await team.call('/report', json({ token: ann.token, content })),
      await team.call(`/user/info?token=${made}`),
      await team.call(`/${made}/nothing?token=${ann.token}`),
      await team.call(`/%zz/${made}?token=${ann.token}`),
      await team.call('/report', json(`{"token":"${ann.token}","content":"${content}`)),
      await team.call('/login', json({ code: [code], phone })),
      await team.call('/user/update', json({ token: ann.token, phone: `${phone}x`, name })),
      await team.call('/metrics', { headers: { via: 'proxy', authorization: 'Bearer the-metrics-token' } }),
    ]
    await pollUntil(team, () =>
      answers.every(({ headers }) => team.logged().includes(headers.get('x-request-id') ?? '?')),
    )
    for (const { status, headers } of answers) {
      const mine = lines(team).filter((line) => line.req === headers.get('x-request-id'))
      assert.equal(mine.length, 1)
      assert.equal(mine[0]?.status, status)
      assert.equal(mine[0]?.code ?? null, headers.get('x-error-code'))
    }
    assert.deepEqual(
      of(team, '(not found)').map(({ status }) => status),
      [404, 404],
    )
  })

  test('the log has a line for each aborted request, and no aborted request stays active', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const body = JSON.stringify({ token: ann.token, content: 'hello' })
    const post = head('POST /report HTTP/1.1', 'expect: 100-continue', `content-length: ${body.length}`)
    const broken = async (send: string) => {
      await using wire = await RawConnection.open(team.url, post)
      assert.equal((await wire.answer()).status, 100)
      wire.send(send)
    }
    await broken('')
    await broken(body.slice(0, 10))
    await pollUntil(team, () => of(team, 'POST /report').length === 2)
    assert.equal(await inFlight(team), 1)
    {
      await using _held = await blockAllWrites(team)
      await using wire = await RawConnection.open(team.url, post.repeat(1))
      assert.equal((await wire.answer()).status, 100)
      // A second request follows on the connection, and its answer has to wait.
      wire.send(body + head('GET /codes HTTP/1.1'))
      await pollUntil(team, async () => (await inFlight(team)) === 2)
      await wire[Symbol.asyncDispose]()
      await pollUntil(team, () => of(team, 'GET /codes').length === 1 && of(team, 'POST /report').length === 3)
    }
    await pollUntil(team, async () => (await inFlight(team)) === 1)
    assert.deepEqual(new Set(of(team, 'POST /report').map(({ status }) => status)), new Set(['aborted']))
    assert.deepEqual(
      of(team, 'GET /codes').map(({ status }) => status),
      ['aborted'],
    )
    // A connection that the client broke is not an error of the service.
    assert.deepEqual(
      lines(team).filter(({ msg }) => msg === 'a request failed'),
      [],
    )
  })
})

test('an internal error is a sentence in the answer and a stack in the log', async () => {
  await using team = await newTeam({ on: 'sqlite' })
  const ann = await team.user()
  const { config } = team.fresh
  assert.ok(config.kind === 'sqlite')
  // A dropped table stands for an unforeseen error.
  const { DatabaseSync } = await import('node:sqlite')
  const db = new DatabaseSync(config.file)
  db.exec('drop table feedback')
  db.close()
  const answer = await team.call('/report', json({ token: ann.token, content: 'hello' }, { 'accept-language': 'en' }))
  assert.equal(answer.status, 500)
  assert.equal(answer.headers.get('x-error-code'), 'broken')
  assert.deepEqual(await answer.json(), {
    success: false,
    err: 'Something went wrong on our side. Please try again later.',
  })
  const [failure] = lines(team).filter(({ msg }) => msg === 'a request failed')
  assert.equal(failure?.req, answer.headers.get('x-request-id'))
  assert.match(JSON.stringify(failure), /no such table/)
})
