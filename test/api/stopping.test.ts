import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { listenOptions } from '#http/listeners.ts'
import { loadConfig } from '#main/load-config.ts'
import { freshDatabase } from '../support/databases.ts'
import type { LateClients, Order } from '../support/programs/late-clients.ts'
import { RawConnection } from '../support/raw-connection.ts'
import { json, newTeam, type Team } from '../support/team.ts'
import { until } from '../support/until.ts'

/**
 * A load balancer without health checks. It sends a request that could not be sent to another node, and also one that
 * may be repeated; others get a 502. It keeps connections for the next request.
 */
async function plainBalancer(nodes: readonly string[]) {
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  const tried = (url: string, from: IncomingMessage, body: Buffer) =>
    new Promise<{ answer?: IncomingMessage; sent: boolean }>((resolve) => {
      let connected = false
      const { method = 'GET', headers } = from
      const out = request(
        url + from.url,
        { method, agent, headers: { ...headers, connection: 'keep-alive' } },
        (answer) => resolve({ answer, sent: true }),
      )
      out.once('socket', (socket) => {
        if (socket.connecting) socket.once('connect', () => (connected = true))
        else connected = true
      })
      out.on('error', () => resolve({ sent: connected }))
      out.end(body)
    })
  const pass = async (from: IncomingMessage, to: ServerResponse) => {
    const body = await buffer(from)
    turn += 1
    for (const url of [...nodes.slice(turn % nodes.length), ...nodes.slice(0, turn % nodes.length)]) {
      const { answer, sent } = await tried(url, from, body)
      if (answer) {
        to.writeHead(answer.statusCode ?? 0, { 'content-type': 'application/json' }).end(await buffer(answer))
        return
      }
      if (sent && from.method !== 'GET') break
    }
    to.writeHead(502).end()
  }
  const server = createServer((from, to) => void pass(from, to)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // listening on TCP
    async [Symbol.asyncDispose]() {
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const long = 600_000
const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`
const post = (path: string, fields: object) => {
  const body = JSON.stringify(fields)
  const lines = [`POST ${path} HTTP/1.1`, 'host: 127.0.0.1', 'content-type: application/json']
  return `${[...lines, `content-length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`
}

/** Logs in on a connection that is kept, like those in a balancer's pool. */
async function loggedIn({ url }: Pick<Team, 'url'>, code: string) {
  const wire = await RawConnection.open(url, post('/login', { code }))
  const { token } = JSON.parse((await wire.answer()).body) as { token: string } // what a login answers
  return { wire, token }
}

async function isRefused(url: string): Promise<boolean> {
  const wire = await RawConnection.open(url).catch(() => undefined)
  await wire?.[Symbol.asyncDispose]()
  return wire === undefined
}

test('a stopping service is not ready at once, serves remaining requests, and then closes', async () => {
  await using team = await newTeam({ bounds: { drainMs: long, quietMs: long, closeMs: long } })
  const { wire: kept, token } = await loggedIn(team, 'ann')
  const stopped = team.running[Symbol.asyncDispose]()
  {
    await using asking = await RawConnection.open(team.url, get('/readyz'))
    const { status, headers } = await asking.answer()
    assert.deepEqual([status, headers.get('x-error-code'), headers.get('retry-after')], [503, 'stopping', '1'])
    assert.equal((await asking.send(get('/healthz')).answer()).status, 200)
    assert.equal((await asking.send(post('/user/update', { token, name: 'Ann' })).answer()).status, 200)
  }
  // A balancer that does not check readiness would otherwise open a connection for every request.
  const { status, headers } = await kept.send(get(`/user/info?token=${token}`)).answer()
  assert.deepEqual([status, headers.get('connection')], [200, 'keep-alive'])
  await kept[Symbol.asyncDispose]()
  await stopped
  assert.ok(await isRefused(team.url))
})

test('while the service stops, each open connection gets one more answer and closes', async () => {
  await using team = await newTeam({ bounds: { partingMs: long, quietMs: long, closeMs: long } })
  const pool = [await loggedIn(team, 'ann'), await loggedIn(team, 'bob'), await loggedIn(team, 'eve')]
  const stopped = team.running[Symbol.asyncDispose]()
  await until(() => isRefused(team.url))
  for (const { wire, token } of pool) {
    const { status, headers } = await wire.send(post('/user/update', { token, name: 'Again' })).answer()
    assert.deepEqual([status, headers.get('connection')], [200, 'close'])
    await wire.closed
  }
  await stopped
})

/** The clients of a worker thread, and the result of each that has ended. */
function lateClients(port: number, request: string) {
  const sent = new Int32Array(new SharedArrayBuffer(4))
  const workerData: LateClients = { port, request, sent }
  const worker = new Worker(new URL('../support/programs/late-clients.ts', import.meta.url), { workerData })
  const answers: string[] = []
  worker.on('message', (answer: string) => void answers.push(answer))
  return {
    sent,
    answers,
    order: (order: Order) => worker.postMessage(order),
    [Symbol.asyncDispose]: async () => void (await worker.terminate()),
  }
}

test('a request sent while the service was busy is answered although the service stops', async () => {
  await using team = await newTeam({ bounds: { lastChanceMs: long, closeMs: long } })
  const { token } = await team.user()
  await using clients = lateClients(team.running.port, post('/user/update', { token, name: 'Ann' }))
  const { sent, answers } = clients
  const rounds = 5
  // Each turn of the event loop is long, and a client connects after the system was asked for new connections.
  const turn = (round: number) => {
    clients.order('one')
    while (Atomics.load(sent, 0) < round) Atomics.wait(sent, 0, round - 1)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    if (round < rounds) setImmediate(turn, round + 1)
  }
  setImmediate(turn, 1)
  await team.running[Symbol.asyncDispose]()
  await until(() => answers.length === rounds)
  assert.deepEqual(
    answers,
    Array.from({ length: rounds }, () => 'HTTP/1.1 200 OK'),
  )
})

test('a client that connects during a start is refused or answered, never cut off', async () => {
  const port = await freePort()
  await using clients = lateClients(port, get('/healthz').replace('host', 'connection: close\r\nhost'))
  const { sent, answers } = clients
  clients.order('many')
  await until(() => answers.length > 0)
  await using folder = await freshDatabase('sqlite')
  const env = { PORT: String(port), DATA_DIR: folder.dir, DEMO_LOGIN: 'on' }
  // A start binds its port within a millisecond, so the connection must arrive in that moment.
  for (let i = 0; i < 100; i += 1) {
    await loadConfig(env, { serving: true })
    await listenOptions('127.0.0.1', port)
  }
  await using _ = await newTeam({ env, bounds: { requestsHere: long } })
  await until(() => answers.includes('HTTP/1.1 200 OK'))
  clients.order('end')
  await until(() => answers.length === Atomics.load(sent, 0))
  assert.deepEqual([...new Set(answers)].toSorted(), ['HTTP/1.1 200 OK', 'connect ECONNREFUSED'])
})

test('requests through a plain load balancer before two nodes succeed during a rolling restart', async () => {
  await using first = await newTeam({ on: 'postgres' })
  const ports = [await freePort(), await freePort()]
  const node = (i: number) =>
    newTeam({
      beside: first,
      env: { PORT: String(ports[i]), RATE_LIMITS: 'off' },
      bounds: { drainMs: 500, partingMs: 500 },
    })
  const nodes = [await node(0), await node(1)]
  const { token } = await first.user()
  await using balancer = await plainBalancer(nodes.map(({ url }) => url))
  const seen = new Map<number, number>()
  let going = true
  let count = 0
  const client = async () => {
    while (going) {
      count += 1
      const posting = count % 2 === 0
      const { status } = posting
        ? await fetch(`${balancer.url}/user/update`, json({ token, name: 'Ann' }))
        : await fetch(`${balancer.url}/user/info?token=${token}`)
      seen.set(status, (seen.get(status) ?? 0) + 1)
    }
  }
  const clients = Array.from({ length: 8 }, client)
  await until(() => count > 20)
  for (let restart = 0; restart < 3; restart += 1) {
    await nodes[restart % 2]?.running[Symbol.asyncDispose]()
    nodes[restart % 2] = await node(restart % 2)
  }
  going = false
  await Promise.all(clients)
  for (const one of nodes) await one[Symbol.asyncDispose]()
  assert.deepEqual([...seen.keys()], [200])
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // listening on TCP
  server.close()
  await once(server, 'close')
  return port
}
