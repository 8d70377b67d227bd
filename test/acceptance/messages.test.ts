import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomFrom } from '../duty/world.ts'
import { sendMessagesUnderFailures } from '../support/messages-under-failures.ts'

// A small run of `npm run prove -- messages`.
test('every message arrives exactly once through every channel, from two nodes that are killed', async () => {
  const fire = { on: 'postgres', nodes: 2, tickets: 6, kills: 2, callMs: 1000, chance: randomFrom(7) } as const
  const { tickets, events } = await sendMessagesUnderFailures(fire)
  assert.ok(tickets >= 6)
  assert.ok(events >= 4 * tickets)
})
