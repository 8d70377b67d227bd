import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shutdownLimits, waitWithTimeout } from './shutdown.ts'

test('the steps of a stop, each as long as it may take, end before the whole is called a failure', () => {
  const { requestsMs, jobsMs, deliveriesMs, deliveriesGiveUpMs, databaseMs, wholeMs, killMs } = shutdownLimits
  const steps = Math.max(requestsMs + jobsMs, deliveriesMs) + deliveriesGiveUpMs + databaseMs
  assert.ok(steps <= wholeMs - 500, `${steps}`)
  assert.ok(wholeMs < killMs && killMs < 10_000)
})

test('what ends is waited for, also if it fails, and what does not end is not', async () => {
  await waitWithTimeout(600_000, Promise.resolve())
  await assert.rejects(waitWithTimeout(600_000, Promise.reject(new Error('fails'))), /fails/)
  await waitWithTimeout(1, new Promise(() => {}))
  await waitWithTimeout(-1, new Promise(() => {}))
})
