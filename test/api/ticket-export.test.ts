import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEngine } from '#store/engine/open.ts'
import { readCsv } from '../support/csv.ts'
import { onEachDatabase } from '../support/databases.ts'
import { announcedDay, dayIn, ownerWithTicket } from '../support/repair-days.ts'
import { newTeam, type Team } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

async function exported(team: Team, query: string, lang = 'en-US') {
  const { token } = await team.admin()
  const response = await team.call(`/admin/tickets/export?${query}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-language': lang },
  })
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8')
  const bytes = Buffer.from(await response.arrayBuffer())
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf], 'the file begins with the mark of UTF-8')
  return readCsv(bytes.subarray(3).toString())
}

onEachDatabase('the export of tickets', (on) => {
  test('the export of tickets is a table that programs read back, without formulas', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const bob = await team.member('Bob')
    await team.member('Carol, "the quick"')
    const owner = '=HYPERLINK("http://evil","click")'
    const description = '两行\r\n"quoted", with; commas;=1+1\t-2\n@SUM(A1)'
    const phone = '+86 138-0013-8000'
    const id = await createTicket(ann, { type: 1, device: '-2+3', deviceModel: '@x', owner, phone, description })
    await createTicket(ann, { device: '\u{1F4BB} kettle', accessories: [1, 8, 99] })
    team.pass({ minutes: 90 })
    await bob.tickets.pick({ id })
    await bob.tickets.assign({ id, name: 'Carol, "the quick"' })
    await bob.tickets.update({ id, status: 5 })
    await bob.tickets.update({ id, status: 3 })
    assert.equal((await exported(team, ''))[1]?.[13], '', 'a reopened ticket has no end')
    team.pass({ minutes: 30 })
    const became = { outcome: 'fixed', category: 16, brand: '=Brand', year: 2019, remedy: '-1' } as const
    await bob.tickets.update({ id, status: 5, ...became })
    await bob.tickets.forward({ id })
    const [headings, first, second, ...rest] = await exported(team, '')
    assert.deepEqual(rest, [])
    assert.equal(
      headings?.join(' '),
      [
        'Number Kind Status Collected Device Model Owner Phone Description Accessories Who works on it',
        'Submitted on Claimed on Closed on Collected on Forwarded on Outcome Why not Category Brand Year made What helped Repair day',
      ].join(' '),
    )
    assert.deepEqual(first, [
      String(id),
      'Computer',
      'Repaired',
      'no',
      "'-2+3",
      "'@x",
      `'${owner}`,
      `'${phone}`,
      "两行\r\n\"quoted\", with; commas;'=1+1\t'-2\n'@SUM(A1)",
      '',
      'Bob, Carol, "the quick"',
      '2026-11-16 09:30',
      '2026-11-16 11:00',
      '2026-11-16 11:30',
      '',
      '2026-11-16 11:30',
      ...['Repaired', '', 'Laptop', "'=Brand", '2019', "'-1", ''],
    ])
    assert.deepEqual(second?.slice(4, 11), ['\u{1F4BB} kettle', '', '', '', '', 'Power cable, Other, 99', ''])
  })

  test('the export of tickets has the repair day on which a device came', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    await admin.admin.updateSettings({ memberSessionDays: 365, adminSessionHours: 8760 })
    const { id } = await announcedDay(team)
    await announcedDay(team, dayIn(team, 6))
    const ann = await team.member('Ann')
    const [came, missed] = [await ownerWithTicket(team), await ownerWithTicket(team)]
    for (const { owner, ticket } of [came, missed]) await owner.repairDays.book({ id, ticket, backedUp: true })
    await ann.counter.create({ type: 0, device: 'Too early', queue: true })
    team.pass({ days: 5, hours: 4, minutes: 30 })
    await came.owner.repairDays.arrive({ id, ticket: came.ticket })
    await ann.counter.create({ type: 0, device: 'Without a booking', queue: true })
    team.pass({ hours: 5 })
    await ann.counter.create({ type: 0, device: 'Too late', queue: true })
    const [headings, ...rows] = await exported(team, '')
    const column = headings?.indexOf('Repair day') ?? -1
    assert.deepEqual(
      rows.map((cells) => [cells[4], cells[column]]),
      [
        ['Kettle', '2026-11-21'],
        ['Kettle', ''],
        ['Too early', ''],
        ['Without a booking', '2026-11-21'],
        ['Too late', ''],
      ],
    )
  })

  test('the export of tickets covers the requested days, in the reader’s language, and is logged', async () => {
    await using team = await newTeam({ on, at: '2026-11-15T15:59:00Z' })
    const ann = await team.user()
    const admin = await team.admin()
    await admin.admin.updateSettings({ adminSessionHours: 48 })
    await createTicket(ann, { device: 'late on the 15th' })
    team.pass({ minutes: 2 })
    await createTicket(ann, { device: 'early on the 16th' })
    team.pass({ days: 1 })
    await createTicket(ann, { device: 'the 17th' })
    const devices = async (query: string) => (await exported(team, query)).slice(1).map((cells) => cells[4])
    assert.deepEqual(await devices('from=2026-11-16&until=2026-11-16'), ['early on the 16th'])
    assert.deepEqual(await devices('from=2026-11-16'), ['early on the 16th', 'the 17th'])
    assert.deepEqual(await devices('until=2026-11-15'), ['late on the 15th'])
    await admin.users.updateLocale({ lang: 'zh_CN' })
    const [headings, first] = await exported(team, 'from=2026-11-17')
    assert.deepEqual(headings?.slice(0, 5), ['编号', '类型', '状态', '已取回', '设备'])
    assert.deepEqual(first?.slice(1, 5), ['电器', '已提交', '否', 'the 17th'])
    await admin.users.updateLocale({ lang: 'en_US' })
    const { list } = await admin.admin.log({ target: 0, count: 4 })
    assert.deepEqual(
      list.filter(({ operation }) => operation === 14).map(({ op, current }) => `${op}: ${current.info}`),
      [
        'admin: tickets as a table, 2026-11-17 – until now',
        'admin: tickets as a table, from the beginning – 2026-11-15',
        'admin: tickets as a table, 2026-11-16 – until now',
        'admin: tickets as a table, 2026-11-16 – 2026-11-16',
      ],
    )
    for (const [wrong, field] of [
      ['from=2026-02-30', 'from'],
      ['from=2026-11-16&until=2026-11-15', 'until'],
      ['until=soon', 'until'],
    ]) {
      const refused = await team.call(`/admin/tickets/export?${wrong}&token=${admin.token}`)
      assert.equal(refused.status, 400)
      assert.equal(refused.headers.get('x-error-field'), field)
    }
  })

  test('the export of tickets continues from part to part, even with many tickets of one moment', async () => {
    await using team = await newTeam({ on, env: { RATE_LIMITS: 'off' } })
    const ann = await team.user()
    const count = 203
    for (let i = 0; i < count; i += 50)
      await Promise.all(
        Array.from({ length: Math.min(50, count - i) }, (_, j) =>
          ann.tickets.create({ type: 0, device: `device ${i + j}` }),
        ),
      )
    const numbers = (await exported(team, '')).slice(1).map(([number]) => Number(number))
    assert.equal(numbers.length, count)
    assert.deepEqual(
      numbers,
      [...new Set(numbers)].sort((a, b) => a - b),
    )
    await using engine = await openEngine(team.fresh.config)
    const last = numbers.at(-1) ?? 0
    await engine.change(
      async (db) => void (await db.updateTable('ticket').set({ accessories: '{' }).where('id', '=', last).execute()),
    )
    const admin = await team.admin()
    await assert.rejects(admin.admin.exportTickets({}), { status: 0 }, 'a cut-off export is an error')
    assert.match(team.logged(), /an answer broke off/)
  })
})
