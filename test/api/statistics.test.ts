import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repairInChildProcess } from '#main/consistency.ts'
import { doctor } from '#main/doctor.ts'
import { loadConfig } from '#main/load-config.ts'
import { openEngine } from '#store/engine/open.ts'
import { onEachDatabase } from '../support/databases.ts'
import { newTeam } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

onEachDatabase('statistics', (on) => {
  test('statistics count all tickets and those not yet forwarded, in both answers', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const admin = await team.admin()
    const expected = (notInExternal: number, total: number) => ({
      success: true,
      data: { notInExternal, total, success: true, data: { notInExternal, total } },
    })
    const asked = async () => (await team.call(`/admin/stats?token=${admin.token}`)).json()
    assert.deepEqual(await asked(), expected(0, 0))
    const id = await createTicket(ann)
    await createTicket(ann, { device: 'toaster' })
    assert.deepEqual(await asked(), expected(2, 2))
    await admin.tickets.forward({ id })
    await admin.tickets.forward({ id })
    assert.deepEqual(await asked(), expected(1, 2))
  })

  test('statistics ignore durations over a clock that was set back', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const bob = await team.member('Bob')
    const admin = await team.admin()
    const [early, late] = [await createTicket(ann), await createTicket(ann)]
    team.pass({ hours: 1 })
    await bob.tickets.pick({ id: early })
    team.setClock({ hours: -3 })
    await bob.tickets.pick({ id: late })
    await bob.tickets.update({ id: early, status: 5 })
    team.pass({ hours: 6 })
    await bob.tickets.update({ id: late, status: 5 })
    team.pass({ hours: 1 })
    const { secondsToClaim, secondsToRepair } = await admin.admin.statsDetail()
    assert.deepEqual(secondsToClaim, { count: 1, median: 3600, p90: 3600 })
    assert.deepEqual(secondsToRepair, { count: 1, median: 6 * 3600, p90: 6 * 3600 })
  })

  test('statistics show outcomes and the mean rating', async () => {
    await using team = await newTeam({ on, at: '2026-10-27T13:00:00Z' })
    const ann = await team.user()
    const bob = await team.member('Bob')
    const admin = await team.admin()
    const detail = (days = {}) => admin.admin.statsDetail(days)
    const nothing = { finished: 0, fixed: 0, repairable: 0, endOfLife: 0, unknown: 0 }
    const { outcomes, categories, barriers, rating } = await detail()
    assert.deepEqual([outcomes, categories, barriers, rating], [nothing, [], [], { count: 0, stars: 0 }])
    const worn = { status: 6, outcome: 'end_of_life', barrier: 'worn_out', category: 16 } as const
    const ids: number[] = []
    for (const wish of [
      { status: 5, outcome: 'fixed', category: 14 },
      { status: 5, outcome: 'fixed', category: 16 },
      { status: 5, outcome: 'unknown', category: 14 },
      { status: 5 },
      { status: 6, outcome: 'repairable', category: 14 },
      worn,
      worn,
      { ...worn, barrier: 'cannot_open', category: 0 },
      { status: 6 },
    ] as const) {
      const id = await createTicket(ann)
      ids.push(id)
      await bob.tickets.update({ id, ...wish })
    }
    // A reopened ticket has no outcome, and a corrected one counts with its correction.
    const [first = 0, second = 0, third = 0, fourth = 0] = ids
    await bob.tickets.update({ id: second, status: 3 })
    await bob.tickets.update({ id: fourth, status: 5, outcome: 'fixed' })
    const { outcomes: all, categories: kinds, barriers: obstacles } = await detail()
    assert.deepEqual(all, { finished: 8, fixed: 2, repairable: 1, endOfLife: 3, unknown: 1 })
    assert.deepEqual(kinds, [
      { category: 14, count: 3, fixed: 1 },
      { category: 16, count: 2, fixed: 0 },
    ])
    assert.deepEqual(obstacles, [
      { barrier: 'worn_out', count: 2 },
      { barrier: 'cannot_open', count: 1 },
    ])
    for (const id of [first, third]) await bob.tickets.retrieve({ id })
    await ann.tickets.rate({ id: first, stars: 5 })
    // On the next day outcomes count by when the ticket was finished, and ratings by when they were given.
    team.pass({ hours: 11 })
    await ann.tickets.rate({ id: third, stars: 2 })
    const of = async (day: string) => {
      const { outcomes, rating } = await admin.admin.statsDetail({ from: day, until: day })
      return [outcomes.finished, outcomes.fixed, rating.count, rating.stars]
    }
    assert.deepEqual(await of('2026-10-27'), [8, 2, 1, 5])
    assert.deepEqual(await of('2026-10-28'), [0, 0, 1, 2])
    assert.deepEqual((await admin.admin.statsDetail()).rating, { count: 2, stars: 7 })
  })

  test('statistics show weeks, months, kinds, durations, ages and members', async () => {
    await using team = await newTeam({ on, at: '2026-10-27T13:00:00Z' })
    const ann = await team.user()
    const bob = await team.member('Bob')
    const carol = await team.member('Carol')
    const made: number[] = []
    for (let i = 0; i < 4; i += 1) made.push(await createTicket(ann, { type: i % 2, device: `device ${i % 3}` }))
    const [a = 0, b = 0, c = 0, d = 0] = made
    team.pass({ hours: 1 })
    await bob.tickets.pick({ id: a })
    await bob.tickets.pick({ id: b })
    team.pass({ hours: 2 })
    // The time until the first claim counts.
    await bob.tickets.drop({ id: b })
    await bob.tickets.pick({ id: b })
    await carol.tickets.pick({ id: c })
    await bob.tickets.assign({ id: a, name: 'Carol' })
    await bob.tickets.update({ id: a, status: 5 })
    // The first moment of a week.
    team.pass({ days: 5 })
    await carol.tickets.update({ id: d, status: 5 })
    await bob.tickets.update({ id: b, status: 6 })
    await carol.tickets.update({ id: c, status: 5 })
    await carol.tickets.update({ id: c, status: 3 })
    await carol.tickets.retrieve({ id: a })
    await createTicket(ann, { device: 'new' })
    const admin = await team.user('the-admin')
    await admin.members.login({ code: team.running.adminCode ?? '' })
    const passwd = 'correct horse battery'
    await admin.admin.updateMember({ id: (await admin.members.checklogin()).id, stuid: 'a1', passwd })
    const detail = await admin.admin.statsDetail()
    assert.equal(detail.weeks.length, 53)
    assert.deepEqual(detail.weeks.slice(-2), [
      { start: '2026-10-26', created: 4, finished: 1, unrepairable: 0 },
      { start: '2026-11-02', created: 1, finished: 1, unrepairable: 1 },
    ])
    assert.deepEqual(
      detail.months
        .slice(-3)
        .map(({ start, created, finished, unrepairable }) => [start, created, finished, unrepairable]),
      [
        ['2026-09-01', 0, 0, 0],
        ['2026-10-01', 4, 1, 0],
        ['2026-11-01', 1, 1, 1],
      ],
    )
    assert.deepEqual(detail.types, [
      { type: 0, total: 3, open: 2 },
      { type: 1, total: 2, open: 2 },
    ])
    assert.deepEqual(detail.secondsToClaim, { count: 4, median: 3600, p90: (5 * 24 + 3) * 3600 })
    assert.deepEqual(detail.secondsToRepair, { count: 2, median: 0, p90: 2 * 3600 })
    const ages = ({ open }: typeof detail) => open.map(({ fromDays, untilDays, count }) => [fromDays, untilDays, count])
    assert.deepEqual(ages(detail), [
      [0, 1, 1],
      [1, 3, 0],
      [3, 7, 3],
      [7, 30, 0],
      [30, null, 0],
    ])
    assert.deepEqual(
      detail.devices.map(({ device, count }) => `${count} ${device}`),
      ['2 device 0', '1 new', '1 device 2', '1 device 1'],
    )
    assert.deepEqual(
      detail.members.map(({ name, finished }) => [name, finished]),
      [
        ['Carol', 2],
        ['Bob', 1],
      ],
    )
    // One week has the claims, repairs and submissions of that week, and the months that it touches.
    const week = await admin.admin.statsDetail({ from: '2026-10-26', until: '2026-11-01' })
    assert.deepEqual(week.weeks, [{ start: '2026-10-26', created: 4, finished: 1, unrepairable: 0 }])
    assert.deepEqual(
      week.months.map(({ start }) => start),
      ['2026-10-01', '2026-11-01'],
    )
    // A period that begins within a week has its own days only, and as many closed tickets as its outcomes.
    const days = await admin.admin.statsDetail({ from: '2026-10-29', until: '2026-11-02' })
    assert.deepEqual(days.weeks, detail.weeks.slice(-2))
    assert.deepEqual(days.total, { created: 1, finished: 1, unrepairable: 1 })
    assert.equal(days.outcomes.finished, 2)
    assert.deepEqual(week.secondsToClaim, { count: 3, median: 3600, p90: 3 * 3600 })
    assert.deepEqual(week.secondsToRepair, { count: 1, median: 2 * 3600, p90: 2 * 3600 })
    assert.deepEqual(
      week.devices.map(({ device, count }) => `${count} ${device}`),
      ['2 device 0', '1 device 2', '1 device 1'],
    )
    assert.deepEqual(
      week.members.map(({ name, finished }) => [name, finished]),
      [
        ['Bob', 1],
        ['Carol', 1],
      ],
    )
    assert.deepEqual([week.unclaimed, ages(week)], [1, ages(detail)])
    // With a last day only the range is 90 days long; with a first day only it ends today.
    assert.equal((await admin.admin.statsDetail({ until: '2026-10-25' })).weeks[0]?.start, '2026-07-27')
    assert.deepEqual((await admin.admin.statsDetail({ from: '2026-11-02' })).weeks, detail.weeks.slice(-1))
    for (const [period, flaw] of [
      [{ from: '2026-02-30' }, 'not_a_date'],
      [{ from: '2026-11-02', until: '2026-11-01' }, 'ends_before_start'],
      [{ from: '2025-11-01', until: '2026-11-02' }, 'too_many_days'],
    ] as const)
      await assert.rejects(admin.admin.statsDetail(period), { status: 400, flaw })
    await admin.admin.statsDetail({ from: '2025-11-02', until: '2026-11-02' })
    // Three months later no figure counts as recent, and the weeks are still there.
    team.pass({ days: 14 * 7 })
    const later = await team.user('the-admin')
    await later.members.login({ stuid: 'a1', passwd })
    const lateDetail = await later.admin.statsDetail()
    const { secondsToClaim, secondsToRepair, devices, members } = lateDetail
    const none = { count: 0, median: 0, p90: 0 }
    assert.deepEqual(
      { secondsToClaim, secondsToRepair, devices, members },
      { secondsToClaim: none, secondsToRepair: none, devices: [], members: [] },
    )
    assert.deepEqual(
      ages(lateDetail).map(([, , count]) => count),
      [0, 0, 0, 0, 4],
    )
    assert.deepEqual(lateDetail.weeks.slice(-16, -14), detail.weeks.slice(-2))
  })

  test('statistics list open tickets whose workers have all left the team', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const admin = await team.admin()
    const bob = await team.member('Bob')
    await team.member('Carol')
    const [kettle, lamp, fan, radio] = [
      await createTicket(ann, { device: 'kettle' }),
      await createTicket(ann, { device: 'lamp' }),
      await createTicket(ann, { device: 'fan' }),
      await createTicket(ann, { device: 'radio' }),
    ]
    for (const id of [kettle, lamp, fan, radio]) await bob.tickets.update({ id, status: 3 })
    await bob.tickets.assign({ id: lamp, name: 'Carol' })
    await bob.tickets.update({ id: fan, status: 5 })
    await bob.tickets.cancel({ id: radio })
    const left = async () => (await admin.admin.statsDetail()).left
    assert.deepEqual(await left(), [])
    const { list } = await admin.admin.members()
    const remove = (wanted: string) =>
      admin.admin.removeMember({ id: list.find(({ name }) => name === wanted)?.id ?? 0 })
    await remove('Bob')
    // Carol still works on the lamp, the fan waits for its owner, and the radio is finished.
    assert.deepEqual(await left(), [{ id: kettle, device: 'kettle', member: 'Bob' }])
    await remove('Carol')
    assert.deepEqual(
      (await left()).map(({ id, device }) => [id, device]),
      [
        [kettle, 'kettle'],
        [lamp, 'lamp'],
      ],
    )
  })

  test('wrong counts do not stop a start, and the check finds and corrects them while the service runs', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const [bob, carol] = [await team.member('Bob'), await team.member('Carol')]
    const id = await createTicket(ann)
    await bob.tickets.update({ id, status: 3 })
    await bob.tickets.assign({ id, name: 'Carol' })
    await bob.tickets.drop({ id })
    await carol.tickets.forward({ id })
    await carol.tickets.retrieve({ id })
    await ann.tickets.cancel({ id: await createTicket(ann, { device: 'toaster' }) })
    const open = await createTicket(ann, { device: 'lamp' })
    await bob.tickets.pick({ id: open })
    const { config: database } = team.fresh
    const env = { DATA_DIR: team.fresh.dir, ...(database.kind === 'postgres' ? { DATABASE_URL: database.url } : {}) }
    const check = async (how = {}) => {
      const found = await Array.fromAsync(doctor(env, how))
      return found.find(({ what }) => what.startsWith('counts'))
    }
    assert.deepEqual(await check(), { what: 'counts and search index' })
    for (const job of team.running.jobs)
      if (job.name === 'tally' || job.name === 'index') await job.run(new AbortController().signal)
    assert.deepEqual(await check(), { what: 'counts and search index' })
    await using engine = await openEngine(database)
    await engine.change(async (db) => {
      await db.updateTable('tally').set({ n: 7 }).where('list', '=', 0).execute()
      await db.deleteFrom('tally').where('list', '>', 1000).where('level', '=', 1).execute()
      await db.updateTable('ticket').set({ open: 1 }).where('id', '=', id).execute()
      await db.updateTable('worker').set({ open: 0 }).where('ticket_id', '=', open).execute()
      await db.deleteFrom('gram').where('gram', '=', 'lam').execute()
      await db.updateTable('gram').set({ ids: '00' }).where('gram', '=', 'amp').execute()
      await db.insertInto('gram').values({ gram: 'of an erased person', block: 5, ids: '01' }).execute()
    })
    await loadConfig(env)
    const { problem = '' } = (await check()) ?? {}
    assert.match(
      problem,
      /^2 tickets are marked .*, \d+ counts do not agree .*, 3 rows of the search index do not agree/,
    )
    assert.match(problem, /npm run fettle -- check --repair$/)
    // Members claim tickets meanwhile.
    const more = async (device: string) => bob.tickets.pick({ id: await createTicket(ann, { device }) })
    const [mended] = await Promise.all([
      check({ repair: true }),
      ...Array.from({ length: 10 }, (_, i) => more(`lamp ${i}`)),
    ])
    assert.equal(mended?.problem, undefined)
    assert.match(mended?.note ?? '', /^repaired: 2 tickets/)
    assert.deepEqual(await check(), { what: 'counts and search index' })
    // Once a night a job corrects the counts, in a process of its own.
    await engine.change((db) =>
      db.updateTable('tally').set({ n: 7 }).where('list', '=', 0).where('level', '=', 3).execute(),
    )
    assert.deepEqual(await repairInChildProcess(database).result, { marks: 0, counts: 1, grams: 0 })
    assert.equal((await bob.tickets.search({ values: 'lamp' })).total, 11)
    assert.equal((await bob.tickets.uncompleted({ queryType: 4 })).total, 11)
  })
})
