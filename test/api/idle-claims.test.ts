import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '#contract/codes.ts'
import { Store } from '#store/store.ts'
import { type SmtpPeer, smtpPeer } from '../peers/smtp.ts'
import { onEachDatabase } from '../support/databases.ts'
import { chooseMessages, confirmMail, recipients, runJob } from '../support/messages.ts'
import { newTeam, type Person, type Team, withPassword } from '../support/team.ts'
import { createTicket, ticketLog } from '../support/tickets.ts'

/** Runs the job for idle claims, and answers the names of those who got an email. */
async function looked(team: Team, peer: SmtpPeer): Promise<string[]> {
  const before = peer.mails.length
  await runJob(team, 'claims')
  team.pass({ minutes: 10 }) // several reminders are sent together
  await team.running.deliver()
  return recipients(peer.mails.slice(before)).map((mail) => mail.replace('@example.org', ''))
}

/** Bob and Carol, who get reminders of idle claims, and the administrator. */
async function scene(team: Team, peer: SmtpPeer) {
  const admin = await team.admin()
  await admin.admin.updateSettings({
    sessionDays: 365,
    memberSessionDays: 365,
    adminSessionHours: 8760,
    retentionDays: 365,
    timetable: [{ shift: 1, from: '09:30', until: '12:00' }],
  })
  const [bob, carol, owner] = [await team.member('Bob'), await team.member('Carol'), await team.user('owner')]
  const weekdays = [1, 2, 3, 4, 5, 6, 7]
  const sheet = weekdays.map((weekday) => ({ weekday, shift: 1, workers: ['Bob', 'Carol'], leader: 'Bob' }))
  await admin.rosters.create({ name: 'Autumn', sheet })
  for (const [name, person] of Object.entries({ admin, bob, carol })) {
    await confirmMail(person, peer, `${name}@example.org`)
    await chooseMessages(person, 'idle', 'idle_team')
  }
  const claimed = async (by: Person, device = 'kettle') => {
    const id = await createTicket(owner, { device })
    await by.tickets.pick({ id })
    return id
  }
  const shown = async (id: number) => {
    const { status, workers, notes } = await owner.tickets.info({ id })
    return { status, workers: workers.map(({ name }) => name), last: notes.at(-1) }
  }
  return { admin, bob, carol, owner, claimed, shown }
}

onEachDatabase('idle claims', (on) => {
  test('the workers of an idle claim are reminded, then the administrators, and then the claim ends; any activity starts this again', async (t) => {
    await using peer = await smtpPeer()
    const env = { SMTP_URL: peer.url, MAIL_FROM: 'repair@example.org', DEFAULT_LANG: 'en_US' }
    await using team = await newTeam({ on, env })
    const { admin, bob, carol, owner, claimed, shown } = await scene(team, peer)
    // Their roles expire before the end of this test.
    const backAsAdmin = await withPassword(team, admin, 'the-admin')
    const backAsCarol = await withPassword(team, carol, 'member Carol')
    await admin.admin.updateSettings({ claimDays: 3 })
    const id = await claimed(bob)
    await bob.tickets.assign({ id, name: 'Carol' })
    const waiting = await claimed(bob)
    await bob.tickets.update({ id: waiting, status: 4 })
    const finished = await claimed(bob)
    await bob.tickets.update({ id: finished, status: 5 })
    const collected = await claimed(bob)
    await bob.tickets.retrieve({ id: collected })
    await bob.tickets.forward({ id })
    team.pass({ days: 2, hours: 23 })
    assert.deepEqual(await looked(team, peer), [])
    team.pass({ hours: 1 })
    await using second = new AsyncDisposableStack()
    const others = on === 'postgres' ? [second.use(await newTeam({ on, env, beside: team, at: clockOf(team) }))] : []
    // Every node runs the job at the same time.
    await Promise.all([team, ...others].map((node) => runJob(node, 'claims')))
    assert.deepEqual(await looked(team, peer), ['bob', 'carol'])
    assert.match(peer.mails.at(-1)?.mail.text ?? '', /there has been no progress for 3 days/)
    // While nothing is due, the job takes no lock.
    const changes = t.mock.method(Store.prototype, 'change')
    await runJob(team, 'claims')
    assert.equal(changes.mock.callCount(), 0)
    changes.mock.restore()
    assert.deepEqual(await looked(team, peer), [])
    // A comment by the owner counts as activity, and so does an internal note or a change of the device's place.
    for (const happens of [
      () => owner.tickets.addnote({ id, content: 'How is it?' }),
      () => carol.tickets.addnote({ id, content: 'Ask him', type: 2 }),
      () => carol.custody.receive({ id }),
    ]) {
      await happens()
      team.pass({ days: 2, hours: 23 })
      assert.deepEqual(await looked(team, peer), [])
      team.pass({ hours: 1 })
      assert.deepEqual(await looked(team, peer), ['bob', 'carol'])
    }
    team.pass({ days: 2, hours: 23 })
    assert.deepEqual(await looked(team, peer), [])
    team.pass({ hours: 1 })
    assert.deepEqual(await looked(team, peer), ['admin'])
    team.pass({ days: 3, hours: 23 })
    assert.deepEqual([await looked(team, peer), (await shown(id)).status], [[], 1])
    team.pass({ hours: 1 })
    for (const other of others) other.pass({ milliseconds: team.now() - other.now() })
    await Promise.all([team, ...others].map((node) => runJob(node, 'claims')))
    const after = await shown(id)
    assert.deepEqual([after.status, after.workers], [0, []])
    assert.equal(after.last?.content, 'No progress for 10 days. Anyone can claim this ticket again.')
    assert.equal(after.last?.op, 'Fettle', 'the service did it, not a person')
    const log = (await ticketLog(team)).filter(({ operation }) => operation === operations.drop)
    assert.deepEqual(
      log.map(({ op, previous, current }) => [op, previous.info, current.info]),
      [['', 'Claimed, Bob, Carol', 'Submitted, unclaimed']],
    )
    // The external ticket system is told once, and any member may claim the ticket.
    assert.deepEqual((await carol.tickets.uncompleted({ queryType: 1 })).list, [], 'the ticket is older than a week')
    await carol.tickets.pick({ id })
    assert.deepEqual(await looked(team, peer), [])
    for (const still of [waiting, finished, collected]) assert.deepEqual((await shown(still)).workers, ['Bob'])
    // Without reminders, or with the setting off, the claim stays.
    await admin.admin.updateSettings({ claimDays: 0 })
    team.pass({ days: 40 })
    assert.deepEqual([await looked(team, peer), (await shown(id)).status], [[], 1])
    // The service was stopped for weeks. It ends no claim before it has sent the reminder.
    await backAsCarol()
    await (await backAsAdmin()).admin.updateSettings({ claimDays: 30 })
    assert.deepEqual([await looked(team, peer), (await shown(id)).status], [['carol'], 1])
    team.pass({ days: 20 })
    assert.deepEqual([await looked(team, peer), (await shown(id)).status], [['admin'], 1])
    team.pass({ days: 4 })
    assert.deepEqual([await looked(team, peer), (await shown(id)).status], [[], 0])
  })

  test('a claim ends at once if all its workers have left the team, and after some days if all are on leave', async () => {
    await using peer = await smtpPeer()
    const env = { SMTP_URL: peer.url, MAIL_FROM: 'repair@example.org', DEFAULT_LANG: 'en_US' }
    await using team = await newTeam({ on, env })
    const { admin, bob, carol, claimed, shown } = await scene(team, peer)
    const dan = await team.member('Dan')
    const [left, both] = [await claimed(dan), await claimed(dan)]
    await dan.tickets.assign({ id: both, name: 'Carol' })
    const waits = await claimed(dan)
    await dan.tickets.update({ id: waits, status: 4 })
    await admin.admin.removeMember({ id: (await dan.members.checklogin()).id })
    await admin.admin.updateSettings({ claimDays: 0 })
    await looked(team, peer)
    assert.equal((await shown(left)).status, 1, 'with `claimDays` 0 claims do not expire')
    await admin.admin.updateSettings({ claimDays: 14 })
    assert.deepEqual(await looked(team, peer), [])
    assert.deepEqual([(await shown(left)).status, (await shown(left)).workers], [0, []])
    assert.match((await shown(left)).last?.content ?? '', /^The member who worked on it has left the team/)
    assert.deepEqual([(await shown(both)).status, (await shown(waits)).status], [1, 4])
    // Carol is on leave, and Bob is not.
    const [hers, shared] = [await claimed(carol), await claimed(carol)]
    await carol.tickets.assign({ id: shared, name: 'Bob' })
    team.pass({ days: 13 })
    await carol.leaves.ask({ week: '2026-12-06', shift: '1', reason: 'exam' })
    assert.deepEqual([await looked(team, peer), (await shown(hers)).status], [[], 1])
    team.pass({ days: 1 })
    assert.deepEqual(await looked(team, peer), ['bob', 'carol'], 'the workers of both tickets are reminded')
    assert.deepEqual([(await shown(hers)).status, (await shown(both)).status, (await shown(shared)).status], [0, 0, 1])
    assert.match((await shown(hers)).last?.content ?? '', /14 days, and the member who works on it is on leave/)
    // An old leave, or one with free text as its date, does not count today.
    const later = await claimed(carol)
    await carol.leaves.ask({ week: 'some day in spring', shift: 'the early one', reason: 'exam' })
    team.pass({ days: 14 })
    assert.deepEqual(await looked(team, peer), ['admin', 'carol'])
    await carol.leaves.ask({ week: 'the coming days', shift: 'all of them', reason: 'exam' })
    await looked(team, peer)
    assert.equal((await shown(later)).status, 0)
    assert.equal((await shown(shared)).status, 1, 'Bob is there')
    await bob.tickets.addnote({ id: shared, content: 'It goes on.' })
  })
})

const clockOf = (team: Team) => Temporal.Instant.fromEpochMilliseconds(team.now()).toString()
