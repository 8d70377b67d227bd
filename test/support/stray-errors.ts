import asyncHooks from 'node:async_hooks'

/**
 * Loaded into each test file, first of all. To know whose an error is that nobody waited for, Node's test runner follows every
 * promise, which takes a tenth of the time of our tests. So it follows all but promises: such an error may fail its file
 * instead of its test, and is told here with its stack.
 */
const { createHook } = asyncHooks
Object.assign(asyncHooks, {
  createHook: (callbacks: Parameters<typeof createHook>[0]) => createHook({ ...callbacks, trackPromises: false }),
})

function tell(error: unknown): void {
  process.stderr.write(`nobody waited for this: ${error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 1
}
process.on('uncaughtExceptionMonitor', tell)
process.on('unhandledRejection', tell)
