import asyncHooks from 'node:async_hooks'

/**
 * Loaded into each test file first. Node's test runner tracks every promise to attribute unhandled rejections to tests, which takes a tenth of
 * the time. This turns that off: an unhandled rejection may fail its file instead of its test, and is printed here with its stack.
 */
const { createHook } = asyncHooks
Object.assign(asyncHooks, {
  createHook: (callbacks: Parameters<typeof createHook>[0]) => createHook({ ...callbacks, trackPromises: false }),
})

function tell(error: unknown): void {
  process.stderr.write(`unhandled: ${error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 1
}
process.on('uncaughtExceptionMonitor', tell)
process.on('unhandledRejection', tell)
