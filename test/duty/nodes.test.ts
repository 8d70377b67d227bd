import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { connectPorts } from '#adapters/index.ts'
import { readConfig } from '#config/config.ts'
import { dutyInfo, writeDuty } from '#service/duty/duty.ts'
import { inviteMember } from '#service/people/member-admin.ts'
import { VersionedCache } from '#service/shared/versioned-cache.ts'
import { testContext } from '../support/context.ts'
import { freshStore } from '../support/databases.ts'
import { addRoster, off, others } from '../support/staffed.ts'
import { newTeam } from '../support/team.ts'

test('a second node shows every change of duty made on the first', async () => {
  await using one = await newTeam({ on: 'postgres' })
  await using two = await newTeam({ beside: one })
  const { admin, ann } = await addRoster(one)
  const follows = async () => {
    const here = JSON.stringify(await one.anyone.duty.info())
    // The node looks every second. How long that takes on a busy machine is not tested.
    while (JSON.stringify(await two.anyone.duty.info()) !== here) await pause(50)
  }
  await follows()
  assert.equal((await two.anyone.duty.info()).inDutyCnt, 2)
  await ann.leaves.ask({ week: '1', shift: '1' })
  await follows()
  await ann.duty.count({ dutycnt: 9 })
  await follows()
  await admin.duty.update(others('2026-11-16T09:00/2026-11-16T10:00'))
  await follows()
  await admin.admin.updateSettings({ closedDays: [{ from: '2026-11-17', until: '2026-11-17' }] })
  await follows()
  await admin.rosters.delete({ id: 1 })
  await follows()
  assert.equal((await two.anyone.duty.info()).next, null)
})

test('a leave, summary or situation sent to two nodes at once is stored once', async () => {
  await using one = await newTeam({ on: 'postgres' })
  await using two = await newTeam({ beside: one })
  const { admin, ann, bob, eve } = await addRoster(one)
  const nodes = [one, two]
  const logged = async () => (await admin.admin.log({ target: 1 })).total
  const everywhere = async (call: (team: typeof one) => Promise<unknown>) => {
    await Promise.all([...nodes, ...nodes, ...nodes].map(call))
    return logged()
  }
  assert.equal(
    await everywhere((team) => team.as(ann.token).conclusions.write({ week: '1', shift: '1', conclusion: 'x' })),
    1,
  )
  assert.equal(await everywhere((team) => team.as(admin.token).duty.update(off)), 2)
  assert.equal(await everywhere((team) => team.as(ann.token).leaves.ask({ week: '2', shift: '1', reason: 'x' })), 3)
  assert.equal(await everywhere((team) => team.as(eve.token).leaves.take({ id: 1 })), 4)
  // A member covers a shift while requesting leave from it: in neither order an absent member may count.
  await eve.leaves.ask({ week: '2', shift: '1' })
  await Promise.allSettled([
    two.as(bob.token).leaves.ask({ week: '2', shift: '1' }),
    one.as(bob.token).leaves.take({ id: 2 }),
  ])
  assert.deepEqual((await ann.rosters.week()).list[2]?.workers, [])
})

test('a node sees a change at its next refresh, and a failed refresh keeps the known state', async () => {
  await using fresh = await freshStore('postgres')
  const ports = await connectPorts(
    readConfig({ DATA_DIR: fresh.fresh.dir }),
    () => {},
    () => 0,
  )
  const node = () =>
    testContext({
      store: fresh.store,
      ports,
      now: () => Temporal.Instant.from('2026-11-16T01:30:00Z').epochMilliseconds,
      team: { lang: 'en_US', zone: 'UTC' },
      publicUrl: '',
    })
  const [here, there] = [node(), node()]
  const { id } = await inviteMember(here, undefined, { name: 'Ann', admin: true })
  const ann = { role: 'admin', personId: null, memberId: id, lang: null, tokenHash: new Uint8Array() } as const
  await there.duty.refresh()
  // No login is needed: the change only records its author.
  await writeDuty(here, ann as unknown as Parameters<typeof writeDuty>[1], off)
  assert.equal(dutyInfo(here, 'en_US').currentDuty, 'off')
  assert.equal(dutyInfo(there, 'en_US').currentDuty, '0')
  await there.duty.refresh()
  assert.equal(dutyInfo(there, 'en_US').currentDuty, 'off')
})

test('of two simultaneous refreshes of a node the later one counts, and a failed one is repeated', async () => {
  let stored = 1
  const slow: (() => void)[] = []
  const watched = new VersionedCache(0, async (known) => {
    const version = stored
    if (version === known) return undefined
    if (version < 0) throw new Error('no answer')
    await new Promise<void>((done) => slow.push(done))
    return { version, value: version * 10 }
  })
  const first = watched.refresh()
  await new Promise((done) => setImmediate(done))
  stored = 2
  const second = watched.refresh()
  const third = watched.refresh()
  assert.equal(second, third)
  await new Promise((done) => setImmediate(done))
  assert.equal(slow.length, 1, 'concurrent reads are one')
  slow.shift()?.()
  await first
  assert.equal(watched.current(), 10)
  await new Promise((done) => setImmediate(done))
  slow.shift()?.()
  await second
  assert.equal(watched.current(), 20)
  stored = -1
  await assert.rejects(watched.refresh())
  assert.equal(watched.current(), 20)
  stored = 3
  const fourth = watched.refresh()
  await new Promise((done) => setImmediate(done))
  slow.shift()?.()
  await fourth
  assert.equal(watched.current(), 30)
})
