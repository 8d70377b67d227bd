import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { forwardedFile } from '#adapters/external/file.ts'
import { openEngine } from '#store/engine/open.ts'
import { onEachDatabase } from '../support/databases.ts'
import { newTeam, type Team } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

const lines = (team: Team): Record<string, unknown>[] =>
  readFileSync(join(team.fresh.dir, 'external.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>) // what the team has written

onEachDatabase('forwarding without settings', (on) => {
  test('without settings, a forwarded ticket and its later changes are written to a file, in order and without unneeded data', async () => {
    await using team = await newTeam({ on, env: { DEFAULT_LANG: 'en_US' } })
    const ann = await team.user('ann')
    await ann.users.update({ name: 'Ann Li', phone: '13800138000' })
    const bob = await team.member('Bob')
    const id = await createTicket(ann, { device: 'Kettle', deviceModel: 'HD9350', description: 'Stays cold.' })
    await createTicket(ann, { device: 'Lamp' })
    await ann.tickets.addnote({ id, content: 'said before it was forwarded' })
    await bob.tickets.forward({ id })
    await bob.tickets.forward({ id })
    assert.deepEqual((await bob.tickets.info({ id })).external, { state: 'waiting', id: '', url: '' })
    assert.equal((await (await team.admin()).admin.stats()).notInExternal, 1)
    await ann.tickets.addnote({ id, content: 'It smells, too.' })
    await bob.tickets.addnote({ id, content: 'the owner is impatient', type: 2 })
    await bob.tickets.update({ id, status: 3 })
    await bob.tickets.addnote({ id, content: 'The thermostat.' })
    for (const step of ['retrieve', 'unretrieve', 'retrieve'] as const) await bob.tickets[step]({ id })
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
        ['comment', ref, 'The owner wrote:\n\nIt smells, too.'],
        ['comment', ref, 'Status: Repairing'],
        ['comment', ref, 'The team wrote:\n\nThe thermostat.'],
        ['comment', ref, 'The owner has collected the device.'],
        ['comment', ref, 'The device was not collected after all.'],
        ['comment', ref, 'The owner has collected the device.'],
      ],
    )
    assert.ok(!JSON.stringify(lines(team)).match(/Ann|Bob|13800138000|impatient|before it was/))
    assert.deepEqual((await bob.tickets.info({ id })).external, { state: 'delivered', id: ref, url: '' })
    assert.equal((await ann.tickets.info({ id })).external, undefined)
    const { list, counts } = await (await team.admin()).external.list()
    assert.deepEqual(counts, { waiting: 0, stuck: 0, delivered: 7 })
    assert.deepEqual(
      [...new Set(list.map((one) => `${one.ticket} ${one.state} ${one.tries} ${one.error}`))],
      ['1 delivered 1 '],
    )
  })

  test('a ticket of an erased person is still forwarded, without the erased data', async () => {
    await using team = await newTeam({ on, env: { EXTERNAL_PHONE: 'on', DEFAULT_LANG: 'en_US' } })
    const ann = await team.user('ann')
    const bob = await team.member('Bob')
    const phone = '13800138000'
    const [device, deviceModel] = ['R'.repeat(128), 'M'.repeat(128)]
    const kept = await createTicket(await team.user('eve'), { device, deviceModel, phone })
    const id = await createTicket(ann, { device: 'Kettle', description: 'Ann’s own words', phone })
    await bob.tickets.forward({ id: kept })
    await bob.tickets.forward({ id })
    await ann.tickets.addnote({ id, content: 'call me, Ann' })
    await ann.users.erase()
    await team.running.deliver()
    // Different tickets are forwarded at once, in no order.
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

onEachDatabase('the file of forwarded tickets', (on) => {
  test('the file of forwarded tickets loses exactly the texts of erased users and expired tickets', async () => {
    await using team = await newTeam({ on, env: { EXTERNAL_PHONE: 'on', DEFAULT_LANG: 'en_US' } })
    const file = join(team.fresh.dir, 'external.jsonl')
    const [ann, eve] = [await team.user('ann'), await team.user('eve')]
    const [bob, carol] = [await team.member('Bob'), await team.member('Carol')]
    const anns = await createTicket(ann, { device: 'Kettle', description: 'words of Ann', phone: '13800138000' })
    const eves = await createTicket(eve, { device: 'Lamp', description: 'words of Eve', phone: '13900139000' })
    for (const id of [anns, eves]) {
      await bob.tickets.forward({ id })
      await bob.tickets.addnote({ id, content: 'words of Bob' })
    }
    await ann.tickets.addnote({ id: anns, content: 'more words of Ann' })
    await carol.tickets.addnote({ id: eves, content: 'words of Carol' })
    await eve.tickets.addnote({ id: eves, content: 'more words of Eve' })
    await team.running.deliver()
    const before = readFileSync(file, 'utf8')
    const refs = lines(team).map(({ ref }) => ref)
    const has = (mark: string | RegExp) => (readFileSync(file, 'utf8').match(mark) ? mark : '')

    await ann.users.erase()
    await carol.users.erase()
    for (const gone of ['words of Ann', '13800138000', 'words of Carol']) assert.equal(has(gone), '', String(gone))
    for (const kept of ['words of Eve', 'more words of Eve', '13900139000', /words of Bob.*words of Bob/s])
      assert.notEqual(has(kept), '', String(kept))
    assert.deepEqual(
      lines(team).map(({ ref }) => ref),
      refs,
    )
    assert.equal(statSync(file).size, before.length, 'lines of other programs keep their place')

    // The cancellation is forwarded too. Lines of earlier versions have no texts of comments; an incomplete line is
    // ignored.
    await eve.tickets.cancel({ id: eves })
    await team.running.deliver()
    const legacy = {
      event: 'comment',
      ref: `${refs[1]}-99`,
      time: '',
      // The number of a comment may equal that of the ticket.
      ticket: lines(team).find(({ event, ref }) => event === 'ticket' && String(ref).endsWith(`-${eves}`))?.['ref'],
    }
    appendFileSync(file, `${JSON.stringify({ ...legacy, text: 'The owner writes: old words' })}\n{"text":"torn words\n`)
    team.pass({ days: 31 })
    await team.running.tidy()
    for (const gone of [/(?<!more )words of Eve/, '13900139000', 'old words', 'torn words'])
      assert.equal(has(gone), '', String(gone))
    assert.notEqual(has('words of Bob'), '')

    // The same state as if the service had died after the commit and before it wrote the file.
    writeFileSync(file, before)
    await team.running.tidy()
    for (const gone of ['words of Ann', '13800138000', 'words of Carol', '13900139000'])
      assert.equal(has(gone), '', String(gone))
    await team.running.deliver()
    assert.equal(lines(team).length, refs.length, 'nothing is forwarded again')
  })
})

test('a forwarded line that a crash cut off or repeated is in the file once', async () => {
  await using team = await newTeam({ env: { DEFAULT_LANG: 'en_US' } })
  const file = join(team.fresh.dir, 'external.jsonl')
  const admin = await team.admin()
  const ann = await team.user()
  const first = await createTicket(ann, { device: 'Kettle' })
  await admin.tickets.forward({ id: first })
  await admin.tickets.addnote({ id: first, content: 'Cold.' })
  await team.running.deliver()
  assert.equal((statSync(file).mode & 0o777).toString(8), '600')
  appendFileSync(file, '{"event":"ticket","ref":"')
  // The same state as if the service had died after it wrote the line and before it recorded that.
  await using engine = await openEngine(team.fresh.config)
  await engine.change(async (db) => {
    await db.deleteFrom('remote').execute()
    await db.updateTable('outbox').set({ state: 0, done_at: null }).execute()
  })
  const second = await createTicket(ann, { device: 'Lamp' })
  await admin.tickets.forward({ id: second })
  await team.running.deliver()
  const whole = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
  const told = whole.map((line) => JSON.parse(line) as { device?: string; event: string }) // what the team has written
  assert.deepEqual(told.map(({ device, event }) => device ?? event).toSorted(), ['Kettle', 'Lamp', 'comment'])
  assert.deepEqual((await admin.external.list()).counts, { waiting: 0, stuck: 0, delivered: 3 })
})

test('a forwarded line cut within a character is blanked without changing the next line', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'fettle-forwarded-'))
  try {
    const file = join(dir, 'external.jsonl')
    const torn = Buffer.from('{"event":"ticket","ref":"a-1","text":"电').subarray(0, -1)
    const whole = '{"event":"ticket","ref":"a-2","text":"fan"}\n'
    writeFileSync(file, Buffer.concat([torn, Buffer.from(`\n${whole}`)]))
    await forwardedFile(file).blank(async () => [])
    assert.equal(readFileSync(file, 'utf8'), `${' '.repeat(torn.length)}\n${whole}`)
  } finally {
    rmSync(dir, { recursive: true })
  }
})
