import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase } from '../support/databases.ts'
import { off, others, staffedTeam } from '../support/staffed.ts'
import { json, newTeam, withPassword } from '../support/team.ts'

const sheet = [{ weekday: 1, shift: 1, workers: ['Ann', 'Bob'], leader: 'Ann' }]

onEachDatabase('rosters', (on) => {
  test('a new team has no rosters', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    assert.deepEqual(await admin.rosters.list(), { current: 0, list: [] })
    await assert.rejects(admin.rosters.current(), { status: 404, code: 'no_current_roster' })
    const bob = await team.member('Bob')
    assert.deepEqual(await bob.rosters.week(), {
      from: '2026-11-16',
      until: '2026-11-22',
      roster: null,
      closed: [],
      list: [],
      special: [],
    })
  })

  test('rosters are created, prepared, changed, activated and deleted', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    await team.member('Ann')
    const made = await team.call('/admin/sheet/create', json({ token: admin.token, name: 'Autumn', sheet }))
    assert.deepEqual(await made.json(), { success: true, data: {} })
    const current = await (await team.call(`/admin/sheet/current?token=${admin.token}`)).json()
    assert.deepEqual(current, {
      success: true,
      data: { id: 1, name: 'Autumn', createdTime: '2026-11-16T09:30:00.000000', sheet, version: 1, unknown: ['Bob'] },
    })
    await admin.admin.removeMember({ id: (await admin.admin.members()).list[0]?.id ?? 0 })
    assert.deepEqual((await admin.rosters.current()).unknown, ['Ann', 'Bob'])
    await admin.rosters.create({ name: 'Spring', sheet: [], activate: false })
    assert.equal((await admin.rosters.current()).name, 'Autumn')
    const { current: id, list } = await admin.rosters.list()
    assert.equal(id, 1)
    assert.deepEqual(
      list.map(({ name }) => name),
      ['Spring', 'Autumn'],
    )
    const paged = await team.call(`/admin/sheet/list?pageId=2&count=1&token=${admin.token}`)
    assert.deepEqual(
      await paged.json(),
      { success: true, data: { current: 1, list } },
      'the list of rosters ignores paging',
    )
    await admin.rosters.update({ id: 2, name: 'Spring term', sheet })
    for (let i = 0; i < 2; i += 1) await admin.rosters.activate({ id: 2 })
    assert.equal((await admin.rosters.current()).name, 'Spring term')
    await admin.rosters.delete({ id: 2 })
    await assert.rejects(admin.rosters.current(), { status: 404, code: 'no_current_roster' })
    assert.equal((await admin.rosters.list()).current, 0)
    const { list: log } = await admin.admin.log({ target: 2 })
    assert.deepEqual(
      log.map(({ operation, previous, current }) => [operation, previous.info, current.info]),
      [
        [2, 'Spring term, 1 shift, active', ''],
        [1, 'Autumn, 1 shift, active', 'Spring term, 1 shift, active'],
        [1, 'Spring, 0 shifts', 'Spring term, 1 shift'],
        [0, '', 'Spring, 0 shifts'],
        [0, '', 'Autumn, 1 shift, active'],
      ],
    )
    for (const call of [
      () => admin.rosters.activate({ id: 2 }),
      () => admin.rosters.delete({ id: 2 }),
      () => admin.rosters.update({ id: 2, name: 'x', sheet: [] }),
    ])
      await assert.rejects(call(), { status: 404, code: 'roster_not_found' })
  })

  test('a leader who is not on the shift is added to it, and no member counts twice', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    await admin.rosters.create({
      name: 'x',
      sheet: [
        { weekday: 7, shift: 99, workers: ['Ann', 'Ann'], leader: 'Eve' },
        { weekday: 1, shift: 1, workers: [] },
      ],
    })
    assert.deepEqual((await admin.rosters.current()).sheet, [
      { weekday: 7, shift: 99, workers: ['Ann', 'Eve'], leader: 'Eve' },
      { weekday: 1, shift: 1, workers: [], leader: '' },
    ])
  })

  test('a roster with invalid, repeated or too many entries is refused', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const slot = { weekday: 1, shift: 1, workers: ['Ann'], leader: '' }
    for (const [wrong, sentence] of [
      [[{ ...slot, weekday: 0 }], /sheet\[0\].weekday must be at least 1/],
      [[{ ...slot, weekday: 8 }], /sheet\[0\].weekday must be at most 7/],
      [[{ ...slot, shift: 0 }], /sheet\[0\].shift must be at least 1/],
      [[{ ...slot, shift: 100 }], /sheet\[0\].shift must be at most 99/],
      [[{ ...slot, workers: ['x'.repeat(65)] }], /sheet\[0\].workers\[0\] may have at most 64/],
      [[{ ...slot, workers: [''] }], /sheet\[0\].workers\[0\] is required/],
      [[{ ...slot, leader: 'a\u0000b' }], /sheet\[0\].leader contains invisible characters/],
      [[{ ...slot, workers: Array.from({ length: 101 }, (_, i) => `w${i}`) }], /at most 100 entries/],
      [[slot, { ...slot, workers: [] }], /sheet\[1\] is the second entry for the same weekday and shift \(1\/1\)/],
      [Array.from({ length: 694 }, () => slot), /sheet may have at most 693 entries/],
    ] as const)
      await assert.rejects(admin.rosters.create({ name: 'x', sheet: structuredClone(wrong) as typeof sheet }), {
        status: 400,
        message: sentence,
      })
    const farTooMany = Array.from({ length: 10_000 }, () => structuredClone(slot))
    await assert.rejects(admin.rosters.create({ name: 'x', sheet: farTooMany }), { code: 'too_many_fields' })
    await assert.rejects(admin.rosters.create({ name: '', sheet: [] }), { status: 400 })
    assert.deepEqual((await admin.rosters.list()).list, [])
  })

  test('the second of two administrators with the same version of a roster is refused; without a version the last one wins', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    await admin.rosters.create({ name: 'x', sheet: [] })
    const { id, version } = await admin.rosters.current()
    await admin.rosters.update({ id, version, name: 'first', sheet })
    await assert.rejects(admin.rosters.update({ id, version, name: 'second', sheet: [] }), {
      status: 409,
      code: 'roster_changed',
    })
    assert.equal((await admin.rosters.current()).name, 'first')
    await admin.rosters.update({ id, name: 'third', sheet: [] })
    const both = await Promise.allSettled(
      ['one', 'two'].map((name) => admin.rosters.update({ id, version: 3, name, sheet })),
    )
    assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    const { list } = await admin.admin.log({ target: 2 })
    assert.deepEqual(
      list.slice(1).map(({ current }) => current.info),
      ['third, 0 shifts, active', 'first, 1 shift, active', 'x, 0 shifts, active'],
    )
  })

  test('renaming a member renames them in every roster', async () => {
    await using team = await staffedTeam({ on })
    const { admin, ann } = team.staff
    await admin.rosters.create({ name: 'Spring', sheet, activate: false })
    await admin.rosters.create({ name: 'Without Ann', sheet: [], activate: false })
    const id = (await admin.admin.members()).list.find(({ name }) => name === 'Ann')?.id ?? 0
    await ann.leaves.ask({ week: 'Tue', shift: '1' })
    await admin.admin.updateMember({ id, name: 'Anna' })
    const [without, ...rosters] = (await admin.rosters.list()).list
    assert.equal(without?.version, 1, 'renaming a member changes no roster without the member')
    for (const roster of rosters) {
      assert.deepEqual(roster.sheet[0]?.workers, ['Anna', 'Bob'])
      assert.equal(roster.sheet[0]?.leader, 'Anna')
    }
    assert.equal((await ann.duty.mine()).isInDuty, true)
    const { list } = await ann.rosters.week()
    assert.deepEqual(list[2]?.leaves, [{ member: 'Anna', substitute: '' }])
    assert.equal((await admin.rosters.current()).version, 2)
  })

  test('the week shows planned special duty to all members until it is cancelled or replaced', async () => {
    await using team = await staffedTeam({ on })
    const { admin, eve } = team.staff
    const special = async (date: string) =>
      (await eve.rosters.week({ date })).special.map(({ from, until, place }) => [
        from.slice(5, 16),
        until.slice(11, 16),
        place,
      ])
    await admin.duty.update(others('2026-11-18T18:00:00.000000/2026-11-18T20:00:00.000000', 'Library'))
    await admin.duty.update(others('2026-11-28T10:00:00.000000/2026-11-28T12:00:00.000000', 'Gate 3'))
    assert.deepEqual(await special('2026-11-16'), [['11-18T18:00', '20:00', 'Library']])
    assert.deepEqual(await special('2026-11-27'), [['11-28T10:00', '12:00', 'Gate 3']])
    const { list } = await admin.duty.planned()
    await admin.duty.unplan({ id: list[0]?.id ?? 0 })
    assert.deepEqual(await special('2026-11-16'), [])
    await admin.duty.update(off)
    assert.deepEqual(await special('2026-11-27'), [])
  })

  test('the week shows who is coming and where people are missing', async () => {
    await using team = await staffedTeam({ on })
    const { admin, ann, bob, eve } = team.staff
    await admin.admin.updateSettings({ minimumPerShift: 2, closedDays: [{ from: '2026-11-18', until: '2026-11-18' }] })
    await ann.leaves.ask({ week: '2026-11-17', shift: '1', substitute: 'Eve' })
    await bob.leaves.ask({ week: '2026-11-17', shift: '1' })
    await eve.leaves.ask({ week: '1', shift: '2' })
    const week = await bob.rosters.week({ date: '2026-11-22' })
    assert.deepEqual(week.closed, ['2026-11-18'])
    assert.deepEqual(week.roster, { id: 1, name: 'Autumn' })
    assert.deepEqual(
      week.list.map(({ date, shift, workers, leader, gaps, from }) => ({ date, shift, workers, leader, gaps, from })),
      [
        {
          date: '2026-11-16',
          shift: 1,
          workers: ['Ann', 'Bob'],
          leader: 'Ann',
          gaps: [],
          from: '2026-11-16T09:00:00.000000',
        },
        { date: '2026-11-16', shift: 2, workers: [], leader: '', gaps: ['nobody'], from: '2026-11-16T14:00:00.000000' },
        {
          date: '2026-11-17',
          shift: 1,
          workers: ['Eve'],
          leader: '',
          gaps: ['no_leader', 'too_few'],
          from: '2026-11-17T09:00:00.000000',
        },
      ],
    )
    assert.deepEqual((await bob.rosters.week({ date: '2026-11-24' })).list[0]?.workers, ['Ann', 'Bob'])
    await assert.rejects(bob.rosters.week({ date: '2026-02-30' }), { status: 400 })
    const returns = await withPassword(team, bob, 'member Bob')
    // Half past midnight on Monday, while it is still Sunday in UTC.
    team.pass({ days: 6, hours: 15 })
    assert.equal((await bob.rosters.week()).from, '2026-11-23')
    team.pass({ days: 54 })
    const later = await returns()
    assert.deepEqual((await later.rosters.week({ date: '2026-11-22' })).list, week.list)
  })
})
