import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { MetricsRegistry } from '#kit/metrics.ts'
import { type Job, type Repeat, runJobs } from './jobs.ts'

/** Jobs on a timer that the test moves, each run of which ends when the test says so. */
function bench(names: Record<string, Partial<Job> & { once?: true }>) {
  const ticks = new Map<number, Set<() => void>>()
  const every: Repeat = (ms, call) => {
    const calls = ticks.get(ms) ?? new Set()
    ticks.set(ms, calls.add(call))
    return { [Symbol.dispose]: () => void calls.delete(call) }
  }
  const runs = new Map<string, PromiseWithResolvers<void>[]>()
  const jobs = Object.entries(names).map(
    ([name, { once, ...more }]): Job => ({
      name,
      ...(once ? {} : { everyMs: 10 }),
      run() {
        const end = Promise.withResolvers<void>()
        runs.set(name, [...(runs.get(name) ?? []), end])
        return end.promise
      },
      ...more,
    }),
  )
  const logged: string[] = []
  const log = { error: (facts: { job: string }) => void logged.push(facts.job) }
  const meter = new MetricsRegistry()
  const running = runJobs(jobs, { log, meter, now: () => 5000 }, every)
  return {
    running,
    logged,
    meter,
    tick(ms = 10) {
      for (const call of ticks.get(ms) ?? []) call()
    },
    begun: (name: string) => runs.get(name)?.length ?? 0,
    /** Ends the runs of a job that are under way. */
    async end(name: string, error?: Error) {
      for (const one of runs.get(name) ?? []) error ? one.reject(error) : one.resolve()
      await setImmediate()
    },
  }
}

test('each job runs at its interval, and one without an interval runs once at the start', async () => {
  const { tick, begun, end, running } = bench({ often: {}, seldom: { everyMs: 60 }, first: { once: true } })
  assert.deepEqual([begun('often'), begun('seldom'), begun('first')], [0, 0, 1])
  tick(60)
  tick(10)
  for (const name of ['often', 'seldom', 'first']) await end(name)
  tick(10)
  assert.deepEqual([begun('often'), begun('seldom'), begun('first')], [2, 1, 1])
  await end('often')
  await running[Symbol.asyncDispose]()
})

test('a long job does not run twice at the same time, unless it allows that', async () => {
  const { tick, begun, end, running } = bench({ slow: {}, other: {}, many: { overlaps: true } })
  tick()
  tick()
  await end('other')
  tick()
  assert.deepEqual([begun('slow'), begun('other'), begun('many')], [1, 2, 3])
  await end('slow')
  tick()
  assert.equal(begun('slow'), 2)
  for (const name of ['slow', 'other', 'many']) await end(name)
  await running[Symbol.asyncDispose]()
})

test('a job that fails is logged and runs again', async () => {
  let throws = 0
  const thrower = () => {
    throws += 1
    throw new Error('at once')
  }
  const { tick, begun, end, logged, meter, running } = bench({ job: {}, thrower: { run: thrower } })
  tick()
  await end('job', new Error('later'))
  tick()
  assert.deepEqual([begun('job'), throws, logged], [2, 2, ['thrower', 'job', 'thrower']])
  await end('job')
  assert.match(meter.text(), /^fettle_job_failures_total\{job="thrower"\} 2$/m)
  assert.match(meter.text(), /^fettle_job_failures_total\{job="job"\} 1$/m)
  assert.match(meter.text(), /^fettle_job_last_success_timestamp_seconds\{job="job"\} 5$/m)
  await running[Symbol.asyncDispose]()
})

test('closing starts no more jobs, signals running ones to give up, and waits for all but those marked notAwaitedAtStop', async () => {
  let asked = false
  const asks = async (signal: AbortSignal) => signal.addEventListener('abort', () => (asked = true))
  const { tick, begun, end, logged, running } = bench({
    one: {},
    two: { overlaps: true },
    gone: { notAwaitedAtStop: true },
    asks: { run: asks },
  })
  tick()
  tick()
  let closed = false
  void running[Symbol.asyncDispose]().then(() => {
    closed = true
  })
  tick()
  assert.deepEqual([begun('one'), begun('two'), begun('gone')], [1, 2, 1])
  assert.equal(asked, true)
  await end('two')
  assert.equal(closed, false)
  await end('one', new Error('fails while closing'))
  assert.equal(closed, true)
  assert.deepEqual(logged, [], 'a job that stops because the service closes has not failed')
})
