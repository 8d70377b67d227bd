import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statuses } from '#contract/codes.ts'
import type { DialectName } from '#store/engine/dialects.ts'
import { openEngine } from '#store/engine/open.ts'
import { pushPeer, type Subscription } from '../peers/push.ts'
import { smtpPeer } from '../peers/smtp.ts'
import { onEachDatabase } from '../support/databases.ts'
import { newTeam, type Person, type Team } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'
import { foreignTransaction } from '../support/transaction.ts'

/** A visitor arrives with a device and joins the queue. */
const comes = (member: Person, more: Partial<Parameters<Person['counter']['create']>[0]> = {}) =>
  member.counter.create({ type: 0, device: 'kettle', queue: true, ...more })

const placeOf = async (team: Team, receipt: string) => (await team.anyone.receipts.info({ receipt })).visit

const boardQueue = async (team: Team) => {
  const { called, waiting } = (await team.anyone.team.board()).queue
  return { called, waiting }
}

onEachDatabase('visitors in the queue', (on) => {
  test('simultaneous calls get different visitors, on any node', async () => {
    await using team = await newTeam({ on })
    await using second = on === 'postgres' ? await newTeam({ on, beside: team }) : undefined
    const bob = await team.member('Bob')
    const members = [bob, ...(await Promise.all(['Ann', 'Eve', 'Dan'].map((name) => team.member(name))))]
    for (let round = 0; round < 3; round += 1) {
      const numbers: (string | undefined)[] = []
      for (let i = 0; i < 12; i += 1) numbers.push((await comes(bob)).number)
      const calls = numbers.map((_, i) => {
        const node = i % 2 === 0 ? team : (second ?? team)
        return node.as(members[i % members.length]?.token ?? '').counter.call({})
      })
      assert.deepEqual((await Promise.all(calls)).map(({ number }) => number).sort(), numbers.toSorted())
      await assert.rejects(bob.counter.call({}), { code: 'nobody_waits' })
    }
  })

  test('queue numbers are by kind and day, visitors are called in order, and receipt, board and list agree', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    await admin.admin.updateSettings({ kinds: [{ id: 2, name: { zh_CN: '衣服', en_US: 'Clothes' }, type: 0 }] })
    const [ann, bob] = [await team.member('Ann'), await team.member('Bob')]
    const one = await comes(ann)
    const two = await comes(bob, { type: 1, device: 'laptop' })
    const three = await comes(ann)
    const four = await comes(ann, { kind: 2, device: 'coat' })
    // A ticket submitted from home gets a number when its owner comes, and the same one when they come again.
    const mine = await createTicket(await team.user(), { owner: 'Zoe' })
    assert.deepEqual(
      [one.number, two.number, three.number, four.number, (await bob.counter.arrive({ id: mine })).number],
      ['A01', 'B01', 'A02', 'C01', 'A03'],
    )
    assert.equal((await ann.counter.arrive({ id: mine })).number, 'A03')
    assert.deepEqual(await placeOf(team, three.receipt), { number: 'A02', state: 'waiting', ahead: 1, bench: '' })
    assert.deepEqual(await placeOf(team, two.receipt), { number: 'B01', state: 'waiting', ahead: 0, bench: '' })
    assert.deepEqual(await boardQueue(team), { called: [], waiting: 5 })
    assert.deepEqual(await ann.counter.queue({ day: '2026-11-15' }), { day: '2026-11-15', list: [] })

    // Members call visitors of the kinds that they repair; two who call at once get different visitors.
    assert.equal((await bob.counter.call({ kinds: [1, 2] })).number, 'B01')
    assert.equal((await bob.counter.call({ kinds: [1, 2] })).number, 'C01')
    await assert.rejects(bob.counter.call({ kinds: [1, 2] }), { status: 409, code: 'nobody_waits' })
    const both = await Promise.all([ann.counter.call({}), bob.counter.call({})])
    assert.deepEqual(both.map(({ number }) => number).sort(), ['A01', 'A02'])
    assert.deepEqual(
      both.map(({ calledBy, mine: own, state }) => [calledBy, own, state]),
      [
        ['Ann', true, 'called'],
        ['Bob', true, 'called'],
      ],
    )
    assert.deepEqual(await placeOf(team, three.receipt), { number: 'A02', state: 'called', ahead: 0, bench: '' })
    const board = (await team.anyone.team.board()).queue
    assert.deepEqual([board.called.toSorted(), board.waiting], [['A01', 'A02', 'B01', 'C01'], 1])

    // The visitor was skipped and returned to their place.
    team.pass({ minutes: 1 })
    await ann.counter.mark({ id: one.id, state: 'skipped' })
    await ann.counter.mark({ id: four.id, state: 'gone' })
    await assert.rejects(ann.counter.call({ id: four.id }), { status: 409, code: 'visit_over' })
    assert.equal((await ann.counter.arrive({ id: four.id })).number, 'C01')
    assert.equal((await ann.counter.mark({ id: one.id, state: 'waiting' })).state, 'waiting')
    assert.deepEqual((await ann.counter.call({})).number, 'A01')
    assert.deepEqual((await team.anyone.team.board()).queue.called, ['A01', 'A02', 'B01'], 'the latest first')
    const again = await bob.counter.call({ id: two.id })
    assert.deepEqual([again.number, again.calledTime], ['B01', '2026-11-16T09:31:00.000000'])

    // At the bench the ticket is claimed, and the team has the device.
    assert.equal((await team.anyone.receipts.info(one)).ticket.here, false)
    const served = await Promise.all([ann, bob].map((who) => who.counter.mark({ id: one.id, state: 'served' })))
    assert.deepEqual(
      served.map(({ state }) => state),
      ['served', 'served'],
    )
    const { ticket } = await team.anyone.receipts.info(one)
    assert.deepEqual([ticket.status, ticket.workers.length, ticket.here], [statuses.accepted, 1, true])
    await assert.rejects(ann.counter.mark({ id: one.id, state: 'waiting' }), { code: 'visit_over' })
    assert.equal((await ann.counter.arrive({ id: one.id })).number, 'A01')
    // A ticket that another member has claimed stays theirs.
    await ann.tickets.pick({ id: two.id })
    await bob.counter.mark({ id: two.id, state: 'served' })
    assert.deepEqual(
      (await ann.tickets.info({ id: two.id })).workers.map(({ name }) => name),
      ['Ann'],
    )

    // The visitor of a cancelled ticket no longer waits.
    await team.anyone.receipts.cancel(four)
    assert.deepEqual(await placeOf(team, four.receipt), { number: 'C01', state: 'gone', ahead: 0, bench: '' })
    await assert.rejects(ann.counter.mark({ id: four.id, state: 'waiting' }), { code: 'visit_over' })
    await assert.rejects(ann.counter.arrive({ id: four.id }), { status: 409, code: 'ticket_over' })
    await assert.rejects(ann.counter.arrive({ id: 99 }), { status: 404, code: 'ticket_not_found' })
    const { list } = await ann.counter.queue({})
    assert.deepEqual(
      list.map(({ number, state, device, owner }) => [number, state, device, owner].join(' ')),
      ['A01 served kettle ', 'B01 served laptop ', 'A02 called kettle ', 'C01 gone coat ', 'A03 waiting kettle Zoe'],
    )
    assert.deepEqual(await boardQueue(team), { called: ['A02'], waiting: 1 })

    // A number from offline use is kept unless it is taken.
    assert.equal((await comes(ann, { number: 'QX01' })).number, 'QX01')
    assert.equal((await comes(bob, { number: 'QX01' })).number, 'A04')
    await assert.rejects(comes(ann, { number: 'A05' }), { status: 400 })

    // At midnight in the team's zone, numbers start again.
    team.pass({ hours: 14, minutes: 28 })
    assert.equal((await comes(ann)).number, 'A05')
    team.pass({ minutes: 1 })
    await assert.rejects(ann.counter.mark({ id: three.id, state: 'gone' }), { status: 404, code: 'not_in_queue' })
    await assert.rejects(ann.counter.call({ id: three.id }), { status: 404, code: 'not_in_queue' })
    await assert.rejects(ann.counter.call({}), { code: 'nobody_waits' })
    assert.equal(await placeOf(team, three.receipt), null)
    assert.deepEqual(await boardQueue(team), { called: [], waiting: 0 })
    assert.deepEqual(
      [(await comes(ann)).number, (await ann.counter.arrive({ id: three.id })).number, await placed(ann)],
      ['A01', 'A02', ['A01', 'A02']],
    )
    assert.equal((await ann.counter.queue({ day: '2026-11-16' })).list.length, 8)
    // An intake that stayed offline overnight is filed without a place in today's queue.
    const { kiosk } = await ann.counter.kiosk()
    const given = { number: 'QX07', day: '2026-11-16' }
    const late = await comes(ann, given)
    const late2 = await team.anyone.counter.kioskCreate({ kiosk, type: 0, device: 'fan', ...given })
    assert.deepEqual([late.number, late2.number, await placed(ann)], [undefined, undefined, ['A01', 'A02']])
    assert.equal((await team.anyone.receipts.info(late)).ticket.here, false)
    assert.equal((await comes(ann, { ...given, shelf: 'B3' })).number, undefined)
    assert.equal((await comes(ann, { ...given, day: '2026-11-17' })).number, 'QX07')
  })

  test('the board, the list and the receipt name the bench to which a visitor was called', async () => {
    await using team = await newTeam({ on })
    const ann = await team.member('Ann')
    const [one, two] = [await comes(ann), await comes(ann)]
    assert.equal((await ann.counter.call({ bench: ' 3 ' })).bench, '3')
    team.pass({ minutes: 1 })
    await ann.counter.call({ bench: 'Window table' })
    const calls = async () => (await team.anyone.team.board()).queue.calls
    assert.deepEqual(await calls(), [
      { number: 'A02', bench: 'Window table', time: '2026-11-16T09:31:00.000000' },
      { number: 'A01', bench: '3', time: '2026-11-16T09:30:00.000000' },
    ])
    assert.equal((await placeOf(team, two.receipt))?.bench, 'Window table')
    assert.deepEqual(
      (await ann.counter.queue({})).list.map(({ bench }) => bench),
      ['3', 'Window table'],
    )
    team.pass({ minutes: 1 })
    await ann.counter.call({ id: one.id })
    assert.deepEqual((await calls())[0], { number: 'A01', bench: '', time: '2026-11-16T09:32:00.000000' })
    await assert.rejects(ann.counter.call({ id: one.id, bench: 'x'.repeat(21) }), { status: 400 })
    await ann.counter.mark({ id: two.id, state: 'waiting' })
    assert.equal((await placeOf(team, two.receipt))?.bench, '', 'a visitor who waits again has no bench')
  })

  test('a called visitor is told by email and in each browser with the receipt', async () => {
    await using mails = await smtpPeer()
    let clock = 0
    await using push = await pushPeer(() => clock)
    await using team = await newTeam({
      on,
      // The message is sent at night too, because it cannot wait.
      at: '2026-11-16T15:30:00Z',
      env: {
        ...{ SMTP_URL: mails.url, MAIL_FROM: 'repair@example.org', DEFAULT_LANG: 'en_US' },
        ...{ WEB_PUSH_SERVICE: push.url, WEB_PUSH: 'on' },
      },
    })
    clock = team.now()
    const ann = await team.member('Ann')
    const [one, two] = [await comes(ann), await comes(ann, { device: 'lamp' })]
    const { pushKey } = (await team.anyone.receipts.info(one)).notify
    const phone = push.subscribe(pushKey)
    // One phone has both receipts and a logged-in user.
    const zoe = await team.user('Zoe')
    await zoe.messages.subscribe(phone)
    const theirs = await createTicket(zoe, { device: 'fan' })
    await ann.counter.arrive({ id: theirs })
    for (const { receipt } of [one, two]) await team.anyone.receipts.notify({ receipt, push: phone })
    await team.anyone.receipts.notify({ receipt: two.receipt, mail: 'zyx@example.org' })
    await team.call(mails.linkTo('zyx@example.org'), { method: 'POST' })
    assert.equal((await team.anyone.receipts.info(one)).notify.push, true)
    const shown = (browser: Subscription) =>
      push.pushed
        .filter(({ endpoint }) => endpoint === browser.endpoint)
        .map(({ content }) => content as { title: string; path: string })
        .map(({ title, path }) => `${title} ${path}`)
    const told = async () => {
      const before = shown(phone).length
      await team.running.deliver()
      await team.running.deliver()
      return shown(phone).slice(before)
    }
    for (const _ of [one, two, theirs]) await ann.counter.call({ bench: '3' })
    const first = await told()
    assert.deepEqual(first.map((text) => text.replace(/^.*(A0\d).* (\S+)$/, '$1 $2')).toSorted(), [
      'A01 /r',
      'A02 /r',
      `A03 /t/${theirs}`,
    ])
    assert.match(mails.mails.map(({ to, mail }) => `${to} ${mail.subject}`).join(), /zyx@example\.org [^,]*A02/)
    assert.match(mails.mails.at(-1)?.mail.text ?? '', /bring your lamp to Bench 3/)
    // A visitor who has come gets no message, nor does an ended receipt.
    await ann.counter.call({ id: one.id })
    await ann.counter.mark({ id: one.id, state: 'served' })
    await ann.counter.call({ id: two.id })
    await ann.counter.receipt({ id: two.id })
    await team.anyone.receipts.notify({ receipt: one.receipt, push: null })
    assert.deepEqual(await told(), [])
    assert.equal((await team.anyone.receipts.info(one)).notify.push, false)
    assert.equal(mails.mails.length, 3, 'the mailbox is still theirs')
    assert.equal((await zoe.messages.choices()).push?.here, true)
  })
})

const placed = async (member: Person) => (await member.counter.queue({})).list.map(({ number }) => number)

/** This many visitors arrive at once, on alternating nodes. */
async function rush(on: DialectName, { nodes, people }: { nodes: number; people: number }): Promise<void> {
  const env = { RATE_LIMITS: 'off' }
  await using first = await newTeam({ on, env })
  await using further = new AsyncDisposableStack()
  const all: Team[] = [first]
  for (let node = 1; node < nodes; node += 1) all.push(further.use(await newTeam({ on, env, beside: first })))
  const { token } = await first.member('Ann')
  const laptops = all.map((team) => team.as(token))
  await createTicket(await first.user())
  await copyTicket(first, people)
  const numbers: string[] = []
  let next = 1
  // Sends as many requests at once as the pool has connections.
  const line = async (laptop: Person) => {
    while (next <= people) {
      const id = next
      next += 1
      numbers.push((await laptop.counter.arrive({ id })).number)
    }
  }
  await Promise.all(laptops.flatMap((laptop) => Array.from({ length: 8 }, () => line(laptop))))
  const expected = Array.from({ length: people }, (_, i) => {
    const count = String(Math.floor(i / 2) + 1)
    return `${i % 2 === 0 ? 'A' : 'B'}${count.padStart(2, '0')}`
  })
  assert.deepEqual(numbers.toSorted(), expected.toSorted(), 'each number is given once, and none is skipped')
  assert.deepEqual((await placed(first.as(token))).toSorted(), expected.toSorted())
}

/** Copies the first ticket, with both types in turn, because submitting each would take long. */
async function copyTicket(team: Team, count: number): Promise<void> {
  await using engine = await openEngine(team.fresh.config)
  await engine.change(async (db) => {
    const { id, ...ticket } = await db.selectFrom('ticket').selectAll().executeTakeFirstOrThrow()
    for (let i = id; i < count; i += 100)
      await db
        .insertInto('ticket')
        .values(Array.from({ length: Math.min(100, count - i) }, (_, j) => ({ ...ticket, type: (i + j) % 2 })))
        .execute()
  })
}

// Enough for numbers of three digits.
test('two nodes give 400 queue numbers at once without a gap or a double', () =>
  rush('postgres', { nodes: 2, people: 400 }))
// SQLite has one writer, so fewer visitors show as much.
test('one node with SQLite gives 60 queue numbers at once without a gap or a double', () =>
  rush('sqlite', { nodes: 1, people: 60 }))

test('two members who call at the same moment get different visitors without waiting', async () => {
  await using team = await newTeam({ on: 'postgres' })
  const bob = await team.member('Bob')
  for (let i = 0; i < 2; i += 1) await comes(bob)
  await using other = await foreignTransaction(team, "update visit set state = 'called' where number = 'A01'")
  assert.equal((await bob.counter.call({})).number, 'A02')
  await other.commit()
  await assert.rejects(bob.counter.call({}), { code: 'nobody_waits' })
})
