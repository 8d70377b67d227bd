import assert from 'node:assert/strict'
import { appendFileSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openEngine } from '#store/open.ts'
import { onEachDatabase } from '../support/databases.ts'
import { newTeam, type Team } from '../support/team.ts'
import { handIn } from '../support/tickets.ts'

const lines = (team: Team): Record<string, unknown>[] =>
  readFileSync(join(team.fresh.dir, 'external.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>) // what the team has written

onEachDatabase('forwarding with nothing set up', (on) => {
  test('puts the ticket and what happens to it later into a file, in order, and no more than is needed', async () => {
    await using team = await newTeam({ on, env: { DEFAULT_LANG: 'en_US' } })
    const ann = await team.user('ann')
    await ann.users.update({ name: 'Ann Li', phone: '13800138000' })
    const bob = await team.member('Bob')
    const id = await handIn(ann, { device: 'Kettle', deviceModel: 'HD9350', description: 'Stays cold.' })
    await handIn(ann, { device: 'Lamp' })
    await ann.tickets.addnote({ id, content: 'said before it was forwarded' })
    await bob.tickets.forward({ id })
    await bob.tickets.forward({ id })
    assert.deepEqual((await bob.tickets.info({ id })).external, { state: 'waiting', id: '', url: '' })
    assert.equal((await (await team.admin()).admin.stats()).notInExternal, 1)
    await ann.tickets.addnote({ id, content: 'It smells, too.' })
    await bob.tickets.addnote({ id, content: 'the owner is impatient', type: 2 })
    await bob.tickets.update({ id, status: 3 })
    await bob.tickets.addnote({ id, content: 'The thermostat.' })
    await bob.tickets.retrieve({ id })
    await team.running.deliver()
    await team.running.deliver()

    const [ticket = {}, ...remarks] = lines(team)
    const { ref, text, ...rest } = ticket
    assert.match(String(ref), /^[0-9a-f]{10}-1$/)
    assert.deepEqual(rest, {
      event: 'ticket',
      time: '2026-11-16T01:30:00.000Z',
      subject: 'Repair #1: Kettle HD9350',
      link: 'http://127.0.0.1:8080/t/1',
      id: 1,
      type: 'appliance',
      device: 'Kettle',
      deviceModel: 'HD9350',
      description: 'Stays cold.',
    })
    assert.ok(String(text).includes(String(ref)) && String(text).includes('Stays cold.'))
    assert.deepEqual(
      remarks.map((line) => [line['event'], line['ticket'], line['text']]),
      [
        ['comment', ref, 'The owner writes:\n\nIt smells, too.'],
        ['comment', ref, 'Status: Repairing'],
        ['comment', ref, 'The team writes:\n\nThe thermostat.'],
        ['comment', ref, 'The device is back with its owner.'],
      ],
    )
    assert.ok(!JSON.stringify(lines(team)).match(/Ann|Bob|13800138000|impatient|before it was/))
    assert.deepEqual((await bob.tickets.info({ id })).external, { state: 'delivered', id: ref, url: '' })
    assert.equal((await ann.tickets.info({ id })).external, undefined)
    const { list, counts } = await (await team.admin()).external.list()
    assert.deepEqual(counts, { waiting: 0, stuck: 0, delivered: 5 })
    assert.deepEqual(
      [...new Set(list.map((one) => `${one.ticket} ${one.state} ${one.tries} ${one.error}`))],
      ['1 delivered 1 '],
    )
  })

  test('an erased person’s promise is kept without what was erased', async () => {
    await using team = await newTeam({ on, env: { EXTERNAL_PHONE: 'on', DEFAULT_LANG: 'en_US' } })
    const ann = await team.user('ann')
    const bob = await team.member('Bob')
    const phone = '13800138000'
    const [device, deviceModel] = ['R'.repeat(128), 'M'.repeat(128)]
    const kept = await handIn(await team.user('eve'), { device, deviceModel, phone })
    const id = await handIn(ann, { device: 'Kettle', description: 'Ann’s own words', phone })
    await bob.tickets.forward({ id: kept })
    await bob.tickets.forward({ id })
    await ann.tickets.addnote({ id, content: 'call me, Ann' })
    await ann.users.erase()
    await team.running.deliver()
    // Different tickets are told at once, in no order.
    const told = lines(team).toSorted((a, b) => Number(a['id'] ?? 9) - Number(b['id'] ?? 9))
    assert.deepEqual(
      told.map(({ event, subject, phone, text }) => [event, subject ?? text, phone]),
      [
        ['ticket', `Repair #1: ${device} ${deviceModel}`.slice(0, 200), phone],
        ['ticket', 'Repair #2: Kettle', undefined],
        ['comment', 'Status: Cancelled', undefined],
      ],
    )
    assert.ok(!JSON.stringify(told).includes('Ann'))
  })
})

test('a line that a crash tore off, or that was written and not remembered, is there once in the end', async () => {
  await using team = await newTeam({ env: { DEFAULT_LANG: 'en_US' } })
  const file = join(team.fresh.dir, 'external.jsonl')
  const admin = await team.admin()
  const ann = await team.user()
  const first = await handIn(ann, { device: 'Kettle' })
  await admin.tickets.forward({ id: first })
  await admin.tickets.addnote({ id: first, content: 'Cold.' })
  await team.running.deliver()
  assert.equal((statSync(file).mode & 0o777).toString(8), '600')
  appendFileSync(file, '{"event":"ticket","ref":"')
  // As if the service had died between the line and its own memory of it.
  await using engine = await openEngine(team.fresh.config)
  await engine.change(async (db) => {
    await db.deleteFrom('remote').execute()
    await db.updateTable('outbox').set({ state: 0, done_at: null }).execute()
  })
  const second = await handIn(ann, { device: 'Lamp' })
  await admin.tickets.forward({ id: second })
  await team.running.deliver()
  const whole = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
  const told = whole.map((line) => JSON.parse(line) as { device?: string; event: string }) // what the team has written
  assert.deepEqual(told.map(({ device, event }) => device ?? event).toSorted(), ['Kettle', 'Lamp', 'comment'])
  assert.deepEqual((await admin.external.list()).counts, { waiting: 0, stuck: 0, delivered: 3 })
})
