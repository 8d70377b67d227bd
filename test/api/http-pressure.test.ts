import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { blockAllWrites, pollUntil } from '../support/block-writes.ts'
import { onEachDatabase } from '../support/databases.ts'
import { sampleValue } from '../support/prometheus.ts'
import { assertRefusal, RawConnection } from '../support/raw-connection.ts'
import { json, newTeam, type Person, type Team } from '../support/team.ts'

const head = (line: string, ...headers: string[]) => `${[line, 'host: 127.0.0.1', ...headers].join('\r\n')}\r\n\r\n`
const report = (team: Team, { token }: Person) => team.call('/report', json({ token, content: 'hello' }))
const metric = async (team: Team, name: string) => sampleValue(await team.anyone.machines.metrics(), name)
const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))
const statuses = async (calls: Promise<Response>[]) => [
  ...new Set((await Promise.all(calls)).map(({ status }) => status)),
]

onEachDatabase('overload', (on) => {
  test('under overload new requests are refused at once, active ones finish, and monitoring works', async () => {
    await using team = await newTeam({ on, bounds: { requests: 6, fewRequests: 6 } })
    const ann = await team.user()
    let calls: Promise<Response>[]
    {
      await using _held = await blockAllWrites(team)
      calls = many(6, () => report(team, ann))
      // The request for the metric counts too.
      await pollUntil(team, async () => (await metric(team, 'fettle_requests_in_flight')) === 7)
      for (const one of [await report(team, ann), await team.call('/codes'), await team.call('/readyz')]) {
        await assertRefusal('overloaded', one)
        assert.equal(one.headers.get('connection'), 'close')
      }
      // A connection that ended while its client still sends would be reset, and the answer lost. It serves the next one at once.
      const body = 'x'.repeat(200_000)
      await using wire = await RawConnection.open(
        team.url,
        head('POST /login HTTP/1.1', `content-length: ${body.length}`),
      )
      const refused = await wire.answer()
      await assertRefusal('overloaded', refused)
      assert.notEqual(refused.headers.get('connection'), 'close')
      assert.equal((await wire.send(body + head('GET /healthz HTTP/1.1')).answer()).status, 200)
      assert.equal((await team.call('/healthz')).status, 200)
    }
    assert.deepEqual(await statuses(calls), [200])
    assert.equal((await report(team, ann)).status, 200)
    assert.equal(await metric(team, 'fettle_requests_in_flight'), 1)
  })

  test('with too many waiting changes the service refuses new changes, but no reads', async () => {
    await using team = await newTeam({ on, bounds: { changes: 4, fewRequests: 0 }, env: { DATABASE_POOL: '1' } })
    const ann = await team.user()
    let calls: Promise<Response>[]
    {
      await using _held = await blockAllWrites(team)
      calls = many(on === 'sqlite' ? 4 : 5, () => report(team, ann)) // one connection of PostgreSQL is already used
      await pollUntil(team, async () => ((await metric(team, 'fettle_changes_waiting')) ?? 0) >= 4)
      await assertRefusal('overloaded', await report(team, ann))
      // On PostgreSQL the readers wait in the same queue.
      if (on === 'sqlite') assert.equal((await team.call(`/user/info?token=${ann.token}`)).status, 200)
      assert.equal((await team.call('/codes')).status, 200)
    }
    const served = (await Promise.all(calls)).filter(({ status }) => status === 200).length
    // On PostgreSQL the service's own queries wait in the same queue, and may have taken a place.
    assert.ok(on === 'sqlite' ? served === 4 : served >= 2, `${served} were served`)
    assert.equal((await report(team, ann)).status, 200)
  })
})

test('an address with too many requests does not shut out others', async () => {
  for (const [bounds, gauge, least] of [
    [{ requests: 6 }, 'fettle_requests_in_flight', 7], // the request for the metric counts too
    [{ changes: 4 }, 'fettle_changes_waiting', 4],
    [{ requestsHere: 6 }, 'fettle_requests_in_flight', 7],
  ] as const) {
    const env = { TRUST_PROXY: '127.0.0.1', METRICS_TOKEN: 'the-metrics-token' }
    await using team = await newTeam({ bounds: { fewRequests: 3, ...bounds }, env })
    const count = async () => sampleValue(await team.as(env.METRICS_TOKEN).machines.metrics(), gauge) ?? 0
    const [ann, bob] = [await team.user(), await team.user()]
    const from = (address: string, { token }: Person) =>
      team.call('/report', json({ token, content: 'hello' }, { 'x-forwarded-for': address }))
    let other: Promise<Response>
    {
      await using _held = await blockAllWrites(team)
      for (let i = 0; i < 6; i += 1) void from('192.0.2.1', ann)
      await pollUntil(team, async () => (await count()) >= least)
      await assertRefusal('overloaded', await from('192.0.2.1', ann))
      other = from('192.0.2.2', bob)
      await pollUntil(team, async () => (await count()) > least)
    }
    assert.equal((await other).status, 200)
  }
})

describe('slow clients', () => {
  const bounds = { headersMs: 1000, bodyMs: 1000, lookMs: 50, stuckMs: 1000 }

  /** Sends a byte now and then until the connection closes. */
  function drip(wire: RawConnection): RawConnection {
    const timer = setInterval(() => wire.send('x'), 50)
    void wire.closed.then(() => clearInterval(timer))
    return wire
  }

  test('clients that send headers or bodies too slowly are disconnected, and others are served meanwhile', async () => {
    await using team = await newTeam({ bounds: { ...bounds, headersMs: 4000, bodyMs: 4000 } })
    const starts = [
      'GET /codes HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ',
      head('POST /login HTTP/1.1', 'content-length: 16000'),
      `${head('POST /login HTTP/1.1', 'transfer-encoding: chunked')}fffff\r\n`,
    ]
    const slow = await Promise.all(many(60, (i) => RawConnection.open(team.url, starts[i % starts.length])))
    for (const wire of slow) drip(wire)
    const ann = await team.user()
    await ann.users.update({ name: 'Ann' })
    for (const wire of slow) await assertRefusal('timed_out', await wire.answer())
    await Promise.all(slow.map((wire) => wire.closed))
    assert.equal((await ann.users.info()).name, 'Ann')
  })

  test('a client that has its answer is disconnected without waiting for its body, and gets no second answer', async () => {
    await using team = await newTeam({ bounds })
    for (const [code, start] of [
      ['not_found', head('POST /nothing HTTP/1.1', 'content-length: 5000')],
      ['method_not_allowed', head('PUT /login HTTP/1.1', 'content-length: 5000')],
    ] as const) {
      const wire = drip(await RawConnection.open(team.url, start))
      await assertRefusal(code, await wire.answer())
      await wire.closed
      assert.equal(wire.rest, '')
    }
  })

  test('clients that keep sending after their answer are disconnected', async () => {
    await using team = await newTeam({ bounds: { restBytes: 100_000, bodyMs: 60_000 } })
    await using wire = await RawConnection.open(team.url, head('POST /login HTTP/1.1', 'content-length: 100000000'))
    await assertRefusal('too_large', await wire.answer())
    wire.send('x'.repeat(50_000))
    assert.equal((await team.call('/healthz')).status, 200)
    assert.ok(wire.socket.writable)
    wire.send('x'.repeat(200_000))
    await wire.closed
  })

  test('connections without a request are closed silently', async () => {
    await using team = await newTeam({ bounds })
    const silent = await RawConnection.open(team.url)
    await silent.closed
    assert.equal(silent.rest, '')
  })

  test('clients that do not read their answer are disconnected', async () => {
    await using team = await newTeam({ bounds })
    await (await team.call('/reference/scalar.js')).arrayBuffer() // loading the file blocks all others
    const wire = await RawConnection.open(team.url)
    wire.socket.pause()
    wire.send(head('GET /reference/scalar.js HTTP/1.1').repeat(4))
    await pollUntil(team, () => team.logged().includes('"endpoint":"GET /reference/scalar.js","status":"aborted"'))
    wire.socket.destroy()
  })
})

describe('memory for request bodies', () => {
  test('the memory for arriving bodies is limited, and released when they end', async () => {
    await using team = await newTeam({ bounds: { bodyBytes: 1000 }, env: { RATE_LIMITS: 'off' } })
    const body = JSON.stringify({ code: 'ann', x: 'x'.repeat(800) })
    const start = head('POST /login HTTP/1.1', `content-length: ${body.length}`) + body.slice(0, 700)
    /** Two requests for which there is memory for one: the other is refused. Answers the connection of the first. */
    const two = async () => {
      const wires = [await RawConnection.open(team.url, start), await RawConnection.open(team.url, start)]
      const answers = wires.map((wire) => wire.answer())
      const first = await Promise.race(answers.map(async (answer, i) => ({ i, answer: await answer })))
      await assertRefusal('overloaded', first.answer)
      await wires[first.i]?.[Symbol.asyncDispose]()
      return { wire: wires[1 - first.i], answer: answers[1 - first.i] }
    }
    const finished = async () => {
      const { wire, answer } = await two()
      wire?.send(body.slice(700))
      return (await answer)?.status
    }
    for (let i = 0; i < 3; i += 1) assert.equal(await finished(), 200)
    const { wire, answer } = await two()
    answer?.catch(() => {})
    await wire?.[Symbol.asyncDispose]()
    await pollUntil(team, async () => (await finished()) === 200)
  })
})

onEachDatabase('stopping with active requests', (on) => {
  test('a stop waits for active requests and then ends', async () => {
    const team = await newTeam({ on })
    const ann = await team.user()
    const body = JSON.stringify({ token: ann.token, content: 'hello' })
    const start = head('POST /report HTTP/1.1', 'expect: 100-continue', `content-length: ${body.length}`)
    const wires = await Promise.all(many(20, () => RawConnection.open(team.url, start)))
    for (const wire of wires) assert.equal((await wire.answer()).status, 100)
    const idle = await RawConnection.open(team.url, head('GET /codes HTTP/1.1'))
    assert.equal((await idle.answer()).status, 200)
    let stopping: PromiseLike<void>
    let working: RawConnection[]
    {
      await using _held = await blockAllWrites(team)
      // Half of the requests are complete and active; the others still have to send their bodies.
      working = wires.splice(0, 10)
      for (const wire of working) wire.send(body)
      await pollUntil(team, async () => (await metric(team, 'fettle_requests_in_flight')) === 11)
      stopping = team[Symbol.asyncDispose]()
      await idle.closed
    }
    for (const wire of wires) wire.send(body)
    for (const wire of [...working, ...wires]) {
      const { status, headers } = await wire.answer()
      assert.equal(status, 200)
      assert.equal(headers.get('connection'), 'close')
      await wire.closed
    }
    await stopping
    await assert.rejects(RawConnection.open(team.url), { code: 'ECONNREFUSED' })
  })
})

describe('stopping with many or slow clients', () => {
  test('a stop answers two hundred active requests', async () => {
    const team = await newTeam({ env: { RATE_LIMITS: 'off' } })
    const body = JSON.stringify({ code: 'ann' })
    const start = head('POST /login HTTP/1.1', 'expect: 100-continue', `content-length: ${body.length}`)
    const wires = await Promise.all(many(200, () => RawConnection.open(team.url, start)))
    for (const wire of wires) assert.equal((await wire.answer()).status, 100)
    const stopping = team[Symbol.asyncDispose]()
    for (const wire of wires) wire.send(body)
    for (const wire of wires) assert.equal((await wire.answer()).status, 200)
    await stopping
  })

  test('a stop does not wait forever for a client that never finishes', async () => {
    const team = await newTeam({ bounds: { closeMs: 200 } })
    await using headers = await RawConnection.open(team.url, 'GET /codes HTTP/1.1\r\n')
    await using body = await RawConnection.open(
      team.url,
      head('POST /login HTTP/1.1', 'expect: 100-continue', 'content-length: 9'),
    )
    assert.equal((await body.answer()).status, 100)
    await team[Symbol.asyncDispose]()
    await headers.closed
    await body.closed
  })
})
