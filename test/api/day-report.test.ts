import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase } from '../support/databases.ts'
import { dayIn, deskRole, ownerWithTicket, staffedDay } from '../support/repair-days.ts'
import { newTeam } from '../support/team.ts'

onEachDatabase('reports of repair days', (on) => {
  test('a report counts what came and who helped, and is public after the day only where the team publishes it', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const signing = { on: true, desk: true, earlyMinutes: 15, overtimeMinutes: 30 }
    await admin.admin.updateSettings({ signing, memberSessionDays: 365, adminSessionHours: 8760 })
    const { id, roles } = await staffedDay(team, [{ ...deskRole, places: 2 }], { publish: true })
    const [ann, bob] = [await team.member('Ann'), await team.member('Bob')]
    for (const one of [ann, bob]) await one.helpers.help({ id, role: roles[0] })
    const [first, second] = [await ownerWithTicket(team), await ownerWithTicket(team)]
    for (const { owner, ticket } of [first, second]) await owner.repairDays.book({ id, ticket, backedUp: true })
    team.pass({ days: 5, hours: 5 })
    await ann.hours.signIn({ code: '' })
    await first.owner.repairDays.arrive({ id, ticket: first.ticket })
    for (let i = 0; i < 5; i += 1) await ann.counter.create({ type: 0, device: 'Iron', queue: true })
    await ann.tickets.pick({ id: first.ticket })
    await ann.tickets.update({ id: first.ticket, status: 5 })
    await assert.rejects(team.anyone.dayReports.info({ id }), { code: 'repair_day_not_found' })
    team.pass({ hours: 2 })
    await ann.hours.signOut({})
    team.pass({ hours: 2 })
    const whole = await bob.dayReports.whole({ id })
    assert.deepEqual([whole.devices, whole.booked, whole.walkIns, whole.helpers], [6, 1, 5, 1])
    assert.deepEqual(whole.kinds, [
      {
        kind: 0,
        count: 6,
        outcomes: [
          { outcome: 'fixed', count: 1 },
          { outcome: 'open', count: 5 },
        ],
      },
    ])
    assert.deepEqual(
      whole.helped.map(({ name, signedUp, signedIn, minutes }) => [name, signedUp, signedIn, minutes > 0]),
      [
        ['Ann', true, true, true],
        ['Bob', true, false, false],
      ],
    )
    const report = await team.anyone.dayReports.info({ id })
    assert.deepEqual(
      [report.devices, report.outcomes, report.kinds, report.helpers],
      [6, [], [{ kind: 0, count: 6 }], 1],
    )
    assert.doesNotMatch(JSON.stringify(report), /Ann|Kettle|Iron/)
  })

  test('statistics have the repair days of the period that took place and are over', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    await admin.admin.updateSettings({ memberSessionDays: 365, adminSessionHours: 8760 })
    const { id } = await staffedDay(team, [deskRole])
    const cancelled = await staffedDay(team, [deskRole])
    await admin.planner.cancel({ id: cancelled.id })
    await admin.planner.copy({ id, from: '2026-11-20' })
    await staffedDay(team, [deskRole], dayIn(team, 20))
    const ann = await team.member('Ann')
    const came = await ownerWithTicket(team)
    const all = [came, await ownerWithTicket(team), await ownerWithTicket(team)]
    for (const { owner, ticket } of all) await owner.repairDays.book({ id, ticket, backedUp: true })
    await all[2]?.owner.repairDays.unbook({ id, ticket: all[2].ticket })
    const days = async (period = {}) => (await admin.admin.statsDetail(period)).repairDays
    team.pass({ days: 5, hours: 5 })
    await came.owner.repairDays.arrive({ id, ticket: came.ticket })
    const walkIns: number[] = []
    for (let i = 0; i < 2; i += 1) walkIns.push((await ann.counter.create({ type: 0, device: 'Iron', queue: true })).id)
    for (const [one, status] of [
      [came.ticket, 5],
      [walkIns[0] ?? 0, 6],
    ] as const) {
      await ann.tickets.pick({ id: one })
      await ann.tickets.update({ id: one, status })
    }
    assert.deepEqual(await days(), [], 'the day is not over')
    team.pass({ hours: 4 })
    const [day, ...others] = await days()
    assert.deepEqual(others, [])
    const { grams = 0, ...counts } = day ?? {}
    const date = '2026-11-21'
    assert.deepEqual(counts, { id, date, booked: 2, arrived: 1, walkIns: 2, fixed: 1, notFixed: 1, open: 1 })
    assert.equal(grams, (await admin.dayReports.whole({ id })).grams)
    assert.ok(grams > 0)
    assert.deepEqual(await days({ from: date, until: date }), [day])
    assert.deepEqual(await days({ until: '2026-11-20' }), [])
    assert.deepEqual(await days({ from: '2026-11-22', until: '2026-11-30' }), [])
  })

  test('a report is not public where the team does not publish it, nor of a cancelled day', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    await admin.admin.updateSettings({ memberSessionDays: 365, adminSessionHours: 8760 })
    const { id } = await staffedDay(team, [deskRole])
    const other = await staffedDay(team, [deskRole], { publish: true })
    await admin.planner.cancel({ id: other.id })
    team.pass({ days: 7 })
    for (const one of [id, other.id, 99])
      await assert.rejects(team.anyone.dayReports.info({ id: one }), { code: 'repair_day_not_found' })
    assert.equal((await admin.dayReports.whole({ id })).devices, 0)
  })
})
