import assert from 'node:assert/strict'
import { test } from 'node:test'
import ICAL from 'ical.js'
import { onEachDatabase } from '../support/databases.ts'
import { off, others, shift, staffedTeam, timetable } from '../support/staffed.ts'
import { newTeam } from '../support/team.ts'

interface CalendarEntry {
  readonly title: string
  readonly from: string
  readonly until: string
  readonly place: string
  readonly uid: string
}

/** The events of a calendar as a program sees them that knows the zone from the calendar alone. */
function seen(text: string): CalendarEntry[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  ICAL.TimezoneService.reset()
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const instant = (time: ICAL.Time) => time.toJSDate().toISOString()
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    assert.match(String(component.getFirstPropertyValue('dtstamp')), /Z$/)
    return {
      title: event.summary,
      from: instant(event.startDate),
      until: instant(event.endDate),
      place: event.location ?? '',
      uid: event.uid,
    }
  })
}

onEachDatabase('the calendar', (on) => {
  test('the public calendar shows the opening hours of the coming months, with special duty and without closed days', async () => {
    await using team = await staffedTeam({ on })
    const { admin } = team.staff
    await admin.admin.updateSettings({
      teamName: '维修队; A, B',
      place: { name: { zh_CN: '三号楼', en_US: 'Building 3' }, map: '' },
      closedDays: [
        { from: '2026-11-17', until: '2026-11-17', name: 'Exams' },
        { from: '2026-11-21', until: '2026-11-22', name: 'Fair' },
      ],
      makeUpDays: [{ date: '2026-11-22', weekday: 2 }],
      adminSessionHours: 1000,
    })
    await admin.duty.update(others('2026-11-18T10:00/2026-11-18T11:30', '三号门, 1; 2\\n'))
    const response = await team.call('/duty/calendar.ics', { headers: { 'accept-language': 'en' } })
    assert.equal(response.headers.get('content-type'), 'text/calendar; charset=utf-8')
    const text = await response.text()
    for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
    const events = seen(text)
    assert.deepEqual(
      events.slice(0, 5).map(({ title, from, until, place }) => [title, from, until, place]),
      [
        ['Open', '2026-11-16T01:00:00.000Z', '2026-11-16T04:00:00.000Z', 'Building 3'],
        ['Open', '2026-11-16T06:00:00.000Z', '2026-11-16T09:00:00.000Z', 'Building 3'],
        ['Special duty', '2026-11-18T02:00:00.000Z', '2026-11-18T03:30:00.000Z', '三号门, 1; 2\\n'],
        ['Open', '2026-11-22T01:00:00.000Z', '2026-11-22T04:00:00.000Z', 'Building 3'],
        ['Open', '2026-11-23T01:00:00.000Z', '2026-11-23T04:00:00.000Z', 'Building 3'],
      ],
    )
    assert.equal(new Set(events.map(({ uid }) => uid)).size, events.length)
    const { list } = await team.anyone.duty.week()
    assert.deepEqual(
      list.map(({ weekday, date, closed, open }) => {
        const hours = open.map(({ shift, from, until, place }) =>
          [shift, from.slice(11, 16), until.slice(11, 16), place].join(' ').trim(),
        )
        return [weekday, date, closed, ...hours].join('|')
      }),
      [
        '1|2026-11-16||1 09:00 12:00|2 14:00 17:00',
        '2|2026-11-17|Exams',
        '3|2026-11-18||others 10:00 11:30 三号门, 1; 2\\n',
        '4|2026-11-19|',
        '5|2026-11-20|',
        '6|2026-11-21|Fair',
        '7|2026-11-22||1 09:00 12:00',
      ],
    )
    assert.match(text, /X-WR-CALNAME:维修队\\; A\\, B\r\n/)
    assert.match(await (await team.call('/duty/calendar.ics')).text(), /SUMMARY:开放\r\nLOCATION:三号楼\r\n/)
    await admin.duty.unplan({ id: 1 })
    await admin.duty.update(off)
    assert.deepEqual(
      seen(await team.anyone.duty.calendar()).map(({ from, until }) => [from, until]),
      [['2026-11-16T01:00:00.000Z', '2026-11-16T01:30:00.000Z']],
    )
    // Past midnight, special duty that began the day before is shown today.
    await admin.duty.update(others('2026-11-16T23:00/2026-11-17T01:00'))
    assert.equal(seen(await team.anyone.duty.calendar())[0]?.from, '2026-11-16T01:00:00.000Z')
    team.pass({ hours: 15 })
    const [today] = (await team.anyone.duty.week()).list
    assert.deepEqual([today?.date, today?.open[0]?.from], ['2026-11-17', '2026-11-16T23:00:00.000000'])
    assert.equal(seen(await team.anyone.duty.calendar())[0]?.from, '2026-11-16T15:00:00.000Z')
    // A shift without hours ends with the day.
    await admin.admin.updateSettings({ timetable: [] })
    await admin.duty.update(shift(1, 2))
    assert.deepEqual(
      seen(await team.anyone.duty.calendar()).map(({ from, until }) => [from, until]),
      [['2026-11-16T16:30:00.000Z', '2026-11-17T16:00:00.000Z']],
    )
  })

  test('adjacent shifts at one place are one event in the public calendar', async () => {
    await using team = await staffedTeam({ on })
    const { admin, ann } = team.staff
    await admin.admin.updateSettings({
      timetable: [
        { shift: 1, from: '09:00', until: '12:00' },
        { shift: 2, from: '12:00', until: '17:00' },
      ],
    })
    const info = await team.anyone.duty.info()
    assert.deepEqual(
      [info.currentDuty, info.until, info.closes],
      ['1', '2026-11-16T12:00:00.000000', '2026-11-16T17:00:00.000000'],
    )
    const hours = [{ shift: '1', from: '2026-11-16T09:00:00.000000', until: '2026-11-16T17:00:00.000000', place: '' }]
    assert.deepEqual((await team.anyone.duty.week()).list[0]?.open, hours)
    const monday = async () =>
      seen(await admin.duty.calendar()).flatMap(({ from, until }) =>
        from.startsWith('2026-11-16') ? [`${from.slice(11, 16)}-${until.slice(11, 16)}`] : [],
      )
    assert.deepEqual(await monday(), ['01:00-09:00'])
    // Special duty at another place is a second opening.
    await admin.duty.update(others('2026-11-16T15:00/2026-11-16T17:00', 'Library'))
    assert.deepEqual(await monday(), ['01:00-07:00', '07:00-09:00'])
    assert.equal((await team.anyone.duty.info()).closes, '2026-11-16T15:00:00.000000')
    // Members still see two shifts.
    const { url } = await ann.duty.subscribe()
    const key = new URL(url).searchParams.get('key') ?? ''
    team.secret(key)
    assert.ok(seen(await admin.duty.feed({ key })).some(({ until }) => until === '2026-11-16T04:00:00.000Z'))
  })

  test('calendar events keep unique UIDs, even if special duty splits a shift in two', async () => {
    await using team = await staffedTeam({ on })
    const { admin, ann } = team.staff
    await admin.duty.update(others('2026-11-23T10:00/2026-11-23T10:30'))
    await admin.duty.update(others('2026-11-23T08:00/2026-11-23T08:30', 'Hall'))
    await admin.duty.update(others('2026-11-23T14:00/2026-11-23T16:00', 'Hall'))
    await admin.duty.update(others('2026-11-23T14:30/2026-11-23T15:00', 'Library'))
    const { url } = await ann.duty.subscribe()
    const key = new URL(url).searchParams.get('key') ?? ''
    team.secret(key)
    const both = async () => [seen(await admin.duty.calendar()), seen(await admin.duty.feed({ key }))] as const
    const [before, own] = await both()
    const day = before.filter(({ from }) => from.startsWith('2026-11-23'))
    assert.deepEqual(
      day.map(({ title, from, until }) => `${title} ${from.slice(11, 16)}-${until.slice(11, 16)}`),
      [
        'Special duty 00:00-00:30',
        'Open 01:00-02:00',
        'Special duty 02:00-02:30',
        'Open 02:30-04:00',
        'Special duty 06:00-06:30',
        'Special duty 06:30-07:00',
        'Special duty 07:00-08:00',
        'Open 08:00-09:00',
      ],
    )
    for (const events of [before, own]) assert.equal(new Set(events.map(({ uid }) => uid)).size, events.length)
    // Something else has changed and time has passed: what stayed the same has kept its UID.
    await admin.duty.update(others('2026-11-24T10:00/2026-11-24T10:30'))
    team.pass({ hours: 30 })
    const [after, ownAfter] = await both()
    const uids = new Map(before.map((event) => [`${event.title} ${event.from}`, event.uid]))
    for (const { title, from, uid } of after.filter(({ from }) => from.startsWith('2026-11-23')))
      assert.equal(uid, uids.get(`${title} ${from}`))
    assert.ok(ownAfter.some(({ uid }) => own.some((event) => event.uid === uid)))
    assert.equal(new Set(after.map(({ uid }) => uid)).size, after.length)
  })

  test('a member gets a secret calendar of their own shifts, which follows leaves and can be revoked', async () => {
    await using team = await staffedTeam({ on })
    const { admin, ann, eve } = team.staff
    const { url } = await ann.duty.subscribe()
    assert.match(url, /^http:\/\/127\.0\.0\.1:8080\/member\/calendar\.ics\?key=[\w-]{43}$/)
    const key = new URL(url).searchParams.get('key') ?? ''
    team.secret(key)
    assert.notEqual(key, ann.token)
    const own = async () =>
      seen(await team.anyone.duty.feed({ key })).filter(({ from }) => '2026-11-16' < from && from < '2026-11-20')
    assert.deepEqual(
      (await own()).map(({ from }) => from),
      ['2026-11-16T01:00:00.000Z', '2026-11-17T01:00:00.000Z'],
    )
    await ann.leaves.ask({ week: '2', shift: '1' })
    assert.equal((await own()).length, 1)
    await eve.leaves.take({ id: 1 })
    const hers = new URL((await eve.duty.subscribe()).url).searchParams.get('key') ?? ''
    team.secret(hers)
    const text = await team.anyone.duty.feed({ key: hers })
    assert.ok(seen(text).some(({ from }) => from === '2026-11-17T01:00:00.000Z'))
    await ann.leaves.cancel({ id: 1 })
    assert.equal((await own()).length, 2)
    // Special duty is on no roster, but in every member's calendar.
    await admin.duty.update(others('2026-11-18T18:00:00.000000/2026-11-18T20:00:00.000000'))
    assert.equal((await own()).at(-1)?.from, '2026-11-18T10:00:00.000Z')
    const [{ id = 0 } = {}] = (await admin.duty.planned()).list
    await admin.duty.unplan({ id })
    assert.equal((await own()).length, 2)
    // The key of the calendar opens nothing else, and is no token.
    await assert.rejects(team.as(key).duty.mine(), { status: 401 })
    const again = new URL((await ann.duty.subscribe()).url).searchParams.get('key') ?? ''
    team.secret(again)
    await assert.rejects(team.anyone.duty.feed({ key }), { status: 404, code: 'not_found' })
    await team.anyone.duty.feed({ key: again })
    for (let i = 0; i < 2; i += 1) await ann.duty.unsubscribe()
    await assert.rejects(team.anyone.duty.feed({ key: again }), { status: 404 })
    const { list } = await admin.admin.members()
    await admin.admin.removeMember({ id: list.find(({ name }) => name === 'Eve')?.id ?? 0 })
    await assert.rejects(team.anyone.duty.feed({ key: hers }), { status: 404 })
    const { list: log } = await admin.admin.log()
    assert.ok(!JSON.stringify(log).includes(key))
    assert.deepEqual(
      log.flatMap(({ op, operation, previous, current }) =>
        [previous.info, current.info].includes('calendar feed') ? [`${op} ${operation}`] : [],
      ),
      ['Ann 2', 'Ann 0', 'Eve 0', 'Ann 0'],
    )
  })
})

for (const [zone, at] of [
  ['America/New_York', '2026-10-30T12:00:00Z'],
  ['Europe/Berlin', '2026-03-27T12:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-02T12:00:00Z'],
] as const) {
  test(`calendar programs show the same hours as the service across the clock change in ${zone}`, async () => {
    await using team = await newTeam({ at, env: { TEAM_TIME_ZONE: zone } })
    const admin = await team.admin()
    // Times that the clock change skips or shows twice, one shift that overlaps another because of it, and ordinary
    // times.
    const night = [
      { shift: 4, from: '00:30', until: '01:45' },
      { shift: 5, from: '01:45', until: '02:20' },
      { shift: 6, from: '02:25', until: '02:50' },
      { shift: 7, from: '03:00', until: '03:10' },
    ]
    await admin.admin.updateSettings({ timetable: [...timetable, ...night] })
    const sheet = [1, 2, 3, 4, 5, 6, 7].map((shift) => ({ weekday: 7, shift, workers: ['Ann'], leader: '' }))
    await admin.rosters.create({ name: 'x', sheet })
    const events = seen(await admin.duty.calendar())
    const sunday = events.filter(({ from }) => Date.parse(from) < team.now() + 4 * 86_400_000)
    assert.ok(sunday.length >= 5, JSON.stringify(sunday))
    assert.equal(new Set(events.map(({ uid }) => uid)).size, events.length)
    for (const { from, until } of sunday) {
      for (const [when, running] of [
        [Date.parse(from) - 1, false],
        [Date.parse(from), true],
        [Date.parse(until) - 1, true],
        [Date.parse(until), false],
      ] as const) {
        team.pass({ milliseconds: when - team.now() })
        assert.equal((await team.anyone.duty.info()).isInDuty, running, `${from} ${until} ${when}`)
      }
    }
    assert.ok(events.some(({ from }) => from.slice(11, 13) !== sunday[0]?.from.slice(11, 13)))
  })
}
