import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { MetricsRegistry } from '#kit/metrics.ts'
import { doctorService } from './doctor-service.ts'
import { jobMetrics } from './jobs.ts'

test('the doctor asks a running service for failing jobs and damage', async () => {
  const meter = new MetricsRegistry()
  let [damaged, dropped, isOther] = [0, 0, false]
  const storage = new Map([['sync', 0]])
  meter.gauges('fettle_storage_failures', 'As the service has it.', 'what', () => storage)
  meter.gauge('fettle_database_damaged', 'As the service has it.', () => damaged)
  meter.count('fettle_log_lines_dropped_total', 'As the service has it.', () => dropped)
  const ended = jobMetrics(meter, () => 5000)
  const server = createServer((asked, answer) => {
    if (asked.headers.authorization !== 'Bearer figures') answer.writeHead(404)
    answer.end(isOther ? 'hello' : meter.text())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // listening on TCP
  const look = (metricsToken?: string) => doctorService({ host: '0.0.0.0', port, metricsToken })
  ended('backup', true)
  ended('tidy', false)
  ended('tidy', true)
  assert.deepEqual(await look('figures'), { what: 'service', note: 'it runs' })
  assert.match((await look()).note ?? '', /METRICS_TOKEN/)
  dropped = 3
  assert.match((await look('figures')).note ?? '', /lines of its log were lost/)
  ended('backup', false)
  assert.match((await look('figures')).problem ?? '', /jobs failed at their last run: backup\./)
  assert.match(meter.text(), /^fettle_job_failures_total\{job="backup"\} 1$/m)
  assert.match(meter.text(), /^fettle_job_last_success_timestamp_seconds\{job="backup"\} 5$/m)
  storage.set('checkpoint', 12)
  assert.match((await look('figures')).problem ?? '', /storage fails/)
  damaged = 1
  assert.match((await look('figures')).problem ?? '', /damaged/)
  isOther = true
  assert.match((await look('figures')).problem ?? '', /another program answers/)
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
  assert.match((await look('figures')).note ?? '', /^none answers on port/)
})
