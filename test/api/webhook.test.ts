import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Fault, misbehaving } from '../peers/misbehaving.ts'
import { webhookReceiver } from '../peers/webhook.ts'
import { onEachDatabase } from '../support/databases.ts'
import { parsePrometheus } from '../support/prometheus.ts'
import { newTeam, type Team } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const older = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const settings = (url: string) => ({
  EXTERNAL: 'webhook',
  EXTERNAL_URL: url,
  EXTERNAL_TOKEN: `${older} ${secret}`,
  EXTERNAL_PRIVATE: 'on',
  DEFAULT_LANG: 'en_US',
})
// The reference implementation compares signatures with the real clock.
const today = () => Temporal.Now.instant().toString()

/** The only delivery, as administrators see it. */
async function seen(team: Team) {
  const { list } = await (await team.admin()).external.list()
  const [one] = list.toReversed()
  assert.ok(one)
  return one
}

onEachDatabase('the ticket webhook', (on) => {
  test('the ticket webhook follows Standard Webhooks, is signed with each secret, and may answer with a link', async () => {
    await using receiver = await webhookReceiver(secret, {
      answer: () => ({ id: 4711, url: 'https://tickets.example.org/4711' }),
    })
    await using team = await newTeam({ on, at: today(), env: settings(receiver.url) })
    team.secret(secret.slice(6))
    const ann = await team.user()
    const bob = await team.member('Bob')
    const id = await createTicket(ann, { device: '电水壶' })
    await bob.tickets.forward({ id })
    await bob.tickets.pick({ id })
    await team.running.deliver()
    const [check, ticket, remark] = receiver.told
    assert.equal(check?.type, 'fettle.check')
    assert.deepEqual([ticket?.type, ticket?.data['device']], ['ticket.forwarded', '电水壶'])
    assert.equal(ticket?.id, ticket?.data['ref'])
    assert.deepEqual(
      [remark?.type, remark?.data['ticket'], remark?.data['text']],
      ['ticket.commented', ticket?.id, 'Status: Claimed'],
    )
    assert.deepEqual((await bob.tickets.info({ id })).external, {
      state: 'delivered',
      id: '4711',
      url: 'https://tickets.example.org/4711',
    })
  })

  test('a failing ticket webhook is retried with growing pauses, given up after a day, and retried on request', async () => {
    let fault: Fault | undefined = 'is busy'
    await using receiver = await webhookReceiver(secret, { anyTime: true })
    await using front = await misbehaving({ target: receiver.url, fault: () => fault, lateMs: 0 })
    await using team = await newTeam({ on, env: settings(front.url) })
    const bob = await team.member('Bob')
    const admin = await team.admin()
    const id = await createTicket(await team.user())
    await bob.tickets.forward({ id })
    await team.running.deliver()
    const first = await seen(team)
    assert.deepEqual(
      [first.state, first.tries, first.error],
      ['waiting', 1, 'It is too busy and asks us to try later.'],
    )
    const chinese = team.as(admin.token, 'zh_CN')
    assert.equal((await chinese.external.list({ state: 'waiting' })).list[0]?.error, '对方繁忙，要求稍后再试。')

    await team.running.deliver()
    assert.equal((await seen(team)).tries, 1)
    fault = 'refuses'
    for (let hours = 0; hours < 40 && (await seen(team)).state === 'waiting'; hours += 1) {
      team.pass({ hours: 1 })
      await team.running.deliver()
    }
    const stuck = await seen(team)
    assert.deepEqual([stuck.state, stuck.nextTime], ['stuck', ''])
    assert.ok(stuck.tries > 5 && stuck.tries < 15, String(stuck.tries))
    assert.deepEqual((await bob.tickets.info({ id })).external, { state: 'stuck', id: '', url: '' })
    assert.deepEqual((await admin.external.list()).counts, { waiting: 0, stuck: 1, delivered: 0 })

    // Deliveries of other tickets do not wait for it, and later ones of this ticket do.
    fault = undefined
    team.pass({ hours: 10 })
    for (const content of ['the first', 'the second']) await bob.tickets.addnote({ id, content })
    await bob.tickets.forward({ id: await createTicket(await team.user(), { device: 'fan' }) })
    await team.running.deliver()
    const samples = parsePrometheus(await team.anyone.machines.metrics())
    const value = (name: string) => samples.find((sample) => sample.name === name)?.value
    assert.deepEqual([value('fettle_outbox_stuck'), value('fettle_outbox_waiting')], [1, 2])
    assert.equal(samples.find(({ labels }) => labels['outcome'] === 'given_up')?.value, 1)
    const told = () => receiver.told.flatMap(({ type, data }) => (type === 'fettle.check' ? [] : [data]))
    assert.deepEqual(
      told().map(({ device }) => device),
      ['fan'],
    )

    fault = 'is busy'
    await admin.external.retry({ id: stuck.id })
    await team.running.deliver()
    assert.equal((await seen(team)).state, 'waiting', 'a retry starts with fresh attempts')
    fault = undefined
    await admin.external.retry({ id: stuck.id })
    await team.running.deliver()
    assert.deepEqual(
      told()
        .slice(2)
        .map(({ text }) => text),
      ['The team wrote:\n\nthe first', 'The team wrote:\n\nthe second'],
    )
    fault = 'is busy'
    await bob.tickets.addnote({ id, content: 'the third' })
    await team.running.deliver()
    fault = undefined
    const [third] = (await admin.external.list({ state: 'waiting' })).list
    await admin.external.retry({ id: third?.id ?? 0 })
    await team.running.deliver()
    const { list, counts } = await admin.external.list()
    assert.deepEqual(counts, { waiting: 0, stuck: 0, delivered: 5 })
    assert.deepEqual(
      list.slice(0, 4).map(({ tries }) => tries),
      [2, 1, 1, 1],
      'delivered events are not sent again',
    )
    await admin.external.retry({ id: stuck.id })
    assert.deepEqual((await admin.external.list()).counts, { waiting: 0, stuck: 0, delivered: 5 })
    await assert.rejects(admin.external.retry({ id: 999 }), { code: 'delivery_not_found' })
    const { list: log } = await admin.admin.log({ target: 0 })
    assert.equal(log.filter(({ current }) => current.info === 'tried again to forward it').length, 3)
  })
})
