import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase } from '../support/databases.ts'
import { staffed } from '../support/staffed.ts'
import { json, newTeam } from '../support/team.ts'

const who = (info: string) => info.split(', ').at(-1)

onEachDatabase('leaves', (on) => {
  test('roster, head count and public answer change together, for that very date alone', async () => {
    await using team = await newTeam({ on })
    const { admin, ann } = await staffed(team)
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

  test('a substitute counts as on duty, and may ask leave in turn', async () => {
    await using team = await newTeam({ on })
    const { ann, bob, eve } = await staffed(team)
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

  test('a weekday is read as people write it and means its next occurrence', async () => {
    await using team = await newTeam({ on })
    const { admin, ann } = await staffed(team)
    const days = ['2', '周二', '星期二', '礼拜二', 'Tuesday', 'tue', 'TUE', ' 2 ', '2026-11-17']
    for (const week of days) {
      await ann.leaves.ask({ week, shift: '1', reason: week })
      const { list, total } = await admin.leaves.list()
      assert.equal(total, 1, week)
      assert.deepEqual([list[0]?.date, list[0]?.reason], ['2026-11-17', week])
    }
    await ann.leaves.ask({ week: '1', shift: '第1班' })
    assert.equal((await admin.leaves.list()).list[0]?.date, '2026-11-16')
    team.pass({ hours: 2, minutes: 30 })
    await ann.leaves.ask({ week: '1', shift: '1' })
    assert.deepEqual(
      (await admin.leaves.list()).list.map(({ date }) => date),
      ['2026-11-23', '2026-11-16', '2026-11-17'],
    )
  })

  test('the next occurrence steps over closed days and finds make-up days', async () => {
    await using team = await newTeam({ on })
    const { admin, ann } = await staffed(team)
    await admin.admin.updateSettings({
      closedDays: [{ from: '2026-11-17', until: '2026-11-24' }],
      makeUpDays: [{ date: '2026-11-21', weekday: 2 }],
    })
    await ann.leaves.ask({ week: '2', shift: '1' })
    assert.equal((await admin.leaves.list()).list[0]?.date, '2026-11-21')
    await assert.rejects(ann.leaves.ask({ week: '2026-11-17', shift: '1' }), { status: 409, code: 'not_on_shift' })
  })

  test('any other text is kept as written, shown to administrators, and changes no roster', async () => {
    await using team = await newTeam({ on })
    const { admin, ann, eve } = await staffed(team)
    for (const [week, shift] of [
      ['第3周', '1'],
      ['1', '晚班'],
      ['8', '1'],
      ['2026-02-30', '1'],
      ['1', '100'],
    ] as const)
      await ann.leaves.ask({ week, shift })
    await ann.leaves.ask({ week: '第3周', shift: '1', reason: 'again' })
    const { list, total } = await admin.leaves.list()
    assert.equal(total, 5)
    assert.ok(list.every(({ date }) => date === ''))
    assert.equal(list.find(({ week }) => week === '第3周')?.reason, 'again')
    assert.equal((await team.anyone.duty.info()).inDutyCnt, 2)
    assert.deepEqual((await eve.leaves.open()).list, [])
    await ann.leaves.cancel({ week: '第3周', shift: '1' })
    assert.equal((await admin.leaves.list()).total, 4)
    for (const wrong of [
      { week: '', shift: '1' },
      { week: '1', shift: '' },
      { week: 'x'.repeat(65), shift: '1' },
    ])
      await assert.rejects(ann.leaves.ask(wrong), { status: 400, code: 'bad_input' })
  })

  test('who is not on the shift cannot leave it, and nobody leaves the past', async () => {
    await using team = await newTeam({ on })
    const { ann, eve } = await staffed(team)
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

  test('a substitute is somebody else on the team who is not there anyway; invited is enough', async () => {
    await using team = await newTeam({ on })
    const { admin, ann } = await staffed(team)
    const wrong = (substitute: string) => ann.leaves.ask({ week: '1', shift: '1', substitute })
    const refused = { status: 400, code: 'bad_substitute' }
    await assert.rejects(wrong('Nobody'), { ...refused, message: 'There is no member called Nobody.' })
    await assert.rejects(wrong('Ann'), { ...refused, message: 'You cannot stand in for yourself.' })
    await assert.rejects(wrong('Bob'), { ...refused, message: 'Bob is on that shift already.' })
    const { id } = await admin.admin.invite({ name: 'Gone' })
    await admin.admin.removeMember({ id })
    await assert.rejects(wrong('Gone'), refused)
    await admin.admin.invite({ name: 'Dan' })
    await wrong('Dan')
    assert.deepEqual((await ann.rosters.week()).list[0]?.workers, ['Dan', 'Bob'])
    assert.equal((await admin.leaves.list()).total, 1)
  })

  test('a leave without a substitute is an offer: the first to take it comes, and is not lost when the reason changes', async () => {
    await using team = await newTeam({ on })
    const { admin, ann, bob, eve } = await staffed(team)
    await ann.leaves.ask({ week: '2', shift: '1' })
    const { list } = await eve.leaves.open()
    assert.deepEqual(
      list.map(({ member, date, shift }) => ({ member, date, shift })),
      [{ member: 'Ann', date: '2026-11-17', shift: '1' }],
    )
    const id = list[0]?.id ?? 0
    // Nobody is offered what they would be refused: their own shift, or one they are on.
    for (const who of [ann, bob]) assert.deepEqual((await who.leaves.open()).list, [])
    await assert.rejects(ann.leaves.take({ id }), { status: 400, code: 'bad_substitute' })
    await assert.rejects(bob.leaves.take({ id }), { status: 400, code: 'bad_substitute' })
    await eve.leaves.take({ id })
    await eve.leaves.take({ id })
    const dan = await team.member('Dan')
    await assert.rejects(dan.leaves.take({ id }), {
      status: 409,
      code: 'leave_taken',
      message: 'Eve takes this shift already.',
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
    // A roster on which Ann is not wanted that day leaves nothing to take.
    await admin.rosters.create({ name: 'None', sheet: [] })
    assert.deepEqual((await eve.leaves.open()).list, [])
    await assert.rejects(eve.leaves.take({ id }), missing)
    await admin.rosters.activate({ id: 1 })
    team.pass({ days: 1, hours: 3 })
    assert.deepEqual((await eve.leaves.open()).list, [])
    await assert.rejects(eve.leaves.take({ id }), { status: 409, code: 'shift_over' })
  })

  test('only one’s own leave can be withdrawn', async () => {
    await using team = await newTeam({ on })
    const { admin, ann, bob } = await staffed(team)
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
        ['Ann', 2, '2026-11-16, shift 1, no substitute', ''],
        ['Ann', 11, '', '2026-11-16, shift 1, no substitute'],
      ],
    )
  })

  test('of two members who take the same shift at once one comes, 200 times', async () => {
    await using team = await newTeam({ on, env: { RATE_LIMITS: 'off' } })
    const { ann, eve } = await staffed(team)
    const dan = await team.member('Dan')
    for (let round = 0; round < 200; round += 1) {
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
