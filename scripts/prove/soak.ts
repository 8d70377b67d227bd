import { on } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { head, requestSamples, sendMalformedRequests } from '../../test/support/broken-requests.ts'
import { RawConnection } from '../../test/support/raw-connection.ts'
import { logIn, post, requestText } from '../shared/client.ts'
import { diskFolder } from '../shared/figures.ts'
import { defineProof, expect, runTest, say } from '../shared/proof.ts'
import { Service } from '../shared/service.ts'
import { type Watch, watch } from '../shared/watch.ts'
import { load, openMany } from './soak/load.ts'

const check = head('GET /checklogin HTTP/1.1')

/** Starts the service a second time, when its code is compiled already. */
async function startService(dataDir: string): Promise<Service> {
  const start = () => Service.launch({ dataDir, env: { LOG_LEVEL: 'silent' } })
  await (await start()).end('SIGTERM')
  return start()
}

/** None of the requests that another client sent meanwhile may have failed. */
async function expectServed(other: Watch): Promise<void> {
  const { took, failed } = await other.stop()
  const slowest = Math.round(Math.max(...took))
  expect(failed.length === 0 && took.length > 0, `others were served ${took.length} times, at worst in ${slowest} ms`)
}

async function slow(dir: string): Promise<void> {
  await using service = await startService(dir)
  const other = watch({ url: service.url, tokens: [await logIn(service.url, 'soak')] })
  const connections = await openMany(service.url, 4000)
  const began = performance.now()
  const starts = ['GET /codes HTTP/1.1\r\nx-slow: ', head('POST /login HTTP/1.1', 'content-length: 1000000')]
  for (const [i, connection] of connections.entries()) connection.send(starts[i % 2] ?? '')
  const drip = setInterval(() => {
    for (const { socket } of connections) if (socket.writable) socket.write('x')
  }, 1000)
  const ends = connections.map(({ closed }) => closed.then(() => performance.now() - began))
  const last = Math.max(...(await Promise.race([Promise.all(ends), pause(40_000, [40_000])]))) / 1000
  clearInterval(drip)
  expect(last < 15, `4,000 slow connections dropped within ${last.toFixed(1)} s (15)`)
  await expectServed(other)
}

async function idle(dir: string): Promise<void> {
  await using service = await startService(dir)
  const before = service.memory()
  const connections = await openMany(service.url, 10_000)
  for (let i = 0; i < connections.length; i += 100)
    await Promise.all(connections.slice(i, i + 100).map((connection) => connection.send(check).answer()))
  await pause(2000)
  const memory = service.memory()
  expect(memory < 256, `10,000 idle connections: ${memory} MB in all (256), ${before} MB without them`)
  await using other = await RawConnection.open(service.url, check)
  expect((await other.answer()).status === 200, 'others are served')
  for (const { socket } of connections) socket.destroy()
}

async function listeners(dir: string): Promise<void> {
  await using service = await startService(dir)
  const before = service.memory()
  const { port } = new URL(service.url)
  const token = await logIn(service.url, 'soak')
  // The service allows each address half of them.
  const sockets = Array.from({ length: 2000 }, (_, i) => {
    const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress: `127.0.0.${1 + (i % 2)}` })
    socket.setEncoding('latin1').write(head('GET /live HTTP/1.1'))
    return socket
  })
  /** True if all of them receive the word within twenty seconds. */
  const told = (word: string) => {
    const each = sockets.map(async (socket) => {
      for await (const [text] of on(socket, 'data')) if (String(text).includes(word)) return
    })
    return Promise.race([Promise.all(each).then(() => true), pause(20_000, false, { ref: false })])
  }
  expect(await told('\n\n'), '2,000 may listen')
  await pause(2000)
  const memory = service.memory()
  expect(memory < 256, `they take ${memory} MB in all (256), ${before} MB are taken without them`)
  const heard = told('"queue"')
  const began = performance.now()
  const ticket = { type: 1, device: 'kettle', owner: 'Ann', phone: '13800000000' }
  const { status, body } = await post(service.url, '/tickets/create', { token, ...ticket })
  if (status !== 200) throw new Error(`the ticket was answered ${status}: ${body}`)
  expect(await heard, `all of them hear of a ticket, the last after ${Math.round(performance.now() - began)} ms`)
  for (const socket of sockets) socket.destroy()
}

async function large(dir: string): Promise<void> {
  await using service = await startService(dir)
  const before = service.memory()
  await using connection = await RawConnection.open(
    service.url,
    head('POST /login HTTP/1.1', 'content-length: 104857600'),
  )
  const answer = connection.answer().catch(() => undefined)
  const part = Buffer.alloc(1024 * 1024, 'x')
  for (let i = 0; i < 100; i += 1) await new Promise((done) => connection.socket.write(part, done))
  const more = service.memory() - before
  expect((await answer)?.status === 413, 'a body of 100 MB is refused')
  expect(more < 64, `it cost ${more} MB, most of it read buffers that were not collected yet (64)`)
}

async function wire(dir: string): Promise<void> {
  await using service = await startService(dir)
  const [user, admin] = [await logIn(service.url, 'soak'), await logIn(service.url, 'the first administrator')]
  await post(service.url, '/member/login', { token: admin, code: readFileSync(join(dir, 'admin-code'), 'utf8').trim() })
  const all = requestSamples({ user, admin })
  await sendMalformedRequests(service.url, all, 7)
  const before = service.memory()
  const other = watch({ url: service.url, tokens: [await logIn(service.url, 'watched')] })
  const count = await sendMalformedRequests(service.url, all, 1)
  expect(service.alive(), `${count} connections that break off at every byte, in every way: the service lives`)
  await expectServed(other)
  await pause(12_000) // longer than the service waits for anything incomplete
  const figures = await (await fetch(`${service.url}/metrics`)).text()
  const figure = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(figures)?.[1])
  expect(figure('fettle_requests_in_flight') === 1, 'no request is in flight any more')
  expect(figure('fettle_listeners') === 0, 'no listener is left')
  const memory = service.memory()
  expect(memory < before + 48, `it takes ${memory} MB, ${before} MB before (48 more)`)
}

async function crowd(dir: string): Promise<void> {
  await using service = await startService(dir)
  const token = await logIn(service.url, 'soak')
  const report = requestText(service.url, '/report', { token, content: 'hello' })
  const few = { clients: 200, seconds: 12, settle: 4 }
  await load(service.url, report, few)
  const first = await load(service.url, report, few)
  const many = { clients: 2000, seconds: 20, settle: 6 }
  const patient = await load(service.url, report, many)
  const impatient = await load(service.url, report, { ...many, patient: false })
  const second = await load(service.url, report, few)
  const able = (first.perSecond + second.perSecond) / 2
  say(`       200 clients: ${first.perSecond} and ${second.perSecond} durable reports a second`)
  for (const [name, result] of Object.entries({ patient, impatient })) {
    const share = Math.round((result.perSecond / able) * 100)
    expect(share >= 90, `2,000 ${name} clients: ${result.perSecond} a second, ${share} % of that (90)`)
    say(`       ${result.refused} refused, half of them within ${result.refusedP50} ms; ${result.failed} failed`)
    if (result.failed > 0) process.exitCode = 1
  }
}

async function garbage(): Promise<void> {
  const passed = runTest('test/api/garbage.test.ts', { GARBAGE: '10000' })
  expect(passed, '10,000 generated bad calls to each endpoint: no 5xx, both databases judge alike')
}

const parts = { slow, idle, listeners, large, wire, crowd, garbage }

/** Checks that take too long, or too many connections, for the tests. Each part starts a service of its own. */
export const proof = defineProof({
  parts: Object.keys(parts),
  async run(_, chosen) {
    for (const [name, part] of Object.entries(parts)) {
      if (!chosen.includes(name)) continue
      say(name)
      using folder = diskFolder()
      await part(join(folder.dir, 'data'))
    }
  },
})
