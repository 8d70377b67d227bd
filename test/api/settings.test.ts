import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Failure } from '#contract/client.ts'
import { words } from '#contract/words/index.ts'
import { onEachDatabase } from '../support/databases.ts'
import { photo } from '../support/pictures.ts'
import { newTeam, type Team } from '../support/team.ts'

onEachDatabase('settings', (on) => {
  test('settings start with the values of the environment, and override them once they are set', async () => {
    await using team = await newTeam({ on, env: { TEAM_TIME_ZONE: 'Europe/Berlin', DEFAULT_LANG: 'en_US' } })
    const admin = await team.admin()
    const first = await admin.admin.settings()
    assert.equal(first.timeZone, 'Europe/Berlin')
    assert.equal(first.lang, 'en_US')
    assert.deepEqual(first.rates, {
      callsPerMinute: 600,
      loginsPerMinute: 600,
      ticketsPerHour: 30,
      commentsPerHour: 120,
      uploadsPerHour: 120,
      feedbackPerHour: 30,
    })
    assert.deepEqual([first.sessionDays, first.memberSessionDays, first.adminSessionHours], [30, 7, 12])
    assert.deepEqual([first.retentionDays, first.phonesForAllMembers, first.timetable], [30, false, []])
    await admin.admin.updateSettings({ timeZone: 'Asia/Shanghai', teamName: '维修队' })
    const next = await admin.admin.settings()
    assert.deepEqual(next, { ...first, timeZone: 'Asia/Shanghai', teamName: '维修队', version: first.version + 1 })
    const [entry] = (await admin.admin.log()).list
    assert.equal(entry?.previous.info, 'Team name: (empty); Time zone: Europe/Berlin')
    assert.equal(entry?.current.info, 'Team name: 维修队; Time zone: Asia/Shanghai')
    assert.equal(entry?.time, '2026-11-16T09:30:00.000000')
    assert.deepEqual([entry?.previous.id, entry?.current.id], [1, 1])
    const told = async (at: Team) => ((await (await at.call('/nothing')).json()) as { err: string }).err
    assert.equal(
      await told(team),
      words.en_US.errors.not_found(undefined),
      'without a language the answer is in the team’s',
    )
    // The next start has another environment: settings that were never set follow it, the others do not.
    await team.running[Symbol.asyncDispose]()
    {
      await using next = await newTeam({ beside: team, env: { TEAM_TIME_ZONE: 'America/Lima', DEFAULT_LANG: 'zh_CN' } })
      const { timeZone, lang } = await next.anyone.team.info()
      assert.deepEqual([timeZone, lang], ['Asia/Shanghai', 'zh_CN'])
      assert.equal(await told(next), words.zh_CN.errors.not_found(undefined))
      // Setting the same value again is accepted and not logged.
      const again = next.as(admin.token)
      const { total } = await again.admin.log()
      await again.admin.updateSettings({ lang: 'zh_CN' })
      assert.equal((await again.admin.log()).total, total)
    }
    await using last = await newTeam({ beside: team, env: { DEFAULT_LANG: 'en_US' } })
    assert.equal((await last.anyone.team.info()).lang, 'zh_CN')
  })

  test('two administrators who change settings one after the other lose no change', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const { version, closedDays } = await admin.admin.settings()
    const holiday = { from: '2026-12-24', until: '2026-12-26', name: 'Holidays' }
    const exams = { from: '2027-01-11', until: '2027-01-22', name: 'Exams' }
    const { version: second } = await admin.admin.updateSettings({ closedDays: [...closedDays, holiday], version })
    assert.equal(second, version + 1)
    const late = { closedDays: [...closedDays, exams], teamName: 'Repairs' }
    await assert.rejects(admin.admin.updateSettings({ ...late, version }), {
      status: 409,
      code: 'settings_changed',
      message: /Someone else has just changed this setting/,
    })
    assert.deepEqual((await admin.admin.settings()).closedDays, [holiday])
    assert.equal((await admin.admin.settings()).teamName, '')
    // Other fields, and equal values, cause no conflict.
    await admin.admin.updateSettings({ teamName: 'Repairs', closedDays: [holiday], version })
    const newest = await admin.admin.settings()
    await admin.admin.updateSettings({ closedDays: [...newest.closedDays, exams], version: newest.version })
    assert.deepEqual((await admin.admin.settings()).closedDays, [holiday, exams])
    // Without a version only the fields that are sent change.
    await admin.admin.updateSettings({ closedDays: [exams] })
    const { closedDays: last, teamName } = await admin.admin.settings()
    assert.deepEqual([last, teamName], [[exams], 'Repairs'])
  })

  test('of two administrators who change a setting at the same moment one is refused', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const { version } = await admin.admin.settings()
    const ends = await Promise.allSettled(
      [1, 2, 3, 4].map((day) =>
        admin.admin.updateSettings({ makeUpDays: [{ date: `2026-12-0${day}`, weekday: 1 }], version }),
      ),
    )
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []))
    assert.deepEqual(refused, ['settings_changed', 'settings_changed', 'settings_changed'])
  })

  test('settings are validated together', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const before = await admin.admin.settings()
    const wrong: [Parameters<typeof admin.admin.updateSettings>[0], RegExp][] = [
      [{ timeZone: 'Mars/Olympus' }, /timeZone must be a time zone/],
      [{ timeZone: '+08:00' }, /timeZone must be a time zone/],
      ...['http://maps.example.org', 'javascript:alert(1)', 'https://', 'https://a@b.example', 'maps'].map(
        (map): [Parameters<typeof admin.admin.updateSettings>[0], RegExp] => [
          { place: { name: before.place.name, map } },
          /place.map must be a link that begins with https/,
        ],
      ),
      [{ retentionDays: 0 }, /retentionDays must be at least 1/],
      [{ timetable: [{ shift: 1, from: '9:00', until: '10:00' }] }, /timetable\[0\].from must be a time of day/],
      [{ timetable: [{ shift: 1, from: '10:00', until: '10:00' }] }, /timetable\[0\] must end after it starts/],
      [
        {
          timetable: [
            { shift: 1, from: '08:00', until: '10:00' },
            { shift: 2, from: '09:59', until: '12:00' },
          ],
        },
        /timetable\[1\] overlaps with Shift 1/,
      ],
      [
        {
          timetable: [
            { shift: 1, from: '08:00', until: '10:00' },
            { shift: 2, from: '10:00', until: '12:00' },
            { shift: 1, from: '10:00', until: '11:00', weekday: 3 },
          ],
        },
        /overlaps/,
      ],
    ]
    for (const [settings, sentence] of wrong)
      await assert.rejects(admin.admin.updateSettings({ teamName: 'x', ...settings }), {
        status: 400,
        message: sentence,
      })
    assert.deepEqual(await admin.admin.settings(), before)
    await admin.admin.updateSettings({
      timetable: [
        { shift: 1, from: '08:00', until: '10:00' },
        { shift: 2, from: '10:00', until: '24:00' },
        { shift: 1, from: '07:00', until: '09:00', weekday: 3 },
      ],
    })
  })

  test('changed rate limits and session lives apply at once', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const ann = await team.user()
    await admin.admin.updateSettings({
      rates: {
        callsPerMinute: 60,
        loginsPerMinute: 10,
        ticketsPerHour: 1,
        commentsPerHour: 2,
        uploadsPerHour: 3,
        feedbackPerHour: 4,
      },
      sessionDays: 1,
    })
    /** Repeats an action until it is refused; answers how often it succeeded. */
    const often = async (act: (i: number) => Promise<unknown>) => {
      for (let done = 0; ; done += 1) {
        const refused = await act(done).then(
          () => undefined,
          (failure: Failure) => failure,
        )
        if (refused?.status === 429) return done
        if (refused) throw refused
      }
    }
    assert.equal(await often((i) => ann.tickets.create({ type: 0, device: `kettle ${i}` })), 1)
    const [ticket] = (await ann.tickets.mine()).list
    assert.equal(await often(() => ann.tickets.addnote({ id: ticket?.id ?? 0, content: 'a word' })), 2)
    const file = Uint8Array.from(await photo())
    assert.equal(await often(() => ann.media.upload({ file })), 3)
    const bob = await team.member('Bob')
    assert.equal(await often(() => bob.media.upload({ file })), 30, 'members take photos of what visitors bring')
    assert.equal(await often(() => ann.users.report({ content: 'a word' })), 4)
    team.pass({ minutes: 1 })
    assert.equal(await often(() => team.user('ann')), 10)
    assert.equal(await often(() => ann.users.info()), 60)
    team.pass({ days: 1, minutes: 2 })
    assert.deepEqual(await ann.session.checklogin(), { islogin: false })
  })

  test('administrators who change different settings at once lose no change', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    await Promise.all([
      admin.admin.updateSettings({ teamName: 'A' }),
      admin.admin.updateSettings({ retentionDays: 7 }),
      admin.admin.updateSettings({ phonesForAllMembers: true }),
      admin.admin.updateSettings({ memberSessionDays: 3 }),
    ])
    const { teamName, retentionDays, phonesForAllMembers, memberSessionDays } = await admin.admin.settings()
    assert.deepEqual(
      { teamName, retentionDays, phonesForAllMembers, memberSessionDays },
      { teamName: 'A', retentionDays: 7, phonesForAllMembers: true, memberSessionDays: 3 },
    )
  })
})

test('a second node on the same PostgreSQL follows settings within two seconds and roles with the next request', async () => {
  await using one = await newTeam({ on: 'postgres' })
  await using two = await newTeam({ beside: one })
  const admin = await one.admin()
  const bob = await one.member('Bob')
  const bobThere = two.as(bob.token)
  assert.equal((await bobThere.members.checklogin()).name, 'Bob')
  const id = (await admin.admin.members()).list.find(({ name }) => name === 'Bob')?.id ?? 0
  await admin.admin.updateMember({ id, admin: true })
  assert.equal((await bobThere.admin.settings()).teamName, '')
  await admin.admin.updateSettings({ teamName: 'both' })
  // The node looks every second. How long that takes on a busy machine is not tested.
  while ((await bobThere.admin.settings()).teamName !== 'both') await pause(50)
  await admin.admin.updateMember({ id, admin: false })
  await assert.rejects(bobThere.admin.settings(), { status: 403 })
  await admin.admin.removeMember({ id })
  await assert.rejects(bobThere.members.checklogin(), { status: 403 })
})
