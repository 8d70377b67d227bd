import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { connectPorts } from '#adapters/index.ts'
import { readConfig } from '#config/config.ts'
import { logIn } from '#service/people/login.ts'
import { liveOf } from '#service/team/live.ts'
import { pollUntil } from '../support/block-writes.ts'
import { testContext } from '../support/context.ts'
import { freshStore, onEachDatabase } from '../support/databases.ts'
import { listen } from '../support/listening.ts'
import { sampleValue } from '../support/prometheus.ts'
import { assertRefusal, RawConnection } from '../support/raw-connection.ts'
import { off } from '../support/staffed.ts'
import { newTeam, type Team } from '../support/team.ts'

const listeners = async (team: Team) => sampleValue(await team.anyone.machines.metrics(), 'fettle_listeners')

onEachDatabase('live news', (on) => {
  test('live listeners get only news that they may see, also from another node', async () => {
    await using team = await newTeam({ on })
    await using other = on === 'postgres' ? await newTeam({ beside: team }) : undefined
    const there = other ?? team
    const [ann, eve, bob, admin] = [await team.user(), await team.user(), await team.member('Bob'), await team.admin()]
    await using guest = await listen(there)
    await using owner = await listen(there, ann.token)
    await using stranger = await listen(there, eve.token)
    await using member = await listen(there, bob.token)
    await using administrator = await listen(there, admin.token)

    await ann.tickets.create({ type: 0, device: 'kettle' })
    for (const one of [guest, stranger]) assert.deepEqual(await one.until('queue'), [])
    for (const one of [owner, member, administrator]) assert.deepEqual(await one.until('ticket'), [])

    // The last change is the next news, so no other news was sent.
    await bob.tickets.addnote({ id: 1, content: 'looks bad', type: 2 })
    await admin.admin.updateSettings({ teamName: 'Menders' })
    for (const one of [guest, stranger, owner]) assert.deepEqual(await one.until('settings'), [])
    for (const one of [member, administrator]) assert.deepEqual(await one.until('settings'), ['ticket 1'])

    await ann.tickets.addnote({ id: 1, content: 'please hurry' })
    await eve.users.report({ content: 'thank you' })
    await admin.admin.invite({ name: 'Carl' })
    await bob.users.update({ name: 'Robert' })
    await admin.duty.update(off)
    await admin.admin.updateSettings({ teamName: 'Fixers' })
    assert.deepEqual(await guest.until('settings'), ['duty'])
    assert.deepEqual(await stranger.until('settings'), ['duty'])
    assert.deepEqual(await owner.until('settings'), ['ticket 1', 'duty'])
    assert.deepEqual(await member.until('settings'), ['ticket 1', 'member', 'me', 'duty'])
    assert.deepEqual(await administrator.until('settings'), ['ticket 1', 'feedback', 'me', 'member', 'user', 'duty'])
  })

  test('members get live news that a forwarded ticket has arrived, also from another node', async () => {
    await using team = await newTeam({ on })
    await using other = on === 'postgres' ? await newTeam({ beside: team }) : undefined
    const [ann, bob, admin] = [await team.user(), await team.member('Bob'), await team.admin()]
    await ann.tickets.create({ type: 0, device: 'kettle' })
    await bob.tickets.forward({ id: 1 })
    await using owner = await listen(other ?? team, ann.token)
    await using member = await listen(other ?? team, bob.token)
    await team.running.deliver()
    await admin.admin.updateSettings({ teamName: 'Menders' })
    assert.deepEqual(await owner.until('settings'), [])
    assert.deepEqual(new Set(await member.until('settings')), new Set(['external']))
  })

  test('live news stops when a role ends or the listener logs out', async () => {
    await using team = await newTeam({ on })
    const [ann, bob, admin] = [await team.user(), await team.member('Bob'), await team.admin()]
    await using owner = await listen(team, ann.token)
    await using member = await listen(team, bob.token)
    const { list } = await admin.admin.members()
    await admin.admin.removeMember({ id: list.find(({ name }) => name === 'Bob')?.id ?? 0 })
    assert.deepEqual(await member.until('duty'), ['me'])
    assert.deepEqual(await owner.until('duty'), [], 'owners are not told that a shift has lost a member')
    await ann.tickets.create({ type: 0, device: 'kettle' })
    assert.deepEqual(await member.until('queue'), [])
    await ann.session.logout()
    assert.deepEqual(await owner.until('all'), ['ticket 1'])
    await pollUntil(team, async () => (await listeners(team)) === 1)
  })
})

test('live listeners are limited for anonymous clients, users and members separately, and leaving frees a place', async () => {
  await using team = await newTeam({ bounds: { listeners: 4, listenersHere: 3, listenersOfOne: 2 } })
  const again = (token: string) => team.call('/live', { headers: { authorization: `Bearer ${token}` } })
  const [ann, bob] = [await team.user(), await team.member('Bob')]
  await using crowd = new AsyncDisposableStack()
  for (let i = 0; i < 3; i += 1) crowd.use(await listen(team))
  await assertRefusal('too_many_requests', await team.call('/live'))
  // Three anonymous listeners and users have room, at most two of them of one user.
  for (const { token } of [await team.user(), ann]) crowd.use(await listen(team, token))
  {
    await using _second = await listen(team, ann.token)
    await assertRefusal('too_many_requests', await again(ann.token))
    await assertRefusal('too_many_requests', await again((await team.user()).token))
    // Neither anonymous listeners nor users take room from members, and each address is limited.
    for (const one of [bob, bob, await team.member('Carl'), await team.admin()])
      crowd.use(await listen(team, one.token))
    await assertRefusal('overloaded', await again((await team.member('Dan')).token))
    assert.equal(await listeners(team), 10)
  }
  await pollUntil(team, async () => (await listeners(team)) === 9)
  await using _again = await listen(team, ann.token)
})

test('one connection can have one live listener', async () => {
  await using team = await newTeam({ bounds: { listenersHere: 2 } })
  const ask = 'GET /live HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'
  await using wire = await RawConnection.open(team.url, ask.repeat(101))
  await wire.closed
  await pollUntil(team, async () => (await listeners(team)) === 0)
  await using one = await RawConnection.open(team.url, ask)
  await pollUntil(team, async () => (await listeners(team)) === 1)
  await one.send(ask).closed
  await pollUntil(team, async () => (await listeners(team)) === 0)
})

test('a live listener counts neither as an active nor as a slow request', async () => {
  await using team = await newTeam({ bounds: { requests: 2 } })
  assert.equal((await team.call('/live', { method: 'HEAD' })).status, 200)
  {
    await using _one = await listen(team)
    await using _two = await listen(team)
    await using _three = await listen(team)
    assert.equal((await team.call('/codes')).status, 200)
    assert.equal(sampleValue(await team.anyone.machines.metrics(), 'fettle_requests_in_flight'), 1)
  }
  await pollUntil(team, async () => (await listeners(team)) === 0)
  const text = await team.anyone.machines.metrics()
  const endpoint = 'GET /live'
  assert.equal(sampleValue(text, 'fettle_requests_total', { endpoint, status: '200' }), 3)
  assert.equal(sampleValue(text, 'fettle_request_seconds_count', { endpoint }), undefined)
})

test('a stop closes all live listeners without waiting for them', async () => {
  const team = await newTeam({ bounds: { closeMs: 3_600_000 } })
  await using one = await listen(team)
  await using two = await listen(team, (await team.user()).token)
  await team[Symbol.asyncDispose]()
  assert.deepEqual(await one.until('all'), [])
  assert.deepEqual(await two.until('all'), [])
})

test('a change that commits after a later one is live news too', async () => {
  await using team = await newTeam({ on: 'postgres' })
  const { config } = team.fresh
  assert.ok(config.kind === 'postgres')
  const admin = await team.admin()
  const slow = new pg.Client(config.url)
  await slow.connect()
  const feedback = `insert into log (event, at, operation, target, after_id) values ('feedback.sent', 1, 0, 5, 1)`
  await slow.query('begin')
  await slow.query(feedback)
  await using listening = await listen(team, admin.token)
  await admin.admin.updateSettings({ teamName: 'Fixers' })
  assert.deepEqual(await listening.until('settings'), [])
  await slow.query('commit')
  assert.deepEqual(await listening.until('feedback'), [])
  // An unknown event of another version means that anything may have changed.
  for (const event of ['null', `'ticket.teleported'`]) {
    await slow.query(`insert into log (event, at, operation, target, after_id) values (${event}, 1, 0, 5, 1)`)
    assert.deepEqual(await listening.until('all'), [])
  }
  await slow.end()
})

test('a live listener gets a heartbeat, one summary of too much news, and a check of its role every minute', async () => {
  await using house = await freshStore('sqlite')
  const { store, fresh } = house
  let clock = Temporal.Instant.from('2026-11-16T01:30:00Z').epochMilliseconds
  const now = () => clock
  const ports = await connectPorts(readConfig({ DATA_DIR: fresh.dir }), () => {}, now)
  const all = testContext({ store, ports, now, team: { lang: 'en_US', zone: 'UTC' }, publicUrl: '', guestLogin: true })
  const token = await logIn(all, { code: 'guest' }, '')
  const guest = liveOf(all).listen(undefined, () => {})
  const ann = liveOf(all).listen(await all.actors.of(token), () => {})
  const looks = async (count: number) => {
    for (let i = 0; i < count; i += 1) await liveOf(all).look()
  }
  for (const one of [guest, ann]) assert.deepEqual(await one.next(), [{ kind: 'all' }])
  await looks(15)
  for (const one of [guest, ann]) assert.deepEqual(await one.next(), [])
  const by = { personId: null, memberId: null }
  const sent = { kind: 'feedback.sent', by, at: clock, feedback: 0 } as const
  await Promise.all(Array.from({ length: 500 }, () => store.upkeep((tx) => tx.record(sent))))
  await looks(1)
  for (const one of [guest, ann]) assert.deepEqual(await one.next(), [{ kind: 'all' }])
  clock += 31 * 24 * 3_600_000
  await looks(60)
  assert.deepEqual([await guest.next(), await ann.next()], [[], undefined])
})
