import assert from 'node:assert/strict'
import dns from 'node:dns'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { mock, test } from 'node:test'
import { connectPorts } from '#adapters/index.ts'
import { readConfig } from '#config/config.ts'
import { Trouble } from '#service/shared/trouble.ts'
import type { Fault } from '../peers/misbehaving.ts'
import { redminePeer } from '../peers/redmine.ts'
import { requestTrackerPeer } from '../peers/request-tracker.ts'
import { listening } from '../peers/ticket-system.ts'
import { forwardWithEachFault, mainCalls } from '../support/external-faults.ts'

/** Words of the error that administrators see, where Fettle can tell the fault. */
const words: Partial<Record<Fault, RegExp>> = {
  refuses: /connection was lost/,
  stalls: /did not answer/,
  'works too late': /did not answer/,
  fails: /internal error \(500\)/,
  'works and then fails': /internal error \(500\)/,
  'is busy': /too busy/,
  'works and drops the answer': /connection was lost/,
  'answers HTML': /could not understand/,
  redirects: /another address/,
  'works and answers 5 MB': /too long/,
  'works and answers a bomb': /could not understand/,
  'forgets who we are': /refused access/,
}

for (const [name, peer] of [
  ['Request Tracker', requestTrackerPeer],
  ['Redmine', redminePeer],
] as const)
  test(`a ticket and a comment arrive at ${name} once, whichever request or answer fails`, async () => {
    const { told } = await forwardWithEachFault(peer(), mainCalls)
    for (const [fault, sentences] of told) assert.match([...sentences].join(' '), words[fault] ?? /(?:)/, fault)
  })

test('forwarding to a private address is refused unless allowed, whether given as number or as name', async () => {
  let calls = 0
  const server = createServer((socket) => {
    calls += 1
    socket.destroy()
  })
  await once(server.listen(0).unref(), 'listening')
  const { port } = server.address() as AddressInfo // listening on TCP
  const troubleAt = async (url: string, allowed: 'on' | 'off') => {
    const env = { ...redminePeer().settings, EXTERNAL_URL: url, EXTERNAL_PRIVATE: allowed }
    const { external } = await connectPorts(
      readConfig(env),
      () => {},
      () => 0,
    )
    const trouble = await external.check().catch((error: unknown) => error)
    assert.ok(trouble instanceof Trouble)
    return trouble.what
  }
  const here = ['127.0.0.1', 'localhost', '2130706433', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0']
  const near = ['10.0.0.1', '172.31.0.1', '192.168.1.1', '100.64.0.1', '169.254.169.254', '[fd00::1]', '[fe80::1]']
  for (const host of [...here, ...near])
    assert.deepEqual(await troubleAt(`https://${host}:${port}`, 'off'), { say: 'private_address' }, host)
  // A host name with several addresses may be called at any of them.
  mock.method(dns, 'lookup', (_: string, { all }: { all?: boolean }, done: (...answer: unknown[]) => void) => {
    const [address, family] = ['192.0.2.1', 4]
    if (all)
      done(null, [
        { address, family },
        { address: '127.0.0.1', family },
      ])
    else done(null, address, family)
  })
  syncBuiltinESMExports()
  assert.deepEqual(await troubleAt(`https://repairs.example:${port}`, 'off'), { say: 'private_address' })
  mock.restoreAll()
  syncBuiltinESMExports()
  assert.equal(calls, 0)
  server.close()
  await once(server, 'close')
  const gone = { say: 'unreachable', reason: 'ECONNREFUSED' }
  assert.deepEqual(await troubleAt(`http://127.0.0.1:${port}`, 'on'), gone)
})

test('forwarding obeys the retry time and refusals of the other system, and shows only safe links', async () => {
  let [status, headers, body]: [number, Record<string, string>, string] = [200, {}, '']
  let answer = (response: ServerResponse): unknown => response.writeHead(status, headers).end(body)
  await using server = await listening((_, response) => void answer(response))
  const env = {
    EXTERNAL: 'webhook',
    EXTERNAL_URL: server.url,
    EXTERNAL_TOKEN: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    EXTERNAL_PRIVATE: 'on',
  }
  const connected = async (timeoutMs: number) => {
    const ports = await connectPorts(
      readConfig(env),
      () => {},
      () => 0,
      timeoutMs,
    )
    return ports.external
  }
  let external = await connected(60_000)
  const signal = AbortSignal.timeout(60_000)
  const facts = { id: 1, type: 'appliance', device: 'Kettle', deviceModel: '', description: '' } as const
  const create = () => external.create({ ref: 'a-1', at: 0, subject: '', text: '', link: '', facts }, signal)
  const trouble = async () => {
    const error = await create().catch((error: unknown) => error)
    assert.ok(error instanceof Trouble, String(error))
    return [error.what.say, error.hopeless, error.unanswered, error.retryAfterMs]
  }
  status = 410
  assert.deepEqual(await trouble(), ['closed', true, false, 0])
  status = 503
  const date = 'Mon, 16 Nov 2026 01:30:00 GMT'
  for (const [after, ms] of [
    ['120', 120_000],
    ['Mon, 16 Nov 2026 01:31:00 GMT', 60_000],
    ['Sun, 15 Nov 2026 01:31:00 GMT', 0],
    ['999999999', 86_400_000],
    ['soon', 0],
  ] as const) {
    headers = { 'retry-after': after, date }
    assert.deepEqual(await trouble(), ['busy', false, false, ms], after)
  }
  status = 200
  for (const [said, remote] of [
    [
      { id: 7, url: 'https://tickets.example.org/7' },
      { id: '7', url: 'https://tickets.example.org/7' },
    ],
    [
      { id: 'T-7', url: 'javascript:alert(1)' },
      { id: 'T-7', url: undefined },
    ],
    [
      { id: 'a\nb', url: 'https://tickets.example.org/7' },
      { id: 'a-1', url: undefined },
    ],
  ] as const) {
    body = JSON.stringify(said)
    assert.deepEqual(await create(), remote)
  }
  // The other system may still process the request that it has not answered.
  answer = (response) => response.destroy()
  assert.deepEqual(await trouble(), ['cut', false, true, 0])
  external = await connected(100)
  answer = (response) => response.writeHead(200).write('{')
  assert.deepEqual(await trouble(), ['slow', false, true, 0])
})
