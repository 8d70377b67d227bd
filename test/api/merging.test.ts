import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statuses } from '#contract/codes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { exampleOf } from '#contract/examples.ts'
import { TicketId } from '#contract/fields.ts'
import { contract } from '#contract/index.ts'
import { openEngine } from '#store/engine/open.ts'
import type { Tables } from '#store/tables.ts'
import { onEachDatabase } from '../support/databases.ts'
import { doJob } from '../support/messages.ts'
import { photo } from '../support/pictures.ts'
import { newTeam, type Person, type Team } from '../support/team.ts'
import { form, handIn, ticketLog } from '../support/tickets.ts'
import { transaction } from '../support/transaction.ts'
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
  'notify',
  'push_subscription',
  'ticket_merge',
  'gram',
  'tally',
] as const satisfies (keyof Tables)[]
type Rows = Record<(typeof kept)[number], string[]>

/** Everything that hangs on tickets, row by row, without what the service writes of the joining itself. */
async function rowsOf(team: Team): Promise<Rows> {
  for (const job of ['index', 'tally']) await doJob(team, job)
  await using engine = await openEngine(team.fresh.config)
  // The tickets of a gram are in no order.
  const text = (row: object) =>
    JSON.stringify(row, (name, value) =>
      ArrayBuffer.isView(value) ? `${value}` : name === 'ids' ? String(value).match(/../g)?.toSorted() : value,
    )
  const all = await engine.read(async (db) => {
    const rows: [string, string[]][] = []
    for (const table of kept) rows.push([table, (await db.selectFrom(table).selectAll().execute()).map(text).toSorted()])
    return rows
  })
  return Object.fromEntries(
    all.map(([table, rows]) => [table, rows.filter((row) => !/note_(un)?merged/.test(row))]),
  ) as Rows // one for each
}

async function uploaded(team: Team, who: Person): Promise<string> {
  const response = await team.call('/upload', form(who.token, await photo()))
  return ((await response.json()) as { data: { url: string } }).data.url
}

const visitor = { type: 1, device: 'Laptop', owner: 'Vera', phone: '13987654321', mail: 'vera@example.org' }
async function filed(team: Team, member: Person, more: Partial<Parameters<Person['counter']['create']>[0]> = {}) {
  const made = await member.counter.create({ ...visitor, ...more })
  team.secret(made.receipt)
  return made
}

const over = { status: 409, code: 'merge_over' }
const refused = (why: RegExp) => ({ status: 409, code: 'merge_not_allowed', message: why })
const mergedInto = (id: number) => ({
  status: 409,
  code: 'ticket_merged',
  message: `This ticket was joined with #${id}. Please go on there.`,
})

onEachDatabase('merging', (on) => {
  test('what was brought to the counter and filed from home becomes one ticket, and two again, row by row', async () => {
    await using team = await newTeam({ on })
    const [ann, bob, cem] = [await team.user('ann'), await team.member('Bob'), await team.member('Cem')]
    const into = await handIn(ann, { device: 'laptop', owner: 'Ann', phone: '13987654321', accessories: [0] })
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
    // Once more, because the answer was lost.
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
      [...unclaimed.notes, ...earlier.notes, { content: `Joined ticket #${id} with this one.` }]
        .map(({ content }) => content)
        .toSorted(),
    )
    assert.equal(joined.notes.filter(({ pic }) => pic.length > 0).length, 1)
    assert.deepEqual([joined.custody?.holding?.shelf, joined.custody?.tags], ['B3', [tag]])
    assert.equal(joined.custody?.number, earlier.custody?.number)
    assert.deepEqual(await bob.counter.tag({ tag }), { id: into })
    assert.equal((await bob.tickets.search({ values: 'X280', open: 1 })).list[0]?.id, into)

    // The old number leads to the new one, for everybody, and by the receipt; lists say so.
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
    // She has an account: the paper is not for anybody to make theirs, and she has what it stands for already.
    await assert.rejects((await team.user('zoe')).receipts.adopt({ receipt }), { code: 'not_a_visitor' })
    assert.deepEqual(await ann.receipts.adopt({ receipt }), { id: into })
    await assert.rejects(team.anyone.receipts.notify({ receipt, mail: '' }), { code: 'not_a_visitor' })

    // What is said and done since stays with the ticket that went on; the device is where it is by now.
    team.pass({ hours: 23 })
    await team.anyone.receipts.comment({ receipt, content: 'Any news?' })
    await bob.tickets.unmerge({ id })
    await bob.tickets.unmerge({ id })
    const after = await rowsOf(team)
    const said = /Any news\?/
    assert.deepEqual({ ...after, note: after.note.filter((row) => !said.test(row)) }, rows)
    const apart = await bob.tickets.info({ id: into })
    assert.deepEqual([apart.merged, apart.status, apart.deviceModel], [[], statuses.submitted, ''])
    assert.match(apart.notes.map(({ content }) => content).join('\n'), /Any news\?[^]*Separated ticket #/)
    await assert.rejects(ann.tickets.info({ id }), { code: 'ticket_not_found' })

    // Joined again it cannot be undone after a day.
    await bob.tickets.merge({ id, into })
    team.pass({ hours: 24, milliseconds: 1 })
    assert.deepEqual((await bob.tickets.info({ id: into })).merged, [{ id, undoable: false }])
    await assert.rejects(bob.tickets.unmerge({ id }), over)
  })
})
