import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { noteTypes, statuses } from '#contract/codes.ts'
import { onEachDatabase } from '../support/databases.ts'
import { listen } from '../support/listening.ts'
import { newTeam, type Person, type Team } from '../support/team.ts'
import { createTicket, ticketLog } from '../support/tickets.ts'

const phone = '13987654321'
const masked = '139****4321'
const needsWorker = { status: 403, code: 'merge_needs_worker' }
const notSamePerson = {
  status: 409,
  code: 'merge_not_allowed',
  message: /you cannot see a phone number or email address/,
}
const notAtCounter = { status: 403, code: 'not_at_counter' }
const notVisitors = { status: 409, code: 'not_a_visitor' }
const ownReceipt = { status: 403, code: 'own_receipt' }

type Filing = Partial<Parameters<Person['counter']['create']>[0]>
async function filed(team: Team, by: Person, more: Filing = {}) {
  const made = await by.counter.create({ type: 1, device: 'Laptop', owner: 'Vera', phone, queue: true, ...more })
  team.secret(made.receipt)
  return made
}

const names = (ticket: { workers: readonly { name: string }[] }) => ticket.workers.map(({ name }) => name).toSorted()
const actions = (ticket: { moves: readonly { action: string }[] }) => new Set(ticket.moves.map(({ action }) => action))

onEachDatabase('requests that must not widen the caller’s rights', (on) => {
  test('merging a ticket of their own does not make a member a worker', async () => {
    await using team = await newTeam({ on })
    const [ann, bob, mal] = [await team.user('ann'), await team.member('Bob'), await team.member('Mal')]
    const target = await createTicket(ann, { phone })
    await bob.tickets.pick({ id: target })
    const own = await filed(team, mal)
    await mal.tickets.pick({ id: own.id })
    for (const [id, into] of [
      [own.id, target],
      [target, own.id],
    ] as const)
      await assert.rejects(mal.tickets.merge({ id, into }), needsWorker)
    const seen = await mal.tickets.info({ id: target })
    assert.deepEqual([names(seen), seen.phone, seen.merged], [['Bob'], masked, []])
    assert.ok(!actions(seen).has('update'))
    // Of two unclaimed tickets, one must be claimed first.
    const [one, two] = [await createTicket(ann, { phone }), await createTicket(ann, { phone })]
    await assert.rejects(mal.tickets.merge({ id: one, into: two }), needsWorker)
    await mal.tickets.pick({ id: one })
    await mal.tickets.merge({ id: one, into: two })
    assert.deepEqual(names(await mal.tickets.info({ id: two })), ['Mal'])
  })

  test('a member who merges a visitor’s ticket into their own does not become its owner', async () => {
    await using team = await newTeam({ on })
    const [bob, mal, admin] = [await team.member('Bob'), await team.member('Mal'), await team.admin()]
    const visit = await filed(team, bob)
    const own = await createTicket(mal, { phone: '13700001111' })
    await assert.rejects(mal.tickets.merge({ id: visit.id, into: own }), needsWorker)
    await mal.tickets.pick({ id: own })
    // A phone that a member does not see in full is not compared, even if they guessed it.
    await mal.tickets.contact({ id: own, phone })
    await assert.rejects(mal.tickets.merge({ id: visit.id, into: own }), notSamePerson)
    await mal.tickets.contact({ id: own, phone: '13700001111' })
    await mal.tickets.pick({ id: visit.id })
    await assert.rejects(mal.tickets.merge({ id: visit.id, into: own }), notSamePerson)
    await assert.rejects(admin.tickets.merge({ id: visit.id, into: own }), notSamePerson)
    assert.deepEqual(
      (await mal.tickets.mine({})).list.map(({ id }) => id),
      [own],
    )
    // The visitor adopts the ticket with the receipt; then both tickets belong to one account.
    const vera = await team.user('vera')
    const hers = await createTicket(vera)
    await vera.receipts.adopt({ receipt: visit.receipt })
    await mal.tickets.merge({ id: visit.id, into: hers })
    assert.equal((await vera.tickets.info({ id: visit.id })).id, hers)
  })

  test('merging makes no worker of one ticket a worker of the other, and shows no new phone', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user('ann')
    const [bob, cem, dan] = [await team.member('Bob'), await team.member('Cem'), await team.member('Dan')]
    const [source, target] = [await createTicket(ann, { phone }), await createTicket(ann, { phone: '' })]
    for (const [id, colleague] of [
      [source, 'Cem'],
      [target, 'Dan'],
    ] as const) {
      await bob.tickets.pick({ id })
      await bob.tickets.assign({ id, name: colleague })
    }
    await assert.rejects(cem.tickets.merge({ id: source, into: target }), needsWorker)
    await bob.tickets.merge({ id: source, into: target })
    const seen = await dan.tickets.info({ id: target })
    assert.deepEqual([names(seen), seen.phone], [['Bob', 'Dan'], ''])
    assert.ok(!actions(await cem.tickets.info({ id: target })).has('update'))
    // Each ticket has its own workers again. An unrelated member cannot separate them.
    await assert.rejects((await team.member('Eve')).tickets.unmerge({ id: source }), {
      status: 403,
      code: 'not_a_worker',
    })
    await cem.tickets.unmerge({ id: source })
    assert.deepEqual(names(await cem.tickets.info({ id: source })), ['Bob', 'Cem'])
    assert.equal((await dan.tickets.info({ id: source })).phone, masked)
  })

  test('after a merge is undone, both tickets have a worker', async () => {
    await using team = await newTeam({ on })
    const [ann, bob] = [await team.user('ann'), await team.member('Bob')]
    const [source, target] = [await createTicket(ann), await createTicket(ann)]
    await bob.tickets.pick({ id: source })
    await bob.tickets.update({ id: source, status: statuses.diagnosing })
    await bob.tickets.merge({ id: source, into: target })
    await bob.tickets.update({ id: target, status: statuses.repairing })
    await bob.tickets.unmerge({ id: source })
    for (const [id, status] of [
      [source, statuses.diagnosing],
      [target, statuses.repairing],
    ] as const) {
      const ticket = await bob.tickets.info({ id })
      assert.deepEqual([id, ticket.status, names(ticket)], [id, status, ['Bob']])
      assert.ok(actions(ticket).has('update'))
    }
  })

  test('a merge updates the open pages of both tickets', async () => {
    await using team = await newTeam({ on })
    const [ann, bob] = [await team.user('ann'), await team.member('Bob')]
    const [source, target] = [await createTicket(ann), await createTicket(ann)]
    await bob.tickets.pick({ id: source })
    for (const token of [ann.token, bob.token]) {
      await using page = await listen(team, token)
      await using another = await listen(team, token)
      await bob.tickets.merge({ id: source, into: target })
      // A page may show either ticket, so the news tells it to read everything again, not one ticket.
      const heard = [page.until('all').then(() => 'all'), another.until('ticket').then(() => 'one ticket')]
      assert.equal(await Promise.race(heard), 'all')
      await bob.tickets.unmerge({ id: source })
    }
  })

  test('receipts are made for visitors only, by the member who took the device in, a worker, an administrator, or on the day of intake', async () => {
    // Half an hour before midnight in the team's zone.
    await using team = await newTeam({ on, at: '2026-11-16T15:30:00Z' })
    const [bob, cem, admin] = [await team.member('Bob'), await team.member('Cem'), await team.admin()]
    const account = await createTicket(await team.user('ann'), { phone })
    for (const who of [cem, admin]) await assert.rejects(who.counter.receipt({ id: account }), notVisitors)
    await cem.tickets.pick({ id: account })
    await assert.rejects(cem.counter.receipt({ id: account }), notVisitors)
    assert.ok(!actions(await cem.tickets.info({ id: account })).has('receipt'))

    const { id, receipt } = await filed(team, bob)
    const print = async (who: Person) => {
      assert.ok(actions(await who.tickets.info({ id })).has('receipt'))
      const made = await who.counter.receipt({ id })
      team.secret(made.receipt)
      return made.receipt
    }
    const second = await print(cem)
    await assert.rejects(team.anyone.receipts.info({ receipt }), { code: 'receipt_unknown' })
    assert.equal((await ticketLog(team)).at(-1)?.current.info, 'new receipt')
    team.pass({ minutes: 31 })
    await assert.rejects(cem.counter.receipt({ id }), notAtCounter)
    assert.ok(!actions(await cem.tickets.info({ id })).has('receipt'))
    assert.equal((await team.anyone.receipts.info({ receipt: second })).ticket.id, id)
    await print(bob)
    await print(admin)
    await cem.tickets.pick({ id })
    await print(cem)
    const vera = await team.user('vera')
    await vera.receipts.adopt({ receipt: await print(cem) })
    for (const who of [bob, cem, admin]) await assert.rejects(who.counter.receipt({ id }), notVisitors)
  })

  test('a member cannot use a receipt that they made, and the log names the maker of a receipt that another uses', async () => {
    await using team = await newTeam({ on })
    const [bob, cem, vera] = [await team.member('Bob'), await team.member('Cem'), await team.user('vera')]
    const { id, receipt: first } = await filed(team, bob)
    const refused = async (who: Person, receipt: string) => {
      await assert.rejects(who.receipts.adopt({ receipt }), ownReceipt)
      await assert.rejects(who.receipts.comment({ receipt, content: 'Mine.' }), ownReceipt)
      await assert.rejects(who.receipts.cancel({ receipt }), ownReceipt)
      await assert.rejects(who.receipts.rate({ receipt, stars: 5 }), ownReceipt)
      await assert.rejects(who.receipts.notify({ receipt, mail: '' }), ownReceipt)
      assert.equal((await who.receipts.info({ receipt })).ticket.id, id)
    }
    await refused(bob, first)
    await team.anyone.receipts.comment({ receipt: first, content: 'By the first.' })
    const { receipt } = await cem.counter.receipt({ id })
    team.secret(receipt)
    await refused(cem, receipt)
    // The same member without the login as a member has no access either.
    await cem.members.logout()
    await refused(cem, receipt)
    await team.anyone.receipts.comment({ receipt, content: 'By the second.' })
    await bob.tickets.pick({ id })
    await bob.tickets.update({ id, status: statuses.repaired })
    await bob.tickets.retrieve({ id })
    await team.anyone.receipts.rate({ receipt, stars: 4 })
    await bob.tickets.unretrieve({ id })
    await vera.receipts.adopt({ receipt })
    const log = (await ticketLog(team)).map(({ current }) => current.info)
    const marked = log.filter((info) => /with a receipt that Cem made/.test(info))
    assert.deepEqual([marked.length, log.some((info) => /that Bob made/.test(info))], [3, false], log.join('\n'))
  })

  test('a receipt changes nothing of an account’s ticket', async () => {
    await using team = await newTeam({ on })
    const [ann, mal] = [await team.user('ann'), await team.member('Mal')]
    const target = await createTicket(ann, { phone })
    await mal.tickets.pick({ id: target })
    // With a phone number that they see, a member takes in a ticket of an invented visitor, and merges it with the
    // account's ticket.
    const { id, receipt } = await filed(team, mal)
    await mal.tickets.pick({ id })
    await mal.tickets.merge({ id, into: target })
    await assert.rejects(team.anyone.receipts.comment({ receipt, content: 'As Ann.' }), notVisitors)
    await assert.rejects(team.anyone.receipts.cancel({ receipt }), notVisitors)
    await assert.rejects(team.anyone.receipts.rate({ receipt, stars: 1 }), notVisitors)
    await assert.rejects((await team.user('zoe')).receipts.adopt({ receipt }), notVisitors)
    const { ticket } = await team.anyone.receipts.info({ receipt })
    assert.deepEqual([ticket.id, ticket.phone, ticket.moves], [target, masked, []])
    assert.deepEqual(
      (await ann.tickets.info({ id: target })).notes.filter(({ type }) => type === noteTypes.comment),
      [],
    )
  })

  test('a comment written with a receipt does not become another owner’s comment when tickets are merged', async () => {
    await using team = await newTeam({ on })
    const [ann, bob, mal] = [await team.user('ann'), await team.member('Bob'), await team.member('Mal')]
    await ann.users.update({ name: 'Ann' })
    const targets = { account: await createTicket(ann, { phone }), visitor: (await filed(team, bob)).id }
    for (const [kind, into] of Object.entries(targets)) {
      await mal.tickets.pick({ id: into })
      const { id, receipt } = await filed(team, mal)
      await team.anyone.receipts.comment({ receipt, content: 'Throw it away.' })
      await mal.tickets.pick({ id })
      await mal.tickets.update({ id, status: statuses.repaired })
      await mal.tickets.retrieve({ id })
      await team.anyone.receipts.rate({ receipt, stars: 5, content: 'Best.' })
      await mal.tickets.unretrieve({ id })
      await mal.tickets.merge({ id, into })
      const seen = await bob.tickets.info({ id: into })
      const said = seen.notes.filter(({ type }) => type === noteTypes.comment)
      assert.deepEqual(
        said.map(({ op, content }) => [op, content]),
        [['A user', 'Throw it away.']],
        kind,
      )
      assert.equal(seen.rating, undefined, kind)
    }
    const { notes } = await ann.tickets.info({ id: targets.account })
    assert.deepEqual(
      notes.filter(({ type }) => type === noteTypes.comment).map(({ own }) => own),
      [false],
    )
    assert.deepEqual((await ann.users.export()).comments, [])
    // The outcome includes the texts about the repair.
    await mal.tickets.update({ id: targets.account, status: statuses.repaired })
    await mal.tickets.retrieve({ id: targets.account })
    await ann.users.erase({})
    assert.doesNotMatch(JSON.stringify(await bob.tickets.info({ id: targets.account })), /Throw it away/)
  })

  test('a member cannot use the receipt of a ticket that they merged', async () => {
    await using team = await newTeam({ on })
    const [bob, cem, mal] = [await team.member('Bob'), await team.member('Cem'), await team.member('Mal')]
    const vera = await filed(team, bob)
    const { kiosk } = await mal.counter.kiosk({})
    team.secret(kiosk)
    const atKiosk = await team.anyone.counter.kioskCreate({ kiosk, type: 1, device: 'Laptop', phone })
    team.secret(atKiosk.receipt)
    await mal.tickets.pick({ id: vera.id })
    for (const { id, receipt } of [atKiosk, await filed(team, cem)]) {
      await mal.tickets.pick({ id })
      await mal.tickets.merge({ id, into: vera.id })
      await assert.rejects(mal.receipts.adopt({ receipt }), ownReceipt)
      await assert.rejects(mal.receipts.comment({ receipt, content: 'As Vera.' }), ownReceipt)
      await assert.rejects(mal.receipts.cancel({ receipt }), ownReceipt)
      assert.equal((await mal.receipts.info({ receipt })).ticket.id, vera.id)
      await team.anyone.receipts.comment({ receipt, content: 'As Vera.' })
    }
    await team.anyone.receipts.comment({ receipt: vera.receipt, content: 'Vera.' })
    assert.deepEqual((await mal.tickets.mine({})).list, [])
    const log = (await ticketLog(team)).map(({ current }) => current.info)
    assert.equal(log.filter((info) => /a ticket that Mal merged into this one/.test(info)).length, 2, log.join('\n'))
  })

  test('the first receipt of an imported ticket does not count as an intake at the counter', async () => {
    await using team = await newTeam({ on })
    const [admin, bob, mal] = [await team.admin(), await team.member('Bob'), await team.member('Mal')]
    const rows = [
      '报修日期,状态,设备,联系电话,维修人员',
      ...[1, 2].map((n) => `2026-11-08,维修中,台灯${n},${phone},Bob`),
    ]
    await admin.imports.run({ file: new TextEncoder().encode(rows.join('\r\n')) })
    const [one = 0, two = 0] = (await bob.tickets.list({})).list.map(({ id }) => id)
    team.secret((await bob.counter.receipt({ id: one })).receipt)
    const { id } = await filed(team, bob)
    await bob.tickets.pick({ id })
    await bob.tickets.merge({ id, into: two })
    for (const each of [one, two]) {
      await assert.rejects(mal.counter.receipt({ id: each }), notAtCounter)
      assert.ok(!actions(await mal.tickets.info({ id: each })).has('receipt'))
      assert.ok(actions(await bob.tickets.info({ id: each })).has('receipt'))
    }
    // A member who no longer works on the ticket, and did not take it in, has no access.
    await admin.tickets.assign({ id: two, name: 'Mal' })
    await bob.tickets.drop({ id: two })
    await assert.rejects(bob.counter.receipt({ id: two }), notAtCounter)
  })

  test('actions on a ticket merged with a visitor’s are logged with the maker of the receipt', async () => {
    await using team = await newTeam({ on })
    const mal = await team.member('Mal')
    const vera = await filed(team, await team.member('Bob'))
    const own = await filed(team, mal)
    await mal.tickets.pick({ id: vera.id })
    await mal.tickets.pick({ id: own.id })
    await mal.tickets.merge({ id: own.id, into: vera.id })
    await team.anyone.receipts.comment({ receipt: own.receipt, content: 'As Vera.' })
    await team.anyone.receipts.comment({ receipt: vera.receipt, content: 'Vera.' })
    const log = (await ticketLog(team)).map(({ current }) => current.info)
    assert.equal(log.filter((info) => /with a receipt that Mal made/.test(info)).length, 1, log.join('\n'))
    assert.ok(!log.some((info) => /that Bob made/.test(info)))
  })

  test('neither similar repairs nor search confirm a guessed phone number', async () => {
    await using team = await newTeam({ on })
    const [ann, bob, mal] = [await team.user('ann'), await team.member('Bob'), await team.member('Mal')]
    const theirs = await createTicket(ann, { phone })
    const short = await createTicket(ann, { phone: '6543210' })
    const own = await createTicket(mal, { device: 'Radio' })
    const found = async (who: Person, id: number) =>
      (await who.tickets.similar({ id })).duplicates.map((one) => [one.id, one.why])
    for (const [guess, id] of [
      [phone, theirs],
      ['6543210', short],
    ] as const) {
      await mal.tickets.contact({ id: own, phone: guess })
      assert.deepEqual(await found(mal, own), [])
      const { list } = await mal.tickets.search({ values: guess })
      assert.deepEqual(
        list.map((one) => one.id),
        [own],
      )
      // A worker of both tickets sees both.
      for (const each of [own, id]) await bob.tickets.pick({ id: each }).catch(() => {})
      assert.deepEqual(await found(bob, own), [[id, 'person']])
      assert.equal((await bob.tickets.search({ values: guess })).list.length, 2)
    }
    // Two digits of a short number are shown, so four digits of it are not compared.
    const [one, two] = [
      await createTicket(ann, { device: 'Lamp', deviceModel: 'X280', owner: 'Ann', phone: '6543210' }),
      await createTicket(mal, { device: 'Lamp', deviceModel: 'X280', owner: 'Mal', phone: '9993210' }),
    ]
    assert.ok(!(await found(mal, two)).some(([id]) => id === one))
    assert.deepEqual((await mal.tickets.search({ values: '3210' })).list.map(({ id }) => id).includes(one), false)
    await (await team.admin()).admin.updateSettings({ phonesForAllMembers: true })
    await mal.tickets.contact({ id: own, phone })
    assert.ok((await found(mal, own)).some(([id, why]) => id === theirs && why === 'person'))
  })

  test('a receipt code that the client chooses must look random', async () => {
    await using team = await newTeam({ on })
    const bob = await team.member('Bob')
    const { kiosk } = await bob.counter.kiosk({})
    team.secret(kiosk)
    const bytes = (of: (i: number) => number) =>
      Buffer.from(Array.from({ length: 32 }, (_, i) => of(i))).toString('base64url')
    const guessable = [
      bytes(() => 0),
      bytes(() => 255),
      bytes((i) => i),
      bytes((i) => 255 - 3 * i),
      bytes((i) => i % 8),
      bytes((i) => (i < 12 ? 37 * i : 0)),
      `${randomBytes(32).toString('base64url').slice(0, 42)}B`,
      randomBytes(31).toString('base64url'),
      'receipt',
    ]
    const refused = { status: 400, code: 'bad_input', field: 'receipt', message: /32 (random bytes|个随机字节)/ }
    const before = (await bob.tickets.list({})).total
    for (const receipt of guessable) {
      await assert.rejects(filed(team, bob, { receipt }), refused, receipt)
      await assert.rejects(
        team.anyone.counter.kioskCreate({ kiosk, type: 0, device: 'Lamp', receipt }),
        refused,
        receipt,
      )
    }
    assert.equal((await bob.tickets.list({})).total, before)
    for (let i = 0; i < 20; i += 1) await filed(team, bob, { receipt: randomBytes(32).toString('base64url') })
  })
})
