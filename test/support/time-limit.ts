import { after } from 'node:test'

/**
 * Loaded into each test file. A test that took too long has left behind what it had opened, which would keep its file from
 * ending: a run would hang for ever instead of failing.
 */
const patienceMs = Number(process.env['TEST_END_MS'] ?? 20_000)

if (process.env['NODE_TEST_CONTEXT'])
  after(() => {
    setTimeout(() => {
      process.stderr.write(`still open after the last test: ${process.getActiveResourcesInfo().join(', ')}\n`)
      process.exit(1)
    }, patienceMs).unref()
  })
