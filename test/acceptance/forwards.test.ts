import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomFrom } from '../duty/world.ts'
import { redminePeer } from '../peers/redmine.ts'
import { requestTrackerPeer } from '../peers/request-tracker.ts'
import { forwardUnderFailures } from '../support/forwards-under-failures.ts'

// `npm run prove -- forwards` is the same with a thousand tickets and twenty kills.
for (const [name, on, nodes, peer] of [
  ['', 'sqlite', 1, redminePeer],
  [' and two nodes share the work', 'postgres', 2, requestTrackerPeer],
] as const)
  test(`each of 30 tickets is forwarded once although the other system fails and Fettle is killed three times${name}`, async () => {
    const chance = randomFrom(6)
    const done = await forwardUnderFailures({ on, nodes, tickets: 30, kills: 3, callMs: 1000, system: peer(), chance })
    assert.ok(done.faults > 5, String(done.faults))
  })
