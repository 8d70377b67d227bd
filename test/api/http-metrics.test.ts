import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pollUntil } from '../support/block-writes.ts'
import { onEachDatabase, runAsAdministrator } from '../support/databases.ts'
import { parsePrometheus, sampleValue } from '../support/prometheus.ts'
import { assertRefusal, RawConnection } from '../support/raw-connection.ts'
import { json, newTeam, type Team } from '../support/team.ts'

/** Waits until a request is in the metrics: its log line and its count are written together. */
const counted = (team: Team, endpoint: string) =>
  pollUntil(team, () => team.logged().includes(`"endpoint":"${endpoint}"`))

onEachDatabase('metrics', (on) => {
  test('metrics count requests by endpoint and status, with the time that they and the database took', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    for (let i = 0; i < 3; i += 1) await ann.users.report({ content: 'hello' })
    await team.call('/report', json({ token: ann.token }))
    await team.call('/nothing-1')
    await team.call('/nothing-2', { method: 'PROPFIND' })
    await RawConnection.open(team.url, 'nonsense\r\n\r\n').then((wire) => wire.closed)
    await counted(team, '(unreadable)')
    const text = await team.anyone.machines.metrics()
    const total = (endpoint: string, status: string) => sampleValue(text, 'fettle_requests_total', { endpoint, status })
    assert.equal(total('POST /report', '200'), 3)
    assert.equal(total('POST /report', '400'), 1)
    assert.equal(total('(not found)', '404'), 2)
    assert.equal(total('(unreadable)', '400'), 1)
    assert.equal(sampleValue(text, 'fettle_request_seconds_count', { endpoint: 'POST /report' }), 4)
    assert.ok((sampleValue(text, 'fettle_request_seconds_sum', { endpoint: 'POST /report' }) ?? 0) > 0)
    assert.ok((sampleValue(text, 'fettle_database_seconds_count') ?? 0) > 10)
    assert.equal(sampleValue(text, 'fettle_requests_in_flight'), 1)
    assert.equal(sampleValue(text, 'fettle_changes_waiting'), 0)
    assert.ok((sampleValue(text, 'fettle_event_loop_delay_seconds') ?? -1) >= 0)
    assert.ok((sampleValue(text, 'fettle_memory_bytes') ?? 0) > 1e7)
    assert.ok((sampleValue(text, 'fettle_disk_free_bytes') ?? 0) > 1e6)
    assert.equal(sampleValue(text, 'fettle_last_backup_timestamp_seconds'), on === 'sqlite' ? 0 : undefined)
    assert.equal(sampleValue(text, 'fettle_log_lines_dropped_total'), 0)
    assert.equal(sampleValue(text, 'fettle_database_damaged'), 0)
    if (on === 'sqlite') {
      assert.ok((sampleValue(text, 'fettle_database_bytes') ?? 0) > 0)
      assert.ok((sampleValue(text, 'fettle_database_wal_bytes') ?? 0) > 0)
      assert.equal(sampleValue(text, 'fettle_storage_failures', { what: 'checkpoint' }), 0)
      assert.ok((sampleValue(text, 'fettle_backup_disk_free_bytes') ?? 0) > 1e6)
    } else {
      const connections = (state: string, of = text) => sampleValue(of, 'fettle_database_connections', { state })
      assert.ok((connections('used') ?? 0) + (connections('idle') ?? 0) > 0)
      assert.equal(connections('waiting'), 0)
      assert.equal(sampleValue(text, 'fettle_database_connections_max'), 10)
      await pollUntil(
        team,
        async () => (sampleValue(await team.anyone.machines.metrics(), 'fettle_database_bytes') ?? 0) > 1e6,
      )
    }
    // Unknown paths must not create new series.
    assert.ok(!parsePrometheus(text).some(({ labels }) => labels['endpoint']?.includes('nothing')))
  })

  test('metrics without a token require a loopback Host, so a name that only resolves to loopback is refused', async () => {
    await using team = await newTeam({ on })
    const asked = async (host: string, path = '/metrics', head = '') => {
      await using wire = await RawConnection.open(team.url, `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${head}\r\n`)
      return await wire.answer()
    }
    for (const host of ['127.0.0.1', '127.0.0.1:8080', 'localhost', 'LOCALHOST:80', '[::1]:8080'])
      assert.equal((await asked(host)).status, 200, host)
    for (const host of [
      'evil.example',
      'evil.example:8080',
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      'a@127.0.0.1',
      '',
    ])
      await assertRefusal('wrong_host', await asked(host))
    assert.equal((await asked('evil.example', '/healthz')).status, 200)
    await using old = await RawConnection.open(team.url, 'GET /metrics HTTP/1.0\r\n\r\n')
    assert.equal((await old.answer()).status, 200)
  })

  test('metrics are open on loopback, and elsewhere with the metrics token only', async () => {
    await using alone = await newTeam({ on })
    const open = await alone.call('/metrics')
    assert.equal(open.status, 200)
    assert.match(open.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
    // A proxy on this machine may send no header about itself, so no header of a request opens the metrics.
    const METRICS_TOKEN = 'figures-please'
    const proxied = [{ PUBLIC_URL: 'https://repair.example.org', DEMO_LOGIN: '' }, { TRUST_PROXY: '127.0.0.1' }]
    for (const env of proxied) {
      await using team = await newTeam({ on, env: { ...env, METRICS_TOKEN } })
      team.secret(METRICS_TOKEN)
      const ask = (headers: Record<string, string>, path = '/metrics') => team.call(path, { headers })
      for (const headers of [{}, { 'x-forwarded-for': '127.0.0.1' }])
        await assertRefusal('not_found', await ask(headers))
      await using wire = await RawConnection.open(team.url, 'GET /metrics HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')
      await assertRefusal('not_found', await wire.answer())
      await assertRefusal('not_found', await ask({ authorization: 'Bearer figures' }))
      // An address with a secret in it would end up in proxy logs.
      await assertRefusal('not_found', await ask({}, `/metrics?token=${METRICS_TOKEN}`))
      assert.equal((await ask({ authorization: `Bearer ${METRICS_TOKEN}` })).status, 200)
    }
  })
})

test('without a metrics token, metrics are closed to other machines', async () => {
  await using team = await newTeam({ env: { TRUST_PROXY: '127.0.0.1' } })
  for (const authorization of ['Bearer undefined', 'Bearer ', ''])
    await assertRefusal('not_found', await team.call('/metrics', { headers: { authorization } }))
})

test('without its database the service is healthy but not ready', async () => {
  await using team = await newTeam({ on: 'postgres' })
  assert.deepEqual(await team.anyone.machines.ready(), { status: 'ok' })
  const ann = await team.user()
  const { config } = team.fresh
  assert.ok(config.kind === 'postgres')
  const name = new URL(config.url).pathname.slice(1)
  await runAsAdministrator(`alter database ${name} allow_connections false`)
  await runAsAdministrator(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  await assertRefusal('storage_unavailable', await team.call('/readyz'))
  const headers = { authorization: `Bearer ${ann.token}` }
  assert.equal((await team.call('/healthz', { headers })).status, 200)
  assert.equal((await team.call('/codes', { headers })).status, 200)
  assert.equal((await team.call('/metrics')).status, 200)
  await runAsAdministrator(`alter database ${name} allow_connections true`)
  await pollUntil(team, async () => (await team.call('/readyz')).status === 200)
  assert.equal((await team.call('/user/info', { headers })).status, 200)
})
