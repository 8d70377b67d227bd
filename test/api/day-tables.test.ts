import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCsv } from '../support/csv.ts'
import { onEachDatabase } from '../support/databases.ts'
import { deskRole, november, ownerWithTicket, staffedDay } from '../support/repair-days.ts'
import { newTeam, type Team } from '../support/team.ts'

async function exported(team: Team, query: string, lang = 'en-US') {
  const { token } = await team.admin()
  const response = await team.call(`/admin/event/export?${query}&format=csv`, {
    headers: { authorization: `Bearer ${token}`, 'accept-language': lang },
  })
  assert.equal(response.status, 200)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { bytes, rows: readCsv(bytes.subarray(3).toString()) }
}

const file = (...lines: string[]) => new TextEncoder().encode(lines.join('\r\n'))

onEachDatabase('tables of repair days', (on) => {
  test('helpers and bookings of a day are exported, and can be imported on another day', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const { id, roles } = await staffedDay(team, [deskRole])
    const [ann, bob] = [await team.member('Ann'), await team.member('Bob')]
    for (const one of [ann, bob]) await one.helpers.help({ id, role: roles[0] })
    const { owner, ticket } = await ownerWithTicket(team)
    const wave = (await admin.planner.info({ id })).waves[1]?.id ?? 0
    await owner.repairDays.book({ id, ticket, wave, backedUp: true })
    const helpers = await exported(team, `id=${id}&what=helpers`, 'zh-CN')
    assert.deepEqual(helpers.rows, [
      ['岗位', '队员', '状态'],
      ['接待台', 'Ann', '已报名'],
      ['接待台', 'Bob', '候补'],
    ])
    const bookings = await exported(team, `id=${id}&what=bookings`)
    assert.deepEqual(bookings.rows, [
      ['Ticket', 'Device', 'Owner', 'Kind', 'Wave', 'State'],
      [String(ticket), 'Kettle', bookings.rows[1]?.[2], 'Appliance', '2026-11-21 15:00', 'booked'],
    ])
    const other = await staffedDay(team, [{ ...deskRole, places: 2 }], november)
    const result = { rows: 2, added: 2, known: 0, problems: [] }
    const given = { id: other.id, what: 'helpers' as const, file: helpers.bytes }
    assert.deepEqual(await admin.dayTables.import({ ...given, check: 'true' }), result)
    assert.equal((await admin.helpers.info({ id: other.id })).roles[0]?.free, 2)
    assert.deepEqual(await admin.dayTables.import(given), result)
    assert.deepEqual(await admin.dayTables.import(given), { ...result, added: 0, known: 2 })
    assert.deepEqual(
      (await admin.helpers.info({ id: other.id })).roles[0]?.helpers.map(({ name }) => name),
      ['Ann', 'Bob'],
    )
    const booked = { id: other.id, what: 'bookings' as const, file: bookings.bytes }
    assert.equal((await admin.dayTables.import(booked)).added, 1)
    const mine = (await owner.repairDays.mine()).list.find(({ day }) => day === other.id)
    assert.deepEqual([mine?.state, mine?.from.slice(0, 16)], ['booked', '2026-11-21T15:00'])
  })

  test('an import enters all rows or none, and names the reason of each row that it cannot enter', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const { id } = await staffedDay(team, [deskRole])
    await team.member('Ann')
    await team.member('Bob')
    const helpers = file('Role,Member', 'Desk,Ann', 'Desk,Bob', 'Kitchen,Ann', 'desk,Eve')
    const given = { id, what: 'helpers' as const, file: helpers }
    const checked = await admin.dayTables.import({ ...given, check: 'true' })
    assert.deepEqual(
      [checked.added, checked.problems.map(({ row, reason }) => `${row} ${reason}`)],
      [
        1,
        [
          '3 This role has no free place.',
          '4 This role does not exist any more. Reload the repair day and choose again.',
          '5 This member does not exist.',
        ],
      ],
    )
    await assert.rejects(admin.dayTables.import(given), { code: 'import_refused' })
    assert.equal((await admin.helpers.info({ id })).roles[0]?.free, 1)
    const { ticket } = await ownerWithTicket(team)
    const bookings = file('Ticket,Wave', `${ticket},2026-11-21 23:00`, 'x,', '99,')
    const { problems } = await admin.dayTables.import({ id, what: 'bookings', file: bookings, check: 'true' })
    assert.deepEqual(
      problems.map(({ row }) => row),
      [2, 3, 4],
    )
    for (const table of [file('Name', 'Ann'), new Uint8Array()])
      await assert.rejects(admin.dayTables.import({ ...given, file: table }), { code: 'import_unreadable' })
  })
})
