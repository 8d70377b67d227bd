import type { Config } from '#config/config.ts'
import type { Finding } from './finding.ts'

const patienceMs = 2000
const anyAddress: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

type Asked = Pick<Config['http'], 'host' | 'port' | 'metricsToken'>

/** Asks the service that runs with these settings, if one does, for what only it knows: jobs that fail, and damage it has found. */
export async function doctorService({ host, port, metricsToken }: Asked): Promise<Finding> {
  const what = 'service'
  const name = anyAddress[host] ?? host
  try {
    const answer = await fetch(`http://${name.includes(':') ? `[${name}]` : name}:${port}/metrics`, {
      headers: metricsToken ? { authorization: `Bearer ${metricsToken}` } : {},
      signal: AbortSignal.timeout(patienceMs),
    })
    const text = await answer.text()
    if (answer.status === 404) return { what, note: 'it runs, and tells how it is with METRICS_TOKEN alone' }
    return { what, ...judged(text) }
  } catch {
    return { what, note: `none answers on port ${port}` }
  }
}

function judged(metrics: string): Omit<Finding, 'what'> {
  const is = (name: string) => new RegExp(`^fettle_${name} [1-9]`, 'm').test(metrics)
  if (!/^fettle_/m.test(metrics)) return { problem: 'something else answers in its place' }
  if (is('database_damaged')) return { problem: 'it has found the database damaged, and its log says how' }
  if (is('storage_failures\\{what="[a-z]+"\\}')) return { problem: 'its storage fails, and its log says how' }
  const failing = [...metrics.matchAll(/^fettle_job_failing\{job="([^"]+)"\} 1$/gm)].map(([, job]) => job)
  if (failing.length > 0)
    return { problem: `it failed to do when it last tried: ${failing.join(', ')}; its log says why` }
  return { note: is('log_lines_dropped_total') ? 'it runs, but lines of its log were lost' : 'it runs' }
}
