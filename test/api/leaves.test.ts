import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase, raceRounds } from '../support/databases.ts'
import { addRoster, staffedTeam, timetable } from '../support/staffed.ts'
import { json, newTeam, withPassword } from '../support/team.ts'

const who = (info: string) => info.split(', ').at(-1)

onEachDatabase('leaves', (on) => {
  test('a leave changes roster, head count and public duty together, for its date only', async () => {
    await using team = await staffedTeam({ on })
    const { admin, ann } = team.staff
    const asked = await team.call(
      '/member/askleave',
      json({ token: ann.token, week: '周一', shift: '1', reason: 'ill', substitute: '' }),
    )
    assert.deepEqual(await asked.json(), { success: true, data: {} })
    assert.equal((await team.anyone.duty.info()).inDutyCnt, 1)
    assert.equal((await ann.duty.mine()).isInDuty, false)
    assert.deepEqual((await ann.rosters.week()).list[0]?.workers, ['Bob'])
    assert.deepEqual(await admin.leaves.list(), {
      list: [
        {
          id: 1,
          member: 'Ann',
          week: '周一',
          shift: '1',
          date: '2026-11-16',
          reason: 'ill',
          substitute: '',
          createdTime: '2026-11-16T09:30:00.000000',
        },
      ],
      total: 1,
    })
    team.pass({ days: 7 })
    assert.equal((await team.anyone.duty.info()).inDutyCnt, 2)
  })

  test('a substitute counts as on duty, and may request leave in turn', async () => {
    await using team = await staffedTeam({ on })
    const { ann, bob, eve } = team.staff
    const dan = await team.member('Dan')
    await ann.leaves.ask({ week: 'Monday', shift: '1', substitute: 'Eve' })
    assert.equal((await team.anyone.duty.info()).inDutyCnt, 2)
    assert.equal((await eve.duty.mine()).isInDuty, true)
    assert.equal((await ann.duty.mine()).isInDuty, false)
    await eve.leaves.ask({ week: '1', shift: '1', substitute: 'Dan' })
    assert.equal((await dan.duty.mine()).isInDuty, true)
    assert.equal((await eve.duty.mine()).isInDuty, false)
    assert.deepEqual((await bob.rosters.week()).list[0]?.workers, ['Dan', 'Bob'])
    await ann.leaves.cancel({ week: '1', shift: '1' })
    assert.deepEqual((await bob.rosters.week()).list[0]?.workers, ['Ann', 'Bob'])
  })

  test('a weekday in a request for leave means its next date, without closed days and with make-up days', async () => {
    await using team = await staffedTeam({ on })
    const { admin, ann } = team.staff
    await admin.admin.updateSettings({
      closedDays: [{ from: '2026-11-17', until: '2026-11-24' }],
      makeUpDays: [{ date: '2026-11-21', weekday: 2 }],
    })
    await ann.leaves.ask({ week: '2', shift: '1' })
    assert.equal((await admin.leaves.list()).list[0]?.date, '2026-11-21')
    await assert.rejects(ann.leaves.ask({ week: '2026-11-17', shift: '1' }), { status: 409, code: 'not_on_shift' })
  })

  test('a leave with other text is stored as written, shown to administrators, and changes no roster', async () => {
    await using team = await staffedTeam({ on })
    const { admin, ann, eve } = team.staff
    for (const [week, shift] of [
      ['第3周', '1'],
      ['1', '值完再说'],
      ['第3周周五', '上午'],
    ] as const) {
      const answer = await team.call('/member/askleave', json({ token: ann.token, week, shift }))
      assert.deepEqual([answer.status, answer.headers.get('x-leave-date')], [200, 'none'])
    }
    await ann.leaves.ask({ week: '第3周', shift: '1', reason: 'again' })
    await eve.leaves.ask({ week: '1', shift: '2' })
    assert.equal((await admin.leaves.list()).total, 4)
    const { list, total } = await admin.leaves.list({ only: 'unbound', count: 2 })
    assert.deepEqual([list.length, total], [2, 3])
    assert.ok(list.every(({ date }) => date === ''))
    const all = await admin.leaves.list({ only: 'unbound' })
    assert.equal(all.list.find(({ week }) => week === '第3周')?.reason, 'again')
    assert.equal((await team.anyone.duty.info()).inDutyCnt, 2)
    assert.deepEqual((await eve.leaves.open()).list, [])
    await ann.leaves.cancel({ week: '第3周', shift: '1' })
    assert.equal((await admin.leaves.list()).total, 3)
    for (const wrong of [
      { week: '', shift: '1' },
      { week: '1', shift: '' },
      { week: 'x'.repeat(65), shift: '1' },
      { week: '1', shift: '1', reason: 'x'.repeat(4001) },
    ])
      await assert.rejects(ann.leaves.ask(wrong), { status: 400, code: 'bad_input' })
  })

  test('requesting the same leave again succeeds and changes nothing', async () => {
    await using team = await staffedTeam({ on })
    const { admin, ann, eve } = team.staff
    const state = async () => [
      (await team.anyone.duty.info()).updatedTime,
      (await admin.admin.log()).total,
      (await admin.leaves.list()).list,
    ]
    const asked = { week: '2', shift: '1', reason: 'ill', substitute: '' }
    for (const leave of [asked, { ...asked, substitute: 'Eve' }, { ...asked, week: '第3周' }]) {
      await ann.leaves.ask(leave)
      const before = await state()
      team.pass({ minutes: 1 })
      await ann.leaves.ask(leave)
      await Promise.all([ann.leaves.ask(leave), ann.leaves.ask(leave)])
      assert.deepEqual(await state(), before)
    }
    await ann.leaves.ask({ ...asked, week: '2026/11/17' })
    await eve.leaves.take({ id: 1 })
    const before = await state()
    await eve.leaves.take({ id: 1 })
    await ann.leaves.ask({ ...asked, week: '周二' })
    assert.deepEqual(await state(), before, 'the substitute stays when the leave changes')
    // Three first requests at the same moment are one leave too.
    const twice = await Promise.allSettled([1, 2, 3].map(() => ann.leaves.ask({ ...asked, week: '2026-11-24' })))
    assert.deepEqual(new Set(twice.map(({ status }) => status)), new Set(['fulfilled']))
    assert.equal((await admin.leaves.list()).total, 3)
    assert.equal((await admin.admin.log({ target: 1 })).list.filter(({ current }) => current.id === 3).length, 1)
  })

  test('a member on leave from a shift can neither take nor be given a place on it', async () => {
    await using team = await staffedTeam({ on })
    const { ann, bob, eve } = team.staff
    const refused = { status: 400, code: 'bad_substitute', message: /is on leave for that shift/ }
    const there = async () => (await eve.rosters.week()).list[0]?.workers
    await ann.leaves.ask({ week: '1', shift: '1' })
    await bob.leaves.ask({ week: '1', shift: '1' })
    // Neither of the two is offered the place of the other.
    for (const who of [ann, bob]) assert.deepEqual((await who.leaves.open()).list, [])
    await assert.rejects(bob.leaves.take({ id: 1 }), refused)
    await assert.rejects(ann.leaves.take({ id: 2 }), refused)
    await assert.rejects(ann.leaves.ask({ week: '1', shift: '1', substitute: 'Bob' }), refused)
    assert.deepEqual(await there(), [])
    await bob.leaves.cancel({ id: 2 })
    assert.deepEqual(await there(), ['Bob'])
    // A substitute who requests leave is not offered it either: the chain must not return to its beginning.
    await eve.leaves.take({ id: 1 })
    assert.deepEqual(await there(), ['Eve', 'Bob'])
    await assert.rejects(eve.leaves.ask({ week: '1', shift: '1', substitute: 'Ann' }), refused)
    await eve.leaves.ask({ week: '1', shift: '1' })
    assert.deepEqual(await there(), ['Bob'])
    await bob.leaves.ask({ week: '1', shift: '1' })
    await assert.rejects(eve.leaves.take({ id: 4 }), refused)
    const dan = await team.member('Dan')
    await dan.leaves.take({ id: 3 })
    assert.deepEqual(await there(), ['Dan'])
    // Ann cancels her leave: Eve and Dan are free, and Dan may be Bob's substitute.
    await ann.leaves.cancel({ id: 1 })
    assert.deepEqual(await there(), ['Ann'])
    await dan.leaves.take({ id: 4 })
    assert.deepEqual(await there(), ['Ann', 'Dan'])
  })

  test('after a change of roster, a leave from before still counts every member once', async () => {
    await using team = await staffedTeam({ on })
    const { admin, ann, eve } = team.staff
    await team.member('Dan')
    await ann.leaves.ask({ week: '1', shift: '1', substitute: 'Eve' })
    const sheet = [{ weekday: 1, shift: 1, workers: ['Ann', 'Eve'], leader: 'Ann' }]
    await admin.rosters.update({ id: 1, name: 'Autumn', sheet })
    const there = async () => (await eve.rosters.week()).list[0]?.workers
    assert.deepEqual([await there(), (await team.anyone.duty.info()).inDutyCnt], [['Eve'], 1])
    await eve.leaves.ask({ week: '1', shift: '1', substitute: 'Dan' })
    assert.deepEqual([await there(), (await team.anyone.duty.info()).inDutyCnt], [['Dan'], 1])
  })

  test('the place of a substitute who was removed is open again', async () => {
    await using team = await staffedTeam({ on })
    const { admin, ann, eve } = team.staff
    const dan = await team.member('Dan')
    await ann.leaves.ask({ week: '2', shift: '1' })
    await dan.leaves.take({ id: 1 })
    const id = (await admin.admin.members()).list.find(({ name }) => name === 'Dan')?.id ?? 0
    await admin.admin.removeMember({ id })
    assert.equal((await eve.leaves.open()).list.length, 1)
    await eve.leaves.take({ id: 1 })
    assert.deepEqual((await ann.rosters.week()).list[2]?.workers, ['Eve', 'Bob'])
    // Another member with that name is not affected.
    await admin.admin.invite({ name: 'Dan' })
    assert.deepEqual((await ann.rosters.week()).list[2]?.workers, ['Eve', 'Bob'])
  })

  test('only members of a shift can request leave from it, and not for past shifts', async () => {
    await using team = await staffedTeam({ on })
    const { ann, eve } = team.staff
    const notOn = { status: 409, code: 'not_on_shift' }
    await assert.rejects(eve.leaves.ask({ week: '1', shift: '1' }), notOn)
    await assert.rejects(ann.leaves.ask({ week: '1', shift: '2' }), notOn)
    await assert.rejects(ann.leaves.ask({ week: '3', shift: '1' }), notOn)
    await assert.rejects(ann.leaves.ask({ week: '1', shift: '9' }), notOn)
    await assert.rejects(ann.leaves.ask({ week: '2026-11-10', shift: '1' }), { status: 409, code: 'shift_over' })
    await ann.leaves.ask({ week: '1', shift: '1' })
    team.pass({ hours: 2, minutes: 30 })
    await assert.rejects(ann.leaves.ask({ week: '2026-11-16', shift: '1' }), { status: 409, code: 'shift_over' })
    await assert.rejects(ann.leaves.cancel({ id: 1 }), { status: 409, code: 'shift_over' })
  })

  test('a substitute is another member who is not on the shift, and may be only invited yet', async () => {
    await using team = await staffedTeam({ on })
    const { admin, ann } = team.staff
    const wrong = (substitute: string) => ann.leaves.ask({ week: '1', shift: '1', substitute })
    const refused = { status: 400, code: 'bad_substitute' }
    await assert.rejects(wrong('Nobody'), { ...refused, message: 'No member has this name.' })
    await assert.rejects(wrong('Ann'), { ...refused, message: 'You cannot be your own substitute.' })
    await assert.rejects(wrong('Bob'), { ...refused, message: 'Bob is already on that shift.' })
    const { id } = await admin.admin.invite({ name: 'Gone' })
    await admin.admin.removeMember({ id })
    await assert.rejects(wrong('Gone'), refused)
    await admin.admin.invite({ name: 'Dan' })
    await wrong('Dan')
    assert.deepEqual((await ann.rosters.week()).list[0]?.workers, ['Dan', 'Bob'])
    assert.equal((await admin.leaves.list()).total, 1)
  })

  test('a leave without a substitute is an open offer: the first member who covers it gets it, and keeps it when the reason changes', async () => {
    await using team = await staffedTeam({ on })
    const { admin, ann, bob, eve } = team.staff
    await ann.leaves.ask({ week: '2', shift: '1' })
    const { list } = await eve.leaves.open()
    assert.deepEqual(
      list.map(({ member, date, shift }) => ({ member, date, shift })),
      [{ member: 'Ann', date: '2026-11-17', shift: '1' }],
    )
    const id = list[0]?.id ?? 0
    // Members are not offered their own shift, or one they are on.
    for (const who of [ann, bob]) assert.deepEqual((await who.leaves.open()).list, [])
    await assert.rejects(ann.leaves.take({ id }), { status: 400, code: 'bad_substitute' })
    await assert.rejects(bob.leaves.take({ id }), { status: 400, code: 'bad_substitute' })
    await eve.leaves.take({ id })
    await eve.leaves.take({ id })
    const dan = await team.member('Dan')
    await assert.rejects(dan.leaves.take({ id }), {
      status: 409,
      code: 'leave_taken',
      message: 'Eve is already covering this shift.',
    })
    assert.deepEqual((await dan.leaves.open()).list, [])
    for (const reason of ['still ill', 'and still']) await ann.leaves.ask({ week: '2', shift: '1', reason })
    assert.deepEqual((await ann.rosters.week()).list[2]?.workers, ['Eve', 'Bob'])
    await ann.leaves.ask({ week: '2', shift: '1', substitute: 'Dan' })
    assert.deepEqual((await ann.rosters.week()).list[2]?.workers, ['Dan', 'Bob'])
    await ann.leaves.ask({ week: '2', shift: '1' })
    assert.equal((await eve.leaves.open()).list.length, 1)
    const missing = { status: 404, code: 'leave_not_found' }
    await assert.rejects(eve.leaves.take({ id: 99 }), missing)
    const { list: log } = await admin.admin.log({ target: 1 })
    assert.deepEqual(
      log.map(({ op, operation, previous, current }) => [op, operation, who(previous.info), who(current.info)]),
      [
        ['Ann', 11, 'substitute Dan', 'no substitute'],
        ['Ann', 11, 'substitute Eve', 'substitute Dan'],
        ['Ann', 11, 'substitute Eve', 'substitute Eve'],
        ['Ann', 11, 'substitute Eve', 'substitute Eve'],
        ['Eve', 1, 'no substitute', 'substitute Eve'],
        ['Ann', 11, '', 'no substitute'],
      ],
    )
    // If Ann is not on the roster of that day, there is no shift to cover.
    await admin.rosters.create({ name: 'None', sheet: [] })
    assert.deepEqual((await eve.leaves.open()).list, [])
    await assert.rejects(eve.leaves.take({ id }), missing)
    await admin.rosters.activate({ id: 1 })
    team.pass({ days: 1, hours: 3 })
    assert.deepEqual((await eve.leaves.open()).list, [])
    await assert.rejects(eve.leaves.take({ id }), { status: 409, code: 'shift_over' })
  })

  test('a member can withdraw only their own leave', async () => {
    await using team = await staffedTeam({ on })
    const { admin, ann, bob } = team.staff
    await ann.leaves.ask({ week: '1', shift: '1' })
    const missing = { status: 404, code: 'leave_not_found' }
    await assert.rejects(bob.leaves.cancel({ id: 1 }), missing)
    await assert.rejects(bob.leaves.cancel({ week: '1', shift: '1' }), missing)
    await assert.rejects(bob.leaves.cancel({}), { status: 400, code: 'bad_input' })
    await ann.leaves.cancel({ id: 1 })
    await assert.rejects(ann.leaves.cancel({ id: 1 }), missing)
    assert.equal((await team.anyone.duty.info()).inDutyCnt, 2)
    const { list } = await admin.admin.log({ target: 1 })
    assert.deepEqual(
      list.map(({ op, operation, previous, current }) => [op, operation, previous.info, current.info]),
      [
        ['Ann', 2, '2026-11-16, Shift 1, no substitute', ''],
        ['Ann', 11, '', '2026-11-16, Shift 1, no substitute'],
      ],
    )
  })

  test('of two members who offer to cover the same shift at once, exactly one gets it', async () => {
    await using team = await staffedTeam({ on, env: { RATE_LIMITS: 'off' } })
    const { ann, eve } = team.staff
    const dan = await team.member('Dan')
    for (let round = 0; round < raceRounds(on, 12); round += 1) {
      await ann.leaves.ask({ week: '2', shift: '1' })
      const id = (await eve.leaves.open()).list[0]?.id ?? 0
      const tries = await Promise.allSettled([eve.leaves.take({ id }), dan.leaves.take({ id })])
      assert.deepEqual(tries.map(({ status }) => status).sort(), ['fulfilled', 'rejected'], `round ${round}`)
      const winner = tries[0]?.status === 'fulfilled' ? 'Eve' : 'Dan'
      assert.deepEqual((await ann.rosters.week()).list[2]?.workers, [winner, 'Bob'])
      await ann.leaves.cancel({ id })
    }
  })
})

// Dates are read before the database is queried, so one database is enough.
test('a weekday is read in every usual spelling and means its next date', async () => {
  await using team = await staffedTeam()
  const { admin, ann } = team.staff
  const days = ['2', '周二', '星期二', '礼拜二', 'Tuesday', 'tue', 'TUE', ' 2 ', '2026-11-17', '周2', '２']
  days.push('2026/11/17', '2026.11.17', '2026年11月17日', '11月17日', '11月17号')
  for (const week of days) {
    await ann.leaves.ask({ week, shift: '1', reason: week })
    const { list, total } = await admin.leaves.list()
    assert.equal(total, 1, week)
    assert.deepEqual([list[0]?.date, list[0]?.reason], ['2026-11-17', week])
  }
  // By the timetable there is one shift in the morning.
  for (const shift of ['第1班', '第一班', '1班', '上午', '早班', 'Shift 1', 'morning']) {
    const body = { token: ann.token, week: '1', shift, reason: shift }
    const answer = await team.call('/member/askleave', json(body))
    assert.equal(answer.headers.get('x-leave-date'), '2026-11-16', shift)
    assert.deepEqual(await answer.json(), { success: true, data: {} })
  }
  assert.equal((await admin.leaves.list()).total, 2)
  team.pass({ hours: 2, minutes: 30 })
  await ann.leaves.ask({ week: '1', shift: '1' })
  assert.deepEqual(
    (await admin.leaves.list()).list.map(({ date }) => date),
    ['2026-11-23', '2026-11-16', '2026-11-17'],
  )
  // Without a year it is the nearest date, even a past one.
  await assert.rejects(ann.leaves.ask({ week: '11月10日', shift: '1' }), { status: 409, code: 'shift_over' })
  await ann.leaves.ask({ week: '2027-1-4', shift: '1' })
  assert.equal((await admin.leaves.list()).list[0]?.date, '2027-01-04')
  await ann.leaves.ask({ week: '1月4日', shift: '1', reason: 'the same' })
  assert.equal((await admin.leaves.list()).list[0]?.reason, 'the same')
  // This holds however old the active roster is.
  const returns = await withPassword(team, ann, 'member Ann')
  team.pass({ days: 700 })
  const later = await returns()
  const asked = await team.call('/member/askleave', json({ token: later.token, week: '周二', shift: '1' }))
  assert.equal(asked.headers.get('x-leave-date'), '2028-10-17')
})

// Dates are read before the database is queried, so one database is enough.
test('a leave with an invalid date, weekday or shift is refused, and the answer says which formats are read', async () => {
  await using team = await staffedTeam()
  const { admin, ann } = team.staff
  const like = [
    '8',
    '0',
    '2026-02-30',
    '2026/13/01',
    '13月1日',
    '11/18',
    '周八',
    '周末',
    '下周一',
    '明天',
    'Mond',
    'Wendsday',
    '十三月四十日',
    '3 Ocotber',
  ]
  for (const week of [...like, 'next Tuesday', 'Nov 17', '-1', '20261117', '2026-11', '1.5'])
    await assert.rejects(
      ann.leaves.ask({ week, shift: '1' }),
      { status: 400, field: 'week', message: /2026\/11\/16/ },
      week,
    )
  // Two shifts begin in the afternoon by the new timetable, none in the night.
  await admin.admin.updateSettings({
    timetable: [
      { shift: 1, from: '09:00', until: '12:00' },
      { shift: 2, from: '14:00', until: '15:00' },
      { shift: 3, from: '16:00', until: '17:00' },
    ],
  })
  for (const shift of ['0', '100', '-1', '1.5', '第0班', '第百班', '中班', '下午', '晚班', '一百', 'shift x'])
    for (const week of shift.endsWith('午') || shift === '晚班' ? ['1'] : ['1', '第3周'])
      await assert.rejects(ann.leaves.ask({ week, shift }), { status: 400, field: 'shift', message: /morning/ }, shift)
  const answer = await team.call(
    '/member/askleave',
    json({ token: ann.token, week: '周八', shift: '1' }, { 'accept-language': 'zh-CN' }),
  )
  assert.match(((await answer.json()) as { err: string }).err, /可以写/)
  assert.equal((await admin.leaves.list()).total, 0)
})

test('“today” in a request for leave is the date in the team’s zone', async () => {
  // In Los Angeles it is Monday, five in the afternoon.
  await using team = await newTeam({ at: '2026-11-17T01:00:00Z', env: { TEAM_TIME_ZONE: 'America/Los_Angeles' } })
  const { admin, ann, bob, eve } = await addRoster(team)
  const night = { shift: 4, from: '00:00', until: '02:00' }
  await admin.admin.updateSettings({ timetable: [...timetable, night] })
  const slot = { workers: ['Ann', 'Bob'], leader: 'Ann' }
  const sheet = [
    { weekday: 1, shift: 3, ...slot },
    { weekday: 3, shift: 4, ...slot },
  ]
  await admin.rosters.create({ name: 'Late', sheet })
  await ann.leaves.ask({ week: '1', shift: '3' })
  assert.deepEqual(
    (await eve.leaves.open()).list.map(({ date }) => date),
    ['2026-11-16'],
  )
  // In Shanghai it is Wednesday, one in the night.
  await admin.admin.updateSettings({ timeZone: 'Asia/Shanghai' })
  team.pass({ hours: 16 })
  assert.equal((await bob.conclusions.draft()).week, '2026-11-18')
})
