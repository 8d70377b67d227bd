import assert from 'node:assert/strict'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { HourRule } from '#contract/hours/hour-fields.ts'
import { defaultSettings } from '#contract/team/settings.ts'
import { hour } from '#kit/time.ts'
import { createJobs, type JobContext } from '#main/jobs.ts'
import { dutyInfo, writeDuty } from '#service/duty/duty.ts'
import { createRoster } from '#service/duty/rosters.ts'
import { makeCertificate } from '#service/hours/certificates.ts'
import { correctHourLine } from '#service/hours/ledger.ts'
import { closePeriod } from '#service/hours/periods.ts'
import { logIn } from '#service/people/login.ts'
import { inviteMember } from '#service/people/member-admin.ts'
import { logInAsMember } from '#service/people/members.ts'
import type { Actor, MemberActor } from '#service/shared/actor.ts'
import type { DialectName } from '#store/engine/dialects.ts'
import { testContext } from '../support/context.ts'
import { freshStore, onEachDatabase, tempDir } from '../support/databases.ts'
import { noPorts } from '../support/no-ports.ts'
import { shift } from '../support/staffed.ts'
import { newTeam } from '../support/team.ts'

/** Two nodes on one database. Each takes over changes of the other when the test says so. */
async function twoNodes(on: DialectName) {
  const opened = await freshStore(on)
  const { store } = opened
  // Monday, ten o'clock.
  let clock = Temporal.Instant.from('2026-11-16T02:00:00Z').epochMilliseconds
  const now = () => clock
  const team = { lang: 'en_US', zone: 'Asia/Shanghai' } as const
  const node = () => testContext({ store, ports: noPorts, now, team, publicUrl: '', guestLogin: true })
  const [here, there] = [node(), node()]
  const { id, code } = await inviteMember(here, undefined, { name: 'Ann', admin: true })
  const token = await logIn(here, { code: 'guest' }, '10.0.0.1')
  const actor = async () => (await here.actors.of(token)) as Actor // who has just logged in
  await logInAsMember(here, await actor(), { code })
  const ann = (await actor()) as MemberActor // by the invitation
  return {
    store,
    here,
    there,
    ann,
    id,
    now,
    pass: (ms: number) => {
      clock += ms
    },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  }
}

onEachDatabase('nodes with stale data', (on) => {
  test('a node with stale settings closes periods and issues certificates by the stored ones', async () => {
    await using nodes = await twoNodes(on)
    const { here, there, ann, id } = nodes
    const hourRule: HourRule = { ...defaultSettings.hourRule, rounding: 60, direction: 'up' }
    await correctHourLine(here, ann, { member: id, date: '2026-11-10', minutes: 10, what: 'Sorted', reason: 'Seen' })
    await there.settings.refresh()
    await here.settings.update(ann, { hourRule, teamName: 'Repair Team' })
    assert.equal(there.settings.current().hourRule.rounding, 0, 'the other node has not read the settings yet')
    const period = await closePeriod(there, ann, { name: 'Autumn', until: '2026-11-10' })
    assert.deepEqual([period.rule, period.minutes], [hourRule, 60])
    const certificate = await makeCertificate(there, ann, [])
    assert.deepEqual([certificate.team, certificate.sums.total], ['Repair Team', 60])
  })

  test('a node takes over changed settings in an order that revives no ended role', async () => {
    await using nodes = await twoNodes(on)
    const { store, here, there, ann, now, pass } = nodes
    const timetable = (from: string) => [{ shift: 2, from, until: '17:00' }]
    const sheet = [{ weekday: 1, shift: 2, workers: ['Ann'], leader: 'Ann' }]
    await here.settings.update(ann, { timetable: timetable('14:00') })
    await createRoster(here, ann, { name: 'Autumn', sheet })
    // The situation lasts until the next shift of the roster begins.
    await writeDuty(here, ann, { ...shift(5, 2), otherDutyTime: '', offDutyReason: '', place: '', dutyRecoverTime: '' })
    const watch = createJobs(
      { database: { kind: 'sqlite' } } as Parameters<typeof createJobs>[0],
      {
        store,
        ctx: there,
        now,
        outboxWorkers: { pace: { pollMs: 0 } },
      } as JobContext,
    ).find(({ name }) => name === 'watch') // the job needs nothing else of its context
    const signal = new AbortController().signal
    await watch?.run(signal)
    assert.equal(dutyInfo(there, 'en_US').currentDuty, '5')
    pass(4.5 * hour)
    assert.equal(dutyInfo(there, 'en_US').currentDuty, '2')
    // With the new hours the next shift begins later, but the situation had already ended before the change.
    await here.settings.update(ann, { timetable: timetable('15:00') })
    let over = false
    const watched = watch?.run(signal).then(() => {
      over = true
    })
    const seen = new Set<string>()
    while (!over) {
      seen.add(dutyInfo(there, 'en_US').currentDuty)
      await turn()
    }
    await watched
    assert.deepEqual(there.settings.current().timetable, timetable('15:00'))
    assert.ok(!seen.has('5'), 'an ended entry must not be in force again')
    assert.equal(dutyInfo(there, 'en_US').currentDuty, '0')
  })
})

test('the admin code is deleted from every node’s disk once it was used on one', async () => {
  const dir = tempDir()
  try {
    await using one = await newTeam({ on: 'postgres' })
    await using two = await newTeam({ beside: one, env: { DATA_DIR: dir } })
    const file = join(dir, 'admin-code')
    const tidy = () => two.running.jobs.find(({ name }) => name === 'admin code')?.run(new AbortController().signal)
    await tidy()
    assert.ok(existsSync(file), 'there is no administrator yet')
    await one.admin()
    await tidy()
    assert.ok(!existsSync(file))
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})
