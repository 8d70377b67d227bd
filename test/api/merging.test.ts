import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statuses } from '#contract/codes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { exampleOf } from '#contract/examples.ts'
import { TicketId } from '#contract/fields.ts'
import { contract } from '#contract/index.ts'
import { compareDerivedData } from '#main/consistency.ts'
import { openEngine } from '#store/engine/open.ts'
import type { Tables } from '#store/tables.ts'
import { onEachDatabase } from '../support/databases.ts'
import { listen } from '../support/listening.ts'
import { runJob } from '../support/messages.ts'
import { photo } from '../support/pictures.ts'
import { json, newTeam, type Person, type Team, withPassword } from '../support/team.ts'
import { createTicket as file, ticketLog, uploadForm } from '../support/tickets.ts'
import { foreignTransaction } from '../support/transaction.ts'
import { until } from '../support/until.ts'

const kept = [
  'ticket',
  'worker',
  'note',
  'media',
  'custody',
  'holding',
  'tag',
  'visit',
  'receipt',
  'intake',
  'rating',
  'notify',
  'push_subscription',
  'ticket_merge',
  'gram',
  'tally',
] as const satisfies (keyof Tables)[]
type Rows = Record<(typeof kept)[number], string[]>

/** All rows that refer to tickets, without those that the merge itself writes. */
async function rowsOf(team: Team): Promise<Rows> {
  await using engine = await openEngine(team.fresh.config)
  // The service runs these jobs itself too, and rows that it is processing are missing meanwhile.
  await until(async () => {
    for (const job of ['index', 'tally']) await runJob(team, job)
    const left = await engine.read(async (db) => [
      ...(await db.selectFrom('gram_queue').select('ticket_id').execute()),
      ...(await db.selectFrom('tally_queue').select('ticket_id').execute()),
    ])
    return left.length === 0
  })
  // The tickets of a gram are in no order.
  const text = (row: object) =>
    JSON.stringify(row, (name, value) =>
      ArrayBuffer.isView(value) ? `${value}` : name === 'ids' ? String(value).match(/../g)?.toSorted() : value,
    )
  const all = await engine.read(async (db) => {
    const rows: [string, string[]][] = []
    for (const table of kept)
      rows.push([table, (await db.selectFrom(table).selectAll().execute()).map(text).toSorted()])
    return rows
  })
  return Object.fromEntries(
    all.map(([table, rows]) => [table, rows.filter((row) => !/note_(un)?merged/.test(row))]),
  ) as Rows // one for each
}

async function uploaded(team: Team, who: Person): Promise<string> {
  const response = await team.call('/upload', uploadForm(who.token, await photo()))
  return ((await response.json()) as { data: { url: string } }).data.url
}

const visitor = { type: 1, device: 'Laptop', owner: 'Vera', phone: '13987654321', mail: 'vera@example.org' }
async function filed(team: Team, member: Person, more: Partial<Parameters<Person['counter']['create']>[0]> = {}) {
  const made = await member.counter.create({ ...visitor, ...more })
  team.secret(made.receipt)
  return made
}

/** All tickets of these tests have the same phone, so they count as one person's. */
const createWithPhone: typeof file = (person, wish) => file(person, { phone: visitor.phone, ...wish })

/**
 * An administrator may merge any two tickets; other tests show who else may. Logs in again when the session has
 * expired.
 */
async function joiner(team: Team): Promise<Person> {
  const admin = await team.admin()
  await admin.admin.updateSettings({ adminSessionHours: 8760 })
  const { code } = await admin.admin.invite({ name: 'Bob', admin: true })
  team.secret(code)
  const bob = await team.user('member Bob')
  await bob.members.login({ code })
  return bob
}

const over = { status: 409, code: 'merge_over' }
const refused = (why: RegExp) => ({ status: 409, code: 'merge_not_allowed', message: why })
const mergedInto = (id: number) => ({
  status: 409,
  code: 'ticket_merged',
  message: `This ticket was merged into #${id}. Please continue there.`,
})

onEachDatabase('merging tickets', (on) => {
  test('a ticket from the counter and one from home are merged, and separated again exactly', async () => {
    await using team = await newTeam({ on })
    const [ann, bob, cem] = [await team.user('ann'), await joiner(team), await team.member('Cem')]
    const into = await createWithPhone(ann, { device: 'laptop', owner: 'Ann', phone: '13987654321', accessories: [0] })
    await ann.tickets.addnote({ id: into, content: 'It hums.' })
    const [tag = 0] = (await bob.counter.tags({ count: 1 })).tags
    const { id, receipt } = await filed(team, bob, {
      deviceModel: 'ThinkPad X280',
      description: 'The fan hums.',
      accessories: [0, 5],
      shelf: 'B3',
      tag,
      queue: true,
      pic: [await uploaded(team, bob)],
    })
    await team.anyone.receipts.comment({ receipt, content: 'Since Monday.' })
    await cem.tickets.pick({ id })
    await cem.tickets.addnote({ id, content: 'Dust.', type: 2 })
    const [unclaimed, earlier] = [await bob.tickets.info({ id: into }), await bob.tickets.info({ id })]
    const rows = await rowsOf(team)
    team.pass({ minutes: 1 })

    const live = await bob.tickets.merge({ id, into })
    assert.deepEqual(live, {})
    // The same request again, because the answer was lost.
    await cem.tickets.merge({ id, into })
    const joined = await bob.tickets.info({ id: into })
    assert.deepEqual(joined.merged, [{ id, undoable: true }])
    assert.equal(joined.status, statuses.accepted)
    assert.deepEqual(
      joined.workers.map(({ name }) => name),
      ['Cem'],
    )
    assert.deepEqual([joined.deviceModel, joined.description, joined.owner], ['ThinkPad X280', 'The fan hums.', 'Ann'])
    assert.deepEqual(joined.accessories, [0, 5])
    assert.deepEqual(
      joined.notes.map(({ content }) => content).toSorted(),
      [...unclaimed.notes, ...earlier.notes, { content: `Merged ticket #${id} into this one.` }]
        .map(({ content }) => content)
        .toSorted(),
    )
    assert.equal(joined.notes.filter(({ pic }) => pic.length > 0).length, 1)
    assert.deepEqual([joined.custody?.holding?.shelf, joined.custody?.tags], ['B3', [tag]])
    assert.equal(joined.custody?.number, earlier.custody?.number)
    assert.deepEqual(await bob.counter.tag({ tag }), { id: into })
    assert.equal((await bob.tickets.search({ values: 'X280', open: 1 })).list[0]?.id, into)
    const found = async (values: string) => (await bob.tickets.search({ values })).list.map((ticket) => ticket.id)
    assert.deepEqual(await found('Dust'), [into])

    // The old number leads everyone, and the receipt, to the new ticket; lists say so.
    for (const one of [bob, cem, ann]) assert.equal((await one.tickets.info({ id })).id, into)
    assert.equal((await team.anyone.receipts.info({ receipt })).ticket.id, into)
    assert.equal((await team.anyone.receipts.info({ receipt })).visitor, false)
    await assert.rejects((await team.user('zoe')).tickets.info({ id }), { code: 'ticket_not_found' })
    const mine = (await ann.tickets.mine({})).list.map((one) => [one.id, one.status, one.mergedInto])
    assert.deepEqual(mine, [
      [id, statuses.cancelled, into],
      [into, statuses.accepted, undefined],
    ])
    const { stray, there } = await bob.custody.stocktake({ scans: [`#${id}`] })
    assert.deepEqual([there, stray], [1, []])
    // Ann has an account, so the receipt adopts her ticket for no one else.
    await assert.rejects((await team.user('zoe')).receipts.adopt({ receipt }), { code: 'not_a_visitor' })
    assert.deepEqual(await ann.receipts.adopt({ receipt }), { id: into })
    await assert.rejects(team.anyone.receipts.notify({ receipt, mail: '' }), { code: 'not_a_visitor' })

    // Comments and changes since the merge stay with the remaining ticket; the device is where it was put since.
    team.pass({ hours: 23 })
    await assert.rejects(team.anyone.receipts.comment({ receipt, content: 'Any news?' }), { code: 'not_a_visitor' })
    await ann.tickets.addnote({ id: into, content: 'Any news?' })
    await bob.tickets.unmerge({ id })
    await bob.tickets.unmerge({ id })
    const after = await rowsOf(team)
    const said = /Any news\?/
    const { gram: _before, ...others } = rows
    const { gram: _after, ...othersAfter } = after
    assert.deepEqual({ ...othersAfter, note: after.note.filter((row) => !said.test(row)) }, others)
    assert.deepEqual(await found('Dust'), [id])
    assert.deepEqual(await found('news'), [into])
    assert.deepEqual(await compareDerivedData(team.fresh.config), { marks: 0, counts: 0, grams: 0 })
    const apart = await bob.tickets.info({ id: into })
    assert.deepEqual([apart.merged, apart.status, apart.deviceModel], [[], statuses.submitted, ''])
    assert.match(apart.notes.map(({ content }) => content).join('\n'), /Any news\?.*Undid the merge with ticket #/s)
    await assert.rejects(ann.tickets.info({ id }), { code: 'ticket_not_found' })

    // Merged again, the merge cannot be undone after a day.
    await bob.tickets.merge({ id, into })
    team.pass({ hours: 24, milliseconds: 1 })
    assert.deepEqual((await bob.tickets.info({ id: into })).merged, [{ id, undoable: false }])
    await assert.rejects(bob.tickets.unmerge({ id }), over)
  })

  test('owner, custody and status decide whether two tickets can be merged', async () => {
    await using team = await newTeam({ on })
    const [ann, zoe, bob] = [await team.user('ann'), await team.user('zoe'), await joiner(team)]
    const [hers, second, others] = [await createWithPhone(ann), await createWithPhone(ann), await createWithPhone(zoe)]
    const [visit, later] = [
      await filed(team, bob, { device: 'Radio' }),
      await filed(team, bob, { mail: '', queue: true }),
    ]

    await assert.rejects(bob.tickets.merge({ id: hers, into: hers }), { status: 400, code: 'bad_input', field: 'into' })
    await assert.rejects(bob.tickets.merge({ id: hers, into: 99 }), { status: 404, code: 'ticket_not_found' })
    await assert.rejects(bob.tickets.merge({ id: 99, into: hers }), { status: 404, code: 'ticket_not_found' })
    await assert.rejects(bob.tickets.unmerge({ id: 99 }), { status: 404, code: 'ticket_not_found' })
    await assert.rejects(bob.tickets.merge({ id: hers, into: others }), refused(/different accounts/))
    await bob.custody.receive({ id: hers })
    await assert.rejects(bob.tickets.merge({ id: visit.id, into: hers }), refused(/one device for each/))
    await zoe.tickets.cancel({ id: others })
    await assert.rejects(bob.tickets.merge({ id: others, into: later.id }), refused(/is closed/))
    await assert.rejects(bob.tickets.merge({ id: later.id, into: others }), refused(/is closed/))
    await assert.rejects(ann.tickets.merge({ id: second, into: hers }), { status: 403, code: 'wrong_role' })

    // Several merges follow each other: links to a merged ticket lead on to the last one, and merges are undone in
    // reverse order.
    await bob.tickets.merge({ id: second, into: hers })
    await assert.rejects(bob.tickets.merge({ id: second, into: later.id }), refused(/already been merged with another/))
    await assert.rejects(bob.tickets.merge({ id: later.id, into: second }), mergedInto(hers))
    await assert.rejects(bob.tickets.merge({ id: hers, into: second }), mergedInto(hers))
    await bob.tickets.merge({ id: hers, into: later.id })
    for (const id of [second, hers, later.id]) assert.equal((await bob.tickets.info({ id })).id, later.id)
    assert.deepEqual((await bob.tickets.info({ id: second })).merged, [
      { id: hers, undoable: true },
      { id: second, undoable: false },
    ])
    assert.equal((await ann.tickets.info({ id: later.id })).here, true)
    await assert.rejects(bob.tickets.unmerge({ id: second }), mergedInto(later.id))
    await bob.tickets.unmerge({ id: hers })
    assert.deepEqual((await bob.tickets.info({ id: hers })).merged, [{ id: second, undoable: true }])
    await assert.rejects(ann.tickets.info({ id: later.id }), { code: 'ticket_not_found' })
    await bob.tickets.unmerge({ id: second })
    assert.deepEqual((await ann.tickets.info({ id: second })).merged, [])
    const log = (await ticketLog(team)).map(({ current }) => current.info).filter((info) => info.includes('#'))
    assert.deepEqual(log, [
      ...[`merged with #${second}`, `merged with #${hers}`],
      ...[`undid the merge with #${hers}`, `undid the merge with #${second}`],
    ])

    // Both receipts of the visitor lead to the kept ticket with its address; adopting it is final.
    const rows = await rowsOf(team)
    await bob.tickets.merge({ id: visit.id, into: later.id })
    const dan = await team.member('Dan')
    assert.equal((await dan.tickets.info({ id: later.id })).custody?.mail, '')
    assert.equal((await (await team.admin()).tickets.info({ id: later.id })).custody?.mail, 'vera@example.org')
    await bob.tickets.unmerge({ id: visit.id })
    assert.deepEqual(await rowsOf(team), rows)
    await bob.tickets.merge({ id: visit.id, into: later.id })
    assert.deepEqual(await zoe.receipts.adopt({ receipt: visit.receipt }), { id: later.id })
    assert.deepEqual(await zoe.receipts.adopt({ receipt: visit.receipt }), { id: later.id })
    for (const { receipt } of [visit, later])
      await assert.rejects(team.anyone.receipts.info({ receipt }), { code: 'receipt_unknown' })
    assert.equal((await zoe.tickets.info({ id: visit.id })).id, later.id)
    assert.deepEqual((await bob.tickets.info({ id: later.id })).merged, [{ id: visit.id, undoable: false }])
    await assert.rejects(bob.tickets.unmerge({ id: visit.id }), over)
  })

  test('the personal data of a ticket and of those merged into it ends together', async () => {
    await using team = await newTeam({ on, env: { RATE_LIMITS: 'off' } })
    const [ann, bob, cem] = [await team.user('ann'), await joiner(team), await team.member('Cem')]
    const admin = await team.admin()
    await admin.admin.updateSettings({ retentionDays: 3, receiptDays: 3 })
    const logIn = await withPassword(team, bob, 'bob')
    const pair = async (into: number) => {
      const made = await filed(team, bob, {
        description: 'Zyxwv says so.',
        pic: [await uploaded(team, bob)],
        queue: true,
      })
      await team.anyone.receipts.comment({ receipt: made.receipt, content: 'Zyxwv wrote.' })
      await bob.tickets.merge({ id: made.id, into })
      return made
    }
    const left = async () => {
      const rows = await rowsOf(team)
      return [...rows.ticket, ...rows.notify, ...rows.note, ...rows.gram].filter((row) =>
        /Zyxwv|vera|13987654321/.test(row),
      )
    }

    // After collection, or after the ticket was passed on in the team, a merge cannot be undone.
    const first = await createWithPhone(ann, { description: 'Zyxwv hums.' })
    const joined = await pair(first)
    await cem.tickets.pick({ id: first })
    await admin.admin.removeMember({ id: (await cem.members.checklogin()).id })
    await bob.tickets.unmerge({ id: joined.id })
    await bob.tickets.merge({ id: joined.id, into: first })
    await bob.tickets.retrieve({ id: first })
    assert.deepEqual((await bob.tickets.info({ id: first })).merged, [{ id: joined.id, undoable: false }])
    await assert.rejects(bob.tickets.unmerge({ id: joined.id }), over)
    await bob.tickets.unretrieve({ id: first })
    await bob.tickets.unmerge({ id: joined.id })
    await bob.tickets.merge({ id: joined.id, into: first })

    // A receipt is valid as long as the ticket that it leads to, however long that stays open.
    team.pass({ days: 20 })
    await runJob(team, 'tidy')
    assert.equal((await team.anyone.receipts.info({ receipt: joined.receipt })).ticket.id, first)
    const again = await logIn()
    await again.tickets.retrieve({ id: first })
    team.pass({ days: 3, minutes: 1 })
    await runJob(team, 'tidy')
    await assert.rejects(team.anyone.receipts.info({ receipt: joined.receipt }), { code: 'receipt_unknown' })
    assert.deepEqual(
      (await left()).filter((row) => !/says so|wrote|hums/.test(row)),
      [],
    )

    // Erasing the person erases both tickets.
    const eve = await team.user('eve')
    const second = await createWithPhone(eve, { owner: 'Zyxwv', phone: '13987654321', description: 'Zyxwv hums.' })
    const made = await again.counter.create({ ...visitor, owner: 'Zyxwv', description: 'Zyxwv says so.', queue: true })
    team.secret(made.receipt)
    await team.anyone.receipts.comment({ receipt: made.receipt, content: 'Zyxwv wrote.' })
    const before = (await left()).length
    await again.tickets.merge({ id: made.id, into: second })
    await eve.users.erase()
    await assert.rejects(again.tickets.unmerge({ id: made.id }), over)
    const kept = await rowsOf(team)
    assert.ok(before > 0)
    const of = (name: string, rows: readonly string[]) =>
      rows.filter((row) => [made.id, second].some((id) => row.includes(`"${name}":${id},`)))
    const theirs = [...of('id', kept.ticket), ...of('ticket_id', kept.note)]
    assert.ok(theirs.length > 4)
    assert.doesNotMatch(theirs.join(), /Zyxwv|vera|13987654321/)
    assert.deepEqual(kept.notify, [])
    await assert.rejects(team.anyone.receipts.info({ receipt: made.receipt }), { code: 'receipt_unknown' })
  })

  test('an imported ticket gets the owner of the ticket that it is merged with', async () => {
    await using team = await newTeam({ on, env: { RATE_LIMITS: 'off' } })
    const [ann, zoe, bob] = [await team.user('ann'), await team.user('zoe'), await joiner(team)]
    const guest = team.as((await team.anyone.session.login({ code: 'guest' })).token, 'en_US')
    const admin = await team.admin()
    const devices = ['Fan', 'Lamp', 'Radio', 'Kettle', 'Clock']
    const lines = [
      'Date received,Device,State,Phone',
      ...devices.map((one) => `2026-11-10,${one},waiting,${visitor.phone}`),
    ]
    await admin.imports.run({ file: new TextEncoder().encode(lines.join('\r\n')) })
    const { list } = await admin.tickets.list({})
    const [fan = 0, lamp = 0, radio = 0, kettle = 0, clock = 0] = devices.map(
      (device) => list.find((one) => one.device === device)?.id,
    )
    const paper = async (id: number) => {
      const { receipt } = await bob.counter.receipt({ id })
      team.secret(receipt)
      return receipt
    }
    const nobodys = { status: 409, code: 'not_a_visitor' }
    const isVisitor = async (receipt: string) => (await team.anyone.receipts.info({ receipt })).visitor

    // A ticket of an account, or of a guest with their own phone, gets no receipt, also after the guest was deleted.
    for (const [owner, into] of [
      [ann, fan],
      [guest, lamp],
    ] as const) {
      await createWithPhone(owner, { device: 'Diary' })
      const id = await createWithPhone(owner)
      const rows = await rowsOf(team)
      await bob.tickets.merge({ id, into })
      for (const stays of [true, false]) {
        if (!stays && owner === guest) await owner.session.logout()
        await assert.rejects(bob.counter.receipt({ id: into }), nobodys)
      }
      // Pages of both tickets get the news that the tickets were separated.
      await using hers = await listen(team, ann.token)
      await bob.tickets.unmerge({ id })
      assert.deepEqual(await hers.until('all'), [])
      assert.deepEqual(await rowsOf(team), rows)
    }

    // A visitor stays a visitor, also with a new receipt.
    const vera = await filed(team, bob)
    const rows = await rowsOf(team)
    await bob.tickets.merge({ id: vera.id, into: radio })
    assert.equal(await isVisitor(vera.receipt), true)
    await bob.tickets.unmerge({ id: vera.id })
    assert.deepEqual(await rowsOf(team), rows)
    await bob.tickets.merge({ id: vera.id, into: radio })
    const another = await paper(radio)
    await bob.tickets.unmerge({ id: vera.id })
    assert.equal(await isVisitor(another), true)
    await bob.tickets.merge({ id: vera.id, into: radio })
    assert.deepEqual(await zoe.receipts.adopt({ receipt: another }), { id: radio })
    assert.deepEqual(
      (await zoe.tickets.mine({})).list.map(({ id }) => id),
      [vera.id, radio],
    )
    await assert.rejects(bob.tickets.unmerge({ id: vera.id }), over)

    // A receipt does not prevent the separation of two tickets.
    await bob.tickets.merge({ id: kettle, into: clock })
    const last = await paper(clock)
    assert.deepEqual((await bob.tickets.info({ id: clock })).merged, [{ id: kettle, undoable: true }])
    await bob.tickets.unmerge({ id: kettle })
    assert.equal(await isVisitor(last), true)
  })

  test('a lost receipt ends with the merged ticket, and a rating is kept', async () => {
    await using team = await newTeam({ on })
    const [ann, bob] = [await team.user('ann'), await joiner(team)]
    const into = await createWithPhone(ann)
    const unknown = { code: 'receipt_unknown' }
    const has = async () => (await bob.tickets.info({ id: into })).custody?.receipt
    const [first, second] = [await filed(team, bob), await filed(team, bob, { queue: true })]
    await bob.tickets.merge({ id: first.id, into: second.id })
    await bob.tickets.merge({ id: second.id, into })
    assert.equal(await has(), true)
    await bob.counter.revoke({ id: into })
    assert.equal(await has(), false)
    for (const { receipt } of [first, second]) await assert.rejects(team.anyone.receipts.info({ receipt }), unknown)
    const third = await filed(team, bob, { queue: true })
    await bob.tickets.merge({ id: third.id, into })
    assert.equal((await team.anyone.receipts.info({ receipt: third.receipt })).ticket.id, into)
    await assert.rejects(bob.counter.receipt({ id: into }), { status: 409, code: 'not_a_visitor' })
    await bob.counter.revoke({ id: into })
    await assert.rejects(team.anyone.receipts.info({ receipt: third.receipt }), unknown)

    // The ticket was reopened after its owner had rated it.
    const rated = await createWithPhone(ann)
    await bob.tickets.pick({ id: rated })
    await bob.tickets.update({ id: rated, status: statuses.repaired })
    await bob.tickets.retrieve({ id: rated })
    await ann.tickets.rate({ id: rated, stars: 5, content: 'Good.' })
    await bob.tickets.unretrieve({ id: rated })
    await bob.tickets.update({ id: rated, status: statuses.repairing })
    const rows = await rowsOf(team)
    await bob.tickets.merge({ id: rated, into })
    assert.equal((await ann.tickets.info({ id: into })).rating?.content, 'Good.')
    await bob.tickets.unmerge({ id: rated })
    assert.deepEqual(await rowsOf(team), rows)
  })

  test('a merged ticket accepts no changes under its old number', async () => {
    await using team = await newTeam({ on, env: { RATE_LIMITS: 'off' } })
    const [ann, admin] = [await team.user('ann'), await team.admin()]
    const [id, into] = [await createWithPhone(ann), await createWithPhone(ann)]
    const bob = await joiner(team)
    await bob.tickets.merge({ id, into })
    const [tag] = (await bob.counter.tags({ count: 1 })).tags
    const fits: Readonly<Record<string, object>> = {
      '/tickets/update': { outcome: undefined, barrier: undefined, category: undefined, pic: undefined },
      '/tickets/addnote': { pic: undefined },
      '/tickets/newcomment': { pic: undefined },
      '/tickets/receive': { pic: undefined, tag },
      '/tickets/retrieve': { signature: undefined },
      '/tickets/tag': { tag },
      '/tickets/hand': { to: 'bench' },
    }
    // These endpoints answer for the remaining ticket.
    const others = new Set(['/tickets/merge', '/tickets/unmerge', '/tickets/info', '/tickets/similar'])
    const seen = []
    const endpoints = Object.values(contract).flatMap((group) => Object.values(group) as Endpoint[])
    for (const { path, method, input, role } of endpoints) {
      const own = (input.properties as Record<string, { description?: string }>)['id']
      const isTickets = own === TicketId || path.startsWith('/counter/mark') || path.startsWith('/counter/call')
      if (!isTickets || others.has(path)) continue
      assert.equal(method, 'POST', path)
      const wish: object = { ...(exampleOf(input as never) as object), ...fits[path], id } // what Type has built
      const who = role === 'user' && path !== '/tickets/addnote' ? ann : admin
      const response = await team.call(`${path}?token=${who.token}&lang=en_US`, json(wish))
      const { message } = (await response.json()) as { message?: string }
      seen.push(path)
      assert.deepEqual(
        [path, response.status, response.headers.get('x-error-code')],
        [path, 409, 'ticket_merged'],
        message ?? '',
      )
    }
    assert.ok(seen.length >= 20, seen.join())
    assert.deepEqual(
      (await rowsOf(team)).note.filter((row) => row.includes(`"ticket_id":${id},`)),
      [],
    )
  })

  test('simultaneous merges, claims, comments and hand-backs lose nothing', async () => {
    await using team = await newTeam({ on, env: { RATE_LIMITS: 'off' } })
    const [ann, bob, cem] = [await team.user('ann'), await joiner(team), await team.member('Cem')]
    const admin = await team.admin()
    for (let round = 0; round < 6; round += 1) {
      const [a, b] = [await createWithPhone(ann), await createWithPhone(ann)]
      const results = await Promise.allSettled([
        bob.tickets.merge({ id: a, into: b }),
        cem.tickets.merge({ id: b, into: a }),
        admin.tickets.merge({ id: a, into: b }),
        ...[a, b].flatMap((id) => [
          cem.tickets.pick({ id }),
          ann.tickets.addnote({ id, content: `round ${round} on ${id}` }),
          bob.custody.receive({ id, shelf: `S${id}` }),
          ann.tickets.contact({ id, phone: `1380000000${round}` }),
        ]),
      ])
      const codes = results.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code: string }).code] : []))
      const allowed = new Set([
        'ticket_merged',
        'merge_needs_worker',
        'merge_not_allowed',
        'already_claimed',
        'move_not_allowed',
      ])
      assert.deepEqual(
        codes.filter((code) => !allowed.has(code)),
        [],
      )
      const [one, other] = [await bob.tickets.info({ id: a }), await bob.tickets.info({ id: b })]
      const list = (await bob.tickets.search({ open: 1, order: 'newest' })).list.filter(
        ({ id }) => id === a || id === b,
      )
      // Either both devices were registered first, or the tickets are merged and each stored comment is on the
      // remaining one.
      assert.equal(list.length, one.id === other.id ? 1 : 2)
      const notes = one.id === other.id ? one.notes : [...one.notes, ...other.notes]
      const taken = results.filter(({ status }, i) => status === 'fulfilled' && (i === 4 || i === 8)).length
      assert.equal(notes.filter(({ content }) => content.startsWith(`round ${round} `)).length, taken)
    }
    // The list counts and the search index are right afterwards.
    await runJob(team, 'tally')
    await runJob(team, 'index')
    const { list, total } = await bob.tickets.list({ queryType: 0, count: 100 })
    assert.equal(total, list.length)
    assert.equal((await bob.tickets.counts()).open, list.filter(({ status }) => status !== statuses.cancelled).length)
  })

  if (on === 'postgres')
    test('a comment sent during a merge is kept, or refused with the new ticket number', async () => {
      await using team = await newTeam({ on })
      const [ann, bob] = [await team.user('ann'), await joiner(team)]
      const [id, into] = [await createWithPhone(ann), await createWithPhone(ann)]
      await using merging = await foreignTransaction(team, `select * from ticket where id = ${id} for update`)
      const said = Promise.allSettled([ann.tickets.addnote({ id, content: 'Hello?' })])
      await until(async () => (await merging.blocked()) === 1)
      const merged = bob.tickets.merge({ id, into })
      await until(async () => (await merging.blocked()) === 2)
      await merging.commit()
      await merged
      const [comment] = await said
      const { notes } = await bob.tickets.info({ id })
      const there = notes.some(({ content }) => content === 'Hello?')
      assert.equal(there, comment?.status === 'fulfilled')
      if (comment?.status === 'rejected') assert.equal((comment.reason as { code: string }).code, 'ticket_merged')
    })
})
