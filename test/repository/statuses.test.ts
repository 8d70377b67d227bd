import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { statuses, statusesIn, statusMeaning } from '#contract/codes.ts'

// Rules for the table of statuses that its type cannot express.

test('submitted tickets are unclaimed, and tickets of no other status are', () => {
  assert.deepEqual(statusesIn('unclaimed'), [statuses.submitted])
})

test('every ticket status can be reached from another', () => {
  const reached = new Set<number>(Object.values(statuses).flatMap((from) => statusMeaning(from).moves))
  assert.deepEqual(
    Object.values(statuses).filter((status) => !reached.has(status)),
    [],
  )
})

test('the indexes of closed tickets have every closed status', () => {
  const schema = readFileSync(join(import.meta.dirname, '../../src/store/schema.sql'), 'utf8')
  for (const index of ['ticket_ready', 'ticket_by_outcome'])
    assert.match(schema, new RegExp(`${index} .* status in \\(${statusesIn('finished').join(', ')}\\)`))
})
