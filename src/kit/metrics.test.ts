import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MetricsRegistry } from './metrics.ts'

test('metrics print counters, gauges and histograms in the Prometheus format', () => {
  const meter = new MetricsRegistry()
  const calls = meter.counter('calls_total', 'Calls.')
  const time = meter.histogram('call_seconds', 'Time.')
  let depth = 0
  meter.gauge('depth', 'Depth.', () => depth)
  const found = calls({ path: '/a', status: '200' })
  found()
  found()
  calls({ path: '/a', status: '200' })()
  time({})(0.003)
  time({})(20)
  depth = 7
  const text = meter.text()
  assert.ok(
    text.startsWith('# HELP calls_total Calls.\n# TYPE calls_total counter\ncalls_total{path="/a",status="200"} 3\n'),
  )
  assert.match(text, /# TYPE depth gauge\ndepth 7\n/)
  for (const line of [
    'call_seconds_bucket{le="0.0025"} 0',
    'call_seconds_bucket{le="0.005"} 1',
    'call_seconds_bucket{le="10"} 1',
    'call_seconds_bucket{le="+Inf"} 2',
    'call_seconds_sum 20.003',
    'call_seconds_count 2',
  ])
    assert.ok(text.includes(`${line}\n`), line)
  assert.ok(text.endsWith('\n'))
})

test('the value of a metric label cannot break out of its quotes', () => {
  const meter = new MetricsRegistry()
  meter.counter('odd_total', 'Odd.')({ path: 'a"} 1\nfake 2\\' })()
  assert.equal(meter.text().split('\n').length, 4)
  assert.match(meter.text(), /odd_total\{path="a_\} 1_fake 2_"\} 1\n/)
})
