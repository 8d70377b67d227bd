import assert from 'node:assert/strict'
import { test } from 'node:test'
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
