import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { statuses } from '#contract/codes.ts'
import type { HourLine } from '#contract/hours/hour-fields.ts'
import { openEngine } from '#store/engine/open.ts'
import { onEachDatabase } from '../support/databases.ts'
import { addRoster, ended, off, others, timetable } from '../support/staffed.ts'
import { newTeam, type Team } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

const signing = { on: true, desk: false, earlyMinutes: 15, overtimeMinutes: 30 }
const unknown = { status: 404, code: 'board_unknown' }
const refused = { status: 400, code: 'board_code_refused' }
const needed = { status: 400, code: 'board_code_needed' }
const noShift = { status: 409, code: 'no_shift_now' }
const notHere = { status: 409, code: 'not_here' }

/** A team with attendance turned on, and a board. */
async function withBoard(team: Team, more: Partial<typeof signing> = {}) {
  const people = await addRoster(team)
  await people.admin.admin.updateSettings({ signing: { ...signing, ...more }, adminSessionHours: 240 })
  const { token } = await people.admin.hours.makeBoard()
  const board = team.as(token)
  const code = async () => {
    const { code } = await board.hours.boardCode()
    team.secret(code)
    return code
  }
  const names = async () => (await board.hours.boardCode()).here.map(({ name }) => name)
  const count = async () => (await team.anyone.duty.info()).inDutyCnt
  return { ...people, token, board, code, names, count }
}

/** The evidence of an hours entry as one text. */
const told = ({ date, shift, standing, late, came, left, arrival, leaving, minutes }: HourLine) =>
  [date.slice(5), shift, standing, `+${late}`, came, arrival.slice(11, 16), left, leaving.slice(11, 16), minutes].join(
    ' ',
  )

/** The stored entries, by id. */
async function stored(team: Team) {
  await using engine = await openEngine(team.fresh.config)
  return await engine.read((db) => db.selectFrom('hour_line').selectAll().orderBy('id').execute())
}

/** Sets the clock to a time of the team, today or some days later. */
function clockOf(team: Team) {
  const first = Temporal.PlainDate.from('2026-11-16')
  return (time: string, days = 0, zone = 'Asia/Shanghai') => {
    const wanted = first.add({ days }).toPlainDateTime(time).toZonedDateTime(zone).epochMilliseconds
    team.pass({ milliseconds: wanted - team.now() })
  }
}

async function doJob(team: Team, name: string): Promise<void> {
  const job = team.running.jobs.find((one) => one.name === name)
  await job?.run(new AbortController().signal)
}

onEachDatabase('signing in', (on) => {
  test('a board code is valid for one minute on every node, even if their clocks differ by five', {
    skip: on === 'sqlite',
  }, async () => {
    await using team = await newTeam({ on })
    await using behind = await newTeam({ on, beside: team, at: '2026-11-16T01:25:00Z' })
    const { bob, token } = await withBoard(team)
    for (const node of [team, behind]) await doJob(node, 'watch')
    for (const [shows, reads] of [
      [team, behind],
      [behind, team],
    ] as const) {
      const { code, seconds } = await shows.as(token).hours.boardCode()
      team.secret(code)
      assert.equal(seconds, 30)
      const there = reads.as(bob.token).hours
      assert.equal((await there.signIn({ code })).came, 'board')
      await there.signOut({ code })
      team.pass({ minutes: 1, seconds: 30 })
      await assert.rejects(there.signIn({ code }), refused)
    }
  })

  test('members sign in with the board’s code, which only the board’s token can read', async () => {
    await using team = await newTeam({ on })
    const { admin, ann, bob, eve, token, board, code, names } = await withBoard(team)
    for (const token of ['', 'wrong', 'a'.repeat(43), admin.token, ann.token])
      await assert.rejects(team.as(token).hours.boardCode(), unknown)
    assert.equal(
      (await team.call(`/board/code?token=${token}`)).status,
      404,
      'the token is not accepted in the address',
    )
    const shown = await board.hours.boardCode()
    assert.match(shown.code, /^[0-9A-HJKMNP-TV-Z]{8}$/)
    assert.equal(shown.url, `http://127.0.0.1:8080/in#${shown.code}`)
    assert.deepEqual([shown.seconds, shown.here], [30, []])
    const at = await admin.hours.board()
    assert.deepEqual(at, { made: '2026-11-16T09:30:00.000000', by: 'admin' })

    await assert.rejects(ann.hours.signIn({}), needed)
    await assert.rejects(ann.hours.signIn({ code: '' }), needed)
    team.pass({ milliseconds: 59_999 })
    assert.notEqual(await code(), shown.code)
    const line = await ann.hours.signIn({ code: ` ${shown.code.slice(0, 4)} ${shown.code.slice(4).toLowerCase()}` })
    assert.equal(told(line), '11-16 1 rostered +30 board 09:30   0')
    assert.deepEqual([line.name, line.state, line.here, line.kind], ['Ann', 'proposed', true, 'shift'])
    // The code of an old photograph has expired after a minute.
    team.pass({ milliseconds: 1 })
    await assert.rejects(bob.hours.signIn({ code: shown.code }), refused)
    assert.deepEqual(await names(), ['Ann'])

    const before = await code()
    const { token: second, url } = await admin.hours.makeBoard()
    assert.equal(url, `http://127.0.0.1:8080/board#${second}`)
    await assert.rejects(board.hours.boardCode(), unknown)
    await assert.rejects(bob.hours.signIn({ code: before }), refused)
    const other = team.as(second)
    const { code: good } = await other.hours.boardCode()
    team.secret(good)
    assert.notEqual(good, before)
    await admin.hours.endBoard()
    await admin.hours.endBoard()
    await assert.rejects(other.hours.boardCode(), unknown)
    await assert.rejects(bob.hours.signIn({ code: good }), refused)
    await assert.rejects(ann.hours.signOut({ code: good }), refused)
    assert.deepEqual(await admin.hours.board(), { made: '', by: '' })
    assert.equal(
      (await admin.admin.log({ target: 6 })).list.filter(({ current }) => /board/.test(current.info)).length,
      3,
    )

    // Guessing is limited for each member, and a right code does not count.
    team.pass({ minutes: 11 })
    const { token: third } = await admin.hours.makeBoard()
    const last = (await team.as(third).hours.boardCode()).code
    for (let i = 0; i < 11; i += 1) await ann.hours.signIn({ code: last })
    for (let i = 0; i < 11; i += 1) await assert.rejects(ann.hours.signIn({ code: last, shift: '9' }), noShift)
    for (let i = 0; i < 10; i += 1) await assert.rejects(bob.hours.signIn({ code: `AAAA000${i}` }), refused)
    await assert.rejects(bob.hours.signIn({ code: last }), { status: 429 })
    await assert.rejects(bob.hours.signOut({ code: last }), { status: 429 })
    assert.equal((await eve.hours.signIn({ code: last })).standing, 'beside')
    assert.equal((await stored(team)).length, 2)
  })

  test('signing in twice makes one entry; the next shift and a second attendance make their own', async () => {
    await using team = await newTeam({ on })
    const clock = clockOf(team)
    const { admin, ann, bob, eve, code, names, count } = await withBoard(team)
    const signed = async () => (await admin.admin.log({ target: 1 })).list.map(({ current }) => current.info)
    clock('08:44')
    await assert.rejects(ann.hours.signIn({ code: await code() }), noShift)
    clock('08:45')
    const early = await ann.hours.signIn({ code: await code() })
    assert.deepEqual(await ann.hours.signIn({ code: await code() }), early)
    await assert.rejects(ann.hours.signIn({ code: await code(), shift: '2' }), noShift)
    await assert.rejects(ann.hours.signIn({ code: await code(), shift: 'nonsense' }), noShift)
    assert.equal((await signed()).length, 1)
    assert.equal((await admin.admin.log({ target: 1 })).list[0]?.current.id, early.id)
    assert.deepEqual(await names(), ['Ann'])
    assert.equal((await ann.duty.mine()).isInDuty, true, 'a member who signs in early is on duty')
    assert.equal((await bob.duty.mine()).isInDuty, false)

    clock('09:10')
    assert.equal(await count(), 1)
    assert.equal((await bob.duty.mine()).isInDuty, true, 'the roster has the member on this shift')
    const here = await bob.hours.here()
    assert.deepEqual(here.expected, [{ member: 3, name: 'Bob', shift: '1' }])
    assert.deepEqual(
      here.shifts.map(({ shift, from, until, mine }) => [shift, from.slice(11, 16), until.slice(11, 16), mine]),
      [['1', '09:00', '12:00', true]],
    )
    assert.deepEqual(here.here, [{ member: 2, name: 'Ann', shift: '1', since: '2026-11-16T08:45:00.000000' }])
    // Signing in for another's shift is recorded, not refused.
    assert.equal(told(await eve.hours.signIn({ code: await code() })), '11-16 1 beside +10 board 09:10   0')
    assert.deepEqual(await names(), ['Ann', 'Eve'])
    assert.equal(await count(), 2)
    await bob.duty.count({ dutycnt: 7 })
    assert.equal(await count(), 7)
    clock('09:30')
    assert.equal(await count(), 7)
    assert.equal(told(await eve.hours.signOut({})), '11-16 1 beside +10 board 09:10 anywhere 09:30 20')
    assert.equal(await count(), 1, 'signing in and out replaces an earlier head count')
    await assert.rejects(eve.hours.signOut({}), notHere)
    assert.equal(told(await eve.hours.signIn({ code: await code() })), '11-16 1 beside +30 board 09:30   0')
    clock('10:00')
    await ann.hours.signOut({ code: await code() })
    await eve.hours.signOut({ code: await code() })
    assert.equal(await count(), 0)
    assert.deepEqual(
      (await bob.hours.here()).expected.map(({ name }) => name),
      ['Bob'],
      'members who have already come are not expected',
    )

    // From one shift into the next.
    clock('13:50')
    const [first] = [await eve.hours.signIn({ code: await code() })]
    assert.equal(told(first), '11-16 2 rostered +0 board 13:50   0')
    await admin.admin.updateSettings({ timetable: [...timetable, { shift: 4, from: '17:00', until: '18:00' }] })
    clock('16:50')
    assert.equal(told(await eve.hours.signIn({ code: await code() })), '11-16 2 rostered +0 board 13:50   170')
    assert.equal(told(await eve.hours.signIn({ code: await code(), shift: '4' })), '11-16 4 beside +0 board 16:50   0')
    const next = async () => (await eve.hours.mine()).list.filter(({ shift }) => shift === '2').map(told)
    assert.deepEqual(await next(), ['11-16 2 rostered +0 board 13:50 next 17:00 180'])
    // A member who leaves before the next shift begins was there until then.
    clock('16:55')
    await eve.hours.signOut({})
    assert.deepEqual(await next(), ['11-16 2 rostered +0 board 13:50 next 16:55 175'])
    const lines = await stored(team)
    assert.equal(lines.length, 5)
    assert.ok(lines.every(({ left_at }) => left_at !== null))
  })

  test('leaves and substitutes are stored with an attendance and do not change later', async () => {
    await using team = await newTeam({ on, at: '2026-11-15T00:00:00Z' })
    const clock = clockOf(team)
    const { admin, ann, bob, eve, code, names, count } = await withBoard(team)
    const { id: bobId } = await bob.members.checklogin()
    await ann.leaves.ask({ week: '1', shift: '1', substitute: 'Eve' })
    clock('09:20')
    assert.equal(told(await ann.hours.signIn({ code: await code() })), '11-16 1 on_leave +20 board 09:20   0')
    assert.equal(told(await eve.hours.signIn({ code: await code() })), '11-16 1 substitute +20 board 09:20   0')
    assert.equal(told(await bob.hours.signIn({ code: await code() })), '11-16 1 rostered +20 board 09:20   0')
    assert.equal(await count(), 3)
    await admin.rosters.delete({ id: 1 })
    await admin.admin.updateSettings({ timetable: [{ shift: 1, from: '09:30', until: '10:00' }] })
    // Signing in to the same shift continues the same entry, although the hours of the shift have changed.
    clock('09:40')
    assert.equal(told(await ann.hours.signIn({ code: await code() })), '11-16 1 on_leave +20 board 09:20   20')
    clock('11:50')
    assert.equal(told(await ann.hours.signOut({})), '11-16 1 on_leave +20 board 09:20 anywhere 11:50 150')
    assert.deepEqual(await names(), ['Eve', 'Bob'])

    // Removing a member signs them out.
    await admin.admin.removeMember({ id: bobId })
    await assert.rejects(bob.hours.signIn({ code: await code() }), { status: 403, code: 'wrong_role' })
    assert.deepEqual(await names(), ['Eve'])
    const of = async (who: number) => (await stored(team)).find(({ member_id }) => member_id === who)
    const line = await of(bobId)
    assert.deepEqual([line?.left_how, line?.left_at], ['removed', team.now()])
    await eve.users.erase()
    assert.deepEqual(await names(), [])
    assert.equal((await of(bobId + 1))?.left_how, 'removed')
  })

  test('the staff of ended shifts is stored once, as the roster was then', async () => {
    await using team = await newTeam({ on })
    const clock = clockOf(team)
    const { admin, bob } = await addRoster(team)
    const job = () => doJob(team, 'staff')
    const staff = async () => {
      await using engine = await openEngine(team.fresh.config)
      const { rows } = await engine.read((db) =>
        sql<{ row: string }>`select date || ' ' || shift || ' ' || name as row from shift_staff
          join member on member.id = member_id order by date, shift, name`.execute(db),
      )
      return rows.map(({ row }) => row.slice(5))
    }
    const staffedUntil = async () => {
      await using engine = await openEngine(team.fresh.config)
      return (await engine.read((db) => db.selectFrom('duty').select('staffed_until').executeTakeFirstOrThrow()))
        .staffed_until
    }
    clock('12:00')
    await job()
    assert.deepEqual(await staff(), [], 'without signing in, no attendance is stored')
    assert.equal(await staffedUntil(), 0, 'duty was changed, and nothing is written of it')
    await admin.admin.updateSettings({ signing, adminSessionHours: 240 })
    await job()
    assert.deepEqual(await staff(), [], 'shifts that ended before are not counted')
    clock('17:00')
    await job()
    await job()
    const first = ['11-16 2 Eve']
    assert.deepEqual(await staff(), first)
    // The service was off for a night. It records the staff by the roster of the night, before the roster is changed in
    // the morning.
    clock('12:30', 1)
    const { code } = await admin.admin.invite({ name: 'Fay' })
    team.secret(code)
    await admin.rosters.update({
      id: 1,
      name: 'Autumn',
      sheet: [{ weekday: 2, shift: 1, workers: ['Fay', 'Eve'], leader: '' }],
    })
    await job()
    const second = [...first, '11-17 1 Ann', '11-17 1 Bob']
    assert.deepEqual(await staff(), second)
    // A closed day's shift has no staff; a removed member stays recorded on past shifts.
    await admin.rosters.update({
      id: 1,
      name: 'Autumn',
      sheet: [
        { weekday: 3, shift: 1, workers: ['Bob'], leader: '' },
        { weekday: 3, shift: 2, workers: ['Eve'], leader: '' },
      ],
    })
    clock('12:30', 2)
    await admin.admin.removeMember({ id: (await bob.members.checklogin()).id })
    await admin.duty.update(off)
    clock('17:00', 2)
    await job()
    assert.deepEqual(await staff(), [...second, '11-18 1 Bob'])
    // After the clock was set back, no staff is recorded twice.
    await admin.duty.update({ isInDuty: false, currentDuty: '0' })
    team.setClock({ days: -3 })
    await job()
    clock('17:00', 9)
    await job()
    assert.deepEqual(await staff(), [...second, '11-18 1 Bob', '11-25 2 Eve'])
  })
})

test('attendance is right over midnight, clock changes, a clock set back and a forgotten sign-out', async () => {
  await using team = await newTeam({ at: '2026-10-24T06:00:00Z' })
  const zone = 'Europe/Berlin'
  const { admin, ann, bob, code, names } = await withBoard(team)
  const clock = (text: string) => {
    const wanted = Temporal.PlainDateTime.from(`2026-${text}`).toZonedDateTime(zone).epochMilliseconds
    team.pass({ milliseconds: wanted - team.now() })
  }
  await admin.admin.updateSettings({
    timeZone: zone,
    timetable: [
      { shift: 1, from: '01:00', until: '04:00', weekday: 7 },
      { shift: 2, from: '10:00', until: '12:00' },
    ],
  })

  // Special duty over midnight belongs to the day on which it begins.
  await admin.duty.update(others('2026-10-24T22:00/2026-10-25T00:30'))
  clock('10-24T21:50')
  await assert.rejects(ann.hours.signIn({ code: await code(), shift: '1' }), noShift)
  await ann.hours.signIn({ code: await code() })
  assert.equal((await team.anyone.duty.info()).inDutyCnt, 0, 'the shift has not begun')
  clock('10-24T22:00')
  assert.equal((await team.anyone.duty.info()).inDutyCnt, 1, 'one member has signed in')
  clock('10-25T00:20')
  assert.equal(told(await bob.hours.signIn({ code: await code() })), '10-24 others  +140 board 00:20   0')
  clock('10-25T01:00')
  assert.equal(told(await ann.hours.signOut({})), '10-24 others  +0 board 21:50 anywhere 01:00 180')
  // The next shift is in the night in which the clocks go back: it lasts four hours.
  const next = await bob.hours.signIn({ code: await code() })
  assert.equal(told(next), '10-25 1 beside +0 board 01:00   0')
  assert.equal((await stored(team))[1]?.left_how, 'next')
  clock('10-25T04:10')
  assert.equal(told(await bob.hours.signOut({})), '10-25 1 beside +0 board 01:00 anywhere 04:10 250')

  // Without signing out the attendance ends with the shift: at once in views, and in the database with the next
  // sign-in.
  clock('10-26T10:30')
  await ann.hours.signIn({ code: await code() })
  await bob.hours.signIn({ code: await code() })
  clock('10-26T12:30')
  assert.deepEqual(await names(), ['Ann', 'Bob'])
  team.pass({ milliseconds: 1 })
  assert.deepEqual(await names(), [])
  const forgotten = '10-26 2 beside +30 board 10:30 forgotten 12:00 90'
  assert.equal(told((await ann.hours.mine()).list[0] as HourLine), forgotten)
  assert.equal((await stored(team)).at(-1)?.left_at, null)
  assert.equal(told(await ann.hours.signOut({})), forgotten)
  await assert.rejects(ann.hours.signOut({}), notHere)
  clock('10-27T10:00')
  await bob.hours.signIn({ code: await code() })
  assert.equal((await bob.hours.mine({ from: '2026-10-26', until: '2026-10-26' })).list.map(told)[0], forgotten)

  // With a clock that is set back no time is negative.
  team.setClock({ minutes: -7 })
  assert.deepEqual(await names(), ['Bob'])
  assert.equal(told(await bob.hours.signOut({})), '10-27 2 beside +0 board 10:00 anywhere 10:00 0')

  // A closed day has no shift, but special duty counts.
  clock('11-02T09:50')
  await admin.duty.update(off)
  await assert.rejects(ann.hours.signIn({ code: await code() }), noShift)
  await admin.duty.update(ended)
  await ann.hours.signIn({ code: await code() })
  await admin.admin.updateSettings({ closedDays: [{ from: '2026-11-03', until: '2026-11-03' }] })
  clock('11-03T10:30')
  await assert.rejects(ann.hours.signIn({ code: await code() }), noShift)
  await admin.duty.update(others('2026-11-03T10:00/2026-11-03T11:00'))
  assert.equal((await ann.hours.signIn({ code: await code() })).shift, 'others')
})

test('no minute is in two entries when a member changes between two shifts', async () => {
  await using team = await newTeam()
  const clock = clockOf(team)
  const { admin, ann, eve, code, names } = await withBoard(team, { earlyMinutes: 120 })
  await admin.admin.updateSettings({
    timetable: [
      { shift: 1, from: '09:00', until: '12:00' },
      { shift: 2, from: '12:00', until: '15:00' },
      { shift: 3, from: '15:00', until: '17:00' },
    ],
  })
  const signIn = async (shift: string) => (await ann.hours.signIn({ code: await code(), shift })).id
  const mine = async () => (await ann.hours.mine()).list
  const sum = async () => (await mine()).reduce((minutes, line) => minutes + line.minutes, 0)
  const times = ['10:00', '10:10', '10:20', '10:30', '10:40', '10:50', '11:00']
  for (const [i, time] of times.entries()) {
    clock(time)
    await signIn(i % 2 === 0 ? '1' : '2')
  }
  clock('12:00')
  await ann.hours.signOut({})
  assert.equal(await sum(), 120)
  assert.equal((await mine()).length, 7)

  // A member signs in to the next shift before it begins. An entry that lasts until then can be neither decided nor
  // corrected yet.
  clock('13:10')
  const second = await signIn('2')
  clock('14:00')
  await signIn('3')
  const still = { status: 409, code: 'still_here' }
  await assert.rejects(admin.hours.decide({ ids: [second] }), still)
  await assert.rejects(admin.hours.correct({ id: second, minutes: 5, reason: 'guessed' }), still)
  assert.equal((await mine()).find(({ id }) => id === second)?.here, true)
  clock('14:30')
  await ann.hours.signOut({})
  assert.equal(await sum(), 120 + 80)
  assert.deepEqual(await admin.hours.decide({ ids: [second] }), { changed: 1, left: 0 })

  // The shift lasts longer now: a member who had forgotten to sign out signs in again.
  clock('10:00', 1)
  await eve.hours.signIn({ code: await code() })
  await admin.admin.updateSettings({ timetable: [{ shift: 1, from: '09:00', until: '13:30' }] })
  clock('12:40', 1)
  assert.deepEqual(await names(), [])
  assert.equal(told(await eve.hours.signIn({ code: await code() })), '11-17 1 beside +220 board 12:40   0')
  assert.deepEqual(await names(), ['Eve'])
  const lines = (await eve.hours.mine()).list.map(told)
  assert.ok(lines.includes('11-17 1 beside +60 board 10:00 forgotten 12:00 120'))

  // Special duty of several days: a member who comes on a later day counts too.
  await admin.duty.update(others('2026-11-18T08:00/2026-11-22T20:00'))
  clock('19:00', 5)
  const fair = await ann.hours.signIn({ code: await code() })
  assert.equal(told(fair), '11-18 others  +4980 board 19:00   0')
  assert.deepEqual(await names(), ['Ann'])
  assert.equal((await team.anyone.duty.info()).inDutyCnt, 1)
  assert.equal((await ann.duty.mine()).isInDuty, true)
})

test('members sign in by tapping names where the team allows it; other teams need no attendance', async () => {
  await using team = await newTeam()
  const { admin, ann, bob, eve, board, code, names, count } = await withBoard(team)
  const [annId, eveId] = [(await ann.members.checklogin()).id, (await eve.members.checklogin()).id]
  await assert.rejects(bob.hours.signIn({ code: await code(), member: annId }), needed)
  await admin.admin.updateSettings({ signing: { ...signing, desk: true } })
  const line = await bob.hours.signIn({ member: annId })
  assert.equal(told(line), '11-16 1 rostered +30 desk 09:30   0')
  assert.deepEqual([line.name, line.writtenBy], ['Ann', 'Bob'])
  assert.equal(told(await bob.hours.signIn({})), '11-16 1 rostered +30 desk 09:30   0')
  assert.equal((await bob.hours.signIn({ member: eveId, code: await code() })).came, 'desk')
  await assert.rejects(bob.hours.signIn({ code: 'AAAAAAAA' }), refused)
  await assert.rejects(bob.hours.signIn({ member: 99 }), { status: 404, code: 'member_not_found' })
  await assert.rejects(bob.hours.signOut({ member: 99 }), { status: 404, code: 'member_not_found' })
  assert.deepEqual(await names(), ['Ann', 'Bob', 'Eve'])
  assert.equal((await bob.hours.signOut({ member: annId })).left, 'desk')
  assert.equal((await bob.hours.signOut({})).left, 'anywhere')
  assert.equal((await eve.hours.signOut({ code: await code() })).left, 'board')
  await bob.hours.signIn({})
  await admin.admin.updateSettings({ signing })
  await assert.rejects(ann.hours.signOut({ member: eveId }), needed)
  assert.equal(await count(), 1)
  assert.deepEqual((await team.anyone.team.board()).duty.inDutyCnt, 1)
  assert.ok(!JSON.stringify(await team.anyone.team.board()).includes('Bob'), 'names are not public')

  const { updatedTime } = await team.anyone.duty.info()
  team.pass({ minutes: 1 })
  await admin.admin.updateSettings({ signing: { ...signing, on: false } })
  const off = { status: 409, code: 'signing_off' }
  await assert.rejects(board.hours.boardCode(), off)
  await assert.rejects(ann.hours.signIn({ code: 'AAAAAAAA' }), off)
  await assert.rejects(bob.hours.signOut({}), off)
  assert.deepEqual(await bob.hours.here(), { on: false, desk: false, here: [], shifts: [], expected: [] })
  assert.equal(await count(), 2, 'the head count is that of the roster')
  assert.ok((await team.anyone.duty.info()).updatedTime > updatedTime)
  assert.equal((await eve.duty.mine()).isInDuty, false)
})

test('two simultaneous sign-ins on two nodes make one entry, and both nodes know who is here', async () => {
  await using one = await newTeam({ on: 'postgres' })
  await using two = await newTeam({ beside: one })
  const { admin, ann, bob, eve, code, count } = await withBoard(one)
  await doJob(two, 'watch')
  const good = await code()
  two.secret(good)
  const everywhere = <T>(call: (team: Team) => Promise<T>) => Promise.all([one, two, one, two, one, two].map(call))
  const lines = await everywhere((team) => team.as(ann.token).hours.signIn({ code: good }))
  assert.equal(new Set(lines.map(({ id }) => id)).size, 1)
  await Promise.all([one, two].map((team) => team.as(bob.token).hours.signIn({ code: good })))
  assert.equal((await stored(one)).length, 2)
  const left = await Promise.allSettled([one, two].map((team) => team.as(bob.token).hours.signOut({})))
  assert.deepEqual(left.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  for (const team of [one, two]) await doJob(team, 'watch')
  assert.equal(await count(), 1)
  assert.equal((await two.anyone.duty.info()).inDutyCnt, 1)
  // A removal at the same moment comes first, and no entry is written, or comes second, and signs the member out.
  await Promise.allSettled([
    two.as(bob.token).hours.signIn({ code: good }),
    admin.admin.removeMember({ id: (await bob.members.checklogin()).id }),
  ])
  assert.ok((await stored(one)).every(({ member_id, left_at }) => member_id === 2 || left_at !== null))

  // The other node does not know yet that Ann is here. The ticket that she finishes there counts in her shift anyway.
  await ann.hours.signOut({})
  await admin.rosters.delete({ id: 1 })
  await doJob(two, 'watch')
  await ann.hours.signIn({ code: good })
  const visitor = await one.user()
  for (const person of [ann, eve]) {
    const id = await createTicket(visitor)
    await two.as(person.token).tickets.pick({ id })
    await two.as(person.token).tickets.update({ id, status: statuses.repaired })
  }
  const outside = (await stored(one)).filter(({ kind }) => kind === 'ticket')
  assert.deepEqual(
    outside.map(({ member_id }) => member_id),
    [(await eve.members.checklogin()).id],
  )
})
