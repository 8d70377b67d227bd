import type { Config } from '#config/config.ts'
import type { Finding } from './doctor-resources.ts'

const timeLimitMs = 2000
const anyAddress: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

type ServiceAddress = Pick<Config['http'], 'host' | 'port' | 'metricsToken'>

/** Asks a running service for failing jobs and damage, which only it knows. */
export async function doctorService({ host, port, metricsToken }: ServiceAddress): Promise<Finding> {
  const what = 'service'
  const name = anyAddress[host] ?? host
  try {
    const answer = await fetch(`http://${name.includes(':') ? `[${name}]` : name}:${port}/metrics`, {
      headers: metricsToken ? { authorization: `Bearer ${metricsToken}` } : {},
      signal: AbortSignal.timeout(timeLimitMs),
    })
    const text = await answer.text()
    if (answer.status === 404) return { what, note: 'it runs; set METRICS_TOKEN to see how it is' }
    return { what, ...readMetrics(text) }
  } catch {
    return { what, note: `none answers on port ${port}` }
  }
}

function readMetrics(metrics: string): Omit<Finding, 'what'> {
  const is = (name: string) => new RegExp(`^fettle_${name} [1-9]`, 'm').test(metrics)
  if (!/^fettle_/m.test(metrics)) return { problem: 'another program answers on its port' }
  if (is('database_damaged')) return { problem: 'it has found the database damaged. See its log' }
  if (is('storage_failures\\{what="[a-z]+"\\}')) return { problem: 'its storage fails. See its log' }
  const failing = [...metrics.matchAll(/^fettle_job_failing\{job="([^"]+)"\} 1$/gm)].map(([, job]) => job)
  if (failing.length > 0) return { problem: `these jobs failed at their last run: ${failing.join(', ')}. See its log` }
  return { note: is('log_lines_dropped_total') ? 'it runs, but lines of its log were lost' : 'it runs' }
}
