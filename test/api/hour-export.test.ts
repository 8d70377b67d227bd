import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read, utils } from '@e965/xlsx'
import { readCsv } from '../support/csv.ts'
import { onEachDatabase } from '../support/databases.ts'
import { addRoster, others } from '../support/staffed.ts'
import { newTeam, type Team } from '../support/team.ts'

async function exported(team: Team, query: string, lang: string) {
  const { token } = await team.admin()
  const response = await team.call(`/admin/hours/export?${query}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-language': lang },
  })
  assert.equal(response.status, 200)
  const { headers } = response
  return {
    type: headers.get('content-type'),
    name: /filename="(.*)"$/.exec(headers.get('content-disposition') ?? '')?.[1],
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

async function csv(team: Team, query: string, lang = 'en-US') {
  const { bytes, type, name } = await exported(team, `${query}&format=csv`, lang)
  assert.equal(type, 'text/csv; charset=utf-8')
  assert.match(name ?? '', /^hours-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf])
  return readCsv(bytes.subarray(3).toString())
}

async function xlsx(team: Team, query: string, lang = 'zh-CN') {
  const { bytes, type, name } = await exported(team, query, lang)
  assert.equal(type, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  assert.match(name ?? '', /\.xlsx$/)
  const book = read(bytes, { cellDates: true, cellNF: true, UTC: true })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  assert.ok(sheet)
  return { title: book.SheetNames[0], sheet, rows: utils.sheet_to_json<unknown[]>(sheet, { header: 1, UTC: true }) }
}

onEachDatabase('the export of hours', (on) => {
  test('the export of hours has the school’s columns, a row for each person or day, and real numbers and dates', async () => {
    await using team = await newTeam({ on })
    const { admin, ann, bob, eve } = await addRoster(team)
    await admin.admin.updateSettings({
      signing: { on: true, desk: true, earlyMinutes: 15, overtimeMinutes: 30 },
      hourRule: {
        ...{ rounding: 30, direction: 'up', per: 'entry', mostPerDay: 0, ticketMinutes: 0 },
        ...{ nightFrom: '22:00', nightUntil: '06:00', nightPercent: 100, closedPercent: 100 },
      },
      hourColumns: [
        { heading: '', source: 'number' },
        { heading: '', source: 'name' },
        { heading: '学 号', source: 'stuid' },
        { heading: '', source: 'class' },
        { heading: '', source: 'college' },
        { heading: '', source: 'date' },
        { heading: '', source: 'arrival' },
        { heading: '', source: 'leaving' },
        { heading: '', source: 'hours' },
        { heading: '', source: 'rounded' },
        { heading: '', source: 'remark' },
        { heading: '=Kind', source: 'constant', text: '+repair' },
      ],
    })
    const idOf = async (name: string) => (await admin.admin.members({ search: name })).list[0]?.id ?? 0
    await admin.admin.updateMember({ id: await idOf('Ann'), stuid: '0012', class: '=2+3', college: '信息学院' })
    // Monday, 09:30: Ann and Bob are half an hour late, Eve comes although she is not on the roster.
    for (const one of [ann, bob]) await one.hours.signIn({})
    // Bob tapped her name at the desk, so this is not a correction.
    await bob.hours.signIn({ member: await idOf('Eve') })
    team.pass({ minutes: 160 })
    await ann.hours.signOut({})
    await ann.hours.add({ date: '2026-11-16', minutes: 45, what: 'Sorted the spare parts' })
    const refused = await eve.hours.add({ date: '2026-11-15', minutes: 600, what: 'Slept' })
    await admin.duty.update(others('2026-11-16T23:00/2026-11-17T01:00'))
    // An unused administrator session expires.
    for (const _ of [1, 2]) {
      team.pass({ minutes: 5 * 60 + 25 })
      await admin.hours.list({})
    }
    await bob.hours.signIn({ shift: 'others' })
    team.pass({ minutes: 110 })
    await bob.hours.signOut({})
    assert.deepEqual((await csv(team, 'from=2026-11-01')).length, 1, 'entries that are not approved are left out')
    const { list } = await admin.hours.list({})
    const ids = list.map(({ id }) => id).filter((id) => id !== refused.id)
    await admin.hours.decide({ ids })
    await admin.hours.decide({ ids: [refused.id], state: 'refused', reason: 'no work' })
    const day = await csv(team, 'by=day')
    assert.deepEqual(day[0], [
      ...['Number', 'Name', '学 号', 'Class', 'College', 'Date', 'Arrival', 'Departure', 'Hours', 'Counted hours'],
      ...['Remark', "'=Kind"],
    ])
    assert.deepEqual(day.slice(1), [
      [
        ...['1', 'Ann', '0012', "'=2+3", '信息学院', '2026-11-16', '09:30', '12:10', '3.42', '4'],
        ...['other work', "'+repair"],
      ],
      [
        ...['2', 'Bob', '', '', '', '2026-11-16', '09:30', '2026-11-17 00:50', '4.33', '4.5'],
        ...['did not sign out', "'+repair"],
      ],
      [
        ...['3', 'Eve', '', '', '', '2026-11-16', '09:30', '12:00', '2.5', '2.5'],
        ...['did not sign out, not on the roster', "'+repair"],
      ],
    ])
    const [, whole, , , none] = await csv(team, 'from=2026-11-16&until=2026-11-16', 'zh-CN')
    assert.deepEqual(whole?.slice(5, 11), ['2026-11-16 – 2026-11-16', '', '', '3.42', '4', '其他工作'])
    assert.equal(none, undefined)

    // Bob's entry is corrected, and Eve leaves the team.
    const line = list.find(({ shift, name }) => name === 'Bob' && shift === '1')?.id ?? 0
    await admin.hours.correct({ id: line, arrival: '09:30', leaving: '11:00', reason: 'He left early' })
    const eveId = await idOf('Eve')
    await eve.users.erase()
    const { title, sheet, rows } = await xlsx(team, 'by=day')
    assert.equal(title, '时长')
    assert.deepEqual(rows[0], [
      ...['序号', '姓名', '学 号', '班级', '学院', '日期', '到达时间', '离开时间', '实际时长', '认定时长', '备注'],
      '=Kind',
    ])
    const shown = (row: number) =>
      [...'ABCDEFGHIJKL'].map((column) => {
        const { t, w } = (sheet[`${column}${row}`] ?? { t: '', w: '' }) as { t: string; w: string }
        return `${t} ${w}`.trim()
      })
    assert.deepEqual(shown(2), [
      ...['n 1', 's Ann', 's 0012', 's =2+3', 's 信息学院', 'd 2026-11-16', 'd 09:30', 'd 12:10', 'n 3.42', 'n 4.00'],
      ...['s 其他工作', 's +repair'],
    ])
    assert.deepEqual(shown(3).slice(6, 11), ['d 09:30', 'd 2026-11-17 00:50', 'n 4.33', 'n 3.50', 's 未签退、更正'])
    assert.deepEqual(shown(4).slice(1, 6), [`s #${eveId}`, '', '', '', 'd 2026-11-16'])
    assert.equal((sheet['I2'] as { v: number }).v, 205 / 60, 'the cell has the exact value')

    for (const query of ['from=2026-11-31', 'from=2026-11-17&until=2026-11-16', 'by=week', 'format=pdf'])
      assert.equal((await team.call(`/admin/hours/export?${query}&token=${admin.token}`)).status, 400, query)
    const entries = (await admin.admin.log({ target: 7 })).list.filter(({ operation }) => operation === 14)
    assert.equal(entries.length, 4)
    assert.match(entries[0]?.current.info ?? '', /2026-11-01 – 2026-11-30/)
  })

  test('in the export of hours a correction changes the counted time, and the recorded times stay', async () => {
    await using team = await newTeam({ on })
    const { admin, ann } = await addRoster(team)
    await admin.admin.updateSettings({
      signing: { on: true, desk: true, earlyMinutes: 15, overtimeMinutes: 30 },
      hourRule: {
        ...{ rounding: 30, direction: 'up', per: 'entry', mostPerDay: 0, ticketMinutes: 0 },
        ...{ nightFrom: '22:00', nightUntil: '06:00', nightPercent: 100, closedPercent: 100 },
      },
      hourColumns: (['name', 'arrival', 'leaving', 'hours', 'rounded', 'remark'] as const).map((source) => ({
        heading: '',
        source,
      })),
    })
    await ann.hours.signIn({})
    team.pass({ minutes: 130 })
    await ann.hours.signOut({})
    const [line] = (await admin.hours.list({})).list
    await admin.hours.decide({ ids: [line?.id ?? 0] })
    const rows = async (query: string) => (await csv(team, query)).slice(1).map((row) => row.slice(1))
    const recorded = ['09:30', '11:40', '2.17']
    assert.deepEqual(await rows('by=day'), [[...recorded, '2.5', '']])
    // In an open period: corrections by minutes, then by times.
    await admin.hours.correct({ id: line?.id ?? 0, minutes: 60, reason: 'Half of it was lunch' })
    assert.deepEqual(await rows('by=day'), [[...recorded, '1', 'corrected']])
    await admin.hours.correct({ id: line?.id ?? 0, leaving: '11:00', reason: 'Left at eleven' })
    assert.deepEqual(await rows('by=day'), [[...recorded, '1.5', 'corrected']])
    // In a closed period: the difference counts in the next period, without recorded times. Unused administrator
    // sessions expire.
    for (const hours of [5, 5, 4]) {
      team.pass({ hours })
      await admin.hours.list({})
    }
    await admin.hours.close({ name: 'November', until: '2026-11-16' })
    await admin.hours.correct({ id: line?.id ?? 0, minutes: 30, reason: 'Slept' })
    const whole = await rows('by=person&from=2026-11-01&until=2026-11-30')
    assert.deepEqual(whole, [['', '', '2.17', '0.5', 'corrected ×2']])
    assert.deepEqual(await rows('by=day&from=2026-11-01&until=2026-11-16'), [[...recorded, '1.5', 'corrected']])
    assert.deepEqual(await rows('by=day&from=2026-11-17'), [['', '', '0', '-1', 'corrected']])
  })
})
