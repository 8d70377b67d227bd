import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import type { Failure } from '#contract/client.ts'
import { ticketGrams } from '#service/tickets/search-text.ts'
import { openEngine } from '#store/engine/open.ts'
import { Store } from '#store/store.ts'
import { onEachDatabase } from '../support/databases.ts'
import { json, newTeam } from '../support/team.ts'
import { createTicket, ticketLog, uploadForm } from '../support/tickets.ts'

const conflict = { status: 409, code: 'move_not_allowed' }
const photo = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#369' } })
    .jpeg()
    .toBuffer()

onEachDatabase('tickets', (on) => {
  test('a ticket moves from submission to collection as the interface says, in both revisions', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user('ann')
    await ann.users.update({ name: 'Ann', phone: '13800138000' })
    const bob = await team.member('Bob')
    const post = async (path: string, body: object) => {
      const response = await team.call(path, json(body))
      return { status: response.status, body: await response.json() }
    }
    const done = { status: 200, body: { success: true, data: {} } }
    const created = {
      token: ann.token,
      type: 1,
      device: '笔记本电脑',
      deviceModel: 'ThinkPad X1',
      owner: '',
      phone: '',
      description: '开机蓝屏\nblue screen',
      accessories: [0, 5, 99],
    }
    assert.deepEqual(await post('/tickets/create', created), done)
    const mine = (await (await team.call(`/user/mytickets?token=${ann.token}`)).json()) as {
      data: { list: { id: number }[] }
    }
    const id = mine.data.list[0]?.id ?? 0
    const summary = {
      id,
      type: 1,
      kind: 1,
      status: 0,
      device: '笔记本电脑',
      deviceModel: 'ThinkPad X1',
      owner: 'Ann',
      phone: '13800138000',
      createdTime: '2026-11-16T09:30:00.000000',
      isConfirmed: false,
    }
    assert.deepEqual(mine, { success: true, data: { list: [summary], total: 1 } })

    const upload = await team.call('/upload', uploadForm(ann.token, await photo()))
    const { data } = (await upload.json()) as { data: { url: string } }
    const noted = await post('/tickets/addnote', { token: ann.token, id: String(id), content: '看图', pic: [data.url] })
    assert.equal(noted.status, 200)
    assert.deepEqual(Object.keys((noted.body as { data: object }).data), ['id'])
    assert.deepEqual(await post(`/tickets/newcomment?id=${id}`, { token: ann.token, content: 'earlier' }), done)

    assert.deepEqual(await post('/tickets/pick', { token: bob.token, id }), done)
    assert.deepEqual(await post('/tickets/update', { token: bob.token, id, status: 3 }), done)
    assert.deepEqual(await post('/tickets/update', { token: bob.token, id, status: '5' }), done)
    assert.deepEqual(await post('/tickets/addtoexternal', { token: bob.token, id }), done)
    assert.deepEqual(await post('/tickets/retrieve', { token: bob.token, id }), done)

    const info = await ann.tickets.info({ id })
    const { notes, ...rest } = info
    assert.deepEqual(rest, {
      ...summary,
      status: 5,
      isConfirmed: true,
      description: '开机蓝屏\nblue screen',
      workers: rest.workers,
      accessories: [0, 5, 99],
      picked: true,
      moves: [{ action: 'addnote' }, { action: 'rate' }],
      here: false,
      ...{ outcome: '', barrier: '', category: 0, brand: '', year: 0, remedy: '' },
      merged: [],
      link: `http://127.0.0.1:8080/t/${id}`,
    })
    assert.deepEqual(
      rest.workers.map(({ name, avatar }) => ({ name, avatar })),
      [{ name: 'Bob', avatar: 'http://127.0.0.1:8080/media/neutral.png' }],
    )
    assert.deepEqual(
      notes.map(({ op, type, content }) => [op, type, content]),
      [
        ['Ann', 0, 'Submitted the ticket.'],
        ['Ann', 1, '看图'],
        ['Ann', 1, 'earlier'],
        ['Bob', 0, 'Claimed the ticket.'],
        ['Bob', 0, 'Changed the status from Claimed to Repairing.'],
        ['Bob', 0, 'Changed the status from Repairing to Repaired.'],
        ['Bob', 0, 'Forwarded the ticket to the external ticket system.'],
        ['Bob', 0, 'Confirmed that the owner has collected the device.'],
      ],
    )
    assert.deepEqual(
      notes.map(({ pic }) => pic),
      [[], [data.url], [], [], [], [], [], []],
    )
    const chinese = await team.as(ann.token, 'zh_CN').tickets.info({ id })
    assert.equal(chinese.notes[4]?.content, '将状态由“已接单”改为“维修中”。')
  })

  test('a ticket needs a type and a device; other contact fields come from the profile', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    await ann.users.update({ name: 'Ann', phone: '13800138000' })
    await ann.tickets.create({ type: 0, device: 'kettle', owner: 'Aunt Ann' })
    const [ticket] = (await ann.tickets.mine()).list
    assert.deepEqual([ticket?.owner, ticket?.phone, ticket?.deviceModel], ['Aunt Ann', '13800138000', ''])
    const { accessories, description } = await ann.tickets.info({ id: ticket?.id ?? 0 })
    assert.deepEqual([accessories, description], [[], ''])
  })

  test('an invalid field of a ticket is named in the error, and nothing is stored', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const good = { token: ann.token, type: 0, device: 'kettle' }
    const bad: [object, RegExp][] = [
      [{ ...good, type: 2 }, /^type must be at most 1/],
      [{ ...good, type: '1.5' }, /^type must be a whole number/],
      [{ token: ann.token, type: 0 }, /^device is required/],
      [{ ...good, device: '' }, /^device is required/],
      [{ ...good, device: 'x'.repeat(129) }, /^device may have at most 128/],
      [{ ...good, device: 'a\u0007b' }, /^device contains invisible characters/],
      [{ ...good, deviceModel: 'x'.repeat(129) }, /^deviceModel may/],
      [{ ...good, owner: 'x'.repeat(65) }, /^owner may/],
      [{ ...good, phone: '1234' }, /^phone must be a phone number/],
      [{ ...good, description: 'x'.repeat(4001) }, /^description may/],
      [{ ...good, description: 'nul\u0000' }, /^description contains/],
      [{ ...good, accessories: '1,2' }, /^accessories must be a list/],
      [{ ...good, accessories: [1, null] }, /^accessories\[1\] must be a whole number/],
      [{ ...good, accessories: [65536] }, /^accessories\[0\] must be at most 65535/],
      [{ ...good, accessories: Array(51).fill(1) }, /^accessories may have at most 50/],
    ]
    for (const [body, sentence] of bad) {
      const response = await team.call('/tickets/create', json(body, { 'accept-language': 'en' }))
      assert.equal(response.status, 400, JSON.stringify(body).slice(0, 100))
      assert.match(((await response.json()) as { err: string }).err, sentence)
    }
    assert.deepEqual(await ann.tickets.mine(), { list: [], total: 0 })
  })

  test('unknown fields of a ticket are ignored', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const extra = { status: 5, id: 77, person_id: 1, confirmed_at: 1, isConfirmed: true, workers: [1], scrubbed: 1 }
    await team.call('/tickets/create', json({ token: ann.token, type: 0, device: 'kettle', ...extra }))
    const [ticket] = (await ann.tickets.mine()).list
    assert.deepEqual([ticket?.status, ticket?.isConfirmed, ticket?.id === 77], [0, false, false])
  })

  test('without a key each request creates a ticket, and its number is in a header', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const create = async () => {
      const response = await team.call('/tickets/create', json({ token: ann.token, type: 0, device: 'kettle' }))
      assert.deepEqual(await response.json(), { success: true, data: {} })
      return Number(response.headers.get('x-ticket-id'))
    }
    const first = await create()
    await ann.tickets.cancel({ id: first })
    const second = await create()
    assert.deepEqual(
      (await ann.tickets.mine()).list.map(({ id, status }) => [id, status]),
      [
        [second, 0],
        [first, 7],
      ],
    )
    const more = await Promise.all(Array.from({ length: 8 }, create))
    assert.equal(new Set([first, second, ...more]).size, 10)
    assert.equal((await ann.tickets.mine()).total, 10)
  })

  test('an Idempotency-Key makes one ticket a day for one person and one body', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const create = async (device: string, key: string, token = ann.token) => {
      const response = await team.call('/tickets/create', json({ token, type: 0, device }, { 'idempotency-key': key }))
      return [response.status, response.headers.get('x-error-code') ?? response.headers.get('x-ticket-id')]
    }
    const answers = await Promise.all(Array.from({ length: 8 }, () => create('kettle', 'k-1')))
    const [first] = (await ann.tickets.mine()).list
    assert.deepEqual(
      answers,
      answers.map(() => [200, String(first?.id)]),
    )
    team.pass({ hours: 23 })
    await team.running.tidy()
    assert.deepEqual(await create('kettle', 'k-1'), [200, String(first?.id)])
    assert.equal((await ann.tickets.mine()).total, 1)
    assert.deepEqual(await create('toaster', 'k-1'), [409, 'key_reused'])
    // The same key from another person is a different key.
    const { token } = await team.user()
    const theirs = await create('toaster', 'k-1', token)
    assert.equal(theirs[0], 200)
    assert.deepEqual(await create('toaster', 'k-1', token), theirs)
    assert.deepEqual(await create('kettle', 'k-1'), [200, String(first?.id)])
    assert.equal((await create('kettle', 'k-2'))[0], 200)
    assert.deepEqual(await create('kettle', 'x'.repeat(256)), [400, 'bad_input'])
    team.pass({ hours: 2 })
    assert.equal((await create('toaster', 'k-1'))[0], 200)
    assert.equal((await ann.tickets.mine()).total, 3)
  })

  test('a ticket is stored with its pictures or not at all, and a retry repeats neither', async () => {
    await using team = await newTeam({ on })
    const [ann, eve] = [await team.user('ann'), await team.user('eve')]
    const file = Uint8Array.from(await photo())
    const [mine, another, hers] = await Promise.all([ann, ann, eve].map((who) => who.media.upload({ file })))
    const urls = [another?.url ?? '', mine?.url ?? '']
    await assert.rejects(
      ann.tickets.create({ type: 0, device: 'kettle', pic: [urls[0] ?? '', hers?.url ?? ''] }, { key: 'k' }),
      (failure: Failure) => failure.code === 'bad_input' && failure.field === 'pic[1]',
    )
    assert.equal((await ann.tickets.mine()).total, 0)
    for (let tries = 0; tries < 2; tries += 1)
      await ann.tickets.create({ type: 0, device: 'kettle', pic: urls }, { key: 'k' })
    const { list } = await ann.tickets.mine()
    assert.equal(list.length, 1)
    const { notes } = await ann.tickets.info({ id: list[0]?.id ?? 0 })
    assert.deepEqual(
      notes.map(({ type, content, pic }) => [type, content, pic]),
      [
        [0, 'Submitted the ticket.', []],
        [1, '', urls],
      ],
    )
  })

  test("another person's ticket and one that does not exist look the same", async () => {
    await using team = await newTeam({ on })
    const id = await createTicket(await team.user())
    const eve = await team.user()
    const ask = async (path: string, init?: RequestInit) => {
      const response = await team.call(path, init)
      const { err } = (await response.json()) as { err: string }
      return [response.status, response.headers.get('x-error-code'), err.replace(/\d+/, 'N')]
    }
    for (const [theirs, nobodys] of [
      [id, 999],
      [id, Number.MAX_SAFE_INTEGER],
    ]) {
      assert.deepEqual(
        await ask(`/tickets/info?id=${theirs}&token=${eve.token}`),
        await ask(`/tickets/info?id=${nobodys}&token=${eve.token}`),
      )
      for (const path of ['/tickets/addnote', '/tickets/newcomment', '/tickets/cancel']) {
        const [first, second] = [
          await ask(path, json({ token: eve.token, id: theirs, content: 'x' })),
          await ask(path, json({ token: eve.token, id: nobodys, content: 'x' })),
        ]
        assert.deepEqual(first, second)
        assert.equal(first[0], 404)
      }
    }
  })

  test('one member claims a ticket, others are told who did, and claiming again changes nothing', async () => {
    await using team = await newTeam({ on })
    const id = await createTicket(await team.user())
    const [bob, carol] = [await team.member('Bob'), await team.member('Carol')]
    await bob.tickets.pick({ id })
    await bob.tickets.pick({ id })
    await assert.rejects(carol.tickets.pick({ id }), { status: 409, code: 'already_claimed', message: /^Bob / })
    await assert.rejects(carol.tickets.pick({ id: 999 }), { status: 404, code: 'ticket_not_found' })
    assert.deepEqual(
      (await ticketLog(team)).map(({ op, operation, previous, current }) => [
        op,
        operation,
        previous.info,
        current.info,
      ]),
      [
        ['#1', 0, '', 'Submitted'],
        ['Bob', 3, 'Submitted', 'Claimed'],
      ],
    )
  })

  test('a ticket changes its status only as the table says, by its workers, and a refusal lists the allowed changes', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const id = await createTicket(ann)
    const [bob, carol, admin] = [await team.member('Bob'), await team.member('Carol'), await team.admin()]
    await bob.tickets.update({ id, status: 3 })
    assert.deepEqual(
      (await bob.tickets.info({ id })).workers.map(({ name }) => name),
      ['Bob'],
    )
    await assert.rejects(carol.tickets.update({ id, status: 4 }), { status: 403, code: 'not_a_worker' })
    await assert.rejects(ann.tickets.update({ id, status: 4 }), { status: 403, code: 'wrong_role' })
    await assert.rejects(bob.tickets.update({ id, status: 0 }), {
      ...conflict,
      message:
        'The status cannot change to that. It can change to: 1 Claimed, 2 Diagnosing, 4 On hold, 5 Repaired, 6 Not repaired, 7 Cancelled.',
    })
    await assert.rejects(bob.tickets.update({ id, status: 8 }), { status: 400 })
    await admin.tickets.update({ id, status: 5 })
    await admin.tickets.update({ id, status: 5 })
    await assert.rejects(bob.tickets.update({ id, status: 4 }), { ...conflict, message: /3 Repairing\.$/ })
    await bob.tickets.update({ id, status: 3 })
    await bob.tickets.update({ id, status: 6 })
    await carol.tickets.retrieve({ id })
    await carol.tickets.retrieve({ id })
    await assert.rejects(bob.tickets.update({ id, status: 3 }), { ...conflict, message: /closed/ })
    assert.equal((await ticketLog(team)).length, 6)
  })

  test('a status and its note are stored together or not at all, once for a key', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const id = await createTicket(ann)
    const [bob, carol] = [await team.member('Bob'), await team.member('Carol')]
    const file = Uint8Array.from(await photo())
    const urls = await Promise.all([bob, bob, ann].map(async (who) => (await who.media.upload({ file })).url))
    const [first = '', second = '', anns = ''] = urls
    const story = async () => {
      const { status, notes } = await bob.tickets.info({ id })
      return { status, notes: notes.slice(1).map(({ type, content, pic }) => [type, content, ...pic]) }
    }
    const before = await story()
    const refused: [Parameters<typeof bob.tickets.update>[0], object][] = [
      [
        { id, status: 3, content: 'x', pic: [anns] },
        { status: 400, field: 'pic[0]' },
      ],
      [
        { id, status: 3, content: 'x', type: 0 },
        { status: 400, field: 'type' },
      ],
      [
        { id, status: 3, content: 'x'.repeat(4001) },
        { status: 400, field: 'content' },
      ],
      [{ id: 999, status: 3, content: 'x' }, { status: 404 }],
    ]
    for (const [wish, failure] of refused) await assert.rejects(bob.tickets.update(wish), failure)
    assert.deepEqual(await story(), before, 'a refused note leaves the ticket unchanged')
    const fused = { id, status: 3, content: 'The fuse', pic: [first] }
    await Promise.all(Array.from({ length: 4 }, () => bob.tickets.update(fused, { key: 'k' })))
    const claimed = [0, 'Claimed the ticket.']
    const moved = [0, 'Changed the status from Claimed to Repairing.']
    const told = { status: 3, notes: [claimed, moved, [1, 'The fuse', first]] }
    assert.deepEqual(await story(), told)
    await assert.rejects(bob.tickets.update({ ...fused, status: 5 }, { key: 'k' }), { status: 409, code: 'key_reused' })
    await assert.rejects(bob.tickets.addnote({ id, content: 'The fuse' }, { key: 'k' }), { code: 'key_reused' })
    await assert.rejects(carol.tickets.update({ id, status: 4, content: 'no' }), { status: 403 })
    await assert.rejects(bob.tickets.update({ id, status: 0, content: 'no' }), conflict)
    assert.deepEqual(await story(), told, 'a refused move adds no note')
    await bob.tickets.update({ id, status: 3, content: 'for us', type: 2 })
    await bob.tickets.update({ id, status: 3, content: '', pic: [second] })
    await bob.tickets.update({ id, status: 3, content: 'for us too', internal: true })
    await bob.tickets.update({ id, status: 4, content: ' ', type: 2 })
    await bob.tickets.update({ id, status: 4 })
    const waiting = [0, 'Changed the status from Repairing to On hold.']
    assert.deepEqual(await story(), {
      status: 4,
      notes: [...told.notes, [2, 'for us'], [1, '', second], [2, 'for us too'], waiting],
    })
    assert.deepEqual(
      (await ticketLog(team)).slice(1).map(({ operation, current }) => [operation, current.info]),
      [
        [5, 'Repairing, with a comment'],
        [8, 'internal note'],
        [8, 'comment'],
        [8, 'internal note'],
        [5, 'On hold'],
      ],
    )
  })

  test('an owner cancels a ticket that is not finished, and it stays cancelled', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const bob = await team.member('Bob')
    const first = await createTicket(ann)
    await ann.tickets.cancel({ id: first })
    await ann.tickets.cancel({ id: first })
    await assert.rejects(bob.tickets.pick({ id: first }), conflict)
    await assert.rejects(bob.tickets.update({ id: first, status: 1 }), { status: 403 })
    const second = await createTicket(ann, { device: 'toaster' })
    await bob.tickets.update({ id: second, status: 5 })
    await assert.rejects(ann.tickets.cancel({ id: second }), conflict)
    await assert.rejects((await team.member('Carol')).tickets.cancel({ id: second }), { code: 'not_a_worker' })
    assert.deepEqual(
      (await ann.tickets.mine()).list.map(({ status }) => status),
      [5, 7],
    )
  })

  test('an owner changes the contact of a ticket until it is finished, and search finds only the new one', async () => {
    await using team = await newTeam({ on })
    const [ann, eve, bob] = [await team.user('ann'), await team.user('eve'), await team.member('Bob')]
    const id = await createTicket(ann, { owner: 'Anna', phone: '13800138000' })
    await bob.tickets.pick({ id })
    const found = async (values: string) => (await bob.tickets.search({ values })).total
    const index = async () => {
      await using store = new Store(await openEngine(team.fresh.config))
      await store.upkeep((tx) => tx.ticketQueues.indexQueued(10, ticketGrams))
    }
    await ann.tickets.contact({ id, phone: '13900139000' })
    assert.deepEqual([await found('Anna'), await found('8000'), await found('9000')], [1, 0, 1])
    await index()
    await ann.tickets.contact({ id, owner: 'Ann Li' })
    assert.deepEqual([await found('Anna'), await found('Ann Li'), await found('9000')], [0, 1, 1])
    await index()
    await ann.tickets.contact({ id, owner: '', phone: '13900139000' })
    assert.deepEqual([await found('Ann Li'), await found('13900139000'), await found('kettle')], [0, 1, 1])
    await index()
    assert.deepEqual([await found('Ann Li'), await found('13900139000'), await found('kettle')], [0, 1, 1])
    const { owner, phone } = await ann.tickets.info({ id })
    assert.deepEqual([owner, phone], ['', '13900139000'])

    // The same contact again changes nothing, and neither does a request by another user.
    await ann.tickets.contact({ id, owner: '' })
    await ann.tickets.contact({ id })
    await assert.rejects(eve.tickets.contact({ id, owner: 'Eve' }), { status: 404, code: 'ticket_not_found' })
    await assert.rejects(bob.tickets.contact({ id, owner: 'Bob' }), { status: 403, code: 'not_the_owner' })
    await assert.rejects(ann.tickets.contact({ id, phone: 'none' }), { status: 400 })
    const log = (await ticketLog(team)).filter(({ operation }) => operation === 1)
    assert.deepEqual(
      log.map(({ current }) => current.info),
      ['changed phone', 'changed name', 'changed name'],
    )
    const { notes } = await bob.tickets.info({ id })
    assert.equal(notes.filter(({ content }) => content === 'Changed the contact details.').length, 3)

    await bob.tickets.retrieve({ id })
    await assert.rejects(ann.tickets.contact({ id, owner: 'Ann' }), { status: 409, code: 'ticket_over' })
    await ann.tickets.contact({ id, owner: '' })
  })

  test('an owner sees how many people are ahead and which comments are their own', async () => {
    await using team = await newTeam({ on })
    const [ann, eve, bob] = [await team.user('ann'), await team.user('eve'), await team.member('Bob')]
    const ahead = async (who: typeof ann, id: number) => (await who.tickets.info({ id })).ahead
    const eves = [await createTicket(eve), await createTicket(eve)]
    const bobs = await createTicket(bob)
    await createTicket(ann, { device: 'toaster' })
    const id = await createTicket(ann)
    assert.deepEqual([await ahead(ann, id), await ahead(eve, eves[0] ?? 0), await ahead(bob, bobs)], [2, 0, 1])
    assert.equal(await ahead(bob, id), undefined)
    for (const one of eves) await bob.tickets.pick({ id: one })
    assert.equal(await ahead(ann, id), 1)
    await bob.tickets.pick({ id })
    assert.equal(await ahead(ann, id), undefined)
    const own = async (who: typeof ann) => (await who.tickets.info({ id })).notes.map((note) => note.own)
    assert.deepEqual(
      [await own(ann), await own(bob)],
      [
        [true, false],
        [false, true],
      ],
    )
  })

  test('a ticket of one of the team’s own kinds has a type for clients that know only two', async () => {
    await using team = await newTeam({ on })
    const [admin, ann] = [await team.admin(), await team.user('ann')]
    const kinds = [
      { id: 2, name: { zh_CN: '自行车', en_US: 'Bicycle' }, type: 0 },
      { id: 3, name: { zh_CN: '', en_US: 'Printer' }, type: 1 },
    ]
    const flawed = { ...kinds[0], id: 2, name: { zh_CN: '', en_US: '' }, type: 0 }
    await assert.rejects(admin.admin.updateSettings({ kinds: [...kinds, { ...flawed, id: 4 }] }), { status: 400 })
    await assert.rejects(admin.admin.updateSettings({ kinds: [...kinds, ...kinds] }), { status: 400 })
    await admin.admin.updateSettings({ kinds })
    assert.deepEqual((await team.anyone.team.info()).kinds, kinds)
    const sort = async (id: number) => {
      const { type, kind } = await ann.tickets.info({ id })
      return [type, kind]
    }
    const printer = await createTicket(ann, { type: 0, kind: 3 })
    assert.deepEqual(await sort(printer), [1, 3])
    assert.deepEqual(await sort(await createTicket(ann, { type: 1 })), [1, 1])
    assert.deepEqual(await sort(await createTicket(ann, { type: 1, kind: 0 })), [0, 0])
    await assert.rejects(createTicket(ann, { kind: 4 }), { status: 400, code: 'bad_input' })
    assert.deepEqual(
      (await admin.tickets.list({ queryType: 2 })).list.map(({ kind }) => kind),
      [1, 3],
    )
    // A ticket keeps its kind after the team deleted that kind.
    await admin.admin.updateSettings({ kinds: [] })
    assert.deepEqual(await sort(printer), [1, 3])
    const { list } = await admin.admin.log({ target: 6 })
    assert.deepEqual(
      list.map(({ current }) => current.info),
      ['More kinds of device: (empty)', 'More kinds of device: 自行车/Bicycle, Printer'],
    )
  })

  test('a colleague joins and leaves a ticket; when the last worker leaves, an accepted ticket is unclaimed again', async () => {
    await using team = await newTeam({ on })
    const id = await createTicket(await team.user())
    const [bob, carol, admin] = [await team.member('Bob'), await team.member('Carol'), await team.admin()]
    const names = async () => (await admin.tickets.info({ id })).workers.map(({ name }) => name)
    await assert.rejects(carol.tickets.assign({ id, name: 'Carol' }), { code: 'not_a_worker' })
    await bob.tickets.pick({ id })
    await assert.rejects(bob.tickets.assign({ id, name: 'Nobody' }), { status: 404, code: 'member_not_found' })
    await assert.rejects(bob.tickets.assign({ id }), { status: 400 })
    await bob.tickets.assign({ id, name: 'Carol' })
    await bob.tickets.assign({ id, name: 'Carol' })
    assert.deepEqual(await names(), ['Bob', 'Carol'])
    await assert.rejects(bob.tickets.update({ id, status: 0 }), conflict)
    await carol.tickets.update({ id, status: 3 })
    await bob.tickets.drop({ id })
    await bob.tickets.drop({ id })
    assert.deepEqual(await names(), ['Carol'])
    await assert.rejects(carol.tickets.drop({ id }), { status: 409, code: 'last_worker' })
    await carol.tickets.update({ id, status: 1 })
    const carolId = (await carol.tickets.info({ id })).workers[0]?.id ?? 0
    await assert.rejects(bob.tickets.drop({ id, member: carolId }), { status: 403 })
    await admin.tickets.drop({ id, member: carolId })
    const open = await bob.tickets.info({ id })
    assert.deepEqual([open.status, open.picked, open.workers], [0, false, []])
    assert.equal(open.notes.at(-1)?.content, 'Removed Carol from the ticket.')
    await admin.tickets.assign({ id, member: carolId })
    assert.deepEqual([(await bob.tickets.info({ id })).status, await names()], [1, ['Carol']])
    team.pass({ minutes: 1 })
    await carol.tickets.assign({ id, name: 'Bob' })
    assert.deepEqual(await names(), ['Carol', 'Bob'], 'the member who has worked on it longest comes first')
    const [found] = (await bob.tickets.search({ values: '' })).list
    assert.deepEqual(
      found?.workers.map(({ name }) => name),
      ['Carol', 'Bob'],
    )
    const dan = await admin.admin.invite({ name: 'Dan' })
    await admin.admin.removeMember({ id: dan.id })
    await assert.rejects(bob.tickets.assign({ id, member: dan.id }), { status: 404, code: 'member_not_found' })
    assert.deepEqual(
      (await ticketLog(team))
        .slice(-3)
        .map(({ operation, previous, current }) => [operation, previous.info, current.info]),
      [
        [4, 'Claimed, Carol', 'Submitted, unclaimed'],
        [13, 'Submitted, unclaimed', 'Claimed, Carol'],
        [13, 'Claimed, Carol', 'Claimed, Carol, Bob'],
      ],
    )
  })

  test('any member can hand a device back from any status but the first', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const [bob, carol] = [await team.member('Bob'), await team.member('Carol')]
    const id = await createTicket(ann)
    await assert.rejects(carol.tickets.retrieve({ id }), { status: 409, code: 'not_claimed' })
    await bob.tickets.pick({ id })
    await carol.tickets.retrieve({ id })
    assert.equal((await ann.tickets.info({ id })).isConfirmed, true)
    const withdrawn = await createTicket(ann, { device: 'toaster' })
    await ann.tickets.cancel({ id: withdrawn })
    await carol.tickets.retrieve({ id: withdrawn })
    assert.equal((await ann.tickets.info({ id: withdrawn })).isConfirmed, true)
  })

  test('a hand-back can be undone for ten minutes by any member', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const [bob, carol] = [await team.member('Bob'), await team.member('Carol')]
    const id = await createTicket(ann, { owner: 'Ann', phone: '13800138000' })
    await bob.tickets.update({ id, status: 5 })
    const before = await bob.tickets.info({ id })
    await bob.tickets.unretrieve({ id })
    await bob.tickets.retrieve({ id })
    assert.equal((await bob.tickets.counts()).open, 0)
    await ann.tickets.addnote({ id, content: 'It is not mine!' })
    const offered = async (who: typeof ann) =>
      (await who.tickets.info({ id })).moves.some((m) => m.action === 'unretrieve')
    assert.deepEqual([await offered(ann), await offered(carol)], [false, true])
    team.pass({ minutes: 10 })
    await assert.rejects(ann.tickets.unretrieve({ id }), { code: 'wrong_role' })
    await carol.tickets.unretrieve({ id })
    await carol.tickets.unretrieve({ id })
    const after = await bob.tickets.info({ id })
    assert.deepEqual({ ...after, notes: [], unread: true }, { ...before, notes: [] })
    assert.deepEqual(
      after.notes.slice(-3).map(({ op, content }) => [op, content]),
      [
        ['Bob', 'Confirmed that the owner has collected the device.'],
        ['Ann', 'It is not mine!'],
        ['Carol', 'Undid the hand-back. The team still has the device.'],
      ],
    )
    assert.deepEqual(await bob.tickets.counts(), { open: 1, unclaimed: 0, mine: 1 })
    const [undone] = (await ticketLog(team)).slice(-1)
    assert.deepEqual(
      [undone?.op, undone?.operation, undone?.previous.info, undone?.current.info],
      ['Carol', 1, 'Repaired, collected', 'Repaired'],
    )
    assert.equal((await bob.conclusions.draft({ week: '2026-11-16', shift: '1' })).facts.retrieved, 0)
    // The device can be handed back again, and the ten minutes start again.
    await bob.tickets.retrieve({ id })
    team.pass({ minutes: 10, seconds: 1 })
    assert.equal(await offered(carol), false)
    await assert.rejects(carol.tickets.unretrieve({ id }), { status: 409, code: 'undo_over' })
    await assert.rejects(carol.tickets.unretrieve({ id: 999 }), { code: 'ticket_not_found' })
  })

  test('a hand-back cannot be undone once the owner is erased or the ticket cancelled', async () => {
    await using team = await newTeam({ on })
    const [ann, bob] = [await team.user(), await team.member('Bob')]
    const [gone, withdrawn] = [await createTicket(ann), await createTicket(await team.user())]
    for (const id of [gone, withdrawn]) await bob.tickets.pick({ id })
    await bob.tickets.cancel({ id: withdrawn })
    for (const id of [gone, withdrawn]) await bob.tickets.retrieve({ id })
    await ann.users.erase()
    await assert.rejects(bob.tickets.unretrieve({ id: gone }), { code: 'undo_over' })
    await bob.tickets.unretrieve({ id: withdrawn })
    const { status, isConfirmed } = await bob.tickets.info({ id: withdrawn })
    assert.deepEqual([status, isConfirmed, (await bob.tickets.counts()).open], [7, false, 0])
  })

  test('a ticket lists for each viewer what they may do now', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const [bob, carol] = [await team.member('Bob'), await team.member('Carol')]
    const id = await createTicket(ann)
    const may = async (who: typeof ann) =>
      (await who.tickets.info({ id })).moves.map(({ action, status }) =>
        status === undefined ? action : `${action} ${status}`,
      )
    assert.deepEqual(await may(ann), ['cancel', 'contact', 'addnote'])
    const updates = [2, 3, 4, 5, 6, 7].map((status) => `update ${status}`)
    assert.deepEqual(await may(bob), ['pick', ...updates, 'receive', 'addtoexternal', 'addnote'])
    await bob.tickets.pick({ id })
    await bob.tickets.forward({ id })
    const works = ['update 0', ...updates, 'cancel', 'retrieve', 'receive', 'assign', 'drop', 'addnote']
    assert.deepEqual(await may(bob), works)
    assert.deepEqual(await may(carol), ['retrieve', 'receive', 'addnote'])
    const { status = [] } = await team.anyone.machines.codes()
    assert.deepEqual(
      status.map(({ moves }) => moves),
      [[1, 7], [0, 2, 3, 4, 5, 6, 7], [1, 3, 4, 5, 6, 7], [1, 2, 4, 5, 6, 7], [1, 2, 3, 5, 6, 7], [3], [3], []],
    )
  })

  test('a ticket is forwarded to the external system once', async () => {
    await using team = await newTeam({ on })
    const id = await createTicket(await team.user())
    const bob = await team.member('Bob')
    await bob.tickets.forward({ id })
    await bob.tickets.forward({ id })
    await assert.rejects(bob.tickets.forward({ id: 999 }), { code: 'ticket_not_found' })
    const carol = await team.member('Carol')
    const [back, withdrawn] = [await createTicket(carol), await createTicket(carol)]
    await bob.tickets.pick({ id: back })
    await bob.tickets.retrieve({ id: back })
    await carol.tickets.cancel({ id: withdrawn })
    for (const one of [back, withdrawn, back]) await carol.tickets.forward({ id: one })
    assert.equal((await ticketLog(team)).filter(({ operation }) => operation === 7).length, 3)
    assert.equal((await (await team.admin()).admin.stats()).notInExternal, 0)
  })
})

// The limit is counted in memory, so one database is enough.
test('a user may submit thirty tickets an hour', async () => {
  await using team = await newTeam()
  const ann = await team.user('ann')
  const id = await createTicket(ann)
  for (let i = 1; i < 30; i += 1) await ann.tickets.create({ type: 0, device: `kettle ${i}` })
  for (const session of [ann, await team.user('ann')])
    await assert.rejects(session.tickets.create({ type: 0, device: 'one more' }), { status: 429 })
  await ann.tickets.addnote({ id, content: 'Comments are counted apart.' })
  await (await team.user()).tickets.create({ type: 0, device: 'another person' })
  team.pass({ hours: 1 })
  await ann.tickets.create({ type: 0, device: 'one more' })
})
