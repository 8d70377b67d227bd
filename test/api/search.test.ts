import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { noteTypes, statuses } from '#contract/codes.ts'
import { compareDerivedData } from '#main/consistency.ts'
import { searchTicketIds } from '#service/tickets/search.ts'
import { ticketGrams } from '#service/tickets/search-text.ts'
import { openEngine } from '#store/engine/open.ts'
import { Store } from '#store/store.ts'
import { freshStore, onEachDatabase } from '../support/databases.ts'
import { runJob } from '../support/messages.ts'
import { newTeam } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

onEachDatabase('searching tickets', (on) => {
  test('search finds all words anywhere in a ticket, literally, in Chinese and English', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const bob = await team.member('Bob')
    const laptop = await createTicket(ann, {
      type: 1,
      device: '笔记本电脑',
      deviceModel: 'ThinkPad X1 Carbon',
      owner: '林晓',
      phone: '13800138001',
      description: '开机蓝屏，100% 出现。\nPath C:\\temp_1',
    })
    const fan = await createTicket(ann, {
      device: 'Desk fan',
      owner: 'Maria Oliveira',
      phone: '+86 139 1234 5678',
      description: 'It hums at 50 Hz and stinks',
    })
    const found = async (values: string, queryType = 0) =>
      (await bob.tickets.search({ values, queryType })).list.map(({ id }) => id)
    const finds: [string, number[]][] = [
      ['蓝屏', [laptop]],
      ['机蓝', [laptop]],
      ['屏', [laptop]],
      ['蓝 屏', [laptop]],
      ['机屏', []],
      ['电脑', [laptop]],
      ['林晓', [laptop]],
      ['晓', [laptop]],
      ['晓笔', []],
      ['thinkpad', [laptop]],
      ['THINKPAD x1', [laptop]],
      ['nkpa', [laptop]],
      ['x1', [laptop]],
      ['x', [laptop]],
      ['Z', [fan]],
      ['k', [fan, laptop]],
      ['q', []],
      ['5', [fan]],
      ['0', [fan, laptop]],
      ['8', []],
      ['x 电脑', [laptop]],
      ['x fan', []],
      ['z v desk', [fan]],
      ['e 0 %', [laptop]],
      ['q laptop', []],
      ['hz', [fan]],
      ['think stinks', []],
      ['in', [fan, laptop]],
      ['oliv maria desk', [fan]],
      ['fan thinkpad', []],
      ['100%', [laptop]],
      ['%', [laptop]],
      ['_1', [laptop]],
      ['_2', []],
      ['p_1', [laptop]],
      ['t%p', []],
      ['c:\\temp', [laptop]],
      ["'", []],
      ['" or 1=1 --', []],
      ['qqq', []],
      ['鱻', []],
      ['  ', [fan, laptop]],
      ['', [fan, laptop]],
      ['8001', [laptop]],
      ['5678', [fan]],
      ['5678 fan', [fan]],
      ['1380', []],
      ['0013', []],
      ['001', []],
      ['38001', []],
      ['1234', []],
      ['139123456', []],
      [`#${laptop}`, [laptop]],
    ]
    for (const [values, expected] of finds) assert.deepEqual(await found(values), expected, values)
    assert.deepEqual(await found('in', 1), [fan])
    assert.deepEqual(await found('in', 2), [laptop])
    await bob.tickets.pick({ id: fan })
    assert.deepEqual(await found('in', 3), [laptop])
    assert.deepEqual(await found('in', 4), [fan])
    await bob.tickets.pick({ id: laptop })
    await bob.tickets.update({ id: laptop, status: 4 })
    const filters = [
      { one: fan, filter: { type: 0 } },
      { one: laptop, filter: { type: 1 } },
      { one: fan, filter: { status: 1 } },
      { one: laptop, filter: { status: 4 } },
    ]
    for (const queryType of [0, 4])
      for (const { one, filter } of filters)
        for (const values of ['in', 'hums', '蓝屏', '屏'])
          assert.deepEqual(
            (await bob.tickets.search({ values, queryType, ...filter })).list.map(({ id }) => id),
            (await found(values, queryType)).filter((id) => id === one),
            JSON.stringify({ values, queryType, filter }),
          )
    await assert.rejects(bob.tickets.search({ values: 'x'.repeat(201) }), { status: 400 })
    await assert.rejects(ann.tickets.search({ values: 'fan' }), { status: 403 })
  })

  test('search finds a phone number only by the digits that the searcher may see', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const [bob, carol, admin] = [await team.member('Bob'), await team.member('Carol'), await team.admin()]
    const mobile = await createTicket(ann, { device: 'lamp', phone: '+86 139-1234-5678' })
    const office = await createTicket(ann, { device: 'fan', phone: '6543210' })
    const extension = await createTicket(ann, { device: 'fan', phone: '54321' })
    const landline = await createTicket(ann, { device: 'fan', phone: '020-1234-987' })
    const his = await createTicket(carol, { device: 'kettle', phone: '13800138001' })
    await bob.tickets.pick({ id: office })
    const found = async (who: typeof bob, values: string, filter: object = {}) =>
      (await who.tickets.search({ values, ...filter })).list.map(({ id }) => id)
    const wholes: [string, number][] = [
      ['13912345678', mobile],
      ['139 1234 5678', mobile],
      ['+86 139-1234-5678', mobile],
      ['008613912345678', mobile],
      ['13912345678 lamp', mobile],
      ['6543210', office],
      ['654-3210', office],
      ['54321', extension],
      ['0201234987', landline],
      ['13800138001', his],
    ]
    for (const [values, id] of wholes) {
      assert.deepEqual(await found(admin, values), [id], values)
      assert.deepEqual(await found(bob, values), id === office ? [id] : [], values)
      assert.deepEqual(await found(carol, values), id === his ? [id] : [], values)
      assert.deepEqual(await found(carol, values, { open: 1 }), id === his ? [id] : [], values)
    }
    const ends: [string, number[], number[]][] = [
      ['5678', [mobile], [mobile]],
      ['5678 lamp', [mobile], [mobile]],
      ['3210', [office], []],
      ['4321', [extension], []],
      // The mask shows the last two of ten digits.
      ['4987', [landline], []],
    ]
    for (const [values, all, masked] of ends) {
      assert.deepEqual(await found(admin, values), all, values)
      assert.deepEqual(await found(carol, values), masked, values)
    }
    const parts = [
      '1391',
      '1234',
      '139',
      '13912',
      '1391234567',
      '3912345678',
      '45678',
      '567',
      '9123',
      '+86',
      '86139',
      '8613912',
    ]
    for (const who of [admin, bob, carol]) for (const part of parts) assert.deepEqual(await found(who, part), [], part)
    await bob.tickets.pick({ id: mobile })
    assert.deepEqual(await found(bob, '13912345678'), [mobile])
    assert.deepEqual(await found(bob, '13912345678', { queryType: 4 }), [mobile])
    assert.deepEqual(await found(bob, '13912345678 lamp'), [mobile])
    await admin.admin.updateSettings({ phonesForAllMembers: true })
    for (const [values, id] of wholes) assert.deepEqual(await found(carol, values), [id], values)
    assert.deepEqual(await found(carol, '3210'), [office])
  })

  test('search finds what was written about a ticket and its remedy, until it is erased', async () => {
    await using team = await newTeam({ on })
    const [ann, zoe, bob, carol] = [
      await team.user('ann'),
      await team.user('zoe'),
      await team.member('Bob'),
      await team.member('Carol'),
    ]
    const [kettle, fan] = [
      await createTicket(ann, { device: 'Kettle', description: 'It leaks' }),
      await createTicket(zoe, { device: 'Fan', description: 'It hums' }),
    ]
    const found = async (values: string) => (await bob.tickets.search({ values })).list.map(({ id }) => id)
    await runJob(team, 'index')
    await ann.tickets.addnote({ id: kettle, content: 'Verkalkt seit Ostern' })
    await carol.tickets.addnote({ id: fan, content: '转子需要上油', type: noteTypes.internal })
    await bob.tickets.pick({ id: kettle })
    await bob.tickets.update({
      id: kettle,
      status: statuses.repaired,
      remedy: 'Neue Dichtung',
      content: 'Bitte abholen',
    })
    for (const indexed of [false, true]) {
      if (indexed) await runJob(team, 'index')
      for (const [values, id] of [
        ['verkalkt', kettle],
        ['kettle ostern', kettle],
        ['dichtung', kettle],
        ['abholen dichtung leaks', kettle],
        ['上油', fan],
      ] as const)
        assert.deepEqual(await found(values), [id], values)
      assert.deepEqual(await found('verkalkt 上油'), [])
    }
    await bob.tickets.update({ id: kettle, status: statuses.repaired, remedy: 'Neues Ventil' })
    assert.deepEqual([await found('dichtung'), await found('ventil')], [[], [kettle]])
    await runJob(team, 'index')
    assert.deepEqual([await found('dichtung'), await found('ventil')], [[], [kettle]])
    // Carol's text is removed from another owner's ticket too.
    await bob.tickets.retrieve({ id: kettle })
    await ann.users.erase({})
    await carol.users.erase({})
    for (const values of ['verkalkt', '上油', 'leaks']) assert.deepEqual(await found(values), [], values)
    assert.deepEqual([await found('ventil'), await found('hums')], [[kettle], [fan]])
    assert.deepEqual(await compareDerivedData(team.fresh.config), { marks: 0, counts: 0, grams: 0 })
    await runJob(team, 'index')
    assert.deepEqual(await compareDerivedData(team.fresh.config), { marks: 0, counts: 0, grams: 0 })
    await using engine = await openEngine(team.fresh.config)
    const erased = ['rka', 'kal', '上油', '转子']
    const left = await engine.read((db) => db.selectFrom('gram').where('gram', 'in', erased).selectAll().execute())
    assert.deepEqual(left, [])
  })

  test('search finds comments and remedies from before an upgrade after it', async () => {
    await using made = await freshStore(on)
    const { store, fresh } = made
    const texts = { device: 'Kettle', device_model: '', owner: '', phone: '', description: '' }
    const row = {
      ...texts,
      person_id: 1,
      type: 0,
      status: 0,
      open: 1,
      kind: null,
      accessories: '[]',
      created_at: 0,
    } as const
    {
      await using engine = await openEngine(fresh.config)
      await engine.change((db) => db.insertInto('person').values({ name: '', phone: '', created_at: 0 }).execute())
      await store.upkeep(async (tx) => {
        for (let i = 0; i < 3; i += 1) await tx.tickets.add(row)
      })
      await store.upkeep((tx) => tx.ticketQueues.indexQueued(10, ticketGrams))
      await engine.change(async (db) => {
        await db.insertInto('note').values({ ticket_id: 2, type: 1, content: 'Limescale', created_at: 0 }).execute()
        await db.updateTable('ticket').set({ remedy: 'Descaled' }).where('id', '=', 3).execute()
        await sql`alter table gram_queue drop column again`.execute(db)
        await db.deleteFrom('migration').where('name', '=', '032-notes-in-search').execute()
      })
    }
    await store.migrate(0)
    const wish = { open: false, memberId: 0, personId: 0, seesPhones: true, queryType: 0, offset: 0, count: 2 }
    const found = async (values: string) => (await searchTicketIds(store, { ...wish, values })).ids
    assert.deepEqual([await found('limescale'), await found('descaled')], [[2], [3]])
    assert.equal(await store.upkeep((tx) => tx.ticketQueues.indexQueued(10, ticketGrams)), 2)
    assert.deepEqual([await found('limescale'), await found('descaled')], [[2], [3]])
    assert.deepEqual(await compareDerivedData(fresh.config), { marks: 0, counts: 0, grams: 0 })
  })

  test('search finds a ticket number only as a whole', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const bob = await team.member('Bob')
    for (let i = 0; i < 12; i += 1) await createTicket(ann, { device: `device ${'abcdefghijkl'[i]}` })
    assert.deepEqual(
      (await bob.tickets.search({ values: '1' })).list.map(({ id }) => id),
      [1],
    )
    assert.deepEqual(
      (await bob.tickets.search({ values: '12' })).list.map(({ id }) => id),
      [12],
    )
    assert.deepEqual((await bob.tickets.search({ values: '99' })).list, [])
    assert.equal((await bob.tickets.search({ values: 'device' })).total, 12)
    // With an order the exact number comes first; without one, the newest ticket.
    for (const device of ['model 5', 'model 5 again']) await createTicket(ann, { device })
    const five = async (values: string, order?: 'newest' | 'oldest') =>
      (await bob.tickets.search({ values, ...(order && { order }) })).list.map(({ id }) => id)
    assert.deepEqual(await five('5'), [14, 13, 5])
    assert.deepEqual(await five('5', 'newest'), [5, 14, 13])
    assert.deepEqual(await five('#5', 'oldest'), [5])
    assert.deepEqual(await five('model 5', 'oldest'), [13, 14])
  })

  test('search finds a word whose first letter is very common', async () => {
    await using team = await newTeam({ on })
    const id = await createTicket(await team.user(), { device: '屏龥' })
    await using engine = await openEngine(team.fresh.config)
    const others = Array.from({ length: 4000 }, (_, i) => `屏${String.fromCharCode(0x4e00 + i)}`)
    await engine.change(async (db) => {
      for (let i = 0; i < others.length; i += 500) {
        const rows = others.slice(i, i + 500).map((gram) => ({ gram, block: 9, ids: '00' }))
        await db.insertInto('gram').values(rows).execute()
      }
    })
    const { list } = await (await team.member('Bob')).tickets.search({ values: '屏' })
    assert.deepEqual(
      list.map((ticket) => ticket.id),
      [id],
    )
  })

  test('search results have pages and a total', async () => {
    await using team = await newTeam({ on, env: { RATE_LIMITS: 'off' } })
    const ann = await team.user()
    const bob = await team.member('Bob')
    for (let i = 0; i < 25; i += 1)
      await createTicket(ann, {
        device: i % 2 ? `电风扇 ${i}` : `电饭锅 ${i}`,
        description: i % 2 ? `水${'一二三四五六七八九十百千'[(i - 1) / 2]}` : '火',
      })
    const page = await bob.tickets.search({ values: '电风', pageId: 2, count: 5 })
    assert.equal(page.total, 12)
    assert.equal(page.more, undefined)
    assert.deepEqual(
      page.list.map(({ id }) => id),
      [14, 12, 10, 8, 6],
    )
    assert.deepEqual((await bob.tickets.search({ values: '电风', pageId: 4, count: 5 })).list, [])
    assert.equal((await bob.tickets.search({ values: '水 电风' })).total, 12)
    assert.equal((await bob.tickets.search({ values: '水 电饭' })).total, 0)
  })
})

test('the total of a search is exact up to a thousand', async () => {
  await using team = await newTeam()
  const ann = await team.user()
  const bob = await team.member('Bob')
  const id = await createTicket(ann)
  const texts = { device: 'kettle', device_model: '', owner: '', phone: '', description: '' }
  const row = {
    ...texts,
    person_id: 1,
    type: 0,
    status: 0,
    open: 1,
    kind: null,
    accessories: '[]',
    created_at: team.now(),
  } as const
  {
    await using store = new Store(await openEngine(team.fresh.config))
    await store.upkeep(async (tx) => {
      for (let i = 0; i < 1000; i += 1) await tx.tickets.add(row)
      await tx.ticketQueues.indexQueued(500, ticketGrams)
    })
  }
  const counted = async (wish: Parameters<typeof bob.tickets.search>[0]) => {
    const { total, more } = await bob.tickets.search(wish)
    return more ? `${total} and more` : total
  }
  assert.deepEqual(
    [await counted({ values: 'kettle' }), await counted({ status: 0 }), await counted({})],
    ['1000 and more', '1000 and more', 1001],
  )
  // Lists without pages end at a thousand too.
  const { list } = await ann.tickets.mine()
  assert.equal(list.length, 1000)
  assert.equal((await bob.tickets.uncompletedAll({})).list.length, 1000)
  await ann.tickets.cancel({ id })
  assert.deepEqual([await counted({ values: 'kettle', status: 0 }), await counted({ status: 0 })], [1000, 1000])
})
