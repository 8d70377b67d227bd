import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations, statuses, targets } from '#contract/codes.ts'
import type { HourRule } from '#contract/hours/hour-fields.ts'
import { defaultSettings } from '#contract/team/settings.ts'
import { findChangedPeriods } from '#main/closed-periods.ts'
import { doctor } from '#main/doctor.ts'
import { openEngine } from '#store/engine/open.ts'
import { Store } from '#store/store.ts'
import { onEachDatabase } from '../support/databases.ts'
import { staffedTeam } from '../support/staffed.ts'
import { newTeam, type Person } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

const idOf = async (person: Person) => (await person.members.checklogin()).id
const rule = (more: Partial<HourRule> = {}): HourRule => ({ ...defaultSettings.hourRule, ...more })
const field = (name: string, flaw: string) => ({ code: 'bad_input', message: new RegExp(`${name}|${flaw}`) })
const unfitting = (name: string) => ({
  code: 'bad_input',
  message: new RegExp(`^${name} does not fit the other fields`),
})
const signing = { on: true, desk: true, earlyMinutes: 15, overtimeMinutes: 30 }
const none = { shift: 0, work: 0, ticket: 0, correction: 0, total: 0 }

onEachDatabase('hours', (on) => {
  test('hours for other work are entered, objected to and decided', async () => {
    await using team = await staffedTeam({ on })
    const { admin, ann, bob } = team.staff
    const wish = { date: '2026-11-15', minutes: 90, what: 'Sorted parts', with: 'Bob' }
    const line = await ann.hours.add(wish)
    assert.deepEqual([line.kind, line.state, line.counts, line.name], ['work', 'proposed', 90, 'Ann'])
    assert.equal((await ann.hours.add(wish)).id, line.id)
    const today = await ann.hours.add({ ...wish, date: '2026-11-16', minutes: 30 })
    const theirs = await bob.hours.add({ ...wish, with: '' })
    for (const date of ['2026-11-17', '2026-02-30', 'yesterday'])
      await assert.rejects(ann.hours.add({ ...wish, date }), { code: 'bad_input' })
    for (const minutes of [0, 1441, 1.5, -5])
      await assert.rejects(ann.hours.add({ ...wish, minutes }), { code: 'bad_input' })
    const mine = await ann.hours.mine()
    assert.deepEqual(
      mine.list.map(({ id }) => id),
      [today.id, line.id],
    )
    assert.deepEqual([mine.from, mine.until, mine.proposed, mine.sums], ['2026-11-01', '2026-11-30', 120, none])

    await assert.rejects(admin.hours.decide({ ids: [line.id, 999] }), { code: 'line_not_found' })
    await assert.rejects(admin.hours.decide({ ids: [line.id], state: 'refused' }), field('reason', 'missing'))
    assert.equal((await ann.hours.mine()).proposed, 120)
    assert.deepEqual(await admin.hours.decide({ ids: [line.id, today.id, line.id] }), { changed: 2, left: 0 })
    assert.deepEqual(await admin.hours.decide({ ids: [line.id, theirs.id] }), { changed: 1, left: 0 })
    assert.deepEqual(await admin.hours.decide({ ids: [] }), { changed: 0, left: 0 })
    // After a decision, the same work entered again is another entry.
    assert.notEqual((await ann.hours.add(wish)).id, line.id)
    await admin.hours.decide({ ids: [line.id], state: 'refused', reason: 'Not that day' })
    const [, , refused] = (await ann.hours.mine()).list
    assert.deepEqual(
      [refused?.state, refused?.reason, refused?.counts, refused?.decidedBy],
      ['refused', 'Not that day', 0, 'admin'],
    )

    await assert.rejects(bob.hours.object({ id: line.id, objection: 'It was' }), { code: 'line_not_found' })
    await assert.rejects(ann.hours.object({ id: 999, objection: 'It was' }), { code: 'line_not_found' })
    await assert.rejects(ann.hours.object({ id: line.id, objection: '' }), { code: 'bad_input' })
    await ann.hours.object({ id: line.id, objection: 'It was' })
    await ann.hours.object({ id: line.id, objection: 'It was' })
    const objected = await admin.hours.list({ only: 'objected' })
    assert.deepEqual(
      objected.list.map(({ id, objection, objected }) => ({ id, objection, objected })),
      [{ id: line.id, objection: 'It was', objected: true }],
    )
    const people = objected.people.map(({ name, sums, proposed, open, objected }) => [
      name,
      sums.total,
      proposed,
      open,
      objected,
    ])
    assert.deepEqual(people, [
      ['Ann', 30, 90, 1, 1],
      ['Bob', 90, 0, 0, 0],
    ])
    const said = (await admin.admin.log({})).list.filter(({ operation }) => operation === operations.comment)
    assert.equal(said.length, 1)
    // Repeating a decision also answers the objection.
    await ann.hours.object({ id: today.id, objection: 'It was more' })
    assert.deepEqual(await admin.hours.decide({ ids: [today.id] }), { changed: 1, left: 0 })
    assert.deepEqual((await admin.hours.list({ only: 'objected' })).total, 1)
    // A decision about several entries does not settle an objection among them.
    const several = { ids: [today.id, line.id, theirs.id], state: 'refused' as const, reason: 'No' }
    assert.deepEqual(await admin.hours.decide(several), { changed: 2, left: 1 })
    assert.deepEqual((await admin.hours.list({ only: 'objected' })).total, 1)
    await admin.hours.decide({ ids: [today.id, theirs.id] })
    assert.deepEqual(await admin.hours.decide({ ids: [line.id], state: 'refused', reason: 'No' }), {
      changed: 1,
      left: 0,
    })
    const answered = (await ann.hours.mine()).list.find(({ id }) => id === line.id)
    assert.deepEqual([answered?.objected, answered?.objection, answered?.reason], [false, 'It was', 'No'])

    const ids = async (wish: Parameters<typeof admin.hours.list>[0]) =>
      (await admin.hours.list(wish)).list.map(({ id }) => id)
    assert.deepEqual(await ids({ state: 'refused' }), [line.id])
    assert.deepEqual(await ids({ member: await idOf(bob) }), [theirs.id])
    assert.deepEqual(await ids({ kind: 'shift' }), [])
    assert.deepEqual(await ids({ from: '2026-11-16', until: '2026-11-16' }), [today.id])
    assert.deepEqual(await ids({ count: 1, pageId: 4 }), [line.id])
    assert.equal((await admin.hours.list({ count: 1 })).total, 4)
    assert.deepEqual(await ids({ until: '2026-10-31' }), [])
    assert.deepEqual((await ann.hours.mine({ until: '2026-10-31' })).list, [])
    await assert.rejects(admin.hours.list({ from: '2026-11-16', until: '2026-11-15' }), { code: 'bad_input' })
    await assert.rejects(admin.hours.list({ from: '2025-11-01', until: '2026-11-30' }), { code: 'bad_input' })
    await assert.rejects(admin.hours.list({ from: '2026-13-01' }), { code: 'bad_input' })
    await assert.rejects(ann.hours.list(), { code: 'wrong_role' })
  })

  test('the overview, the list and the members show the same sums of hours, with open, disputed, rejected and corrected entries', async () => {
    await using team = await staffedTeam({ on })
    const { admin, ann, bob } = team.staff
    await admin.admin.updateSettings({ signing, adminSessionHours: 99 })
    const add = (person: Person, minutes: number, what: string, date = '2026-11-15') =>
      person.hours.add({ date, minutes, what })
    const [first, second, third, fourth] = await Promise.all([
      add(ann, 90, 'Sorted parts'),
      add(bob, 45, 'Swept', '2026-10-20'),
      add(bob, 30, 'Flyers'),
      add(ann, 15, 'Made tea'),
    ])
    await add(ann, 60, 'Ordered parts')
    await admin.hours.decide({ ids: [first.id, second.id, third.id] })
    await admin.hours.decide({ ids: [fourth.id], state: 'refused', reason: 'Tea is no work' })
    await admin.hours.correct({ id: third.id, minutes: 25, reason: 'He said so' })
    await ann.hours.object({ id: fourth.id, objection: 'It is' })
    // Bob is still signed in, so his entry cannot be decided yet.
    await bob.hours.signIn({})
    team.pass({ minutes: 20 })
    const month = { from: '2026-11-01', until: '2026-11-30' }
    for (const days of [month, { from: '2025-11-16', until: '2026-11-16' }]) {
      const { people } = await admin.hours.list({ ...days, count: 1 })
      const overview = (of: (one: (typeof people)[number]) => number) => people.reduce((all, one) => all + of(one), 0)
      const listed = async (filter: { state?: 'approved' | 'proposed'; only?: 'objected'; member?: number }) => {
        const { list, total } = await admin.hours.list({ ...days, ...filter })
        return [total, list.reduce((all, { counts }) => all + counts, 0)]
      }
      assert.deepEqual(await listed({ state: 'proposed' }), [
        overview((one) => one.open),
        overview((one) => one.proposed),
      ])
      assert.equal(
        (await listed({ state: 'approved' }))[1],
        overview((one) => one.sums.total),
      )
      assert.equal(
        (await listed({ only: 'objected' }))[0],
        overview((one) => one.objected),
      )
      for (const { member, sums, open, proposed, objected } of people) {
        assert.deepEqual(await listed({ member, state: 'proposed' }), [open, proposed])
        assert.equal((await listed({ member, state: 'approved' }))[1], sums.total)
        assert.equal((await listed({ member, only: 'objected' }))[0], objected)
      }
      for (const person of [ann, bob]) {
        const mine = (await person.hours.mine(days)).sums
        assert.deepEqual(people.find(({ member }) => member === (person === ann ? first : second).member)?.sums, mine)
      }
    }
  })

  test('an administrator may decide on their own hours, and the entries and the log say so', async () => {
    await using team = await staffedTeam({ on })
    const { admin, ann } = team.staff
    const own = await admin.hours.add({ date: '2026-11-15', minutes: 60, what: 'Ordered parts' })
    const hers = await ann.hours.add({ date: '2026-11-15', minutes: 30, what: 'Sorted parts' })
    assert.equal(own.ownDecision, false)
    await admin.hours.decide({ ids: [own.id, hers.id] })
    const written = await admin.hours.correct({
      ...{ member: own.member, date: '2026-11-14', minutes: 20, what: 'Swept', reason: 'Forgot' },
    })
    const { list } = await admin.hours.list({})
    const shown = new Map(list.map(({ id, ownDecision }) => [id, ownDecision]))
    assert.deepEqual(
      [own.id, hers.id, written.id].map((id) => shown.get(id)),
      [true, false, true],
    )
    const said = (await admin.admin.log({ target: targets.hours })).list.map(({ current }) => current.info)
    assert.ok(said.includes(`2 entries approved: ${own.id}, ${hers.id} (1 of their own)`), said.join())
    assert.ok(said.includes('admin, 2026-11-14, 20 minutes, approved (their own hours)'), said.join())
  })

  test('an hours entry with a date in an unlikely year is refused everywhere', async () => {
    await using team = await staffedTeam({ on })
    const { admin, ann } = team.staff
    const member = await idOf(ann)
    for (const [date, message] of [
      ['0001-01-01', 'at least 2000-01-01'],
      ['1999-12-31', 'at least 2000-01-01'],
      ['2100-01-01', 'at most '],
      ['9999-12-31', 'at most '],
    ] as const) {
      const closedDays = (from: string, until: string) => ({ closedDays: [{ from, until, name: 'Holidays' }] })
      const calls: readonly (() => Promise<unknown>)[] = [
        () => ann.hours.add({ date, minutes: 60, what: 'Sorted parts' }),
        () => admin.hours.correct({ member, date, minutes: 60, what: 'Sorted', reason: 'Forgot' }),
        () => admin.hours.correct({ member, date, shift: '1', reason: 'Forgot' }),
        () => admin.hours.close({ name: 'Ever', until: date }),
        () => admin.admin.updateSettings(closedDays(date, '2026-10-07')),
        () => admin.admin.updateSettings(closedDays('2026-10-07', date)),
        () => admin.admin.updateSettings({ makeUpDays: [{ date, weekday: 1 }] }),
      ]
      for (const call of calls) await assert.rejects(call(), { code: 'bad_input', message: new RegExp(message) })
      await assert.rejects(ann.leaves.ask({ week: date, shift: '1', reason: 'ill' }), { code: 'bad_input' })
      await assert.rejects(ann.conclusions.write({ week: date, shift: '1', conclusion: 'Two.' }), { code: 'bad_input' })
    }
    assert.equal((await ann.users.export()).member?.hours.length, 0)
  })

  test('a closed period of hours stays unchanged, and later entries belong to the next period', async () => {
    await using team = await staffedTeam({ on })
    const { admin, ann, bob } = team.staff
    const work = { minutes: 50, what: 'Sorted' }
    await admin.admin.updateSettings({ hourRule: rule({ rounding: 30, direction: 'up' }), adminSessionHours: 99 })
    const first = await ann.hours.add({ ...work, date: '2026-11-14' })
    const refused = await ann.hours.add({ ...work, date: '2026-11-13' })
    const theirs = await bob.hours.add({ ...work, date: '2026-11-15' })
    const today = await ann.hours.add({ ...work, date: '2026-11-16' })
    const close = (until: string) => admin.hours.close({ name: 'Autumn', until })
    await assert.rejects(close('2026-11-16'), { code: 'period_not_over' })
    await assert.rejects(close('2026-11-31'), { code: 'bad_input' })
    await assert.rejects(close('2026-11-15'), {
      code: 'hours_undecided',
      message: /^3 entries in this period have not been reviewed/,
    })
    await admin.hours.decide({ ids: [first.id, theirs.id] })
    await admin.hours.decide({ ids: [refused.id], state: 'refused', reason: 'No' })
    assert.deepEqual(await admin.hours.periods(), { list: [], openFrom: '' })
    const period = await close('2026-11-15')
    const { id, name, from, until, lines, minutes, closedBy } = period
    assert.deepEqual([name, from, until, lines, minutes, closedBy], ['Autumn', '', '2026-11-15', 3, 120, 'admin'])
    assert.deepEqual(await admin.hours.periods(), { list: [period], openFrom: '2026-11-16' })
    await assert.rejects(close('2026-11-15'), { code: 'period_taken', message: /2026-11-16/ })
    await assert.rejects(close('2026-11-01'), { code: 'period_taken' })

    // The rule changes, and counted minutes do not.
    await admin.admin.updateSettings({ hourRule: rule({ rounding: 60, direction: 'up' }) })
    for (const state of ['approved', 'refused'] as const)
      await assert.rejects(admin.hours.decide({ ids: [first.id], state, reason: 'Again' }), { code: 'period_closed' })
    const late = await ann.hours.add({ ...work, date: '2026-11-14', minutes: 20 })
    assert.deepEqual([late.date, late.countsOn, late.counts], ['2026-11-14', '2026-11-16', 60])
    // Work that was rejected and entered again is a new entry.
    assert.notEqual((await ann.hours.add({ ...work, date: '2026-11-13' })).id, refused.id)
    // Work whose entry was corrected is a new entry too: the entry was an hour.
    const wrong = await bob.hours.add({ ...work, date: '2026-11-12' })
    await admin.hours.correct({ id: wrong.id, minutes: 0, reason: 'Not that day' })
    const anew = await bob.hours.add({ ...work, date: '2026-11-12' })
    assert.deepEqual([anew.id > wrong.id, anew.counts], [true, 60])
    await admin.hours.decide({ ids: [anew.id], state: 'refused', reason: 'No' })

    // An entry in a closed period is corrected by an entry for the difference.
    await ann.hours.object({ id: first.id, objection: 'It was two hours' })
    await assert.rejects(admin.hours.correct({ id: first.id, reason: 'It was' }), field('minutes', 'missing'))
    await assert.rejects(
      admin.hours.correct({ id: first.id, minutes: 9, arrival: '09:00', reason: 'x' }),
      unfitting('arrival'),
    )
    const more = await admin.hours.correct({ id: first.id, minutes: 100, reason: 'It was longer' })
    assert.deepEqual(
      [more.kind, more.corrects, more.countsOn, more.minutes, more.counts, more.state, more.writtenBy],
      ['correction', first.id, '2026-11-16', 40, 40, 'approved', 'admin'],
    )
    assert.equal((await admin.hours.correct({ id: first.id, minutes: 100, reason: 'It was longer' })).id, more.id)
    const less = await admin.hours.correct({ id: more.id, minutes: 45, reason: 'Not that long' })
    assert.deepEqual([less.corrects, less.counts], [first.id, -55])
    // Each correction shows the total of the line, for the next correction.
    assert.deepEqual([first.closed, first.inAll, more.closed, more.inAll, less.inAll], [false, 0, true, 100, 45])
    await assert.rejects(admin.hours.decide({ ids: [less.id] }), { code: 'decided_itself' })
    const closed = await ann.hours.mine()
    const shown = closed.list.find((line) => line.id === first.id)
    assert.deepEqual([shown?.counts, shown?.period, shown?.objected, shown?.corrected], [60, id, false, false])
    assert.deepEqual([shown?.closed, shown?.inAll], [true, 45])

    // An objection can also be answered with a reason to leave the entry as it is.
    const linesNow = async () => (await ann.hours.mine()).list
    const answer = { id: less.id, reason: 'The lights were off' }
    await assert.rejects(admin.hours.answer(answer), { code: 'line_not_found' })
    await ann.hours.object({ id: less.id, objection: 'It was not' })
    await admin.hours.answer(answer)
    const left = (await linesNow()).find((line) => line.id === less.id)
    assert.deepEqual([left?.objected, left?.answer, left?.counts], [false, answer.reason, -55])
    await ann.hours.object({ id: less.id, objection: 'They were on' })
    const again = (await linesNow()).find((line) => line.id === less.id)
    assert.deepEqual([again?.objected, again?.answer], [true, ''])
    await admin.hours.answer(answer)
    assert.deepEqual(closed.periods, [{ id, name, from, until, sums: { ...none, work: 60, total: 60 } }])
    assert.deepEqual(closed.total, { ...none, work: 60, correction: -15, total: 45 })

    const undecided = (await ann.hours.mine()).list.filter(({ state }) => state === 'proposed')
    await admin.hours.decide({ ids: undecided.map((line) => line.id) })
    assert.deepEqual(undecided.find((line) => line.id === today.id)?.counts, 60)
    team.pass({ days: 1 })
    const next = await close('2026-11-16')
    assert.deepEqual([next.from, next.until, next.minutes, next.rule.rounding], ['2026-11-16', '2026-11-16', 165, 60])
    const { total, sums } = await ann.hours.mine()
    assert.deepEqual([total.total, sums.total], [225, 225])
    assert.equal((await ann.hours.mine({ from: '2026-12-01' })).total.total, 225)

    // While the clock is wrong, no entry is added to a closed period either.
    team.setClock({ days: -4 })
    assert.equal((await bob.hours.add({ ...work, date: '2026-11-10' })).countsOn, '2026-11-17')
    team.setClock({ days: 4 })

    // Both periods are unchanged, entry by entry, and a change behind the service is detected.
    const { config } = team.fresh
    const changed = async () => (await findChangedPeriods(config)).map(({ until_date }) => until_date)
    assert.deepEqual(await changed(), [])
    await using store = new Store(await openEngine(config))
    for (const [tamper, mend] of [
      [{ counted: 90 }, { counted: 60 }],
      [{ state: 'refused' }, { state: 'approved' }],
      [{ period_id: null }, { period_id: id }],
    ] as const) {
      await store.upkeep((tx) => tx.hours.change([first.id], tamper))
      assert.deepEqual(await changed(), ['2026-11-15'])
      await store.upkeep((tx) => tx.hours.change([first.id], mend))
    }
    // Deleting texts, as an erasure does, is no such change.
    await store.upkeep((tx) => tx.hours.change([first.id], { what: '', reason: '' }))
    assert.deepEqual(await changed(), [])
    await store.upkeep((tx) => tx.hours.addSums([{ period_id: next.id, member_id: 1, kind: 'work', minutes: 60 }]))
    assert.deepEqual(await changed(), ['2026-11-16'])
    const where = config.kind === 'postgres' ? { DATABASE_URL: config.url } : {}
    const findings = await Array.fromAsync(doctor({ DATA_DIR: team.fresh.dir, ...where }))
    const finding = findings.find(({ what }) => what === 'closed periods of hours')
    assert.match(finding?.problem ?? '', /: Autumn \(until 2026-11-16\)\. An older backup/)
  })

  test('a correction replaces an hours entry, and an administrator can write an entry for a member', async () => {
    await using team = await staffedTeam({ on })
    const { admin, ann, bob } = team.staff
    await admin.admin.updateSettings({ signing, adminSessionHours: 99 })
    const here = await ann.hours.signIn({})
    assert.deepEqual([here.here, here.shift, here.state], [true, '1', 'proposed'])
    await assert.rejects(admin.hours.decide({ ids: [here.id] }), { code: 'still_here' })
    await assert.rejects(admin.hours.correct({ id: here.id, leaving: '09:40', reason: 'x' }), { code: 'still_here' })
    team.pass({ minutes: 30 })
    await ann.hours.signOut({})
    const correct = (wish: object) => admin.hours.correct({ id: here.id, reason: 'As she says', ...wish })
    for (const [wish, flaw] of [
      [{ arrival: 'early' }, 'time'],
      [{ arrival: '09:45', leaving: '09:30' }, 'after it starts'],
      [{ leaving: '10:01' }, 'at most 2026-11-16T10:00'],
      [{}, 'minutes'],
    ] as const)
      await assert.rejects(correct(wish), { code: 'bad_input', message: new RegExp(flaw) })
    await assert.rejects(admin.hours.correct({ id: 99, minutes: 5, reason: 'x' }), { code: 'line_not_found' })
    for (const [name, wish] of [
      ['minutes', { leaving: '09:40', minutes: 10 }],
      ['member', { minutes: 5, member: 1 }],
      ['date', { minutes: 5, date: '2026-11-15' }],
      ['shift', { minutes: 5, shift: '2' }],
      ['what', { minutes: 5, what: 'Sorted' }],
    ] as const)
      await assert.rejects(correct(wish), unfitting(name))
    const times = await correct({ arrival: '09:05' })
    assert.deepEqual(
      [times.arrival, times.leaving, times.came, times.left, times.counts, times.corrects],
      ['2026-11-16T09:05:00.000000', '2026-11-16T10:00:00.000000', 'written', 'written', 55, here.id],
    )
    assert.equal((await correct({ arrival: '09:05' })).id, times.id)
    // Correcting the correction corrects the entry itself.
    const minutes = await correct({ id: times.id, minutes: 40 })
    assert.deepEqual([minutes.corrects, minutes.counts, minutes.date, minutes.shift], [here.id, 40, '2026-11-16', '1'])
    // A corrected entry waits for no decision.
    assert.deepEqual((await admin.hours.list({ state: 'proposed' })).list, [])
    const { list, sums, proposed } = await ann.hours.mine()
    assert.deepEqual(
      list.map(({ id, counts, corrected }) => ({ id, counts, corrected })),
      [
        { id: minutes.id, counts: 40, corrected: false },
        { id: times.id, counts: 0, corrected: true },
        { id: here.id, counts: 0, corrected: true },
      ],
    )
    assert.deepEqual([sums, proposed], [{ ...none, correction: 40, total: 40 }, 0])

    const member = await idOf(ann)
    const write = (wish: object) =>
      admin.hours.correct({ member, date: '2026-11-15', reason: 'Forgot to sign in', ...wish })
    await assert.rejects(write({ member: 99, minutes: 5 }), { code: 'member_not_found' })
    await assert.rejects(write({ date: '2026-11-17', minutes: 5 }), { code: 'bad_input' })
    await assert.rejects(write({ shift: '4' }), { code: 'not_on_timetable' })
    await assert.rejects(write({ shift: 'one' }), { code: 'not_on_timetable' })
    await assert.rejects(write({ date: '2026-11-16', shift: '2' }), { code: 'bad_input' })
    await assert.rejects(write({ shift: 'others', arrival: '22:00' }), field('leaving', 'missing'))
    for (const missing of [{ minutes: 0 }, {}]) await assert.rejects(write(missing), field('minutes', 'missing'))
    await assert.rejects(admin.hours.correct({ date: '2026-11-15', reason: 'x' }), field('member', 'missing'))
    await assert.rejects(admin.hours.correct({ member, reason: 'x' }), field('date', 'missing'))
    const whole = await write({ shift: '2' })
    assert.deepEqual(
      [whole.kind, whole.minutes, whole.state, whole.came, whole.writtenBy],
      ['shift', 180, 'approved', 'written', 'admin'],
    )
    for (const [name, wish] of [
      ['minutes', { shift: '3', minutes: 5 }],
      ['what', { shift: '3', what: 'Sorted' }],
      ['leaving', { minutes: 5, leaving: '09:00' }],
    ] as const)
      await assert.rejects(write(wish), unfitting(name))
    // Writing an entry for the same shift again is refused.
    await admin.admin.updateMember({ id: await idOf(bob), admin: true })
    const again = { member, date: '2026-11-15', shift: '2', reason: 'She says so' }
    assert.equal((await bob.hours.correct(again)).id, whole.id)
    await assert.rejects(bob.hours.correct({ ...again, arrival: '15:00' }), { code: 'already_written' })
    // It is also refused for a shift where she signed in, and where a correction has only minutes.
    await assert.rejects(write({ date: '2026-11-16', shift: '1', leaving: '09:40' }), { code: 'already_written' })
    assert.equal((await ann.hours.mine()).sums.total, 40 + 180)
    const special = await write({ shift: 'others', arrival: '22:00', leaving: '01:30' })
    assert.deepEqual([special.leaving, special.minutes], ['2026-11-16T01:30:00.000000', 210])
    const work = await write({ minutes: 25, what: 'Fetched parts' })
    assert.deepEqual(
      [work.kind, work.counts, work.what, work.reason],
      ['work', 25, 'Fetched parts', 'Forgot to sign in'],
    )
    assert.deepEqual(await admin.hours.decide({ ids: [work.id] }), { changed: 0, left: 0 })
    // An administrator wrote this entry, and another administrator may reject it. The log says which entry.
    await admin.hours.decide({ ids: [work.id], state: 'refused', reason: 'Written twice' })
    const [entry] = (await admin.admin.log({ target: 7 })).list
    assert.match(entry?.current.info ?? '', new RegExp(`^1 entry rejected: ${work.id}$`))
    assert.equal((await ann.hours.mine()).sums.total, 40 + 180 + 210)
    // A member on the roster with an entry is not missing.
    team.pass({ days: 1 })
    const missing = async () =>
      (await admin.hours.list()).missing.map(({ name, date, shift }) => `${name} ${date} ${shift}`)
    await ann.hours.signIn({})
    assert.deepEqual(await missing(), ['Bob 2026-11-16 1', 'Eve 2026-11-16 2'])
  })

  test('an administrator can preview a new hour rule on last month before saving it', async () => {
    await using team = await staffedTeam({ on })
    const { admin, ann, bob } = team.staff
    const lines = [
      await ann.hours.add({ date: '2026-10-31', minutes: 50, what: 'a' }),
      await ann.hours.add({ date: '2026-10-31', minutes: 50, what: 'b' }),
      await bob.hours.add({ date: '2026-10-01', minutes: 10, what: 'c' }),
    ]
    await ann.hours.add({ date: '2026-11-01', minutes: 300, what: 'd' })
    await admin.hours.decide({ ids: lines.map(({ id }) => id) })
    const preview = await admin.hours.preview({ rule: rule({ rounding: 60, direction: 'nearest', per: 'day' }) })
    assert.deepEqual(preview, {
      from: '2026-10-01',
      until: '2026-10-31',
      list: [
        { member: await idOf(ann), name: 'Ann', now: 100, would: 120 },
        { member: await idOf(bob), name: 'Bob', now: 10, would: 0 },
      ],
      now: 110,
      would: 120,
    })
    await admin.admin.updateSettings({ closedDays: [{ from: '2026-10-01', until: '2026-10-07' }] })
    const closed = await admin.hours.preview({ rule: rule({ closedPercent: 200 }) })
    assert.deepEqual([closed.now, closed.would], [110, 120])
    await assert.rejects(admin.hours.preview({ rule: { ...rule(), rounding: 7 as 15 } }), { code: 'bad_input' })
    // The preview of a rule covers a closed month too.
    await admin.hours.close({ name: 'October', until: '2026-10-31' })
    assert.deepEqual(
      [
        (await admin.hours.preview({ rule: rule({ mostPerDay: 60 }) })).would,
        (await ann.hours.mine({ from: '2026-10-01' })).sums.total,
      ],
      [70, 100],
    )
  })

  test('a ticket finished outside shifts counts hours by the rule for each of its workers', async () => {
    await using team = await staffedTeam({ on })
    const { admin, ann, bob, eve } = team.staff
    await admin.admin.updateSettings({ signing, adminSessionHours: 99 })
    const owner = await team.user()
    const finish = async (workers: readonly Person[], status: number = statuses.repaired) => {
      const id = await createTicket(owner)
      const [first, ...others] = workers
      await first?.tickets.pick({ id })
      for (const other of others) await first?.tickets.assign({ id, member: await idOf(other) })
      await first?.tickets.update({ id, status: status as 5 })
      return id
    }
    // Monday, half past nine: Ann and Bob are on the shift by the roster, and Eve has signed in too.
    await eve.hours.signIn({})
    await finish([ann, eve])
    const dan = await team.member('Dan')
    const ticket = await finish([bob, dan], statuses.unrepairable)
    assert.deepEqual(
      (await admin.hours.list()).list.map(({ name }) => name),
      ['Eve'],
    )
    await admin.admin.updateSettings({ hourRule: rule({ ticketMinutes: 30 }) })
    const [line] = (await dan.hours.mine()).list
    assert.deepEqual([line?.kind, line?.ticket, line?.counts, line?.state], ['ticket', ticket, 30, 'proposed'])
    await admin.admin.updateSettings({ hourRule: rule() })
    assert.deepEqual((await dan.hours.mine()).list, [])

    // A ticket that is repaired again is the same work.
    team.pass({ hours: 3 })
    await bob.tickets.update({ id: ticket, status: statuses.repairing })
    await bob.tickets.update({ id: ticket, status: statuses.repaired })
    await finish([eve], statuses.cancelled)
    await eve.hours.signOut({})
    const [late] = [await finish([eve, bob])]
    await admin.admin.updateSettings({ hourRule: rule({ ticketMinutes: 20 }) })
    const tickets = (await admin.hours.list({ kind: 'ticket' })).list.map(({ name, ticket }) => `${name} ${ticket}`)
    assert.deepEqual(tickets.sort(), [`Bob ${late}`, `Dan ${ticket}`, `Eve ${late}`])

    // Entries that count nothing do not delay closing, and never count later.
    await admin.admin.updateSettings({ hourRule: rule() })
    team.pass({ days: 1 })
    const shift = (await admin.hours.list({ kind: 'shift' })).list.map(({ id }) => id)
    await admin.hours.decide({ ids: shift })
    const period = await admin.hours.close({ name: 'Monday', until: '2026-11-16' })
    assert.deepEqual([period.lines, period.minutes], [4, 180])
    await admin.admin.updateSettings({ hourRule: rule({ ticketMinutes: 20 }) })
    assert.deepEqual((await admin.hours.list({ kind: 'ticket' })).total, 0)
    // Counted minutes stay the same under a new rule.
    const counting = await finish([dan])
    const [next] = (await dan.hours.mine()).list
    await admin.hours.decide({ ids: [next?.id ?? 0] })
    team.pass({ days: 1 })
    await admin.hours.close({ name: 'Tuesday', until: '2026-11-17' })
    await admin.admin.updateSettings({ hourRule: rule({ ticketMinutes: 5 }) })
    const [closed] = (await dan.hours.mine()).list
    assert.deepEqual([closed?.ticket, closed?.minutes, closed?.counts], [counting, 20, 20])
  })

  test('a certificate covers closed periods, and anyone can verify it', async () => {
    await using team = await staffedTeam({ on })
    const { admin, ann, bob } = team.staff
    await admin.admin.updateSettings({ teamName: 'Repair Team', signatory: { zh_CN: '志愿服务部', en_US: 'Office' } })
    await assert.rejects(ann.hours.certify({}), { code: 'nothing_to_certify' })
    const periods: number[] = []
    for (const [date, until] of [
      ['2026-09-20', '2026-09-30'],
      ['2026-10-31', '2026-10-31'],
    ] as const) {
      const { id } = await ann.hours.add({ date, minutes: 60, what: 'Sorted' })
      await admin.hours.decide({ ids: [id] })
      periods.push((await admin.hours.close({ name: `until ${until}`, until })).id)
    }
    const made = await ann.hours.certify({})
    const [logged] = (await admin.admin.log({ target: targets.certificate })).list
    assert.deepEqual(
      [logged?.op, logged?.operation, logged?.current.info],
      ['Ann', operations.create, 'certificate of hours'],
    )
    assert.match(made.number, /^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    assert.deepEqual(
      [made.name, made.team, made.signatory.en_US, made.sums.total, made.url],
      ['Ann', 'Repair Team', 'Office', 120, `http://127.0.0.1:8080/certificate#${made.number}`],
    )
    assert.deepEqual(
      made.periods.map(({ from, until, sums }) => [from, until, sums.work]),
      [
        ['2026-09-20', '2026-09-30', 60],
        ['2026-10-01', '2026-10-31', 60],
      ],
    )
    team.pass({ hours: 1 })
    assert.deepEqual(await ann.hours.certify({ periods: [] }), made)
    const [first = 0] = periods
    const one = await ann.hours.certify({ periods: [first] })
    assert.notEqual(one.number, made.number)
    assert.deepEqual(
      [one.periods.map(({ name, sums }) => [name, sums.total]), one.sums.work, one.sums.total],
      [[['until 2026-09-30', 60]], 60, 60],
    )
    assert.deepEqual(await team.anyone.hours.check({ number: one.number }), {
      genuine: true,
      initial: 'A',
      minutes: 60,
      from: '2026-09-20',
      until: '2026-09-30',
    })
    const { id: without } = await admin.hours.close({ name: 'Nothing', until: '2026-11-01' })
    for (const unknown of [999, without])
      await assert.rejects(ann.hours.certify({ periods: [first, unknown] }), { code: 'nothing_to_certify' })
    await assert.rejects(bob.hours.certify({}), { code: 'nothing_to_certify' })

    const genuine = { genuine: true, initial: 'A', minutes: 120, from: '2026-09-20', until: '2026-10-31' }
    const typed = made.number.replaceAll('0', 'o').replaceAll('1', 'l').toLowerCase()
    for (const number of [made.number, made.url, ` ${typed.replaceAll('-', ' ')} `, typed.replaceAll('-', '')])
      assert.deepEqual(await team.anyone.hours.check({ number }), genuine)
    const unknown = { genuine: false, initial: '', minutes: 0, from: '', until: '' }
    for (const number of ['0000-0000-0000-0000', made.number.slice(0, -1), '%', '李'])
      assert.deepEqual(await team.anyone.hours.check({ number }), unknown)

    // With another name the member gets another certificate; the printed one stays as it is.
    await admin.admin.updateMember({ id: await idOf(ann), name: '👩‍🔧Ann' })
    const renamed = await ann.hours.certify({})
    assert.equal((await team.anyone.hours.check({ number: renamed.number })).initial, '👩‍🔧')
    assert.deepEqual(await team.anyone.hours.check({ number: made.number }), genuine)
  })

  test('after an erasure the member’s minutes stay, without the name', async () => {
    await using team = await staffedTeam({ on })
    const { admin, ann, bob } = team.staff
    await admin.admin.updateMember({ id: await idOf(ann), admin: true })
    const member = await idOf(ann)
    const line = await ann.hours.add({ date: '2026-11-14', minutes: 60, what: 'A secret', with: 'Eve' })
    const theirs = await bob.hours.add({ date: '2026-11-14', minutes: 30, what: 'Sorted' })
    await ann.hours.decide({ ids: [line.id, theirs.id] })
    const period = await ann.hours.close({ name: 'Autumn', until: '2026-11-14' })
    await ann.hours.object({ id: line.id, objection: 'It was more' })
    const open = await ann.hours.add({ date: '2026-11-15', minutes: 15, what: 'More' })
    const { number } = await ann.hours.certify({})
    const held = (await ann.users.export()).member?.hours.map(({ id, what, counts }) => [id, what, counts])
    assert.deepEqual(held, [
      [open.id, 'More', 15],
      [line.id, 'A secret', 60],
    ])
    const { certificates } = (await ann.users.export()).member ?? {}
    assert.deepEqual(
      certificates?.map((one) => [one.number, one.name, one.sums.total]),
      [[number, 'Ann', 60]],
    )
    await ann.hours.makeBoard()
    assert.equal((await admin.hours.board()).by, 'Ann')
    await ann.users.erase()
    assert.equal((await admin.hours.board()).by, '')
    const after = await admin.hours.list()
    const said = after.list.map(({ id, name, minutes, counts, what, with: whom, objection, objected }) => [
      id,
      name,
      minutes,
      counts,
      what,
      whom,
      objection,
      objected,
    ])
    assert.deepEqual(said, [
      [open.id, '', 15, 15, '', '', '', false],
      [theirs.id, 'Bob', 30, 30, 'Sorted', '', '', false],
      [line.id, '', 60, 60, '', '', '', false],
    ])
    assert.deepEqual(
      after.people.map(({ member, name, sums }) => [member, name, sums.total]),
      [
        [member, '', 60],
        [await idOf(bob), 'Bob', 30],
      ],
    )
    assert.equal(after.list.find(({ id }) => id === theirs.id)?.decidedBy, '')
    const [closed] = (await admin.hours.periods()).list
    assert.deepEqual(closed, { ...period, closedBy: '' })
    assert.equal((await team.anyone.hours.check({ number })).genuine, false)
    await assert.rejects(admin.hours.correct({ member, date: '2026-11-15', minutes: 5, reason: 'x' }), {
      code: 'member_not_found',
    })
    // A pending entry can still be decided, and a counted one corrected.
    await admin.hours.decide({ ids: [open.id] })
    assert.equal((await admin.hours.correct({ id: line.id, minutes: 0, reason: 'Wrong' })).counts, -60)
    // A member who returns to the team has a name again.
    await admin.admin.updateMember({ id: member, active: true })
    assert.equal((await admin.hours.list({ member })).list[0]?.name, 'Ann')
  })

  test('no minute after midnight is in two entries, whichever day was entered first', async () => {
    await using team = await staffedTeam({ on })
    const { admin, ann } = team.staff
    const member = await idOf(ann)
    const night = (date: string, arrival: string, leaving: string) =>
      admin.hours.correct({ member, date, shift: 'others', arrival, leaving, reason: 'Open night' })
    const taken = { status: 409, code: 'already_written' }
    assert.equal((await night('2026-11-10', '22:00', '02:00')).minutes, 240)
    for (const [arrival, leaving] of [
      ['00:30', '01:30'],
      ['01:59', '03:00'],
      ['00:00', '04:00'],
    ] as const)
      await assert.rejects(night('2026-11-11', arrival, leaving), taken, `${arrival} to ${leaving}`)
    assert.equal((await night('2026-11-11', '02:00', '03:00')).minutes, 60)
    assert.equal((await night('2026-11-14', '00:30', '01:30')).minutes, 60)
    await assert.rejects(night('2026-11-13', '22:00', '00:31'), taken)
    assert.equal((await night('2026-11-13', '22:00', '00:30')).minutes, 150)
  })

  test('a decision on hours and the closing of a period at the same moment happen one after the other, on any node', async () => {
    await using team = await staffedTeam({ on, env: { RATE_LIMITS: 'off' } })
    const { admin, ann } = team.staff
    await using second =
      on === 'postgres' ? await newTeam({ on, beside: team, env: { RATE_LIMITS: 'off' } }) : undefined
    const other = (second ?? team).as(admin.token)
    for (let round = 1; round <= 6; round += 1) {
      const date = `2026-11-0${round}`
      const { id } = await ann.hours.add({ date, minutes: 60, what: 'Sorted' })
      await admin.hours.decide({ ids: [id] })
      const [refused, closed, twice] = await Promise.allSettled([
        other.hours.decide({ ids: [id], state: 'refused', reason: 'No' }),
        admin.hours.close({ name: date, until: date }),
        other.hours.close({ name: date, until: date }),
      ])
      const periods = [closed, twice].flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      assert.equal(periods.length, 1)
      const [line] = (await ann.hours.mine({ from: date, until: date })).list
      const isRefused = refused.status === 'fulfilled'
      assert.deepEqual([line?.state, line?.counts], isRefused ? ['refused', 0] : ['approved', 60])
      assert.equal(periods[0]?.minutes, isRefused ? 0 : 60)
    }
    const { total, periods } = await ann.hours.mine()
    assert.equal(
      total.total,
      periods.reduce((sum, { sums }) => sum + sums.total, 0),
    )
    // No entry is added during a closing either.
    const [, late] = await Promise.all([
      admin.hours.close({ name: 'last', until: '2026-11-15' }).catch(() => {}),
      (second ?? team).as(ann.token).hours.add({ date: '2026-11-14', minutes: 5, what: 'Late' }),
    ])
    const closedUntil = (await admin.hours.periods()).list[0]?.until ?? ''
    assert.ok(late.countsOn > closedUntil || closedUntil < '2026-11-14')
  })
})
