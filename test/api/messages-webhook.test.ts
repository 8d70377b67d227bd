import assert from 'node:assert/strict'
import { test } from 'node:test'
import { webhookEvents } from '#contract/messages/messages.ts'
import { defaultSettings } from '#contract/team/settings.ts'
import { doctor } from '#main/doctor.ts'
import { type Fault, misbehaving } from '../peers/misbehaving.ts'
import { webhookReceiver } from '../peers/webhook.ts'
import { onEachDatabase } from '../support/databases.ts'
import { runJob } from '../support/messages.ts'
import { addRoster, off, others, shift } from '../support/staffed.ts'
import { newTeam, type Team } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const older = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const key = 'k-0f1e2d3c4b5a'
const env = (url: string) => ({
  WEBHOOK_URL: `${url}/hooks/${key}?from=fettle`,
  WEBHOOK_SECRET: `${older} ${secret}`,
  MESSAGES_PRIVATE: 'on',
  DEFAULT_LANG: 'en_US',
})

async function hush(team: Team): Promise<void> {
  for (const one of [secret.slice(6), older.slice(6), key]) team.secret(one)
}

/** Texts and names of people: none may be sent to a system that cannot erase them. */
const written = {
  device: 'words of a device',
  owner: 'words of an owner',
  description: 'words of a description',
  phone: '138 0013 8000',
}

/** Does everything once that the webhook reports. */
async function everything(team: Team): Promise<void> {
  const { admin, ann, bob, eve } = await addRoster(team)
  const user = await team.user()
  const id = await createTicket(user, written)
  await user.tickets.contact({ id, phone: '139 0013 9000' })
  await bob.tickets.pick({ id })
  const { id: member } = await eve.members.checklogin()
  await admin.tickets.assign({ id, member })
  await admin.tickets.drop({ id, member })
  await user.tickets.addnote({ id, content: 'words of a comment' })
  await bob.tickets.addnote({ id, content: 'words of a note', type: 2 })
  await bob.tickets.forward({ id })
  await bob.tickets.update({ id, status: 5, content: 'words of a result' })
  await bob.tickets.retrieve({ id })
  await bob.tickets.unretrieve({ id })
  const leaver = await team.user()
  await createTicket(leaver, written)
  await leaver.users.report({ content: 'words of feedback' })
  await leaver.users.erase()
  await admin.duty.update(others('2026-11-20 10:00 - 2026-11-20 13:00', 'words of a place'))
  await admin.duty.update({ ...off, offDutyReason: 'words of a reason', dutyRecoverTime: 'words of a time' })
  await admin.duty.update(shift(1, 3))
  await bob.duty.count({ dutycnt: 2 })
  const { list } = await admin.duty.planned()
  await admin.duty.unplan({ id: list[0]?.id ?? 0 })
  await ann.leaves.ask({ week: '2026-11-17', shift: '1', reason: 'words of an excuse' })
  const open = await eve.leaves.open()
  await eve.leaves.take({ id: open.list[0]?.id ?? 0 })
  await bob.leaves.ask({ week: 'words of a day', shift: 'words of a shift' })
  await bob.leaves.cancel({ week: 'words of a day', shift: 'words of a shift' })
  await bob.conclusions.write({ week: '2026-11-16', shift: '1', conclusion: 'words of a summary' })
  const sheet = [{ weekday: 3, shift: 1, workers: ['Ann'], leader: 'Ann' }]
  await admin.rosters.create({ name: 'words of a roster', sheet })
  const { list: rosters } = await admin.rosters.list()
  const [roster] = rosters.filter(({ name }) => name === 'words of a roster')
  await admin.rosters.update({ id: roster?.id ?? 0, name: 'words of a roster, again', sheet })
  const [first] = rosters.filter(({ name }) => name === 'Autumn')
  await admin.rosters.activate({ id: first?.id ?? 0 })
  await admin.rosters.delete({ id: roster?.id ?? 0 })
  // A removed member's tickets return to the queue.
  const left = await createTicket(user, written)
  await eve.tickets.pick({ id: left })
  await admin.admin.removeMember({ id: member })
  await runJob(team, 'claims')
}

onEachDatabase('the webhook for events', (on) => {
  test('the event webhook gets every chosen event once, in order for each ticket, without texts', async () => {
    await using receiver = await webhookReceiver(secret, { anyTime: true })
    await using team = await newTeam({ on, env: env(receiver.url) })
    await hush(team)
    const admin = await team.admin()
    const messages = { ...defaultSettings.messages, webhook: [...webhookEvents] }
    await admin.admin.updateSettings({ messages })
    await everything(team)
    await team.running.deliver()
    const types = receiver.told.map(({ type }) => type)
    assert.deepEqual([...new Set(types)].toSorted(), [...webhookEvents].toSorted())
    assert.equal(new Set(receiver.heard).size, types.length)
    // Without ids, which are random.
    const told = JSON.stringify(receiver.told.map(({ type, timestamp, data }) => ({ type, timestamp, data })))
    for (const word of ['words', 'Ann', 'Bob', 'Eve', 'Autumn', '138', '139']) assert.ok(!told.includes(word), word)
    const of = (type: string) => receiver.told.find((one) => one.type === type)
    const first = receiver.told.filter(({ data }) => data['ticket'] === 1).map(({ type }) => type)
    assert.deepEqual(first.slice(0, 4), ['ticket.created', 'ticket.contact', 'ticket.claimed', 'ticket.assigned'])
    const rosters = types.filter((type) => type.startsWith('roster'))
    assert.deepEqual(rosters.slice(-3), ['roster.updated', 'roster.activated', 'roster.deleted'])
    assert.equal(of('ticket.created')?.timestamp, '2026-11-16T01:30:00.000Z')
    const { data: moved } = of('ticket.moved') ?? {}
    assert.deepEqual(
      [moved?.['ticket'], moved?.['before'], moved?.['after']],
      [1, { status: 1, confirmed: false }, { status: 5, confirmed: false }],
    )
    assert.deepEqual(of('leave.taken')?.data['after'], { when: '2026-11-17', shift: '1' })
    assert.equal(typeof Object(of('ticket.claimed')?.data['by']).member, 'number')

    // An event that the team no longer chooses is not sent, even if it was waiting.
    await createTicket(await team.user())
    await admin.admin.updateSettings({ messages: { ...messages, webhook: [] } })
    await team.running.deliver()
    assert.equal(receiver.told.length, types.length)
  })
})

test('testing the event webhook sends a test event and nothing else', async () => {
  await using receiver = await webhookReceiver(secret)
  // The reference implementation compares signatures with the real clock.
  await using team = await newTeam({ at: Temporal.Now.instant().toString(), env: env(receiver.url) })
  await hush(team)
  const findings = doctor({ DATA_DIR: team.fresh.dir, WEB_PUSH: 'off', ...env(receiver.url) })
  const found = []
  for await (const { what, problem } of findings) if (what.startsWith('messages')) found.push([what, problem])
  assert.deepEqual(found, [['messages over webhook', undefined]])
  assert.deepEqual(receiver.heard, [])
  await (await team.admin()).messages.test({ channel: 'webhook' })
  assert.deepEqual(
    receiver.told.map(({ type, data }) => [type, data]),
    [['fettle.test', {}]],
  )
})

test('an event webhook that is away gets everything later, in order with the same ids; one that refuses is reported', async () => {
  let fault: Fault | undefined = 'refuses'
  let gone = false
  await using receiver = await webhookReceiver(secret, { anyTime: true, status: () => (gone ? 410 : 200) })
  await using front = await misbehaving({ target: receiver.url, fault: () => fault, lateMs: 0 })
  await using team = await newTeam({ env: env(front.url) })
  await hush(team)
  const admin = await team.admin()
  const user = await team.user()
  const id = await createTicket(user)
  const health = async () => {
    const { channels, list } = await admin.messages.sent()
    return [channels[0]?.waiting, channels[0]?.error, list[0]?.failed ?? 0]
  }
  for (const next of ['refuses', 'is busy', 'fails', 'redirects', 'works and drops the answer'] as const) {
    fault = next
    await user.tickets.addnote({ id, content: next })
    await team.running.deliver()
    team.pass({ minutes: 12 })
  }
  team.pass({ hours: 2 })
  await team.running.deliver()
  assert.deepEqual(await health(), [6, 'The connection was lost before it answered.', 0])
  fault = undefined
  team.pass({ hours: 5 })
  await team.running.deliver()
  assert.deepEqual(await health(), [0, '', 0])
  assert.deepEqual(
    receiver.told.map(({ data }) => Number(data['note'] ?? 0)),
    receiver.told.map(({ data }) => Number(data['note'] ?? 0)).toSorted((a, b) => a - b),
  )
  assert.equal(receiver.told.length, 6)
  assert.ok(receiver.heard.length > 6, 'deliveries without an answer are repeated')

  gone = true
  await createTicket(user)
  await team.running.deliver()
  assert.deepEqual(await health(), [0, 'It no longer accepts messages.', 1])
  gone = false
  await createTicket(user)
  await team.running.deliver()
  assert.deepEqual(await health(), [0, '', 1])
  assert.equal(receiver.told.at(-1)?.data['ticket'], 3)
})
