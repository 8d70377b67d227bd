import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase } from '../support/databases.ts'
import { photo } from '../support/pictures.ts'
import { newTeam, type Person, type Team } from '../support/team.ts'
import { form, handIn } from '../support/tickets.ts'

async function upload(team: Team, { token }: Person): Promise<string> {
  const response = await team.call('/upload', form(token, await photo()))
  return ((await response.json()) as { data: { url: string } }).data.url
}

const custodyOf = async (member: Person, id: number) => {
  const { custody } = await member.tickets.info({ id })
  assert.ok(custody)
  return custody
}
/** The ledger without times and numbers. */
const ledger = async (member: Person, id: number) =>
  (await custodyOf(member, id)).lines.map(({ by, what, shelf, to }) => [by, what, shelf, to].filter(Boolean).join(' '))

const adapter = 0
const mouse = 3
const bag = 5

onEachDatabase('custody', (on) => {
  test('a device is followed from the hands of its owner to whoever takes it home', async () => {
    await using team = await newTeam({ on })
    const [ann, bob, cem] = [await team.user('ann'), await team.member('Bob'), await team.member('Cem')]
    const cemId = (await cem.members.checklogin()).id
    const id = await handIn(ann, { accessories: [adapter], device: 'laptop' })

    // Filed from home: the team does not have it, though somebody has said that they will see to it.
    await bob.tickets.pick({ id })
    assert.equal((await ann.tickets.info({ id })).here, false)
    assert.deepEqual(await custodyOf(bob, id), {
      holding: null,
      lines: [],
      tags: [],
      filedBy: '',
      receipt: false,
      mail: '',
      number: '',
      visitTime: '',
    })
    assert.deepEqual(await bob.custody.list({}), { list: [], total: 0 })
    assert.ok((await bob.tickets.info({ id })).moves.some(({ action }) => action === 'receive'))
    const never = { status: 409, code: 'never_received', message: /^The team does not have this device/ }
    const [tag = 0, other = 0] = (await bob.counter.tags({ count: 2 })).tags
    await assert.rejects(bob.custody.shelf({ id, shelf: 'B3' }), never)
    await assert.rejects(bob.custody.hand({ id, to: 'bench' }), never)
    await assert.rejects(bob.custody.tie({ id, tag }), never)
    await assert.rejects(bob.tickets.retrieve({ id, shown: 'id' }), never)

    // Ann brings it: with more than she had written, and scratched.
    team.pass({ hours: 1 })
    const state = await upload(team, bob)
    await bob.custody.receive({ id, accessories: [adapter, mouse, bag], shelf: 'B3', tag, pic: [state] })
    assert.deepEqual(await bob.counter.tag({ tag }), { id })
    const hers = await ann.tickets.info({ id })
    assert.equal(hers.here, true)
    assert.deepEqual(hers.accessories, [adapter, mouse, bag])
    assert.equal(hers.custody, undefined)
    assert.deepEqual(
      hers.notes.slice(-2).map(({ content, pic }) => [content, pic]),
      [
        ['', [state]],
        ['Received the device.', []],
      ],
    )

    team.pass({ minutes: 1 })
    await cem.custody.hand({ id, to: 'bench' })
    await cem.custody.tie({ id, tag: other })
    await bob.custody.hand({ id, to: 'colleague', member: cemId })
    assert.equal((await custodyOf(bob, id)).holding?.with, 'Cem')
    await cem.custody.hand({ id, to: 'workshop', name: 'Lamps & Sons' })
    assert.deepEqual((await custodyOf(bob, id)).holding, {
      since: '2026-11-16T10:30:00.000000',
      place: 'workshop',
      shelf: 'B3',
      with: 'Lamps & Sons',
    })
    // Back from there, and on another shelf.
    await bob.custody.receive({ id })
    assert.equal((await custodyOf(bob, id)).holding?.place, 'counter')
    await cem.custody.shelf({ id, shelf: 'C1' })
    await bob.tickets.update({ id, status: 5 })
    const { list, total } = await cem.custody.list({})
    assert.deepEqual(
      [list, total],
      [
        [
          {
            id,
            type: 0,
            kind: 0,
            status: 5,
            device: 'laptop',
            owner: '',
            since: '2026-11-16T10:30:00.000000',
            place: 'shelf',
            shelf: 'C1',
            with: '',
            ready: true,
            told: [],
          },
        ],
        1,
      ],
    )

    // What is wrong with a hand-back is said, and changes nothing.
    const before = await custodyOf(bob, id)
    const unsaid = { status: 409, code: 'accessory_unsaid', message: /^Mouse came with this device/ }
    for (const [wish, refusal] of [
      [
        { returned: [adapter, 2] },
        { status: 409, code: 'accessory_never_there', message: 'Battery did not come with this device.' },
      ],
      [{ missing: [{ accessory: 77, reason: 'lost' }] }, { code: 'accessory_never_there' }],
      [{ returned: [adapter, bag] }, unsaid],
      [{ returned: [adapter, mouse, bag], missing: [{ accessory: mouse, reason: 'lost' }] }, unsaid],
      [{ signature: 'https://elsewhere.example/a.jpg' }, { status: 400, code: 'bad_input', message: /^signature/ }],
      [{ missing: [{ accessory: mouse, reason: '' }] }, { status: 400, code: 'bad_input' }],
    ] as const)
      await assert.rejects(bob.tickets.retrieve({ id, ...(structuredClone(wish) as object) }), refusal)
    assert.deepEqual(await custodyOf(bob, id), before)

    team.pass({ minutes: 1 })
    const signature = await upload(team, bob)
    await bob.tickets.retrieve({
      id,
      returned: [adapter, bag],
      missing: [{ accessory: mouse, reason: 'Taken home earlier' }],
      to: 'Uncle Bo',
      shown: 'receipt',
      signature,
    })
    assert.deepEqual(await ledger(bob, id), [
      'Bob received B3',
      'Cem bench',
      'Bob colleague Cem',
      'Cem workshop Lamps & Sons',
      'Bob received',
      'Cem shelved C1',
      'Bob returned Uncle Bo',
    ])
    const { lines, holding, tags } = await custodyOf(cem, id)
    assert.deepEqual([holding, tags], [null, []])
    const unreturned = (accessory: number) => ({ accessory, returned: false, reason: '' })
    assert.deepEqual(lines[0]?.accessories, [adapter, mouse, bag].map(unreturned))
    assert.deepEqual(lines[0]?.pic, [state])
    const { id: lineId = 0, ...last } = lines.at(-1) ?? {}
    assert.ok(lineId > 0)
    assert.deepEqual(last, {
      createdTime: '2026-11-16T10:32:00.000000',
      by: 'Bob',
      what: 'returned',
      shelf: '',
      to: 'Uncle Bo',
      shown: 'receipt',
      accessories: [
        { accessory: adapter, returned: true, reason: '' },
        { accessory: mouse, returned: false, reason: 'Taken home earlier' },
        { accessory: bag, returned: true, reason: '' },
      ],
      pic: [signature],
    })
    assert.equal((await ann.tickets.info({ id })).here, false)
    assert.equal(JSON.stringify(await ann.tickets.info({ id })).includes(signature), false)
    assert.deepEqual(await bob.counter.tag({ tag }), { id: 0 })

    // Not so after all: it is where it was, and so are its tags but the one that has gone to another device.
    const kettle = await handIn(ann)
    await bob.custody.receive({ id: kettle, tag: other })
    await bob.tickets.unretrieve({ id })
    const restored = await custodyOf(bob, id)
    assert.deepEqual(restored.holding, before.holding)
    assert.deepEqual(restored.tags, [tag])
    assert.deepEqual(restored.lines.slice(0, -1), lines)
    assert.deepEqual((await ledger(bob, id)).at(-1), 'Bob not_returned')
    assert.equal((await ann.tickets.info({ id })).here, true)

    // And home without a word about it.
    await cem.tickets.retrieve({ id })
    assert.deepEqual((await ledger(bob, id)).slice(-2), ['Bob not_returned', 'Cem returned'])
    assert.deepEqual((await custodyOf(bob, id)).lines.at(-1)?.accessories, [])
    await assert.rejects(bob.custody.receive({ id }), { status: 409, code: 'ticket_over' })
  })
})
