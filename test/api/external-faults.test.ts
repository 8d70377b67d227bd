import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { connectPorts } from '#adapters/index.ts'
import { readConfig } from '#config/config.ts'
import { Trouble } from '#service/trouble.ts'
import type { Fault } from '../peers/misbehaving.ts'
import { redminePeer } from '../peers/redmine.ts'
import { requestTrackerPeer } from '../peers/request-tracker.ts'
import { someCalls, walkFaults } from '../support/external-faults.ts'

/** What administrators are told, at least, where the fault can be seen from here. */
const words: Partial<Record<Fault, RegExp>> = {
  refuses: /ended before/,
  stalls: /did not answer/,
  'works too late': /did not answer/,
  fails: /failed inside \(500\)/,
  'works and then fails': /failed inside \(500\)/,
  'is busy': /too busy/,
  'works and drops the answer': /ended before/,
  'answers HTML': /cannot be understood/,
  redirects: /another address/,
  'works and answers 5 MB': /too long/,
  'works and answers a bomb': /cannot be understood/,
  'forgets who we are': /refuses us/,
}

for (const [name, peer] of [
  ['Request Tracker', requestTrackerPeer],
  ['Redmine', redminePeer],
] as const)
  test(`a ticket and a remark are at ${name} once, whatever goes wrong with a question or with what is written`, async () => {
    const { told } = await walkFaults(peer(), someCalls)
    for (const [fault, sentences] of told) assert.match([...sentences].join(' '), words[fault] ?? /(?:)/, fault)
  })

test('nothing on this machine is called unless that is allowed, by number or by name; what is not there cannot be reached', async () => {
  let calls = 0
  const server = createServer((socket) => {
    calls += 1
    socket.destroy()
  })
  await once(server.listen(0), 'listening')
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
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0'])
    assert.deepEqual(await troubleAt(`https://${host}:${port}`, 'off'), { say: 'private_address' }, host)
  assert.equal(calls, 0)
  server.close()
  await once(server, 'close')
  const gone = { say: 'unreachable', reason: 'ECONNREFUSED' }
  assert.deepEqual(await troubleAt(`http://127.0.0.1:${port}`, 'on'), gone)
})
