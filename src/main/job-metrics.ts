import type { MetricsRegistry } from '#kit/metrics.ts'
import type { Clock } from '#kit/time.ts'

/** The metrics of jobs. Answers the function that records the end of a run. */
export function jobMetrics(meter: MetricsRegistry, now: Clock): (job: string, succeeded: boolean) => void {
  const failures = meter.counter('fettle_job_failures_total', 'Runs of a job that failed.')
  const lastSuccess = new Map<string, number>()
  const failing = new Map<string, number>()
  meter.gauges('fettle_job_last_success_timestamp_seconds', 'When a job last succeeded.', 'job', () => lastSuccess)
  meter.gauges('fettle_job_failing', 'Whether the last run of a job failed (1) or not (0).', 'job', () => failing)
  return (job, succeeded) => {
    failing.set(job, succeeded ? 0 : 1)
    if (succeeded) lastSuccess.set(job, now() / 1000)
    else failures({ job })()
  }
}
