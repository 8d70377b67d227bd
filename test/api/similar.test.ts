import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statuses } from '#contract/codes.ts'
import { onEachDatabase } from '../support/databases.ts'
import { runJob } from '../support/messages.ts'
import { insertRepairs, similarCases } from '../support/similar-cases.ts'
import { newTeam } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

onEachDatabase('similar repairs', (on) => {
  test('the same fault of the same model is found among 5,000 similar repairs', async () => {
    await using team = await newTeam({ on, env: { RATE_LIMITS: 'off' } })
    const { finished, cases } = similarCases(100, 1)
    assert.equal(finished.length, 5000)
    await insertRepairs(team.fresh, finished, team.now() - 1e9)
    const [ann, bob] = [await team.user('ann'), await team.member('Bob')]
    const missed = []
    for (const { asked, twin } of cases) {
      const { device, device_model: deviceModel, description } = asked
      const id = await createTicket(ann, { device, deviceModel, description })
      const { list } = await bob.tickets.similar({ id })
      if (!list.some((one) => one.id === twin)) missed.push(asked)
    }
    assert.ok(missed.length <= 5, JSON.stringify(missed))
  })

  test('a member sees earlier repairs with their remedy, and possible duplicates with the reason', async () => {
    await using team = await newTeam({ on })
    const [ann, zoe, bob, cem] = [
      await team.user('ann'),
      await team.user('zoe'),
      await team.member('Bob'),
      await team.member('Cem'),
    ]
    const kettle = { device: 'Kettle', deviceModel: 'Midea MK-HJ1522' }
    const wrong = 'It does not heat, the lamp is on.'
    const finish = async (wish: Parameters<typeof createTicket>[1], remedy = '', status: 5 | 6 = statuses.repaired) => {
      const id = await createTicket(zoe, { description: wrong, ...wish })
      await bob.tickets.pick({ id })
      await bob.tickets.update({ id, status: statuses.repairing })
      await bob.tickets.update({ id, status, ...(remedy ? { remedy } : {}) })
      await bob.tickets.retrieve({ id })
      team.pass({ minutes: 1 })
      return id
    }
    // Oldest first: a repair with a remedy, one without, another kettle with the same fault, and an unrelated one.
    const helped = await finish(kettle, 'A new fuse of the heating plate.')
    const silent = await finish({ ...kettle, deviceModel: 'midea mk hj1522' })
    const other = await finish({ device: '电水壶', deviceModel: '美的 MK-SH1702', description: '不加热' })
    await finish({ device: 'Laptop', deviceModel: 'ThinkPad X280', description: 'Screen is black.' })
    await finish({ device: 'Kettle', deviceModel: 'Bosch TWK3A011', description: 'The lid is broken off.' })
    await finish({ device: 'Kettle', deviceModel: 'Midea MK-A1', description: 'The lid is broken off.' })
    await zoe.tickets.cancel({ id: await createTicket(zoe, { ...kettle, description: wrong }) })

    const id = await createTicket(ann, {
      ...kettle,
      deviceModel: 'ＭＫ－ＨＪ１５２２',
      description: 'Drips on the table.',
      phone: '138 0013 8000',
      owner: 'Ann',
    })
    for (const indexed of [false, true]) {
      if (indexed) await runJob(team, 'index')
      const { list, duplicates } = await bob.tickets.similar({ id })
      assert.deepEqual(duplicates, [])
      assert.deepEqual(
        list.map((one) => one.id),
        [helped, silent],
      )
    }
    await bob.tickets.pick({ id })
    const { list } = await bob.tickets.similar({ id })
    assert.deepEqual(
      { ...list[0], finishedTime: '' },
      {
        id: helped,
        ...kettle,
        description: wrong,
        status: statuses.repaired,
        finishedTime: '',
        outcome: '',
        brand: '',
        remedy: 'A new fuse of the heating plate.',
        workers: (await bob.tickets.info({ id })).workers,
      },
    )
    // A repair is found by kind and fault, in either language.
    const chinese = await createTicket(zoe, { device: '电水壶', deviceModel: 'Midea ABC99', description: '烧水不热了' })
    await runJob(team, 'index')
    assert.deepEqual(
      new Set((await bob.tickets.similar({ id: chinese })).list.map((one) => one.id)),
      new Set([helped, silent, other]),
    )

    const admin = await team.admin()
    // Duplicates are found by the same owner's name or phone, and by the same model with the end of a phone number;
    // before indexing and after it.
    const same = await createTicket(ann, { device: 'Radio' })
    const called = (
      await cem.counter.create({ type: 0, device: 'Toaster', owner: 'A.', phone: '+86 13800138000', queue: true })
    ).id
    const device = await createTicket(zoe, { ...kettle, owner: 'ANN', phone: '13911112222' })
    await createTicket(zoe, { ...kettle, owner: 'Zoe', phone: '13911112222' })
    for (const job of ['look', 'index']) {
      if (job === 'index') await runJob(team, job)
      const { duplicates } = await admin.tickets.similar({ id })
      assert.deepEqual(
        duplicates.map((one) => [one.id, one.why, one.joinable]),
        [
          [called, 'person', true],
          [same, 'person', true],
          [device, 'device', false],
        ],
      )
      assert.doesNotMatch(JSON.stringify(duplicates), /138/)
      // A member who does not see the phones does not learn that they are equal, and cannot merge.
      assert.deepEqual(
        (await cem.tickets.similar({ id })).duplicates.map((one) => [one.id, one.why, one.joinable]),
        [
          [same, 'person', false],
          [device, 'device', false],
        ],
      )
    }
    await bob.tickets.merge({ id: same, into: id })
    assert.deepEqual(
      (await admin.tickets.similar({ id: same })).duplicates.map((one) => one.id),
      [called, device],
    )
    await bob.tickets.retrieve({ id })
    assert.deepEqual((await cem.tickets.similar({ id })).duplicates, [])
    // The five newest tickets of the same account, with any phone.
    const yan = await team.user('yan')
    const many = []
    for (const n of [1, 2, 3, 4, 5, 6, 7])
      many.push(await createTicket(yan, { device: 'Radio', phone: `1370000000${n}` }))
    await runJob(team, 'index')
    assert.deepEqual(
      (await cem.tickets.similar({ id: many[6] ?? 0 })).duplicates.map((one) => one.id),
      many.slice(1, 6).toReversed(),
    )
    await assert.rejects(cem.tickets.similar({ id: 999 }), { status: 404, code: 'ticket_not_found' })
    await assert.rejects(ann.tickets.similar({ id }), { status: 403, code: 'wrong_role' })
  })
})
