import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listNumbers } from '#store/tickets/list-counts.ts'
import { freshStore, onEachDatabase } from '../support/databases.ts'
import { json, newTeam, type Person } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

const ids = ({ list }: { list: { id: number }[] }) => list.map(({ id }) => id)

/** Many tickets of these people, every third a computer; answers their numbers, newest first. */
async function many(people: readonly Person[], count: number): Promise<number[]> {
  for (let i = 0; i < count; i += 1)
    await people[i % people.length]?.tickets.create({ type: i % 3 === 0 ? 1 : 0, device: `device ${i}` })
  const theirs = await Promise.all(people.map((person) => person.tickets.mine()))
  return theirs
    .flatMap(ids)
    .sort((a, b) => b - a)
    .slice(0, count)
}

onEachDatabase('lists of tickets', (on) => {
  test('lists of tickets have pages, totals and kinds, newest first', async () => {
    await using team = await newTeam({ on, env: { RATE_LIMITS: 'off' } })
    const people = await Promise.all(Array.from({ length: 3 }, () => team.user()))
    const [bob, carol] = [await team.member('Bob'), await team.member('Carol')]
    const all = await many(people, 150)
    const computers = all.filter((_, i) => (149 - i) % 3 === 0)
    assert.deepEqual(await ids(await bob.tickets.list({})), all.slice(0, 10))
    const pages = []
    for (let pageId = 1; pageId <= 8; pageId += 1) {
      const page = await bob.tickets.list({ pageId, count: 20 })
      assert.equal(page.total, 150)
      pages.push(...ids(page))
    }
    assert.deepEqual(pages, all)
    assert.deepEqual(await bob.tickets.list({ pageId: 9, count: 20 }), { list: [], total: 150 })
    assert.deepEqual(await bob.tickets.list({ pageId: Number.MAX_SAFE_INTEGER, count: 1000 }), { list: [], total: 150 })
    assert.deepEqual(ids(await bob.tickets.list({ queryType: 2, count: 1000 })), computers)
    assert.equal((await bob.tickets.list({ queryType: 1 })).total, 100)
    const picked = all.filter((_, i) => i % 7 === 0)
    for (const id of picked) await bob.tickets.pick({ id })
    assert.deepEqual(ids(await bob.tickets.list({ queryType: 4, count: 1000 })), picked)
    assert.deepEqual(await bob.tickets.list({ queryType: 4, count: 5, pageId: 2 }), {
      list: (await bob.tickets.list({ queryType: 4, count: 1000 })).list.slice(5, 10),
      total: picked.length,
    })
    assert.deepEqual(await carol.tickets.list({ queryType: 4 }), { list: [], total: 0 })
    assert.deepEqual(
      ids(await bob.tickets.list({ queryType: 3, count: 1000 })),
      all.filter((id) => !picked.includes(id)),
    )
    for (const bad of [{ queryType: 5 }, { count: 0 }, { count: 1001 }, { pageId: 0 }])
      await assert.rejects(bob.tickets.list(bad), { status: 400 })
  })

  test('lists of tickets ignore empty filters', async () => {
    await using team = await newTeam({ on })
    const [ann, bob] = [await team.user(), await team.member('Bob')]
    const all = await many([ann], 3)
    const empty = ['pageId', 'count', 'queryType', 'order', 'open', 'type', 'status', 'values']
    for (const path of ['/tickets/list', '/tickets/uncompleted', '/tickets/search']) {
      const inQuery = await team.call(`${path}?token=${bob.token}&${empty.map((name) => `${name}=`).join('&')}`)
      const { data } = (await inQuery.json()) as { data: { list: { id: number }[] } }
      assert.deepEqual([inQuery.status, ids(data)], [200, all], path)
    }
    const body = Object.fromEntries(empty.map((name) => [name, '']))
    assert.equal((await team.call('/tickets/uncompleted', json({ token: bob.token, ...body }))).status, 200)
  })

  test('lists of tickets can be ordered oldest first, on every page and for every kind', async () => {
    await using team = await newTeam({ on, env: { RATE_LIMITS: 'off' } })
    const [ann, bob] = [await team.user(), await team.member('Bob')]
    const all = (await many([ann], 140)).reverse()
    for (const id of all.slice(0, 3)) await bob.tickets.pick({ id })
    const paged = async (list: typeof bob.tickets.list | typeof bob.tickets.search, queryType: number) => {
      const found = []
      for (let pageId = 1; pageId <= 5; pageId += 1)
        found.push(...ids(await list({ pageId, count: 45, queryType, order: 'oldest' })))
      return found
    }
    for (const list of [bob.tickets.list, bob.tickets.search]) {
      assert.deepEqual(await paged(list, 0), all)
      assert.deepEqual(await paged(list, 3), all.slice(3))
      assert.deepEqual(await paged(list, 4), all.slice(0, 3))
    }
    const narrow = { order: 'oldest', type: 1, count: 5, pageId: 2 } as const
    assert.deepEqual(ids(await bob.tickets.search(narrow)), all.filter((_, i) => i % 3 === 0).slice(5, 10))
    assert.deepEqual(ids(await bob.tickets.search({ values: 'device', order: 'oldest' })), all.slice(0, 10))
    assert.deepEqual(ids(await bob.tickets.list({ order: 'newest' })), all.toReversed().slice(0, 10))
    await assert.rejects(bob.tickets.list({ order: 'dearest' as 'oldest' }), { status: 400 })
    assert.deepEqual(await bob.tickets.counts(), { open: 140, unclaimed: 137, mine: 3 })
  })

  test('lists of tickets are ordered by the day that a device came in, imported repairs included', async () => {
    await using team = await newTeam({ on, env: { RATE_LIMITS: 'off' } })
    const [ann, bob] = [await team.user(), await team.member('Bob')]
    const today = (await many([ann], 4)).reverse()
    team.setClock({ hours: -24 * 200 })
    const march = (await many([ann], 4)).reverse().slice(0, 4)
    team.setClock({ hours: 24 * 200 })
    const oldest = [...march, ...today]
    const computers = [march[0], march[3], today[0], today[3]]
    for (const id of [today[0], march[0]]) await bob.tickets.pick({ id: id ?? 0 })
    for (const [order, sorted] of [
      ['oldest', <T>(list: T[]) => list],
      ['newest', <T>(list: T[]) => list.toReversed()],
    ] as const) {
      const all = sorted(oldest)
      const free = all.filter((id) => id !== today[0] && id !== march[0])
      assert.deepEqual(ids(await bob.tickets.list({ order })), all)
      for (const open of [0, 1]) {
        const found = async (input: object) => ids(await bob.tickets.search({ order, open, ...input }))
        assert.deepEqual(await found({}), all)
        assert.deepEqual(await found({ count: 3, pageId: 2 }), all.slice(3, 6))
        assert.deepEqual(await found({ values: 'device' }), all)
        assert.deepEqual(await found({ queryType: 3 }), free)
        assert.deepEqual(await found({ status: 0 }), free)
        assert.deepEqual(await found({ type: 1 }), sorted(computers))
        assert.deepEqual(await found({ queryType: 2, status: 1 }), sorted([march[0], today[0]]))
        assert.deepEqual(await found({ queryType: 4 }), sorted([march[0], today[0]]))
        assert.deepEqual(await found({ queryType: 4, type: 0 }), [])
      }
    }
    assert.deepEqual(
      ids(await bob.tickets.list({})),
      [...today, ...march].toReversed(),
      'without an order the list is sorted by number',
    )
  })

  test('lists mark tickets where the owner wrote something since the member last looked', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const [bob, carol] = [await team.member('Bob'), await team.member('Carol')]
    const id = await createTicket(ann)
    const unread = async (who: Person) => (await who.tickets.search({})).list[0]?.unread
    const look = async (who: Person) => {
      const { notes, unread } = await who.tickets.info({ id })
      if (unread) await who.tickets.seen({ id, note: notes.at(-1)?.id ?? 0 })
      return unread
    }
    team.pass({ minutes: 1 })
    await ann.tickets.addnote({ id, content: 'It is the blue one.' })
    assert.deepEqual(
      [await unread(bob), await unread(carol)],
      [false, false],
      'a ticket that a member never opened is not unread',
    )
    await bob.tickets.pick({ id })
    assert.equal(await unread(bob), true, 'the ticket is unread for the member who works on it')
    assert.deepEqual([await look(bob), await look(bob), await look(carol)], [true, false, true])
    await bob.tickets.addnote({ id, content: 'Thank you.' })
    await carol.tickets.addnote({ id, content: 'A spare is in the box.', type: 2 })
    assert.deepEqual([await unread(bob), await unread(carol), await look(bob)], [false, false, false])
    await ann.tickets.addnote({ id, content: 'When can I come?' })
    assert.deepEqual([await unread(bob), await unread(carol)], [true, true])
    assert.equal(await look(bob), true)
    assert.deepEqual([await unread(bob), await unread(carol)], [false, true])
    await bob.tickets.seen({ id, note: 1 })
    assert.equal(await unread(bob), false, 'an older mark does not make a ticket unread')
    assert.equal((await ann.tickets.info({ id })).unread, undefined)
    await assert.rejects(bob.tickets.seen({ id: 999, note: 1 }), { code: 'ticket_not_found' })
    await assert.rejects(ann.tickets.seen({ id, note: 1 }), { code: 'wrong_role' })
  })

  test('lists of tickets have pages even for very large page numbers', async () => {
    await using opened = await freshStore(on)
    const numbers = [3, 127, 128, 129, 16_383, 16_384, 16_600, 40_000, 40_001]
    const list = listNumbers.of(1)
    await opened.store.upkeep((tx) => tx.listCounts.apply(numbers.map((id) => ({ id, from: [], to: [list] }))))
    await opened.store.read(async (tx) => {
      for (const [offset, id] of numbers.toReversed().entries()) {
        const { total, upTo = 0, skip = 0 } = (await tx.listCounts.seek(list, offset)) ?? {}
        const from = numbers.toReversed().filter((one) => one <= upTo)
        assert.deepEqual([total, from[skip]], [numbers.length, id])
      }
      assert.deepEqual(await tx.listCounts.seek(list, numbers.length), { total: numbers.length, upTo: 0, skip: 0 })
    })
  })

  test('the unfinished tickets of the last seven days are listed in pages, or all at once in the first revision', async () => {
    await using team = await newTeam({ on, env: { RATE_LIMITS: 'off' } })
    const ann = await team.user()
    const bob = await team.member('Bob')
    const old = await many([ann], 3)
    team.pass({ days: 4 })
    const older = await many([ann], 12)
    team.pass({ days: 2, hours: 23 })
    const recent = await many([ann], 12)
    const [cancelled = 0, retrieved = 0, picked = 0] = recent
    await ann.tickets.cancel({ id: cancelled })
    await bob.tickets.pick({ id: retrieved })
    await bob.tickets.retrieve({ id: retrieved })
    await bob.tickets.pick({ id: picked })
    const open = (list: number[]) => list.filter((id) => id !== cancelled && id !== retrieved)
    const expected = open([...recent, ...older, ...old])
    assert.deepEqual(ids(await bob.tickets.uncompleted({ count: 1000 })), expected)
    assert.equal((await bob.tickets.uncompleted({})).list.length, 10)
    assert.equal((await bob.tickets.uncompleted({})).total, expected.length)
    assert.deepEqual(ids(await bob.tickets.uncompleted({ count: 7, pageId: 3 })), expected.slice(14, 21))
    assert.deepEqual(await bob.tickets.uncompletedAll({}), await bob.tickets.uncompleted({ count: 1000 }))
    const body = await (await team.call('/tickets/uncompleted', json({ token: bob.token }))).json()
    assert.deepEqual(body, { success: true, data: await bob.tickets.uncompletedAll({}) })
    assert.deepEqual(ids(await bob.tickets.uncompleted({ queryType: 4 })), [picked])
    // Every list for members names the workers of each ticket.
    const seen = async (list: Promise<{ list: { id: number; picked: boolean; workers: object[] }[] }>) =>
      (await list).list.flatMap(({ id, picked, workers }) =>
        picked || workers.length > 0 ? [{ id, picked, workers }] : [],
      )
    const { workers } = await bob.tickets.info({ id: picked })
    const claimed = { id: picked, picked: true, workers }
    for (const list of [bob.tickets.uncompleted({ count: 100 }), bob.tickets.uncompletedAll({})])
      assert.deepEqual(await seen(list), [claimed])
    for (const list of [bob.tickets.list({ count: 100 }), bob.tickets.search({ count: 100 })])
      assert.deepEqual(await seen(list), [{ ...claimed, id: retrieved }, claimed])
    assert.equal((await bob.tickets.uncompleted({ queryType: 3 })).total, expected.length - 1)
    team.pass({ hours: 2 })
    assert.equal((await bob.tickets.uncompleted({})).total, expected.length - old.length)
    team.pass({ days: 4 })
    assert.deepEqual(ids(await bob.tickets.uncompleted({ count: 100 })), open(recent))
    assert.equal((await bob.tickets.uncompleted({ queryType: 2 })).total, open(recent).length / 2 - 1)
    team.pass({ days: 4 })
    assert.deepEqual(await bob.tickets.uncompleted({}), { list: [], total: 0 })
  })

  test('a search can be limited to unfinished tickets, a type and a status, and names the workers', async () => {
    await using team = await newTeam({ on, env: { RATE_LIMITS: 'off' } })
    const ann = await team.user()
    const [bob, carol] = [await team.member('Bob'), await team.member('Carol')]
    const [radio, kettle, laptop, lamp, phone, fan] = [
      await createTicket(ann, { device: 'radio of Ann' }),
      await createTicket(ann, { device: 'kettle of Ann' }),
      await createTicket(ann, { type: 1, device: 'laptop of Ann' }),
      await createTicket(ann, { device: 'lamp of Ann' }),
      await createTicket(ann, { type: 1, device: 'phone of Ann' }),
      await createTicket(ann, { device: 'fan of Ann' }),
    ]
    await bob.tickets.update({ id: radio, status: 3 })
    await bob.tickets.retrieve({ id: radio })
    for (const id of [kettle, laptop, lamp]) await bob.tickets.update({ id, status: 5 })
    await bob.tickets.retrieve({ id: kettle })
    await bob.tickets.assign({ id: laptop, name: 'Carol' })
    await ann.tickets.cancel({ id: fan })
    type Wish = Parameters<Person['tickets']['search']>[0]
    const narrowed: [Wish, number[]][] = [
      [{}, [fan, phone, lamp, laptop, kettle, radio]],
      [{ open: 1 }, [phone, lamp, laptop]],
      [{ open: 1, type: 1 }, [phone, laptop]],
      [{ type: 0 }, [fan, lamp, kettle, radio]],
      [{ status: 5 }, [lamp, laptop, kettle]],
      [{ open: 1, status: 5 }, [lamp, laptop]],
      [{ open: 1, status: 5, type: 0 }, [lamp]],
      [{ open: 1, status: 0 }, [phone]],
      [{ open: 1, queryType: 2 }, [phone, laptop]],
      [{ status: 3 }, [radio]],
      [{ status: 3, open: 1 }, []],
      [{ status: 3, type: 1 }, []],
      [{ queryType: 3 }, [phone]],
      [{ queryType: 4 }, [lamp, laptop, kettle, radio]],
      [{ queryType: 4, open: 1 }, [lamp, laptop]],
      [{ open: 1, status: 5, queryType: 4 }, [lamp, laptop]],
      [{ open: 1, type: 1, queryType: 3 }, [phone]],
      [{ status: 7 }, [fan]],
      [{ status: 7, open: 1 }, []],
    ]
    for (const values of ['', 'ann', 'A', 'of ann'])
      for (const [wish, expected] of narrowed) {
        const { list, total } = await bob.tickets.search({ values, ...wish })
        assert.deepEqual([ids({ list }), total], [expected, expected.length], JSON.stringify([values, wish]))
      }
    assert.deepEqual(ids(await carol.tickets.search({ queryType: 4, status: 5 })), [laptop])
    assert.deepEqual(ids(await bob.tickets.search({ status: 5, count: 1, pageId: 2 })), [laptop])
    const { list } = await carol.tickets.search({ open: 1 })
    assert.deepEqual(
      list.map(({ workers }) => workers.map(({ name }) => name)),
      [[], ['Bob'], ['Bob', 'Carol']],
    )
    const { list: colleagues } = await carol.members.list()
    assert.deepEqual(
      colleagues.map(({ name }) => name),
      ['Bob', 'Carol', 'admin'],
    )
    for (const bad of [{ open: 2 }, { type: 2 }, { status: 8 }])
      await assert.rejects(bob.tickets.search(bad), { status: 400 })
  })

  test('a user’s own tickets are listed without those of others, and all at once without paging', async () => {
    await using team = await newTeam({ on, env: { RATE_LIMITS: 'off' } })
    const [ann, ben] = [await team.user(), await team.user()]
    const all = await many([ann, ben], 26)
    const mine = all.filter((_, i) => (25 - i) % 2 === 0)
    assert.deepEqual(ids(await ann.tickets.mine()), mine)
    assert.deepEqual(await ann.tickets.mine({ pageId: 2, count: 5 }), {
      list: (await ann.tickets.mine()).list.slice(5, 10),
      total: 13,
    })
    assert.deepEqual(ids(await ann.tickets.mine({ pageId: 1 })), mine.slice(0, 10))
    assert.deepEqual(ids(await ann.tickets.mine({ pageId: 2 })), mine.slice(10))
    const bob = await team.member('Bob')
    assert.deepEqual(ids(await bob.tickets.uncompletedAll({ pageId: 2 })), all.slice(10, 20))
    await assert.rejects(ann.tickets.list({}), { status: 403, code: 'wrong_role' })
  })

  test('phones in lists are masked for members who do not work on the ticket, unless a setting shows them', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const [bob, carol, admin] = [await team.member('Bob'), await team.member('Carol'), await team.admin()]
    const id = await createTicket(ann, { phone: '+86 138-0013-8000' })
    await createTicket(ann, { device: 'short', phone: '66112' })
    await createTicket(ann, { device: 'landline', phone: '8555 1234' })
    await createTicket(ann, { device: 'abroad', phone: '612345678' })
    const phones = async (who: Person) => (await who.tickets.list({})).list.map(({ phone }) => phone)
    await bob.tickets.pick({ id })
    assert.deepEqual(await phones(bob), ['61****78', '85****34', '****2', '+86 138-0013-8000'])
    assert.deepEqual(await phones(carol), ['61****78', '85****34', '****2', '138****8000'])
    assert.deepEqual(await phones(admin), ['612345678', '8555 1234', '66112', '+86 138-0013-8000'])
    assert.equal((await carol.tickets.info({ id })).phone, '138****8000')
    assert.equal((await bob.tickets.info({ id })).phone, '+86 138-0013-8000')
    assert.equal((await ann.tickets.mine()).list[3]?.phone, '+86 138-0013-8000')
    assert.equal((await carol.tickets.search({ values: '8000' })).list[0]?.phone, '138****8000')
    assert.equal((await bob.tickets.search({ values: '8000' })).list[0]?.phone, '+86 138-0013-8000')
    assert.equal((await carol.tickets.uncompleted({})).list[3]?.phone, '138****8000')
    await admin.admin.updateSettings({ phonesForAllMembers: true })
    assert.deepEqual(await phones(carol), await phones(admin))
  })
})
