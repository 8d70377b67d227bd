import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase } from '../support/databases.ts'
import { addRoster, off, shift } from '../support/staffed.ts'
import { newTeam } from '../support/team.ts'

onEachDatabase('the board', (on) => {
  test('the board shows the leader, how many visitors are waiting and which queue numbers can be collected', async () => {
    await using team = await newTeam({ on })
    const { admin, ann, bob } = await addRoster(team)
    const board = () => team.anyone.team.board()
    const owner = await team.user('Olga')
    assert.deepEqual((await board()).ready, [])
    for (const device of ['kettle', 'lamp', 'radio', 'fan']) await owner.tickets.create({ type: 0, device })
    for (const id of [1, 2, 3]) await bob.tickets.pick({ id })
    assert.deepEqual([(await board()).waiting, (await board()).ready], [1, []])
    await bob.tickets.update({ id: 2, status: 5 })
    team.pass({ minutes: 1 })
    await bob.tickets.update({ id: 1, status: 6 })
    team.pass({ minutes: 1 })
    await bob.tickets.update({ id: 3, status: 5 })
    assert.deepEqual((await board()).ready, [3, 1, 2])
    await bob.tickets.retrieve({ id: 1 })
    const { duty, ...shown } = await board()
    assert.deepEqual(shown, {
      time: '2026-11-16T09:32:00.000000',
      waiting: 1,
      ready: [3, 2],
      more: false,
      queue: { called: [], calls: [], waiting: 0 },
      text: '',
    })
    // A line in one language is shown in the other too.
    await admin.admin.updateSettings({ boardText: { zh_CN: '请带校园卡', en_US: '' } })
    assert.equal((await board()).text, '请带校园卡')
    await admin.admin.updateSettings({ boardText: { zh_CN: '请带校园卡', en_US: 'Bring your card' } })
    const [zh, en] = [team.as('', 'zh_CN'), team.as('', 'en_US')]
    assert.deepEqual([(await zh.team.board()).text, (await en.team.board()).text], ['请带校园卡', 'Bring your card'])
    const [entry] = (await admin.admin.log()).list
    assert.equal(entry?.current.info, 'Text on the board: 请带校园卡, Bring your card')
    assert.deepEqual(duty, await team.anyone.duty.info())
    assert.equal(duty.leader, 'Ann')

    await ann.leaves.ask({ week: '1', shift: '1' })
    assert.equal((await board()).duty.leader, '')
    await admin.duty.update(shift(2, 1))
    assert.equal((await board()).duty.leader, 'Eve')
    await admin.duty.update(off)
    assert.equal((await board()).duty.leader, '')
    // Tickets that stay unclaimed for a week no longer count as waiting.
    team.pass({ days: 8 })
    assert.equal((await board()).waiting, 0)
  })

  test('the board shows as many numbers as fit, and says that there are more', async () => {
    await using team = await newTeam({ on, env: { RATE_LIMITS: 'off' } })
    const admin = await team.admin()
    for (let id = 1; id <= 61; id += 1) {
      await admin.tickets.create({ type: 0, device: `kettle ${id}` })
      await admin.tickets.update({ id, status: 5 })
      const { ready, more } = await team.anyone.team.board()
      if (id === 60) assert.deepEqual([ready.length, more], [60, false])
      if (id === 61) assert.deepEqual([ready.length, more], [60, true])
    }
  })
})
