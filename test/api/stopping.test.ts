import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { json, newTeam } from '../support/team.ts'
import { until } from '../support/until.ts'
import { Wire } from '../support/wire.ts'

/**
 * A balancer that asks nobody how they are. What could not be sent goes to another node, and so does what may be sent twice; the
 * rest is a 502. Connections are kept for the next request.
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

test('told to stop, it is not ready at once, serves who still comes in, and is closed when they have gone', async () => {
  const long = 600_000
  await using team = await newTeam({ bounds: { drainMs: long, quietMs: long } })
  const { token } = await team.user()
  const ask = (line: string) => `${line} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`
  await using kept = await Wire.open(team.url, ask('GET /readyz'))
  assert.equal((await kept.answer()).status, 200)
  const stopped = team.running[Symbol.asyncDispose]()
  const ready = await team.call('/readyz', { headers: { 'accept-language': 'en' } })
  assert.deepEqual([ready.status, ready.headers.get('x-error-code')], [503, 'stopping'])
  assert.deepEqual(
    ['retry-after', 'connection'].map((name) => ready.headers.get(name)),
    ['1', 'close'],
  )
  assert.equal((await team.call('/user/update', json({ token, name: 'Ann' }))).status, 200)
  assert.equal((await team.call('/healthz')).status, 200)
  // Also on a connection that was open before, and with time for it.
  const { status, headers } = await kept.send(ask(`GET /user/info?token=${token}`)).answer()
  assert.deepEqual([status, headers.get('connection')], [200, 'close'])
  await stopped
  await assert.rejects(fetch(`${team.url}/healthz`))
})

test('a plain balancer before two nodes sees nothing of a rolling restart', async () => {
  await using first = await newTeam({ on: 'postgres' })
  const ports = [await freePort(), await freePort()]
  const node = (i: number) => newTeam({ beside: first, env: { PORT: String(ports[i]) }, bounds: { drainMs: 500 } })
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
