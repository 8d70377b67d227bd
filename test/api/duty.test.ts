import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SituationRule } from '#contract/errors.ts'
import { words } from '#contract/words/index.ts'
import { onEachDatabase } from '../support/databases.ts'
import { addRoster, ended, off, others, shift, staffedTeam, timetable } from '../support/staffed.ts'
import { json, newTeam, type Team, withPassword } from '../support/team.ts'

const closedTeam = {
  isInDuty: false,
  inDutyCnt: 0,
  currentDuty: '0',
  place: '',
  otherDutyStart: '',
  otherDutyEnd: '',
  offDutyReason: '',
  dutyRecoverTime: '',
  leader: '',
  closes: '',
}

async function brief(team: Team): Promise<string> {
  const { currentDuty, inDutyCnt, until } = await team.anyone.duty.info()
  return `${currentDuty} ${inDutyCnt} until ${until.slice(0, 16)}`
}

onEachDatabase('duty', (on) => {
  test('without a timetable or roster the duty information says closed, with every field present', async () => {
    await using team = await newTeam({ on })
    const body = await (await team.call('/duty/info')).json()
    assert.deepEqual(body, { success: true, data: { ...closedTeam, until: '', next: null, updatedTime: '' } })
    for (const token of ['', 'dead', '%00'])
      assert.equal((await team.call(`/duty/info?token=${token}`)).status, 200, token)
  })

  test('the preview of a duty entry shows the result and its reason and changes nothing', async () => {
    await using team = await staffedTeam({ on })
    const { admin } = team.staff
    const told = async (wish?: Parameters<typeof admin.duty.preview>[0]) => {
      const { now, later, plan } = await admin.duty.preview(wish)
      const brief = (one: typeof now | null) =>
        one && `${one.source}: ${one.info.currentDuty} ${one.info.inDutyCnt} until ${one.info.until.slice(0, 16)}`
      return [brief(now), brief(later), brief(plan)]
    }
    const roster = 'roster: 1 2 until 2026-11-16T12:00'
    assert.deepEqual(await told(), [roster, null, roster])
    assert.deepEqual((await admin.duty.preview()).now.people, ['Ann', 'Bob'])
    assert.deepEqual(await told(off), ['written: off 0 until ', null, roster])
    assert.deepEqual(await told(ended), ['written: 0 0 until 2026-11-16T14:00', null, roster])
    assert.deepEqual(await told(others('2026-11-16 10:00 - 2026-11-16 13:00')), [
      'roster: 1 2 until 2026-11-16T10:00',
      'written: others 4 until 2026-11-16T13:00',
      roster,
    ])
    assert.deepEqual((await team.anyone.duty.info()).currentDuty, '1')
    await admin.duty.update(others('2026-11-16 11:00 - 2026-11-16 13:00'))
    await admin.duty.update(off)
    assert.deepEqual(await told(), ['written: off 0 until ', null, 'roster: 1 2 until 2026-11-16T11:00'])
    await admin.duty.unplan({ id: 1 })
    assert.deepEqual(await told(), ['written: off 0 until ', null, roster])
    assert.equal(
      (await told(others('2026-11-16 10:00 - 2026-11-16 13:00')))[0],
      'written: off 0 until 2026-11-16T10:00',
    )
    const { info } = (await admin.duty.preview()).now
    const { updatedTime: _, ...same } = await team.anyone.duty.info()
    assert.deepEqual({ ...info, updatedTime: '' }, { ...same, updatedTime: '' })
    await assert.rejects(admin.duty.preview({ ...off, offDutyReason: '' }), {
      code: 'bad_situation',
      field: 'offDutyReason',
    })
    await assert.rejects(admin.duty.preview(others('2026-11-16 10:00 - 2026-11-16 09:00')), { field: 'otherDutyTime' })
    await assert.rejects(admin.duty.preview({ currentDuty: '0' }), { field: 'isInDuty' })
  })

  test('the duty information follows the roster to the millisecond', async () => {
    await using team = await newTeam({ on, at: '2026-11-16T00:59:59.999Z' })
    await addRoster(team)
    const before = await team.anyone.duty.info()
    assert.equal(before.currentDuty, '0')
    assert.deepEqual(before.next, {
      shift: '1',
      from: '2026-11-16T09:00:00.000000',
      until: '2026-11-16T12:00:00.000000',
      place: '',
    })
    team.pass({ milliseconds: 1 })
    assert.deepEqual(await team.anyone.duty.info(), {
      ...closedTeam,
      isInDuty: true,
      inDutyCnt: 2,
      currentDuty: '1',
      leader: 'Ann',
      until: '2026-11-16T12:00:00.000000',
      closes: '2026-11-16T12:00:00.000000',
      next: { shift: '2', from: '2026-11-16T14:00:00.000000', until: '2026-11-16T17:00:00.000000', place: '' },
      updatedTime: '2026-11-16T09:00:00.000000',
    })
    team.pass({ milliseconds: 3 * 3_600_000 - 1 })
    assert.equal((await team.anyone.duty.info()).currentDuty, '1')
    team.pass({ milliseconds: 1 })
    const { currentDuty, updatedTime, until } = await team.anyone.duty.info()
    assert.deepEqual(
      [currentDuty, updatedTime, until],
      ['0', '2026-11-16T12:00:00.000000', '2026-11-16T14:00:00.000000'],
    )
    team.pass({ hours: 5 })
    assert.equal(await brief(team), '0 0 until 2026-11-17T09:00')
    team.pass({ days: 3 })
    assert.equal(await brief(team), '0 0 until 2026-11-23T09:00')
  })

  test('a situation “off” lasts until it is changed, and no shift opens meanwhile', async () => {
    await using team = await staffedTeam({ on })
    const { admin } = team.staff
    await admin.duty.update(off)
    const returns = await withPassword(team, admin, 'the-admin')
    team.pass({ days: 40 })
    assert.deepEqual(await team.anyone.duty.info(), {
      ...closedTeam,
      currentDuty: 'off',
      offDutyReason: 'exams',
      dutyRecoverTime: 'in January',
      until: '',
      next: null,
      updatedTime: '2026-11-16T09:30:00.000000',
    })
    const again = await returns()
    await again.duty.update(ended)
    assert.equal((await team.anyone.duty.info()).currentDuty, '0')
  })

  test('special duty lasts from its start to its end, and the situation before it lasts until then', async () => {
    await using team = await staffedTeam({ on })
    const { admin } = team.staff
    await admin.duty.update(off)
    await admin.duty.update(others('2026-11-16T15:00/2026-11-16T16:30'))
    assert.equal(await brief(team), 'off 0 until 2026-11-16T15:00')
    assert.deepEqual((await team.anyone.duty.info()).next, {
      shift: 'others',
      from: '2026-11-16T15:00:00.000000',
      until: '2026-11-16T16:30:00.000000',
      place: 'Gate 3',
    })
    team.pass({ hours: 5, minutes: 30 })
    const { until, closes, next, updatedTime, ...rest } = await team.anyone.duty.info()
    assert.equal(closes, until)
    assert.deepEqual(
      { closes: '', ...rest },
      {
        ...closedTeam,
        isInDuty: true,
        inDutyCnt: 4,
        currentDuty: 'others',
        place: 'Gate 3',
        otherDutyStart: '2026-11-16T15:00:00.000000',
        otherDutyEnd: '2026-11-16T16:30:00.000000',
      },
    )
    assert.deepEqual([until, updatedTime], ['2026-11-16T16:30:00.000000', '2026-11-16T15:00:00.000000'])
    assert.equal(next, null)
    team.pass({ minutes: 90 })
    assert.equal(await brief(team), 'off 0 until ', 'the pause from before is in force again')
    await admin.admin.updateSettings({ timetable: [] })
    assert.equal(await brief(team), 'off 0 until ')
  })

  test('of several duty entries the newest applies for as long as it lasts', async () => {
    await using team = await staffedTeam({ on })
    const { admin } = team.staff
    const planned = async () => (await admin.duty.planned()).list.map(({ place, overruled }) => [place, overruled])
    const openOn = async (date: string) =>
      (await team.anyone.duty.week()).list.find((day) => day.date === date)?.open.map(({ shift }) => shift)
    await admin.duty.update(others('2026-11-16T15:00/2026-11-16T16:30'))
    await admin.duty.update(off)
    assert.deepEqual(await planned(), [['Gate 3', true]])
    assert.deepEqual(await openOn('2026-11-16'), ['1'], 'until it was written')
    team.pass({ hours: 6 })
    assert.equal(await brief(team), 'off 0 until ', 'the entry also overrules planned special duty')
    // Setting the current situation ends the “off”, and the special duty that would be running.
    await admin.duty.update(ended)
    assert.equal(await brief(team), '0 0 until 2026-11-17T09:00')
    await admin.duty.update(off)
    await admin.duty.update(others('2026-11-16T15:30/2026-11-16T18:00', 'Library'))
    await admin.duty.update(others('2026-11-16T16:00/2026-11-16T17:00', 'Hall'))
    const places = async () => [(await team.anyone.duty.info()).place, (await brief(team)).slice(-5)]
    assert.deepEqual(await places(), ['Library', '16:00'])
    team.pass({ minutes: 30 })
    assert.deepEqual(await places(), ['Hall', '17:00'])
    team.pass({ hours: 1 })
    assert.deepEqual(await places(), ['Library', '18:00'])
    // Entering running special duty again corrects it and adds none.
    await admin.duty.update(others('2026-11-16T15:30/2026-11-16T17:10', 'Library'))
    assert.deepEqual(await places(), ['Library', '17:10'])
    team.pass({ minutes: 10 })
    assert.equal(await brief(team), 'off 0 until ')
    await admin.duty.update(shift(3, 2))
    assert.equal(await brief(team), '3 2 until 2026-11-17T00:00')
    team.pass({ hours: 7 })
    assert.equal(await brief(team), '0 0 until 2026-11-17T09:00', 'off was changed')
  })

  test('special duty that has already ended is refused', async () => {
    await using team = await staffedTeam({ on })
    const { admin, bob } = team.staff
    await bob.duty.count({ dutycnt: 7 })
    await admin.duty.update(off)
    const before = await team.anyone.duty.info()
    const { total } = await admin.admin.log()
    const refused = { status: 400, code: 'bad_situation', field: 'otherDutyTime', message: /already over/ }
    for (const time of ['2026-11-16 08:00 - 2026-11-16 09:30', '2025-11-16T09:00/2025-11-16T11:00']) {
      await assert.rejects(admin.duty.update(others(time)), refused)
      await assert.rejects(admin.duty.preview(others(time)), refused)
    }
    assert.deepEqual(await team.anyone.duty.info(), before)
    assert.deepEqual((await admin.duty.planned()).list, [])
    assert.equal((await admin.admin.log()).total, total)
  })

  test('a duty entry for a shift that is no longer in the timetable ends with its day', async () => {
    // Friday, 20:30.
    await using team = await newTeam({ on, at: '2026-11-20T12:30:00Z' })
    const { admin } = await addRoster(team)
    await admin.duty.update(shift(5, 3))
    assert.equal(await brief(team), '5 3 until 2026-11-21T00:00')
    const preview = await admin.duty.preview(shift(2, 1))
    assert.equal(preview.now.info.until, '2026-11-21T00:00:00.000000')
    team.pass({ hours: 3, minutes: 30 })
    assert.equal(await brief(team), '0 0 until 2026-11-23T09:00')
    assert.deepEqual((await team.anyone.duty.week()).list[0]?.open, [])
  })

  test('in another time zone the same instants are shown at other local times', async () => {
    await using team = await staffedTeam({ on })
    const { admin } = team.staff
    await admin.duty.update(others('2026-11-20T10:00:00.123456/2026-11-20T12:00', 'Library'))
    await admin.duty.update(shift(1, 7))
    await admin.admin.updateSettings({ timeZone: 'Europe/London' })
    assert.equal(await brief(team), '1 7 until 2026-11-16T04:00')
    const [plan] = (await admin.duty.planned()).list
    assert.equal(plan?.otherDutyTime, '2026-11-20T02:00:00.123456/2026-11-20T04:00:00.000000')
    const returns = await withPassword(team, admin, 'the-admin')
    team.pass({ days: 4, minutes: 45 })
    const { otherDutyStart, otherDutyEnd, until } = await team.anyone.duty.info()
    assert.deepEqual(
      [otherDutyStart, otherDutyEnd, until],
      ['2026-11-20T02:00:00.123456', '2026-11-20T04:00:00.000000', '2026-11-20T04:00:00.000000'],
    )
    const again = await returns()
    assert.equal((await again.duty.current()).otherDutyTime, plan?.otherDutyTime)
  })

  test('a shift whose members are all on leave is closed with a reason until a member signs in', async () => {
    await using team = await staffedTeam({ on })
    const { admin, ann, bob, eve } = team.staff
    await ann.leaves.ask({ week: '1', shift: '1' })
    assert.equal(await brief(team), '1 1 until 2026-11-16T12:00')
    await bob.leaves.ask({ week: '1', shift: '1' })
    const { updatedTime: _, ...told } = await eve.duty.info()
    assert.deepEqual(told, {
      ...closedTeam,
      offDutyReason: words.en_US.duty.unstaffed,
      dutyRecoverTime: '2026-11-16 14:00',
      until: '2026-11-16T12:00:00.000000',
      next: { shift: '2', from: '2026-11-16T14:00:00.000000', until: '2026-11-16T17:00:00.000000', place: '' },
    })
    const inChinese = await team.call('/duty/info', { headers: { 'accept-language': 'zh-CN' } })
    assert.ok((await inChinese.text()).includes(words.zh_CN.duty.unstaffed))
    assert.equal((await eve.team.board()).duty.offDutyReason, words.en_US.duty.unstaffed)
    assert.equal((await admin.duty.current()).offDutyReason, words.en_US.duty.unstaffed)
    assert.deepEqual((await admin.duty.preview()).now, {
      info: (await admin.duty.preview()).plan.info,
      source: 'roster',
      people: [],
    })
    assert.deepEqual(
      (await team.anyone.duty.week()).list[0]?.open.map(({ shift }) => shift),
      ['2'],
    )
    assert.doesNotMatch(await team.anyone.duty.calendar(), /20261116T090000/)
    await assert.rejects(bob.duty.count({ dutycnt: 1 }), { status: 409, code: 'out_of_duty' })
    // A head count of 0 without a reason of its own has the reason of the roster.
    await admin.duty.update(ended)
    assert.equal((await eve.duty.info()).offDutyReason, words.en_US.duty.unstaffed)
    await admin.duty.update({ ...ended, offDutyReason: 'power cut' })
    assert.deepEqual(
      [(await eve.duty.info()).offDutyReason, (await eve.duty.info()).dutyRecoverTime],
      ['power cut', ''],
    )
    await admin.duty.update(shift(1, 1))
    assert.equal(await brief(team), '1 1 until 2026-11-16T12:00', 'unless an administrator says otherwise')
    // In the following week, the Tuesday morning shift has no people either.
    for (const who of [ann, bob]) await who.leaves.ask({ week: '2026-11-17', shift: '1' })
    await eve.leaves.ask({ week: '1', shift: '2' })
    team.pass({ hours: 5 })
    assert.equal((await eve.duty.info()).dutyRecoverTime, '2026-11-23 09:00')
    await eve.leaves.take({ id: 3 })
    assert.equal((await eve.duty.info()).dutyRecoverTime, '2026-11-17 09:00')
  })

  test('a removed member is neither counted nor named on duty', async () => {
    await using team = await staffedTeam({ on })
    const { admin, bob, eve } = team.staff
    const { list: members } = await admin.admin.members()
    const id = (name: string) => members.find((member) => member.name === name)?.id ?? 0
    await bob.leaves.ask({ week: '2', shift: '1', substitute: 'Eve' })
    assert.deepEqual([await brief(team), (await eve.duty.info()).leader], ['1 2 until 2026-11-16T12:00', 'Ann'])
    await admin.admin.removeMember({ id: id('Ann') })
    assert.deepEqual([await brief(team), (await eve.duty.info()).leader], ['1 1 until 2026-11-16T12:00', ''])
    await admin.duty.update({ isInDuty: true, currentDuty: '1' })
    assert.equal(
      await brief(team),
      '1 1 until 2026-11-16T12:00',
      'nor where an administrator leaves the counting to the roster',
    )
    const { list } = await bob.rosters.week()
    assert.deepEqual(
      list.map(({ workers, leader }) => [workers, leader]),
      [
        [['Bob'], ''],
        [['Eve'], 'Eve'],
        [['Eve'], ''],
      ],
    )
    // A removed substitute is not named either.
    await admin.admin.removeMember({ id: id('Eve') })
    assert.deepEqual(
      (await bob.rosters.week()).list.map(({ workers, leaves }) => [workers, leaves]),
      [
        [['Bob'], []],
        [[], []],
        [[], [{ member: 'Bob', substitute: '' }]],
      ],
    )
    assert.deepEqual(
      (await team.anyone.duty.week()).list.filter(({ open }) => open.length > 0).map(({ date }) => date),
      ['2026-11-16'],
    )
    assert.equal((await admin.leaves.list()).list[0]?.substitute, '')
    await admin.admin.updateMember({ id: id('Bob'), active: false })
    assert.equal(await brief(team), '1 0 until 2026-11-16T12:00', 'the head count of an administrator stays')
    team.pass({ hours: 2, minutes: 30 })
    const { next, until } = await team.anyone.duty.info()
    assert.deepEqual([next, until], [null, '2026-11-16T14:00:00.000000'])
    // A member who erases themselves is not named either.
    await admin.admin.updateMember({ id: id('Bob'), active: true })
    assert.equal((await team.anyone.duty.info()).next?.from, '2026-11-23T09:00:00.000000')
    const back = await team.user('member Bob')
    await back.members.login({ code: (await admin.admin.invite({ id: id('Bob') })).code })
    await back.users.erase()
    assert.equal((await team.anyone.duty.info()).next, null)
    // A member who returns, or a new one with the same name, counts again, without the old leaves.
    await admin.admin.invite({ name: 'Bob' })
    await admin.admin.invite({ name: 'Ann' })
    assert.equal((await team.anyone.duty.info()).next?.from, '2026-11-17T09:00:00.000000')
  })

  test('a duty entry with a shift number lasts until that shift ends if it is running, else until the next one begins', async () => {
    await using team = await staffedTeam({ on })
    const { admin } = team.staff
    await admin.duty.update(shift(1, 7))
    assert.equal(await brief(team), '1 7 until 2026-11-16T12:00')
    await admin.duty.update(shift(5, 3))
    assert.equal(await brief(team), '5 3 until 2026-11-16T14:00')
    team.pass({ hours: 4, minutes: 30 })
    assert.equal(await brief(team), '2 1 until 2026-11-16T17:00')
    team.pass({ hours: 5 })
    // Shift 3 has hours now, and is on no roster.
    await admin.duty.update(shift(3, 2))
    assert.equal(await brief(team), '3 2 until 2026-11-16T21:00')
    team.pass({ hours: 2 })
    assert.equal(await brief(team), '0 0 until 2026-11-17T09:00')
  })

  test('a duty entry with a shift number and no head count uses the number of people on the roster', async () => {
    await using team = await staffedTeam({ on })
    const { admin } = team.staff
    await admin.duty.update({ isInDuty: true, currentDuty: '2' })
    assert.equal((await team.anyone.duty.info()).inDutyCnt, 1)
  })

  test('a duty entry with shift 0 lasts until the next rostered shift begins', async () => {
    await using team = await staffedTeam({ on })
    const { admin } = team.staff
    await admin.duty.update({ ...ended, inDutyCnt: 0, offDutyReason: 'power cut' })
    assert.equal(await brief(team), '0 0 until 2026-11-16T14:00')
    assert.equal((await team.anyone.duty.info()).offDutyReason, 'power cut')
    team.pass({ hours: 4, minutes: 30 })
    assert.equal(await brief(team), '2 1 until 2026-11-16T17:00')
  })

  test('without a timetable only duty entries count', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    await admin.rosters.create({ name: 'x', sheet: [{ weekday: 1, shift: 1, workers: ['Ann'], leader: '' }] })
    assert.equal((await team.anyone.duty.info()).currentDuty, '0')
    await admin.duty.update(shift(1, 3))
    assert.equal(await brief(team), '1 3 until 2026-11-17T00:00')
    await admin.duty.update({ ...ended, offDutyReason: 'moving' })
    assert.equal(await brief(team), '0 0 until ')
    team.pass({ days: 100 })
    assert.equal((await team.anyone.duty.info()).offDutyReason, 'moving')
  })

  test('an ended duty entry stays ended when the roster or the timetable changes', async () => {
    await using team = await newTeam({ on, at: '2026-11-16T05:00:00Z' })
    const { admin } = await addRoster(team)
    await admin.admin.updateSettings({ adminSessionHours: 1000 })
    const { sheet } = await admin.rosters.current()
    const autumn = { id: 1, name: 'Autumn' }
    for (const [empty, mend] of [
      [() => admin.rosters.create({ name: 'none', sheet: [] }), () => admin.rosters.activate({ id: 1 })],
      [() => admin.rosters.activate({ id: 2 }), () => admin.rosters.activate({ id: 1 })],
      [() => admin.rosters.update({ ...autumn, sheet: [] }), () => admin.rosters.update({ ...autumn, sheet })],
      [() => admin.rosters.delete({ id: 1 }), () => admin.rosters.create({ name: 'Winter', sheet })],
    ] as const) {
      await admin.duty.update(shift(5, 3))
      team.pass({ hours: 2 })
      assert.match(await brief(team), /^2 1 until .*17:00$/)
      await empty()
      assert.equal(await brief(team), '0 0 until ', String(empty))
      await mend()
      team.pass({ days: 6, hours: 22 })
    }
    await admin.rosters.activate({ id: 2 })
    await admin.duty.update(shift(5, 3))
    await admin.rosters.activate({ id: 3 })
    team.pass({ minutes: 30 })
    await admin.admin.updateSettings({ teamName: 'still here' })
    assert.equal(await brief(team), '5 3 until 2026-12-14T14:00')
    team.pass({ hours: 1 })
    await admin.admin.updateSettings({ timetable: [] })
    assert.equal(await brief(team), '0 0 until ')
  })

  test('an administrator gets the current situation in the same form in which it is set', async () => {
    await using team = await staffedTeam({ on })
    const { admin } = team.staff
    const fromRoster = await (await team.call(`/admin/duty/current?token=${admin.token}`)).json()
    assert.deepEqual(fromRoster, {
      success: true,
      data: {
        isInDuty: true,
        currentDuty: '1',
        inDutyCnt: 2,
        otherDutyTime: '',
        offDutyReason: '',
        place: '',
        dutyRecoverTime: '',
      },
    })
    await admin.duty.update(others('2026-11-16 09:00 ~ 2026-11-16 11:00:30.5'))
    const current = await admin.duty.current()
    assert.equal(current.otherDutyTime, '2026-11-16T09:00:00.000000/2026-11-16T11:00:30.500000')
    assert.equal(current.place, 'Gate 3')
    await admin.duty.update(current)
    assert.deepEqual(await admin.duty.current(), current)
    await admin.duty.update(off)
    await admin.duty.update(await admin.duty.current())
    assert.equal((await admin.duty.current()).offDutyReason, 'exams')
    await assert.rejects(team.anyone.duty.update(off), { status: 401 })
  })

  test('otherDutyTime is read in every usual format', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    for (const time of [
      '2026-11-16T09:00:00.000000/2026-11-16T11:00:00.000000',
      '2026-11-16T09:00:00/2026-11-16T11:00:00',
      '2026-11-16 09:00 - 2026-11-16 11:00',
      '2026-11-16 09:00:00.0 ~ 2026-11-16T11:00',
      ' 2026-11-16T09:00~2026-11-16T11:00 ',
      '2026/11/16 9:00 - 2026/11/16 11:00',
      '2026/11/16 9:00/2026/11/16 11:00',
      '2026-11-16 09:00至2026-11-16 11:00',
      '2026-11-16 9:00 到 11:00',
      '2026-11-16T09:00/11:00',
      '2026-11-16 9:00 – 11:00:00',
      '２０２６-11-16 9：00～11：00',
    ]) {
      await admin.duty.update(others(time))
      const { otherDutyTime } = await admin.duty.current()
      assert.equal(otherDutyTime, '2026-11-16T09:00:00.000000/2026-11-16T11:00:00.000000', time)
    }
    await admin.duty.update(others('2026-11-16T09:00:00.123456/2026-11-16T11:00:00.654321'))
    const info = await team.anyone.duty.info()
    assert.equal(info.otherDutyStart, '2026-11-16T09:00:00.123456')
    assert.equal(info.otherDutyEnd, '2026-11-16T11:00:00.654321')
    await admin.duty.update(others('2026-11-16 22:00 - 24:00'))
    assert.equal((await admin.duty.planned()).list[0]?.otherDutyTime.slice(27, 43), '2026-11-17T00:00')
  })

  test('every contradictory duty entry is refused with the sentence of its rule, in both languages', async () => {
    await using team = await staffedTeam({ on })
    const { admin } = team.staff
    const time = '2026-11-16T09:00/2026-11-16T11:00'
    const wrong: [object, SituationRule][] = [
      [{ ...off, currentDuty: 'closed' }, 'unknown_duty'],
      [{ ...shift(1, 1), currentDuty: '100' }, 'unknown_duty'],
      [{ ...shift(1, 1), currentDuty: '01' }, 'unknown_duty'],
      [{ ...shift(1, 1), currentDuty: '-1' }, 'unknown_duty'],
      [{ ...off, isInDuty: true }, 'off_in_duty'],
      [{ ...off, inDutyCnt: 1 }, 'off_count'],
      [{ ...off, offDutyReason: ' ' }, 'off_reason'],
      [{ isInDuty: false, currentDuty: 'off' }, 'off_reason'],
      [{ ...ended, isInDuty: true }, 'ended_in_duty'],
      [{ ...ended, inDutyCnt: '3' }, 'ended_count'],
      [{ ...shift(1, 1), isInDuty: false }, 'shift_out_of_duty'],
      [{ ...others(time), isInDuty: false }, 'others_out_of_duty'],
      [{ ...shift(1, 1), offDutyReason: 'x' }, 'reason_in_duty'],
      [{ ...others(time), offDutyReason: 'x' }, 'reason_in_duty'],
      [{ ...shift(1, 1), dutyRecoverTime: 'x' }, 'recovery_in_duty'],
      [{ ...shift(1, 1), place: 'x' }, 'place_without_others'],
      [{ ...off, place: 'x' }, 'place_without_others'],
      [{ ...ended, otherDutyTime: time }, 'time_without_others'],
      [others(time, ' '), 'others_place'],
      [others(''), 'others_time'],
      [others('tomorrow'), 'time_unreadable'],
      [others('2026-11-16T09:00'), 'time_unreadable'],
      [others('2026-02-30T09:00/2026-11-16T11:00'), 'time_unreadable'],
      [others('2026-11-16T09:00Z/2026-11-16T11:00Z'), 'time_unreadable'],
      [others('2026-11-16T11:00/2026-11-16T11:00'), 'ends_before_start'],
      [others('2026-11-16T12:00/2026-11-16T11:00'), 'ends_before_start'],
      [others('2026-11-16T22:00/01:00'), 'ends_before_start'],
      [others('2026-11-16T09:00-11:00'), 'time_unreadable'],
      [others('2026-11-16T25:00/2026-11-16T26:00'), 'time_unreadable'],
      [others('2026-11-16T08:00/2026-11-16T09:30'), 'others_over'],
    ]
    const before = await team.anyone.duty.info()
    for (const lang of ['en_US', 'zh_CN'] as const) {
      for (const [wish, rule] of wrong) {
        const headers = { 'accept-language': lang.replace('_', '-') }
        const response = await team.call('/admin/duty/update', json({ token: admin.token, ...wish }, headers))
        const { err } = (await response.json()) as { err: string }
        assert.equal(response.status, 400, rule)
        assert.equal(response.headers.get('x-error-code'), 'bad_situation', rule)
        assert.equal(err, words[lang].errors.bad_situation({ rule }))
      }
    }
    assert.deepEqual(await team.anyone.duty.info(), before)
    for (const wish of [
      { ...shift(1, 1000) },
      { ...shift(1, -1) },
      { ...shift(1, 1), isInDuty: 'true' },
      { ...shift(1, 1), currentDuty: 1.5 },
      { isInDuty: true },
    ]) {
      const response = await team.call('/admin/duty/update', json({ token: admin.token, ...wish }))
      assert.equal(response.headers.get('x-error-code'), 'bad_input', JSON.stringify(wish))
    }
  })

  test('fields of a duty entry that do not apply may be empty', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const empty = { inDutyCnt: '', otherDutyTime: '', offDutyReason: '', place: '', dutyRecoverTime: '' }
    for (const wish of [
      { ...empty, ...off },
      { ...empty, ...ended },
      { ...empty, ...shift(2, 3), inDutyCnt: '3' },
      { ...empty, ...others('2026-11-16T09:00/2026-11-16T11:00') },
    ]) {
      const response = await team.call('/admin/duty/update', json({ token: admin.token, ...wish }))
      assert.deepEqual(await response.json(), { success: true, data: {} })
      assert.equal((await team.anyone.duty.info()).currentDuty, wish.currentDuty)
    }
  })

  test('several planned special duties are listed, and each can be cancelled', async () => {
    await using team = await staffedTeam({ on })
    const { admin } = team.staff
    await admin.duty.update(others('2026-11-21T10:00/2026-11-21T12:00', 'Library'))
    await admin.duty.update(others('2026-11-20T10:00/2026-11-20T12:00', 'Gate 3'))
    await admin.duty.update(ended)
    const { list } = await admin.duty.planned()
    assert.deepEqual(
      list.map(({ place }) => place),
      ['Gate 3', 'Library'],
    )
    await admin.duty.unplan({ id: list[0]?.id ?? 0 })
    await assert.rejects(admin.duty.unplan({ id: list[0]?.id ?? 0 }), { status: 404, code: 'plan_not_found' })
    const [entry] = (await admin.admin.log({ target: 1 })).list
    assert.deepEqual([entry?.operation, entry?.previous.id, entry?.current.id], [2, list[0]?.id, 0])
    team.pass({ days: 4, hours: 1 })
    assert.equal((await team.anyone.duty.info()).currentDuty, '0')
    team.pass({ days: 1 })
    assert.equal((await team.anyone.duty.info()).place, 'Library')
  })

  test('following the roster ends what was set for now, keeps no record of it and keeps planned special duty', async () => {
    await using team = await staffedTeam({ on })
    const { admin } = team.staff
    const told = async () => {
      const { now } = await admin.duty.preview()
      return [now.source, now.info.currentDuty, now.info.inDutyCnt, now.info.offDutyReason]
    }
    const roster = ['roster', '1', 2, '']
    assert.deepEqual(await told(), roster)
    await admin.duty.update(others('2026-11-20T10:00/2026-11-20T12:00', 'Gate 3'))
    await admin.duty.update(off)
    await admin.duty.update(ended)
    assert.equal((await told())[0], 'written')
    const logged = (await admin.admin.log({ target: 1 })).total
    await admin.duty.unplan({})
    assert.deepEqual(await told(), roster, 'the earlier pause does not return')
    assert.deepEqual(
      (await admin.duty.planned()).list.map(({ place, overruled }) => [place, overruled]),
      [['Gate 3', false]],
    )
    const [entry] = (await admin.admin.log({ target: 1 })).list
    assert.deepEqual([entry?.operation, entry?.previous.id, entry?.current.id], [2, 3, 0])
    await admin.duty.unplan({})
    assert.deepEqual(await told(), roster)
    assert.equal((await admin.admin.log({ target: 1 })).total, logged + 1, 'ending nothing is not logged')
  })

  test('a head count applies only to the situation in which it was entered', async () => {
    await using team = await staffedTeam({ on })
    const { admin, bob } = team.staff
    const count = async () => (await team.anyone.duty.info()).inDutyCnt
    await bob.duty.count({ dutycnt: 7 })
    await assert.rejects(admin.duty.update(others('2026-11-16 09:00 - 2026-11-16 09:30')), { status: 400 })
    assert.equal(await count(), 7)
    await admin.duty.update(others('2026-11-16 09:40 - 2026-11-16 11:00'))
    await admin.duty.update(others('2026-11-16 10:00 - 2026-11-16 10:30', 'Hall', 3))
    assert.equal(await count(), 7)
    for (const [minutes, counted, corrected] of [
      [10, 4, 8],
      [20, 3, 9],
      [30, 4, 10],
      [30, 2, 11],
    ] as const) {
      team.pass({ minutes })
      assert.equal(await count(), counted)
      await bob.duty.count({ dutycnt: corrected })
      assert.equal(await count(), corrected)
    }
  })

  test('setting a situation again succeeds and changes nothing', async () => {
    await using team = await staffedTeam({ on })
    const { admin, bob } = team.staff
    const state = async () => [
      (await team.anyone.duty.info()).updatedTime,
      (await admin.admin.log()).total,
      (await admin.duty.planned()).list.map(({ id }) => id),
    ]
    await admin.duty.update(others('2026-11-20T10:00/2026-11-20T12:00'))
    await admin.duty.update(others('2026-11-21T10:00/2026-11-21T12:00'))
    for (const wish of [
      others('2026-11-20 10:00 - 12:00'),
      others('2026-11-21T10:00/2026-11-21T12:00'),
      ended,
      shift(1, 2),
      shift(9, 2),
      others('2026-11-16T09:00/2026-11-16T11:00', 'Hall'),
      off,
    ]) {
      await admin.duty.update(wish)
      const before = await state()
      team.pass({ minutes: 1 })
      await admin.duty.update(wish)
      await Promise.all([admin.duty.update(wish), admin.duty.update(wish)])
      assert.deepEqual(await state(), before, JSON.stringify(wish))
    }
    // A situation counts as changed if it takes something back: a corrected count, or planned special duty before it.
    await admin.duty.update(shift(1, 2))
    await bob.duty.count({ dutycnt: 5 })
    await admin.duty.update(shift(1, 2))
    assert.equal((await team.anyone.duty.info()).inDutyCnt, 2)
    await admin.duty.update(off)
    await admin.duty.update(others('2026-11-16T11:00/2026-11-16T11:30'))
    await admin.duty.update(off)
    team.pass({ hours: 2 })
    assert.equal((await team.anyone.duty.info()).currentDuty, 'off')
    // A setting that does not concern duty does not change the time either.
    const { updatedTime } = await team.anyone.duty.info()
    await admin.admin.updateSettings({ teamName: 'x' })
    assert.equal((await team.anyone.duty.info()).updatedTime, updatedTime)
  })

  test('updatedTime changes only when the duty information changes', async () => {
    await using team = await staffedTeam({ on })
    const { admin, ann, bob } = team.staff
    const { sheet } = await admin.rosters.current()
    const idOf = async (name: string) => (await admin.admin.members()).list.find((one) => one.name === name)?.id ?? 0
    const told = () => team.anyone.duty.info()
    const before = await told()
    const later: (() => Promise<unknown>)[] = [
      () => ann.leaves.ask({ week: '2026-11-23', shift: '1' }),
      () => ann.leaves.ask({ week: '第3周', shift: '1' }),
      () => bob.leaves.ask({ week: '2026-11-24', shift: '1', substitute: 'Eve' }),
      () => ann.leaves.cancel({ id: 1 }),
      () => admin.rosters.create({ name: 'Spring', sheet, activate: false }),
      () => admin.rosters.update({ id: 2, name: 'Spring term', sheet: [] }),
      () => admin.rosters.update({ id: 1, name: 'Autumn term', sheet }),
      () => admin.duty.update(others('2026-11-20T10:00/2026-11-20T12:00')),
      () => admin.duty.unplan({ id: 1 }),
      () => admin.admin.updateSettings({ closedDays: [{ from: '2027-01-01', until: '2027-01-03' }] }),
      () => admin.admin.invite({ name: 'Dan' }),
      async () => admin.admin.updateMember({ id: await idOf('Dan'), name: 'Daniel' }),
      async () => admin.admin.removeMember({ id: await idOf('Daniel') }),
      () => admin.admin.invite({ name: 'Daniel' }),
      async () => (await team.member('Fay')).users.erase(),
    ]
    for (const change of later) {
      team.pass({ minutes: 1 })
      await change()
      assert.deepEqual(await told(), before, String(change))
    }
    const now: (() => Promise<unknown>)[] = [
      () => bob.leaves.ask({ week: '1', shift: '1' }),
      () => ann.duty.count({ dutycnt: 4 }),
      async () => admin.admin.updateMember({ id: await idOf('Ann'), name: 'Anna' }),
      () => admin.admin.updateSettings({ timetable: timetable.map((one) => ({ ...one, until: '12:30' })).slice(0, 1) }),
    ]
    let { updatedTime: last } = before
    for (const change of now) {
      team.pass({ minutes: 1 })
      await change()
      const { updatedTime } = await told()
      assert.ok(updatedTime > last, String(change))
      last = updatedTime
    }
  })

  test('a head count by a member lasts until the situation ends or the count is entered again', async () => {
    await using team = await staffedTeam({ on })
    const { admin, bob } = team.staff
    const user = await team.user()
    await assert.rejects(user.duty.count({ dutycnt: 1 }), { status: 403 })
    await bob.duty.count({ dutycnt: 5 })
    const { inDutyCnt, updatedTime } = await team.anyone.duty.info()
    assert.deepEqual([inDutyCnt, updatedTime], [5, '2026-11-16T09:30:00.000000'])
    await admin.duty.update(shift(1, 7))
    assert.equal((await team.anyone.duty.info()).inDutyCnt, 7)
    await bob.duty.count({ dutycnt: 0 })
    assert.equal((await team.anyone.duty.info()).inDutyCnt, 0)
    assert.equal((await admin.duty.current()).inDutyCnt, 0)
    await admin.duty.update(shift(1, 7))
    assert.equal((await team.anyone.duty.info()).inDutyCnt, 7)
    await bob.duty.count({ dutycnt: 999 })
    team.pass({ hours: 2, minutes: 30 })
    await assert.rejects(bob.duty.count({ dutycnt: 1 }), { status: 409, code: 'out_of_duty' })
    await admin.admin.updateSettings({ timetable: [{ shift: 1, from: '09:00', until: '13:00' }] })
    assert.equal(await brief(team), '1 2 until 2026-11-16T13:00', 'a head count ends with its shift')
    await admin.admin.updateSettings({ timetable })
    team.pass({ hours: 2 })
    assert.equal((await team.anyone.duty.info()).inDutyCnt, 1)
    team.pass({ days: 6, hours: 19 })
    assert.equal(await brief(team), '1 2 until 2026-11-23T12:00')
    for (const dutycnt of [-1, 1000, 1.5])
      await assert.rejects(bob.duty.count({ dutycnt }), { status: 400, code: 'bad_input' })
  })

  test('a member sees whether they are on duty', async () => {
    await using team = await staffedTeam({ on })
    const { admin, ann, eve } = team.staff
    const team1 = await team.anyone.duty.info()
    assert.deepEqual(await ann.duty.mine(), team1)
    assert.deepEqual(await eve.duty.mine(), { ...team1, isInDuty: false })
    team.pass({ hours: 4, minutes: 30 })
    assert.equal((await ann.duty.mine()).isInDuty, false)
    assert.equal((await eve.duty.mine()).isInDuty, true)
    await admin.duty.update(others('2026-11-16T14:00/2026-11-16T15:00'))
    assert.equal((await eve.duty.mine()).isInDuty, false)
    assert.equal((await eve.duty.mine()).inDutyCnt, 4)
  })

  test('closed days are closed, and make-up days follow the timetable of another weekday', async () => {
    await using team = await staffedTeam({ on })
    const { admin } = team.staff
    await admin.admin.updateSettings({ closedDays: [{ from: '2026-11-16', until: '2028-11-19' }] })
    assert.equal(await brief(team), '0 0 until 2028-11-20T09:00')
    const why = async (person = admin) => {
      const { offDutyReason, dutyRecoverTime } = await person.duty.info()
      return [offDutyReason, dutyRecoverTime]
    }
    // A closed day without a name is closed too.
    assert.deepEqual(await why(), [words.en_US.duty.closed, '2028-11-20 09:00'])
    await admin.admin.updateSettings({
      closedDays: [{ from: '2026-11-17', until: '2026-11-23', name: 'Holiday' }],
      makeUpDays: [{ date: '2026-11-22', weekday: 1 }],
    })
    team.pass({ hours: 8 })
    assert.equal(await brief(team), '0 0 until 2026-11-22T09:00')
    assert.deepEqual(await why(), ['', ''], 'today is no holiday')
    team.pass({ hours: 6, minutes: 30 })
    assert.deepEqual(await why(), ['Holiday', '2026-11-22 09:00'])
    assert.equal((await team.anyone.duty.info()).updatedTime, '2026-11-17T00:00:00.000000')
    team.pass({ days: 5, hours: 9, minutes: 30 })
    assert.equal(await brief(team), '1 2 until 2026-11-22T12:00')
    team.pass({ days: 1 })
    assert.equal(await brief(team), '0 0 until 2026-11-24T09:00')
  })

  test('contradictory closed and make-up days are refused', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    for (const [wish, sentence] of [
      [{ closedDays: [{ from: '2026-02-30', until: '2026-03-01' }] }, /closedDays\[0\].from must be a date/],
      [{ closedDays: [{ from: '2026-3-1', until: '2026-03-01' }] }, /closedDays\[0\].from must be a date/],
      [{ closedDays: [{ from: '2026-03-02', until: '2026-03-01' }] }, /must end after it starts/],
      [{ makeUpDays: [{ date: '2026-13-01', weekday: 1 }] }, /makeUpDays\[0\].date must be a date/],
      [{ makeUpDays: [{ date: '2026-03-01', weekday: 8 }] }, /at most 7/],
      [
        {
          makeUpDays: [
            { date: '2026-03-01', weekday: 1 },
            { date: '2026-03-01', weekday: 2 },
          ],
        },
        /second entry for 2026-03-01/,
      ],
    ] as const)
      await assert.rejects(admin.admin.updateSettings(structuredClone(wish) as object), {
        status: 400,
        message: sentence,
      })
  })

  test('a clock that is set back, or behind another node’s, undoes no duty entry', async () => {
    await using team = await staffedTeam({ on })
    const { admin, bob } = team.staff
    assert.equal((await team.anyone.duty.info()).currentDuty, '1')
    team.pass({ hours: -1 })
    assert.equal(await brief(team), '0 0 until 2026-11-16T09:00')
    team.pass({ hours: 1 })
    await admin.duty.update(off)
    assert.equal((await team.anyone.duty.info()).currentDuty, 'off')
    team.pass({ minutes: -10 })
    assert.equal((await team.anyone.duty.info()).currentDuty, 'off')
    await admin.duty.update(shift(1, 7))
    assert.equal((await team.anyone.duty.info()).inDutyCnt, 7)
    team.pass({ seconds: -2 })
    await bob.duty.count({ dutycnt: 3 })
    assert.equal((await team.anyone.duty.info()).inDutyCnt, 3)
    team.pass({ minutes: 30 })
    assert.equal(await brief(team), '1 3 until 2026-11-16T12:00')
    team.pass({ days: -300 })
    await admin.admin.updateSettings({ teamName: 'in January' })
    await admin.duty.update(ended)
    assert.equal((await team.anyone.duty.info()).currentDuty, '0')
    await admin.duty.update(off)
    team.pass({ days: 300 })
    assert.equal((await team.anyone.duty.info()).currentDuty, 'off')
  })

  test('every change of duty is in the log with its values before and after', async () => {
    await using team = await staffedTeam({ on })
    const { admin, bob } = team.staff
    await bob.duty.count({ dutycnt: 5 })
    await bob.duty.count({ dutycnt: 5 })
    await admin.duty.update(off)
    const { list } = await admin.admin.log({ target: 1 })
    assert.deepEqual(
      list.map(({ op, operation, previous, current }) => [op, operation, previous.info, current.info]),
      [
        ['admin', 1, 'Shift 1, 5 people', 'paused, exams'],
        ['Bob', 1, '2 people', '5 people'],
      ],
    )
  })
})

test('a shift keeps its local time and its members in a zone with clock changes that is a day ahead', async () => {
  await using team = await newTeam({ at: '2026-04-03T19:00:00Z', env: { TEAM_TIME_ZONE: 'Pacific/Auckland' } })
  const admin = await team.admin()
  await admin.admin.updateSettings({ timetable })
  await admin.rosters.create({
    name: 'x',
    sheet: [
      { weekday: 6, shift: 1, workers: ['Ann', 'Eve'], leader: 'Ann' },
      { weekday: 7, shift: 1, workers: ['Bob'], leader: 'Bob' },
    ],
  })
  assert.equal(await brief(team), '0 0 until 2026-04-04T09:00')
  const led = async () => `${await brief(team)}, ${(await team.anyone.duty.info()).leader} leads`
  team.pass({ hours: 1 })
  assert.equal(await led(), '1 2 until 2026-04-04T12:00, Ann leads')
  await admin.duty.update({ isInDuty: true, currentDuty: '1' })
  assert.equal(await led(), '1 2 until 2026-04-04T12:00, Ann leads')
  team.pass({ hours: 24 })
  // In the night when clocks go back, one hour more is between nine and nine o'clock.
  assert.equal((await team.anyone.duty.info()).currentDuty, '0')
  team.pass({ hours: 1 })
  assert.equal(await led(), '1 1 until 2026-04-05T12:00, Bob leads')
})
