import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pollUntil } from '../support/block-writes.ts'
import { requestSamples, sendMalformedRequests } from '../support/broken-requests.ts'
import { collectGarbage } from '../support/memory.ts'
import { sampleValue } from '../support/prometheus.ts'
import { newTeam } from '../support/team.ts'
import { uploadForm } from '../support/tickets.ts'

/**
 * The distance in bytes between the places where a request is aborted; `npm run prove -- soak wire` aborts at every
 * byte.
 */
const step = 17

test('requests aborted at any point release their connections, listeners, form memory and counts', async () => {
  await using team = await newTeam({ env: { RATE_LIMITS: 'off' }, bounds: { lingerMs: 100, bodyMs: 5000 } })
  const [user, admin] = [await team.user(), await team.admin()]
  const all = requestSamples({ user: user.token, admin: admin.token })
  const connections = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
  const gauge = async (name: string) => sampleValue(await team.anyone.machines.metrics(), name)
  const quiet = async () => (await gauge('fettle_requests_in_flight')) === 1 && (await gauge('fettle_listeners')) === 0
  await sendMalformedRequests(team.url, all, 97)
  await pollUntil(team, quiet)
  const before = connections()
  collectGarbage()
  const heap = process.memoryUsage().heapUsed
  assert.ok((await sendMalformedRequests(team.url, all, step)) > 300)
  await pollUntil(team, quiet)
  await pollUntil(team, () => connections() <= before)
  // A person may send this many forms at once, so no place is still taken.
  const uploads = Array.from({ length: 3 }, () =>
    team.call('/upload', uploadForm(user.token, Buffer.from('no picture'))),
  )
  for (const answer of await Promise.all(uploads)) assert.equal(answer.status, 400)
  collectGarbage()
  const more = process.memoryUsage().heapUsed - heap
  // The log of the test itself grows with each request.
  assert.ok(more - team.logged().length * 2 < 8_000_000, `${more} bytes more`)
  const failures = team.logged().match(/"level":50[^\n]*/g) ?? []
  assert.deepEqual(failures, [])
})
