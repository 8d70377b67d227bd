import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase } from '../support/databases.ts'
import { newTeam } from '../support/team.ts'

onEachDatabase('the operation log', (on) => {
  test('tells who did what, in the language of whoever reads it', async () => {
    await using team = await newTeam({ on, at: '2026-11-16T01:30:00Z' })
    const admin = await team.admin()
    await admin.users.update({ name: 'Ann', phone: '13800138000' })
    const { id } = await admin.admin.invite({ name: 'Bob', phone: '13900139000', passwd: 'a long password' })
    await admin.admin.updateMember({ id, admin: true, phone: '13700137000' })
    await admin.admin.removeMember({ id })
    const eve = await team.user('eve')
    await eve.session.logout()
    const { list, total } = await admin.admin.log()
    assert.equal(total, list.length)
    assert.deepEqual(
      list.map(({ op, operation, target, previous, current }) => [op, operation, target, previous.info, current.info]),
      [
        ['#2', 10, 4, '', 'logged out'],
        ['#2', 9, 4, '', 'logged in (demo)'],
        ['admin', 2, 3, 'Bob, active', 'Bob, removed'],
        ['admin', 1, 3, 'Bob, not an administrator', 'Bob, administrator, new phone'],
        ['admin', 0, 3, '', 'Bob'],
        ['admin', 1, 4, '', 'changed name and phone'],
        ['admin', 9, 3, '', 'admin logged in (invitation)'],
        ['Ann', 9, 4, '', 'logged in (demo)'],
      ],
    )
    assert.deepEqual(list[0]?.time, '2026-11-16T09:30:00.000000')
    assert.deepEqual(list[0]?.previous, { id: 0, info: '' })
    await admin.users.updateLocale({ lang: 'zh_CN' })
    await admin.users.updateLocale({ lang: 'en_US' })
    await admin.users.updateLocale({ lang: 'zh_CN' })
    const chinese = await admin.admin.log({ target: 4, count: 3 })
    assert.deepEqual(
      chinese.list.map(({ previous, current }) => [previous.info, current.info]),
      [
        ['英文', '中文'],
        ['中文', '英文'],
        ['', '中文'],
      ],
    )
  })

  test('has no entry for what changed nothing, and none for what failed', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const before = (await admin.admin.log()).total
    await admin.users.update({ name: '' })
    await admin.admin.updateSettings({ retentionDays: 30 })
    await assert.rejects(admin.admin.updateMember({ id: 99, name: 'x' }))
    await assert.rejects(admin.users.update({ phone: 'x' }))
    assert.equal((await admin.admin.log()).total, before)
  })

  test('is searched by operator, target and time, page by page', async () => {
    await using team = await newTeam({ on, at: '2026-11-16T01:30:00Z' })
    const admin = await team.admin()
    const bob = await team.member('Bob')
    team.pass({ days: 1 })
    await admin.members.login({ code: '' })
    for (let i = 0; i < 5; i += 1) await bob.users.report({ content: `number ${i}` })
    const bobs = await admin.admin.log({ op: 'Bob', target: 5, count: 2, pageId: 2 })
    assert.equal(bobs.total, 5)
    assert.deepEqual(
      bobs.list.map(({ current }) => current.id),
      [3, 2],
    )
    assert.equal((await admin.admin.log({ since: '2026-11-17', target: 5 })).total, 5)
    assert.equal(
      (await admin.admin.log({ since: '2026-11-17 09:30', until: '2026-11-17T09:30:00.001', target: 5 })).total,
      5,
    )
    assert.equal((await admin.admin.log({ until: '2026-11-17', target: 5 })).total, 0)
    assert.equal((await admin.admin.log({ op: 'nobody' })).total, 0)
    await bob.members.logout()
    const [left] = (await admin.admin.log({ op: 'Bob', target: 3 })).list
    assert.deepEqual([left?.operation, left?.current.info], [10, 'Bob logged out'])
    await assert.rejects(admin.admin.log({ since: '2026-02-30' }), { status: 400, code: 'bad_input' })
    const feedback = await admin.admin.feedback({ count: 2 })
    assert.deepEqual(
      feedback.list.map(({ content, user }) => [content, user.name]),
      [
        ['number 4', ''],
        ['number 3', ''],
      ],
    )
    assert.equal(feedback.total, 5)
  })
})
