import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Nothing } from '#contract/fields.ts'
import { endpoints } from '#contract/index.ts'
import { langs } from '#contract/languages.ts'
import { barriers, outcomes } from '#contract/tickets/outcome-fields.ts'
import { words } from '#contract/words/index.ts'
import { openEngine } from '#store/engine/open.ts'
import { onEachDatabase } from '../support/databases.ts'
import { RawConnection } from '../support/raw-connection.ts'
import { addRoster, others, shift, type TeamWithRoster } from '../support/staffed.ts'
import { json, newTeam, type Team } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

onEachDatabase('rules for every endpoint', (on) => {
  let team: Team
  let people: TeamWithRoster
  before(async () => {
    team = await newTeam({ on, env: { RATE_LIMITS: 'off' } })
    people = await addRoster(team)
  })
  after(() => team[Symbol.asyncDispose]())

  test('every code has a number and a name in every language', async () => {
    const tables = await team.anyone.machines.codes()
    const worded: Record<string, readonly string[]> = { outcome: outcomes, barrier: barriers }
    const named = Object.entries(tables).map(([table, codes]) => {
      for (const { name } of codes) {
        assert.deepEqual(Object.keys(name), langs)
        assert.match(name.zh_CN, /\p{Script=Han}/u)
      }
      assert.deepEqual(
        codes.map(({ code }) => code),
        // Product categories begin at 1 in their standard; outcomes and barriers are words.
        worded[table] ?? codes.map((_, i) => (table === 'category' ? i + 1 : i)),
      )
      return [table, codes.map(({ name }) => name.en_US)]
    })
    assert.deepEqual(Object.fromEntries(named), {
      type: ['Appliance', 'Computer'],
      status: ['Submitted', 'Claimed', 'Diagnosing', 'Repairing', 'On hold', 'Repaired', 'Not repaired', 'Cancelled'],
      accessory: [
        'Power adapter',
        'Power cable',
        'Battery',
        'Mouse',
        'Keyboard',
        'Bag or box',
        'Remote control',
        'Storage or memory',
        'Other',
      ],
      note: ['Recorded', 'Comment', 'Internal note'],
      queryType: ['All', 'Appliances', 'Computers', 'Unclaimed', 'Mine'],
      operation: [
        'Create',
        'Update',
        'Delete',
        'Claim',
        'Stop working on',
        'Change status',
        'Collect',
        'Forward',
        'Comment',
        'Log in',
        'Log out',
        'Request leave',
        'Write summary',
        'Add member',
        'Export',
        'Import',
      ],
      target: [
        'Ticket',
        'Duty',
        'Roster',
        'Member',
        'User',
        'Feedback',
        'Settings',
        'Hours',
        'Data',
        'Stocktaking',
        'Certificate of hours',
        'Repair day',
      ],
      category: Object.values(words.en_US.codes.category),
      outcome: ['Repaired', 'Could still be repaired', 'Beyond repair', 'Unknown'],
      barrier: [
        'Parts not available',
        'Parts too expensive',
        'No way to open it',
        'No repair information',
        'Equipment missing',
        'Too worn out',
      ],
    })
  })

  test('a POST answers with an empty object if the interface names no output', async () => {
    const { admin, ann } = people
    const id = await createTicket(ann)
    const { code } = await admin.admin.invite({ name: 'Gil' })
    const gil = await team.user('gil')
    const { sheet } = await admin.rosters.current()
    const calls: [string, { token: string }, object][] = [
      ['/member/login', gil, { code }],
      ['/member/logout', gil, {}],
      ['/user/update', gil, { name: 'Gil', phone: '13800138000' }],
      ['/user/locale/update', gil, { lang: 'en_US' }],
      ['/report', gil, { content: 'Thank you' }],
      ['/tickets/create', gil, { type: 0, device: 'kettle' }],
      [`/tickets/newcomment?id=${id}`, ann, { content: 'hello' }],
      ['/tickets/pick', ann, { id }],
      ['/tickets/update', ann, { id, status: 3 }],
      ['/tickets/addtoexternal', ann, { id }],
      ['/tickets/retrieve', ann, { id }],
      ['/member/askleave', ann, { week: '2', shift: '1', reason: 'ill', substitute: '' }],
      ['/member/conclusion', ann, { week: '1', shift: '1', conclusion: 'One kettle.' }],
      ['/member/dutycnt', ann, { dutycnt: 3 }],
      ['/admin/duty/update', admin, others('2026-11-20T10:00/2026-11-20T12:00')],
      ['/admin/duty/update', admin, shift(1, 2)],
      ['/admin/sheet/create', admin, { name: 'Spring', sheet, activate: false }],
      ['/admin/sheet/update', admin, { id: 2, name: 'Spring term', sheet }],
    ]
    const silent = endpoints().filter(
      ({ endpoint: e }) => e.method === 'POST' && e.revision !== 'addition' && e.output === Nothing,
    )
    assert.deepEqual(
      [...new Set(calls.map(([path]) => path.replace(/\?.*/, '')))].toSorted(),
      silent.map(({ endpoint: e }) => e.path).toSorted(),
    )
    for (const [path, { token }, body] of calls) {
      const answer = await team.call(path, json({ token, ...body }))
      assert.deepEqual([answer.status, await answer.json()], [200, { success: true, data: {} }], path)
    }
  })

  test('public endpoints ignore a missing, empty or ended token', async () => {
    for (const { endpoint: e } of endpoints().filter(({ endpoint }) => endpoint.role === 'anyone')) {
      if (e.answer === 'raw') continue
      const ask = async (token?: string) => {
        const given = token === undefined ? {} : { token }
        const query = new URLSearchParams(given)
        const answer = await team.call(e.method === 'GET' ? `${e.path}?${query}` : e.path, {
          ...(e.method === 'GET' ? {} : json(given)),
        })
        await answer.body?.cancel()
        return [answer.status, answer.headers.get('x-error-field')]
      }
      const without = await ask()
      for (const token of ['', 'dead', 'x'.repeat(43)]) assert.deepEqual(await ask(token), without, e.path)
    }
  })

  test('addresses in answers use PUBLIC_URL, whatever host a request names', async () => {
    const { token } = people.ann
    const id = await createTicket(people.ann)
    for (const path of ['/user/me?', '/member/checklogin?', `/tickets/info?id=${id}&`, '/duty/calendar.ics?']) {
      // `fetch` sends no other host than the one that it calls.
      await using wire = await RawConnection.open(
        team.url,
        `GET ${path}token=${token} HTTP/1.1\r\nhost: elsewhere.example.org\r\nx-forwarded-host: elsewhere.example.org\r\n\r\n`,
      )
      const { status, body } = await wire.answer()
      assert.equal(status, 200, path)
      assert.ok(!body.includes('elsewhere.example.org'), path)
      if (!path.startsWith('/duty')) assert.ok(body.includes('http://127.0.0.1:8080/'), path)
    }
  })

  test('the API reference and its document are public', async () => {
    const page = await team.call('/reference')
    assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'text/html; charset=utf-8'])
    const shown = await page.text()
    assert.match(shown, /openapi\.json/)
    const [, settings = ''] = /data-configuration="([^"]*)"/.exec(shown) ?? []
    const { telemetry, proxyUrl, persistAuth, agent, mcp, defaultHttpClient } = JSON.parse(
      settings.replaceAll('&quot;', '"'),
    )
    assert.deepEqual([telemetry, proxyUrl, persistAuth, agent.disabled, mcp.disabled], [false, '', false, true, true])
    assert.equal(defaultHttpClient.clientKey, 'curl')
    const document = (await (await team.call('/openapi.json')).json()) as { paths: object }
    assert.equal(Object.keys(document.paths).length, new Set(endpoints().map(({ endpoint }) => endpoint.path)).size)
  })

  test('tokens are stored as SHA-256 only, passwords as argon2id', async () => {
    const { admin, ann } = people
    const passwd = 'correct horse battery'
    await admin.admin.updateMember({ id: (await ann.members.checklogin()).id, stuid: '20260001', passwd })
    await using engine = await openEngine(team.fresh.config)
    const [sessions, members] = await engine.read(async (db) => [
      await db.selectFrom('session').selectAll().execute(),
      await db.selectFrom('member').selectAll().where('name', '=', 'Ann').execute(),
    ])
    const hashes = sessions.map(({ hash }) => Buffer.from(hash).toString('hex'))
    assert.ok(hashes.includes(createHash('sha256').update(ann.token).digest('hex')))
    assert.ok(!JSON.stringify([sessions, members]).includes(ann.token))
    assert.match(members[0]?.passwd ?? '', /^\$argon2id\$/)
  })
})
