import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase } from '../support/databases.ts'
import { addRoster, staffedTeam } from '../support/staffed.ts'
import { json, newTeam } from '../support/team.ts'

onEachDatabase('shift summaries', (on) => {
  test('a member has one summary for each shift and date, and a second one replaces the first', async () => {
    await using team = await staffedTeam({ on })
    const { admin, ann, bob, eve } = team.staff
    const body = { token: ann.token, week: '1', shift: '1', conclusion: 'Two kettles.\nOne fan.' }
    const handed = await team.call('/member/conclusion', json(body))
    assert.deepEqual(await handed.json(), { success: true, data: {} })
    await ann.conclusions.write({ week: '2026-11-16', shift: '1', conclusion: 'Three kettles.' })
    await bob.conclusions.write({ week: '周一', shift: '1', conclusion: 'I agree.' })
    await ann.conclusions.write({ week: '2', shift: '1', conclusion: 'last week' })
    await eve.conclusions.write({ week: 'Mon', shift: '1', conclusion: 'not on it, and may' })
    await eve.conclusions.write({ week: '第3周', shift: '晚班', conclusion: 'kept as written' })
    const { list, total } = await admin.conclusions.list()
    assert.equal(total, 5)
    assert.deepEqual(
      list.map(({ member, date, shift, conclusion }) => [member, date, shift, conclusion]),
      [
        ['Eve', '', '晚班', 'kept as written'],
        ['Eve', '2026-11-16', '1', 'not on it, and may'],
        ['Ann', '2026-11-10', '1', 'last week'],
        ['Bob', '2026-11-16', '1', 'I agree.'],
        ['Ann', '2026-11-16', '1', 'Three kettles.'],
      ],
    )
    assert.equal(list[4]?.createdTime, '2026-11-16T09:30:00.000000')
    assert.equal((await admin.conclusions.list({ pageId: 2, count: 2 })).list.length, 2)
    await assert.rejects(ann.conclusions.write({ week: '1', shift: '1', conclusion: '' }), { status: 400 })
    await assert.rejects(ann.conclusions.write({ week: '1', shift: '1', conclusion: 'x'.repeat(4001) }), {
      status: 400,
    })
    const { list: log } = await admin.admin.log({ target: 1 })
    const [last] = log
    assert.deepEqual([last?.op, last?.operation, last?.current.info], ['Eve', 12, 'no date'])
    assert.deepEqual(
      log.map(({ previous }) => previous.info),
      ['', '', '', '', '2026-11-16, Shift 1', ''],
    )
  })

  test('a summary of a shift that has not begun is refused in every spelling', async () => {
    await using team = await staffedTeam({ on })
    const { admin, ann } = team.staff
    const write = (week: string, shift: string) =>
      team.call('/member/conclusion', json({ token: ann.token, week, shift, conclusion: 'x' }))
    for (const [week, shift] of [
      ['2026-11-17', '1'],
      ['2026-11-16', '2'],
      ['11月16日', '下午'],
      ['2026/11/17', '9'],
      ['周8', '1'],
      ['1', '第百班'],
    ] as const) {
      const answer = await write(week, shift)
      assert.deepEqual([answer.status, answer.headers.get('x-error-code')], [400, 'bad_input'], `${week} ${shift}`)
    }
    const early = { status: 400, message: 'That shift has not started yet.' }
    await assert.rejects(ann.conclusions.draft({ week: '2026-11-17', shift: '1' }), early)
    assert.equal((await admin.conclusions.list()).total, 0)
    const bound = []
    for (const [week, shift] of [
      ['11月16日', '上午'],
      ['周2', '第一班'],
      ['第3周', '1'],
    ] as const)
      bound.push((await write(week, shift)).headers.get('x-leave-date'))
    assert.deepEqual(bound, ['2026-11-16', '2026-11-10', 'none'])
  })

  test('sending a summary again changes nothing, and several sent at the same moment become one', async () => {
    await using team = await staffedTeam({ on })
    const { admin, ann } = team.staff
    const write = (conclusion: string, week = '1') => ann.conclusions.write({ week, shift: '1', conclusion })
    const state = async () => [(await admin.admin.log()).total, (await admin.conclusions.list()).list]
    const { updatedTime } = await team.anyone.duty.info()
    team.pass({ minutes: 1 })
    for (const week of ['1', '第3周']) {
      await Promise.all(Array.from({ length: 8 }, () => write('Two kettles.', week)))
      const before = await state()
      team.pass({ minutes: 1 })
      await write('Two kettles.', week)
      assert.deepEqual(await state(), before)
    }
    const [, first] = (await admin.conclusions.list()).list
    await Promise.all(Array.from({ length: 8 }, (_, i) => write(`${i} kettles.`)))
    const { list, total } = await admin.conclusions.list()
    assert.deepEqual([total, list[1]?.id], [2, first?.id], 'a new text keeps the number')
    const { list: log } = await admin.admin.log({ target: 1 })
    assert.deepEqual(
      log.map(({ previous }) => previous.id),
      [...Array.from({ length: 8 }, () => first?.id), 0, 0],
    )
    assert.equal((await team.anyone.duty.info()).updatedTime, updatedTime, 'a summary does not change duty')
  })

  test('the next shift sees the summaries of the last shift, and only its members are told of them', async () => {
    await using team = await staffedTeam({ on })
    const { admin, ann, bob, eve } = team.staff
    const left = async () => (await eve.conclusions.latest()).list.map(({ member, conclusion }) => [member, conclusion])
    assert.deepEqual(await left(), [])
    await admin.conclusions.write({ week: '2026-11-10', shift: '1', conclusion: 'Last week.' })
    await ann.conclusions.write({ week: '2026-11-16', shift: '1', conclusion: 'Two kettles.' })
    assert.deepEqual(await left(), [['admin', 'Last week.']], 'Monday’s is still on')
    team.pass({ hours: 5 })
    await bob.conclusions.write({ week: '1', shift: '1', conclusion: 'And a lamp.' })
    await eve.conclusions.write({ week: '第3周', shift: '1', conclusion: 'Some day.' })
    const both = [
      ['Ann', 'Two kettles.'],
      ['Bob', 'And a lamp.'],
    ]
    assert.deepEqual(await left(), both)
    const told = async () => {
      const all = await Promise.all([ann, bob, eve].map((one) => one.conclusions.latest()))
      return all.map(({ forYou }) => forYou)
    }
    // Eve has the next shift, on Monday afternoon; Ann and Bob have the one after, on Tuesday.
    assert.deepEqual(await told(), [false, false, true])
    team.pass({ hours: 2 })
    assert.deepEqual(await told(), [false, false, true])
    team.pass({ hours: 2 })
    assert.deepEqual(await told(), [false, false, false], 'Eve’s shift is over')
    await eve.conclusions.write({ week: '1', shift: '2', conclusion: 'The lamp waits.' })
    assert.deepEqual(await told(), [true, true, false])
    await ann.conclusions.write({ week: '1', shift: '2', conclusion: 'I stayed, too.' })
    assert.deepEqual(await told(), [false, true, false], 'the author of a summary is not told about it')
    team.pass({ hours: 24 })
    await ann.conclusions.write({ week: '2', shift: '1', conclusion: 'See you next week.' })
    assert.deepEqual(await told(), [false, false, false], 'the next shift is six days later')
    await assert.rejects((await team.user()).conclusions.latest(), { code: 'wrong_role' })
  })

  test('in a summary a weekday means today’s shift once that has begun, and last week’s before', async () => {
    await using team = await newTeam({ on, at: '2026-11-16T00:30:00Z' })
    const { admin, ann } = await addRoster(team)
    await ann.conclusions.write({ week: '1', shift: '1', conclusion: 'x' })
    assert.equal((await admin.conclusions.list()).list[0]?.date, '2026-11-09')
    assert.equal((await ann.conclusions.draft()).week, '2026-11-10')
    team.pass({ minutes: 30 })
    assert.equal((await ann.conclusions.draft()).week, '2026-11-16')
    await ann.conclusions.write({ week: '1', shift: '1', conclusion: 'x' })
    assert.equal((await admin.conclusions.list()).list[0]?.date, '2026-11-16')
  })

  test('a draft of a summary names its shift in the member’s language', async () => {
    await using team = await staffedTeam({ on })
    const { ann, eve } = team.staff
    const facts = { created: 0, claimed: 0, repaired: 0, retrieved: 0, waiting: 0 }
    assert.deepEqual(await ann.conclusions.draft(), {
      week: '2026-11-16',
      shift: '1',
      conclusion: 'New tickets: 0\nClaimed: 0\nRepaired: 0\nCollected: 0\nStill waiting: 0',
      written: '',
      facts,
    })
    await ann.conclusions.write({ week: '1', shift: '1', conclusion: 'Two kettles.' })
    assert.equal((await ann.conclusions.draft()).written, 'Two kettles.')
    assert.equal((await eve.conclusions.draft({ week: '1', shift: '1' })).written, '')
    await ann.users.updateLocale({ lang: 'zh_CN' })
    const { conclusion } = await ann.conclusions.draft({ week: '2', shift: '1' })
    assert.equal(conclusion, '新收工单：0\n接单：0\n修好：0\n取回：0\n仍待处理：0')
    assert.equal((await eve.conclusions.draft()).week, '2026-11-09')
    const dan = await team.member('Dan')
    await assert.rejects(dan.conclusions.draft(), { status: 409, code: 'not_on_shift' })
  })

  test('a draft of a summary counts each ticket of the shift once', async () => {
    await using team = await newTeam({ on, at: '2026-11-16T00:50:00Z' })
    const { ann, bob, eve } = await addRoster(team)
    const user = await team.user()
    const bring = (device: string) => user.tickets.create({ type: 0, device })
    await bring('brought before the shift')
    team.pass({ minutes: 10 })
    for (const device of ['kettle', 'fan', 'lamp', 'radio']) await bring(device)
    const { list } = await user.tickets.mine()
    const id = (device: string) => list.find((ticket) => ticket.device === device)?.id ?? 0
    await ann.tickets.pick({ id: id('kettle') })
    await ann.tickets.update({ id: id('kettle'), status: 5 })
    await ann.tickets.update({ id: id('kettle'), status: 3 })
    await ann.tickets.update({ id: id('kettle'), status: 5 })
    await bob.tickets.retrieve({ id: id('kettle') })
    // Moving an unclaimed ticket claims it.
    await bob.tickets.update({ id: id('fan'), status: 5 })
    await user.tickets.cancel({ id: id('lamp') })
    team.pass({ hours: 3 })
    await ann.tickets.pick({ id: id('radio') })
    const during = await ann.conclusions.draft()
    assert.deepEqual(during.facts, { created: 4, claimed: 2, repaired: 2, retrieved: 1, waiting: 1 })
    assert.equal(during.conclusion, 'New tickets: 4\nClaimed: 2\nRepaired: 2\nCollected: 1\nStill waiting: 1')
    await eve.leaves.ask({ week: '1', shift: '2', substitute: 'Ann' })
    team.pass({ hours: 2 })
    await bob.tickets.retrieve({ id: id('fan') })
    team.pass({ hours: 1 })
    const { shift, facts } = await ann.conclusions.draft()
    assert.deepEqual([shift, facts], ['2', { created: 0, claimed: 0, repaired: 0, retrieved: 1, waiting: 1 }])
  })
})
