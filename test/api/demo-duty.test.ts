import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectPorts } from '#adapters/index.ts'
import { readConfig } from '#config/config.ts'
import { visitStates } from '#contract/counter/counter.ts'
import { hourKinds, hourStates } from '#contract/hours/hour-fields.ts'
import type { Settings } from '#contract/team/settings.ts'
import { fillDemo } from '#demo/demo.ts'
import { day, localDate, wallClock } from '#kit/time.ts'
import { loadDutyState } from '#service/shared/duty-memory.ts'
import type { Store } from '#store/store.ts'
import { freshStore, onEachDatabase } from '../support/databases.ts'

onEachDatabase('the demo team', (on) => {
  test('the demo team has opening hours, rosters, leaves, summaries and a current repair day on any date', async () => {
    // The database does not depend on the weekday, so SQLite tries all seven and PostgreSQL one.
    for (const date of on === 'sqlite' ? [9, 10, 11, 12, 13, 14, 15] : [15]) {
      await using fresh = await freshStore(on)
      // On the last date it is half a minute past midnight.
      const clock = date === 15 ? 'T00:00:30' : 'T14:30:00'
      const moment = `2026-11-${String(date).padStart(2, '0')}${clock}+08:00`
      const now = Temporal.Instant.from(moment).epochMilliseconds
      const ports = await connectPorts(
        readConfig({ DATA_DIR: fresh.fresh.dir }),
        () => {},
        () => now,
      )
      await fillDemo(fresh.store, ports, now, 'Asia/Shanghai')
      const { state, rosters, conclusions, set } = await fresh.store.read(async (tx) => ({
        state: await loadDutyState(tx, now),
        rosters: await tx.rosters.list(),
        conclusions: await tx.conclusions.count(),
        set: (await tx.settings.read()).set,
      }))
      assert.deepEqual(
        rosters.map(({ name }) => name),
        ['本学期', '上学期'],
      )
      assert.equal(state.roster?.name, '本学期')
      assert.ok(conclusions >= 3)
      assert.ok((set.timetable?.length ?? 0) > 0)
      assert.deepEqual(
        state.leaves.map(({ substitute }) => substitute === '').sort(),
        [false, true],
        `moved in on the ${date}th`,
      )
      assert.equal(await fresh.store.read((tx) => tx.members.hasLinkedAdmin()), false)
      await repairDay(fresh.store, now)
      await repairDays(fresh.store, now)
      await hours(fresh.store, now)
      await outcomes(fresh.store, set, now)
    }
  })
})

/** The outcomes by category and brand, the remedies and the ratings; the figures are public. */
async function outcomes(store: Store, set: Partial<Settings>, now: number): Promise<void> {
  assert.deepEqual([set.openData?.impact, set.openData?.country], [true, 'CHN'])
  const span = { since: 0, end: now + 1 }
  const { finished, ratings, remedies } = await store.read(async (tx) => ({
    finished: await tx.statistics.outcomes(span),
    ratings: await tx.statistics.ratings(span),
    remedies: (await Promise.all([6, 20, 32].map((id) => tx.tickets.find(id)))).map((one) => one?.remedy),
  }))
  const sum = (rows: typeof finished) => rows.reduce((all, { count }) => all + count, 0)
  assert.ok(sum(finished) > 30)
  assert.deepEqual(
    finished.filter(({ outcome }) => outcome === ''),
    [],
    'every finished ticket has an outcome',
  )
  assert.ok(sum(finished.filter(({ category }) => category === 0)) <= 2, 'most have a category')
  assert.ok(finished.some(({ barrier }) => barrier !== ''))
  assert.ok(remedies.some(Boolean), 'some repairs have a remedy')
  assert.ok(ratings.count >= 7 && ratings.stars > 4 * ratings.count)
}

/** A past repair day with what came, and the next one with bookings, helpers and a check-list. */
async function repairDays(store: Store, now: number): Promise<void> {
  const days = await store.read((tx) => tx.repairDays.list())
  assert.equal(days.length, 2)
  const [next, past] = await Promise.all(
    days.map(({ id, from, until }) =>
      store.read(async (tx) => ({
        ...{ from, until },
        bookings: (await tx.bookings.ofDay(id)).map(({ state }) => state),
        helpers: (await tx.helpers.ofDay(id)).map(({ state }) => state),
        tasks: await tx.dayTasks.ofDay(id),
      })),
    ),
  )
  assert.ok(next && past && past.until < now && now < next.from && next.from < now + 9 * day)
  const count = (list: readonly string[], state: string) => list.filter((one) => one === state).length
  assert.deepEqual([count(past.bookings, 'arrived'), count(past.bookings, 'missed')], [4, 1])
  assert.deepEqual(
    ['booked', 'waiting', 'offered', 'cancelled'].map((state) => count(next.bookings, state)),
    [7, 1, 1, 1],
  )
  assert.equal(count(next.helpers, 'waiting'), 1)
  assert.ok(next.tasks.some((task) => task.doneAt !== null) && next.tasks.some((task) => task.doneAt === null))
}

/**
 * About two months of hours: every kind of entry and attendance, closed periods, pending decisions, and members who are
 * here now.
 */
async function hours(store: Store, now: number): Promise<void> {
  const today = localDate(now, 'Asia/Shanghai')
  const ever = { from: '', until: '9999-12-31' }
  const { lines, periods, sums, here } = await store.read(async (tx) => ({
    lines: await tx.hours.findAll((await tx.hours.countedOn(ever)).map(({ id }) => id)),
    periods: await tx.hours.periods(),
    sums: await tx.hours.sums(),
    here: await tx.hours.withoutEnd(),
  }))
  const those = <K extends keyof (typeof lines)[number]>(key: K) => new Set(lines.map((line) => line[key]))
  const held = (found: ReadonlySet<unknown>, wanted: readonly unknown[]) =>
    assert.deepEqual(
      wanted.filter((one) => !found.has(one)),
      [],
      `moved in on ${today}`,
    )
  held(those('kind'), hourKinds)
  held(those('state'), hourStates)
  held(those('standing'), ['rostered', 'substitute'])
  held(those('left_how'), ['board', 'desk', 'anywhere', 'forgotten'])
  held(those('exact'), [0, 1])
  assert.ok(lines.some(({ reason, state }) => state === 'refused' && reason !== ''))
  assert.equal(lines.filter(({ objected }) => objected === 1).length, 1)
  assert.ok(lines.length > 150 && lines.every(({ date }) => date <= today))
  assert.ok(periods.length >= 1)
  const certified = new Set(sums.map((sum) => sum.member_id))
  assert.equal(certified.size, 7, 'all of them can have a certificate')
  assert.equal(here.length > 0, localHour(now) === 14)
}

const localHour = (at: number) => Number(wallClock(at, 'Asia/Shanghai').slice(11, 13))

/** Visitors in every state, devices on shelves, one that was never collected, one that went home without all its accessories, and a stocktaking. */
async function repairDay(store: Store, now: number): Promise<void> {
  const { visits, kept, takes } = await store.read(async (tx) => ({
    visits: await tx.visits.ofDay(localDate(now, 'Asia/Shanghai')),
    kept: await tx.custody.listHoldings('', 0, 100),
    takes: await tx.stocktakes.page(0, 10),
  }))
  assert.deepEqual(new Set(visits.map(({ state }) => state)), new Set(visitStates))
  assert.deepEqual(
    visits.map(({ number }) => number),
    ['A01', 'B01', 'A02', 'A03', 'B02', 'A04', 'A05', 'B03', 'A06'],
  )
  assert.deepEqual(new Set(kept.rows.map(({ place }) => place)), new Set(['shelf', 'bench', 'workshop']))
  const uncollected = kept.rows.filter(({ ready, since }) => ready === 1 && since < now - 10 * day)
  assert.equal(uncollected.length, 1)
  const home = visits.find(({ number }) => number === 'A01')
  const lines = await store.read((tx) => tx.custody.ofTicket(home?.ticket_id ?? 0))
  assert.deepEqual(
    lines.map(({ what }) => what),
    ['received', 'bench', 'returned'],
  )
  assert.equal(takes.total, 1)
  assert.match(takes.rows[0]?.result ?? '', /"missing":\[\{/)
}
