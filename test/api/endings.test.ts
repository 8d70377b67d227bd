import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openEngine } from '#store/engine/open.ts'
import { onEachDatabase } from '../support/databases.ts'
import { photo } from '../support/pictures.ts'
import { newTeam, type Person, type Team } from '../support/team.ts'
import { createTicket, uploadForm } from '../support/tickets.ts'

const wish = {
  type: 1,
  device: 'laptop',
  owner: 'Quentin Zyx',
  phone: '13987654321',
  description: 'Screen of Zyxwv',
}

async function uploaded(team: Team, who: Person): Promise<string> {
  const response = await team.call('/upload', uploadForm(who.token, await photo()))
  return ((await response.json()) as { data: { url: string } }).data.url
}

async function pictured(team: Team, who: Person, id: number): Promise<string> {
  const url = await uploaded(team, who)
  await who.tickets.addnote({ id, content: 'my photo', pic: [url] })
  return new URL(url).pathname
}

onEachDatabase('retention and erasure', (on) => {
  test('thirty days after collection a ticket has no name, phone or pictures, and still counts in the statistics', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    await ann.users.update({ name: 'Quentin Zyx' })
    const id = await createTicket(ann, { ...wish, phone: '13312345678' })
    const other = await createTicket(ann, { ...wish, device: 'phone' })
    const picture = await pictured(team, ann, id)
    const bob = await team.member('Bob')
    const admin = await team.admin()
    await admin.admin.invite({ name: 'Never came' })
    const passwd = 'correct horse battery'
    for (const [who, stuid] of [
      [bob, 'b1'],
      [admin, 'a1'],
    ] as const)
      await admin.admin.updateMember({ id: (await who.members.checklogin()).id, stuid, passwd })
    await bob.tickets.update({ id, status: 5 })
    team.pass({ days: 6 })
    await bob.tickets.retrieve({ id })
    await bob.tickets.forward({ id: other })
    await team.running.deliver()
    await team.running.tidy()
    await using engine = await openEngine(team.fresh.config)
    const kept = (table: 'code' | 'outbox') => engine.read((db) => db.selectFrom(table).selectAll().execute())
    assert.deepEqual([(await kept('code')).length, (await kept('outbox')).length], [3, 1])
    const days = async (count: number) => {
      for (let day = 0; day < count; day += 1) {
        team.pass({ days: 1 })
        await bob.members.checklogin()
        await team.running.tidy()
      }
    }
    // The login as a member ends thirty days after the last proof, so the member proves it again.
    await bob.members.login({ stuid: 'b1', passwd })
    await days(29)
    assert.equal((await bob.tickets.info({ id })).owner, 'Quentin Zyx')
    assert.equal((await bob.tickets.info({ id })).notes[0]?.op, 'Quentin Zyx')
    assert.deepEqual([(await kept('code')).length, (await kept('outbox')).length], [0, 1])
    await bob.members.login({ stuid: 'b1', passwd })
    await days(2)
    await team.running.tidy()
    assert.deepEqual(await kept('outbox'), [])
    const left = await bob.tickets.info({ id })
    assert.equal(left.notes[0]?.op, 'The owner')
    assertNotStored(team, ['13312345678'])
    assert.deepEqual([left.owner, left.phone, left.status, left.device], ['', '', 5, 'laptop'])
    assert.deepEqual(
      left.notes.map(({ pic }) => pic.length),
      left.notes.map(() => 0),
    )
    assert.equal((await team.call(picture)).status, 404)
    const found = async (values: string) => (await bob.tickets.search({ values })).list.map((ticket) => ticket.id)
    assert.deepEqual(await found('Quentin'), [other])
    assert.deepEqual(await found('5678'), [])
    assert.deepEqual(await found('13312345678'), [])
    assert.deepEqual(await found('4321'), [other])
    assert.deepEqual(await found('zyx'), [other, id])
    assert.deepEqual(await found('q'), [other])
    assert.deepEqual(await found('z'), [other, id])
    assert.deepEqual(await found('laptop'), [id])
    assert.equal((await bob.tickets.list({})).total, 2)
    const later = await team.user('the-admin')
    await later.members.login({ stuid: 'a1', passwd })
    assert.equal((await later.admin.stats()).total, 2)
  })

  test('a cancelled ticket loses its personal data after the configured number of days', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const id = await createTicket(ann, wish)
    await ann.tickets.cancel({ id })
    await (await team.admin()).admin.updateSettings({ retentionDays: 3 })
    team.pass({ days: 2 })
    await team.running.tidy()
    assert.equal((await ann.tickets.info({ id })).owner, 'Quentin Zyx')
    team.pass({ days: 1 })
    await team.running.tidy()
    assert.equal((await ann.tickets.info({ id })).owner, '')
  })

  test('a person can export everything stored about their tickets', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const id = await createTicket(ann, wish)
    await pictured(team, ann, id)
    const eve = await team.user()
    await pictured(team, eve, await createTicket(eve))
    const held = await ann.users.export()
    assert.deepEqual(
      held.tickets.map(({ createdTime: _, ...ticket }) => ticket),
      [
        {
          ...{ id, ...wish, kind: wish.type, deviceModel: '', status: 0, accessories: [], isConfirmed: false },
          ...{ outcome: '', barrier: '', category: 0, brand: '', year: 0, remedy: '' },
        },
      ],
    )
    assert.deepEqual(
      held.comments.map(({ ticket, content }) => [ticket, content]),
      [[id, 'my photo']],
    )
    assert.equal(held.pictures.length, 1)
  })

  test('erasing an account is refused until the device is returned, and then removes all personal data from the tickets', async () => {
    await using team = await newTeam({ on })
    team.secret('13987654321')
    const ann = await team.user()
    await ann.users.update({ name: 'Quentin Zyx', phone: '13987654321' })
    const id = await createTicket(ann, wish)
    const picture = await pictured(team, ann, id)
    const unused = await uploaded(team, ann)
    await ann.tickets.create({ ...wish, device: 'phone' }, { key: 'phone of zyx' })
    const waiting = id + 1
    const bob = await team.member('Bob')
    await bob.tickets.pick({ id })
    await bob.tickets.addnote({ id, content: 'Come by at noon.' })
    const eve = await team.user()
    await eve.users.update({ name: 'Eve' })
    await eve.users.report({ content: 'Thanks' })
    const hers = await pictured(team, eve, await createTicket(eve))
    const heldOfEve = await eve.users.export()
    await assert.rejects(ann.users.erase(), {
      status: 409,
      code: 'device_with_team',
      message: `We still have your device (ticket #${id}). Please collect it first, then you can erase your data.`,
    })
    assert.equal((await ann.users.info()).name, 'Quentin Zyx')
    await bob.tickets.retrieve({ id })
    await ann.users.erase()
    const left = await bob.tickets.info({ id })
    assert.deepEqual(
      [left.owner, left.phone, left.description, left.notes.map(({ op, content }) => `${op}: ${content}`)],
      [
        '',
        '',
        '',
        [
          'The owner: Submitted the ticket.',
          'The owner: ',
          'Bob: Claimed the ticket.',
          'Bob: Come by at noon.',
          'Bob: Confirmed that the owner has collected the device.',
        ],
      ],
    )
    assert.equal((await bob.tickets.info({ id: waiting })).status, 7)
    for (const path of [picture, new URL(unused).pathname]) assert.equal((await team.call(path)).status, 404)
    assert.deepEqual(await eve.users.export(), heldOfEve, 'the data of other people is unchanged')
    assert.equal((await team.call(hers)).status, 200)
    for (const values of ['Quentin', '4321', 'Zyx', 'Screen'])
      assert.deepEqual((await bob.tickets.search({ values })).list, [], values)
    assert.equal((await bob.tickets.list({ queryType: 3 })).total, 1)
    assertNotStored(team, ['Quentin', '13987654321', 'Zyxwv', 'zyx', 'yxw'])
  })
})

/** The file of SQLite does not contain the text either. The files of PostgreSQL are not read. */
function assertNotStored(team: Team, texts: readonly string[]): void {
  if (team.fresh.config.kind !== 'sqlite') return
  for (const file of ['fettle.db', 'fettle.db-wal']) {
    const bytes = readFileSync(join(team.fresh.dir, file))
    for (const text of texts) assert.ok(!bytes.includes(text), `${text} is still in ${file}`)
  }
}
