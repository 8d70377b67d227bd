import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shutdownLimits, waitWithTimeout } from './shutdown.ts'

test('the time limits of all steps of a shutdown add up to less than that of the whole', () => {
  const { requestsMs, jobsMs, deliveriesMs, deliveriesGiveUpMs, databaseMs, wholeMs, killMs } = shutdownLimits
  const steps = Math.max(requestsMs + jobsMs, deliveriesMs) + deliveriesGiveUpMs + databaseMs
  assert.ok(steps <= wholeMs - 500, `${steps}`)
  assert.ok(wholeMs < killMs && killMs < 10_000)
})

test('waiting with a timeout ends with the work, also if it fails, or with the time limit', async () => {
  await waitWithTimeout(600_000, Promise.resolve())
  await assert.rejects(waitWithTimeout(600_000, Promise.reject(new Error('fails'))), /fails/)
  await waitWithTimeout(1, new Promise(() => {}))
  await waitWithTimeout(-1, new Promise(() => {}))
})
