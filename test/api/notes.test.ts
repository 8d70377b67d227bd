import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase } from '../support/databases.ts'
import { photo } from '../support/pictures.ts'
import { json, newTeam } from '../support/team.ts'
import { createTicket, ticketLog, uploadForm } from '../support/tickets.ts'

onEachDatabase('comments and internal notes', (on) => {
  test('owner and members comment, and internal notes are for members only', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    await ann.users.update({ name: 'Ann' })
    const bob = await team.member('Bob')
    const id = await createTicket(ann)
    const first = await bob.tickets.addnote({ id, content: 'When did it break?' })
    const second = await bob.tickets.addnote({ id, content: 'Looks like the fuse.', type: 2 })
    assert.ok(second.id > first.id)
    await ann.tickets.addnote({ id, content: 'Yesterday.\n\tAt noon.', type: 1 })
    const seen = async (who: typeof ann) =>
      (await who.tickets.info({ id })).notes.map(({ op, type, content }) => `${op} ${type} ${content}`)
    const recorded = 'Ann 0 Submitted the ticket.'
    assert.deepEqual(await seen(ann), [recorded, 'Bob 1 When did it break?', 'Ann 1 Yesterday.\n\tAt noon.'])
    assert.deepEqual(await seen(bob), [
      recorded,
      'Bob 1 When did it break?',
      'Bob 2 Looks like the fuse.',
      'Ann 1 Yesterday.\n\tAt noon.',
    ])
    await bob.members.logout()
    await assert.rejects(bob.tickets.info({ id }), { status: 404 })
    const entries = (await ticketLog(team)).filter(({ operation }) => operation === 8)
    assert.deepEqual(
      entries.map(({ op, current }) => [op, current.id, current.info]),
      [
        ['Bob', id, 'comment'],
        ['Bob', id, 'internal note'],
        ['Ann', id, 'comment'],
      ],
    )
  })

  test('an empty comment or one of the wrong type is refused', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const bob = await team.member('Bob')
    const id = await createTicket(ann)
    await assert.rejects(ann.tickets.addnote({ id }), { status: 400, message: /needs text or a picture/ })
    await assert.rejects(ann.tickets.addnote({ id, content: ' \n ' }), { status: 400 })
    await assert.rejects(ann.tickets.newcomment({ id, content: '', pic: [] }), { status: 400 })
    for (const who of [ann, bob, await team.admin()])
      await assert.rejects(who.tickets.addnote({ id, content: 'x', type: 0 }), { status: 400 })
    await assert.rejects(ann.tickets.addnote({ id, content: 'x', type: 3 }), { status: 400 })
    await assert.rejects(ann.tickets.addnote({ id, content: 'x', type: 2 }), { status: 403, code: 'wrong_role' })
    await assert.rejects(ann.tickets.addnote({ id, content: 'x'.repeat(4001) }), { status: 400 })
    await assert.rejects(ann.tickets.addnote({ id, content: 'a\u0000' }), { status: 400 })
    // The earlier revision has no internal notes: its comments are comments.
    await team.call('/tickets/newcomment', json({ token: bob.token, id, content: 'plain', type: 2 }))
    assert.deepEqual(
      (await ann.tickets.info({ id })).notes.map(({ type }) => type),
      [0, 1],
    )
  })

  test('an internal note may have pictures, and the owner sees neither', async () => {
    await using team = await newTeam({ on })
    const [ann, bob] = [await team.user(), await team.member('Bob')]
    const id = await createTicket(ann)
    const upload = async () => {
      const response = await team.call('/upload', uploadForm(bob.token, await photo()))
      return ((await response.json()) as { data: { url: string } }).data.url
    }
    const [beside, alone, shown] = [await upload(), await upload(), await upload()]
    await bob.tickets.pick({ id })
    await bob.tickets.addnote({ id, content: 'Scratched here.', type: 2, pic: [beside] })
    await bob.tickets.update({ id, status: 3, type: 2, pic: [alone] })
    await bob.tickets.addnote({ id, pic: [shown] })
    const written = (await bob.tickets.info({ id })).notes.filter(({ type }) => type > 0)
    // In the interface only comments have pictures in `pic`.
    assert.deepEqual(
      written.map(({ type, pic, internalPic }) => [type, pic, internalPic]),
      [
        [2, [], [beside]],
        [2, [], [alone]],
        [1, [shown], undefined],
      ],
    )
    assert.equal((await team.call(new URL(alone).pathname)).status, 200)
    const hers = await Promise.all([ann.tickets.info({ id }), ann.tickets.mine(), ann.users.export()])
    for (const hidden of [beside, alone]) assert.ok(!JSON.stringify(hers).includes(new URL(hidden).pathname))
    const [found] = (await bob.tickets.search({})).list
    assert.equal(found?.photo, shown, 'a list shows only public pictures')
  })

  test('a comment repeated with its key is one comment, for one person and one body, in both revisions', async () => {
    await using team = await newTeam({ on })
    const [ann, bob] = [await team.user(), await team.member('Bob')]
    const id = await createTicket(ann)
    const other = await createTicket(ann, { device: 'toaster' })
    const said = { id, content: 'Is it done?' }
    const ids = await Promise.all(Array.from({ length: 6 }, () => ann.tickets.addnote(said, { key: 'k' })))
    assert.equal(new Set(ids.map((one) => one.id)).size, 1)
    await ann.tickets.newcomment(said, { key: 'k' })
    for (const wish of [
      { ...said, content: 'Well?' },
      { ...said, id: other },
    ])
      await assert.rejects(ann.tickets.addnote(wish, { key: 'k' }), { status: 409, code: 'key_reused' })
    await assert.rejects(ann.tickets.create({ type: 0, device: 'kettle' }, { key: 'k' }), { code: 'key_reused' })
    assert.notEqual((await bob.tickets.addnote(said, { key: 'k' })).id, ids[0]?.id)
    await assert.rejects(ann.tickets.addnote({ id: 999, content: 'x' }, { key: 'later' }), { status: 404 })
    await ann.tickets.addnote({ id, content: 'x' }, { key: 'later' })
    assert.equal((await ann.tickets.info({ id })).notes.length, 4)
    assert.equal((await ticketLog(team)).filter(({ operation }) => operation === 8).length, 3)
    team.pass({ hours: 24 })
    assert.notEqual((await ann.tickets.addnote(said, { key: 'k' })).id, ids[0]?.id)
  })

  test('equal words with another key or without one are a second comment', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const said = { id: await createTicket(ann), content: 'Is it done?' }
    const written = [
      await ann.tickets.addnote(said, { key: 'a' }),
      await ann.tickets.addnote(said, { key: 'b' }),
      await ann.tickets.addnote(said),
      await ann.tickets.addnote(said),
    ]
    await ann.tickets.newcomment(said, { key: 'c' })
    await ann.tickets.newcomment(said)
    assert.equal(new Set(written.map(({ id }) => id)).size, 4)
    const { notes } = await ann.tickets.info(said)
    assert.equal(notes.filter(({ content }) => content === said.content).length, 6)
    for (const key of ['d', 'e', undefined, undefined])
      await ann.users.report({ content: 'Thank you' }, key ? { key } : {})
    assert.equal((await (await team.admin()).admin.feedback({})).total, 4)
  })

  test('an owner without a name is shown as “owner”', async () => {
    await using team = await newTeam({ on })
    const ann = await team.user()
    const bob = await team.member('Bob')
    const id = await createTicket(ann)
    assert.equal((await bob.tickets.info({ id })).notes[0]?.op, 'The owner')
    assert.equal((await team.as(bob.token, 'zh_CN').tickets.info({ id })).notes[0]?.op, '报修人')
  })
})

// The limit is counted in memory, so one database is enough.
test('a user may write a hundred and twenty comments per hour', async () => {
  await using team = await newTeam()
  const ann = await team.user()
  const id = await createTicket(ann)
  for (let i = 0; i < 60; i += 1)
    await Promise.all([ann.tickets.addnote({ id, content: `${i}` }), ann.tickets.newcomment({ id, content: `${i}` })])
  await assert.rejects(ann.tickets.addnote({ id, content: 'one more' }), { status: 429 })
  const bob = await team.member('Bob')
  for (let i = 0; i < 120; i += 1) await bob.tickets.update({ id, status: 1 + (i % 2), content: i % 3 ? `${i}` : '' })
  for (let i = 0; i < 40; i += 1) await bob.tickets.update({ id, status: 1, content: `${i}` })
  await assert.rejects(bob.tickets.update({ id, status: 3, content: 'one more' }), { status: 429 })
  await bob.tickets.update({ id, status: 3 })
  assert.equal((await ann.tickets.info({ id })).status, 3)
})
