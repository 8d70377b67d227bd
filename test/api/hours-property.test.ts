import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { Failure } from '#contract/client.ts'
import { limits } from '#contract/fields.ts'
import { defaultSettings } from '#contract/team/settings.ts'
import { localDate } from '#kit/time.ts'
import { periodText } from '#rules/hours/hours.ts'
import { openEngine } from '#store/engine/open.ts'
import { Store } from '#store/store.ts'
import { onEachDatabase } from '../support/databases.ts'
import fc from '../support/fast-check.ts'
import { addRoster } from '../support/staffed.ts'
import { newTeam } from '../support/team.ts'

type Step =
  | { do: 'add'; who: number; back: number; minutes: number }
  | { do: 'write'; who: number; back: number; shift: string }
  | { do: 'decide'; lines: number[]; state: 'approved' | 'refused' }
  | { do: 'decideAll'; state: 'approved' | 'refused' }
  | { do: 'correct'; line: number; minutes: number }
  | { do: 'close'; back: number }
  | { do: 'wait'; days: number }
  | { do: 'rule'; rounding: 0 | 30 | 60; per: 'entry' | 'day'; mostPerDay: number }

const which = fc.nat(1000)
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('add'),
      who: fc.nat(1),
      back: fc.nat(12),
      minutes: fc.integer({ min: 1, max: 200 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('write'),
      who: fc.nat(1),
      back: fc.integer({ min: 1, max: 12 }),
      shift: fc.constantFrom('1', '2', '3'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('decide'),
      lines: fc.array(which, { maxLength: 3 }),
      state: fc.constantFrom('approved', 'refused'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('decideAll'), state: fc.constantFrom('approved', 'refused') }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('correct'), line: which, minutes: fc.nat(200) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('close'), back: fc.nat(6) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait'), days: fc.integer({ min: 1, max: 4 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('rule'),
      rounding: fc.constantFrom(0, 30, 60),
      per: fc.constantFrom('entry', 'day'),
      mostPerDay: fc.constantFrom(0, 150),
    }),
  },
) as fc.Arbitrary<Step> // each of its own kind

// The refusals that an action may get; they change nothing.
const refusals = [
  'already_written',
  'period_closed',
  'decided_itself',
  'hours_undecided',
  'period_taken',
  'period_not_over',
]
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

onEachDatabase('the ledger of hours', (on) => {
  test('all periods of hours add up to all entries, and a closed period never changes, in any order of actions', async () => {
    await using team = await newTeam({ on, env: { RATE_LIMITS: 'off' } })
    const { admin, ann, bob } = await addRoster(team)
    await admin.admin.updateSettings({ adminSessionHours: 8760, memberSessionDays: 365 })
    const people = [ann, bob] as const
    const ids = await Promise.all(people.map(async (person) => (await person.members.checklogin()).id))
    await using store = new Store(await openEngine(team.fresh.config))
    const dateOf = (back: number) => localDate(team.now() - back * 86_400_000, 'Asia/Shanghai')
    const everything = () => admin.hours.list({ from: '2026-10-01', until: '2027-09-01', count: limits.page })
    const counted = ({ list, people: told }: Awaited<ReturnType<typeof everything>>) => ({
      lines: list.map(({ id, counts }) => [id, counts]),
      sums: told.map(({ member, sums }) => [member, sums]),
    })
    const closed = new Map<number, object>()
    let known: Awaited<ReturnType<typeof everything>>['list'] = []

    async function take(one: Step): Promise<void> {
      const person = people[('who' in one ? one.who : 0) as 0 | 1]
      const pick = (which: number) => known[which % Math.max(1, known.length)]?.id ?? 1
      if (one.do === 'add')
        await person.hours.add({ date: dateOf(one.back), minutes: one.minutes, what: `${known.length}` })
      if (one.do === 'write')
        await admin.hours.correct({
          member: ids[one.who] ?? 0,
          date: dateOf(one.back),
          shift: one.shift,
          reason: `${known.length}`,
        })
      const decide = (lines: number[], state: 'approved' | 'refused') =>
        admin.hours.decide({ ids: lines, state, reason: 'So' })
      if (one.do === 'decide' && known.length > 0) await decide(one.lines.map(pick), one.state)
      if (one.do === 'decideAll')
        await decide(
          known
            .filter(({ state, period, kind }) => state === 'proposed' && period === 0 && kind !== 'correction')
            .map(({ id }) => id),
          one.state,
        )
      if (one.do === 'correct' && known.length > 0)
        await admin.hours.correct({ id: pick(one.line), minutes: one.minutes, reason: 'Right' })
      if (one.do === 'close') {
        // A closed period contains what was shown before.
        const shown = counted(await everything())
        await admin.hours.close({ name: 'Closed', until: dateOf(one.back) })
        assert.deepEqual(counted(await everything()), shown)
      }
      if (one.do === 'wait') team.pass({ days: one.days })
      if (one.do === 'rule') {
        const { rounding, per, mostPerDay } = one
        await admin.admin.updateSettings({ hourRule: { ...defaultSettings.hourRule, rounding, per, mostPerDay } })
      }
    }

    async function look(): Promise<void> {
      const { list, people: told, total } = await everything()
      const { list: periods } = await admin.hours.periods()
      assert.ok(total <= limits.page)
      // No entry disappears or moves.
      const before = new Map(known.map((line) => [line.id, line]))
      assert.equal(known.filter(({ id }) => !list.some((line) => line.id === id)).length, 0)
      for (const line of list) {
        const old = before.get(line.id)
        assert.ok(Number.isInteger(line.counts) && Number.isInteger(line.minutes))
        if (old)
          assert.deepEqual(
            [line.date, line.countsOn, line.minutes, line.member],
            [old.date, old.countsOn, old.minutes, old.member],
          )
        if (old && old.period !== 0) assert.deepEqual(line, { ...old, objected: line.objected, inAll: line.inAll })
      }
      const counts = (of: readonly (typeof list)[number][]) => sum(of.map((line) => line.counts))
      for (const { id, corrects, closed: isClosed, inAll } of list) {
        const root = corrects || id
        const family = list.filter((line) => line.id === root || line.corrects === root)
        assert.equal(inAll, isClosed ? counts(family) : 0)
      }
      assert.equal(sum(told.map(({ sums, proposed }) => sums.total + proposed)), counts(list))
      for (const period of periods) {
        const rows = await store.read((tx) => tx.hours.ofPeriod(period.id))
        const lines = rows.map((row) => ({ ...row, member: row.member_id, counted: row.counted ?? Number.NaN }))
        assert.equal(hash('sha256', periodText(JSON.stringify(period.rule), lines)), period.checksum)
        assert.deepEqual(period, closed.get(period.id) ?? period)
        closed.set(period.id, period)
        assert.deepEqual([period.minutes, period.lines], [sum(lines.map(({ counted }) => counted)), rows.length])
      }
      assert.equal(periods.length, closed.size)
      for (const [i, person] of people.entries()) {
        const mine = await person.hours.mine({ from: '2026-10-01', until: '2027-09-01' })
        const theirs = list.filter(({ member }) => member === ids[i])
        assert.deepEqual(
          mine.list.map(({ id, counts }) => [id, counts]),
          theirs.map(({ id, counts }) => [id, counts]),
        )
        assert.equal(mine.total.total, counts(theirs.filter(({ state }) => state === 'approved')))
        assert.equal(mine.total.total + mine.proposed, counts(theirs))
        const inPeriods = sum(mine.periods.map(({ sums }) => sums.total))
        assert.equal(inPeriods, counts(theirs.filter(({ period }) => period !== 0)))
      }
      known = list
    }

    const isDone = (error: unknown): boolean => {
      if (error instanceof Failure && refusals.includes(error.code)) return false
      throw error
    }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 25 }), async (steps) => {
        for (const [i, one] of steps.entries()) {
          const done = await take(one).then(() => true, isDone)
          // Reading everything takes longer than changing it, so it is not done after each step.
          if (i % 4 === 0 || one.do === 'close' || !done) await look()
        }
        await look()
        await take({ do: 'decideAll', state: 'approved' })
        await take({ do: 'wait', days: 1 })
        await take({ do: 'close', back: 1 })
        await look()
      }),
      // Each step depends on the one before, so shrinking is off.
      { numRuns: 2, endOnFailure: true },
    )
    assert.equal(known.filter(({ period }) => period === 0).length, 0)
  })
})
