import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { MetricsRegistry } from '#kit/metrics.ts'

/** The metrics of the HTTP server and of the process. */
export function httpMetrics(meter: MetricsRegistry, waiting: () => number, listeners: () => number) {
  let inFlight = 0
  const requests = meter.counter('fettle_requests_total', 'Requests by endpoint and status.')
  const latency = meter.histogram('fettle_request_seconds', 'Time from the head of a request to the end of its answer.')
  meter.gauge('fettle_requests_in_flight', 'Requests being worked on.', () => inFlight)
  meter.gauge('fettle_changes_waiting', 'Changes that wait for the database.', waiting)
  meter.gauge('fettle_listeners', 'Connections that listen to what changes.', listeners)
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  meter.gauge(
    'fettle_event_loop_delay_seconds',
    'How late the event loop ran at worst (99th percentile) since the last look.',
    () => {
      const seconds = delay.percentile(99) / 1e9
      delay.reset()
      return seconds
    },
  )
  meter.gauge('fettle_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss())
  const known = new Map<string, { count: () => void; took: (seconds: number) => void }>()
  const of = (endpoint: string, status: string) => ({
    count: requests({ endpoint, status }),
    took: latency({ endpoint }),
  })
  return {
    inFlight: () => inFlight,
    began: () => {
      inFlight += 1
    },
    worked: () => {
      inFlight -= 1
    },
    /** `seconds` is undefined if the duration depends on the client. */
    ended: (endpoint: string, status: string, seconds: number | undefined) => {
      const { count, took } = known.getOrInsertComputed(`${endpoint} ${status}`, () => of(endpoint, status))
      count()
      if (seconds !== undefined) took(seconds)
    },
    close: () => delay.disable(),
  }
}
