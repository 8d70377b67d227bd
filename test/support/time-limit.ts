import { after } from 'node:test'

/**
 * Loaded into each test file. A test that exceeded its time limit leaves open handles, which would keep its file from ending: the run would
 * hang instead of failing.
 */
const patienceMs = Number(process.env['TEST_END_MS'] ?? 20_000)

if (process.env['NODE_TEST_CONTEXT'])
  after(() => {
    setTimeout(() => {
      process.stderr.write(`still open after the last test: ${process.getActiveResourcesInfo().join(', ')}\n`)
      process.exit(1)
    }, patienceMs).unref()
  })
