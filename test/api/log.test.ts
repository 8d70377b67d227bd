import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEngine } from '#store/engine/open.ts'
import { Store } from '#store/store.ts'
import { onEachDatabase } from '../support/databases.ts'
import { newTeam } from '../support/team.ts'

onEachDatabase('the operation log', (on) => {
  test('the operation log says who did what, in the reader’s language', async () => {
    await using team = await newTeam({ on, at: '2026-11-16T01:30:00Z' })
    const admin = await team.admin()
    await admin.users.update({ name: 'Ann', phone: '13800138000' })
    const { id, code } = await admin.admin.invite({ name: 'Bob', phone: '13900139000', passwd: 'a long password' })
    await admin.admin.updateMember({ id, admin: true, phone: '13700137000' })
    await admin.admin.removeMember({ id })
    const eve = await team.user('eve')
    await eve.session.logout()
    const { list, total } = await admin.admin.log()
    assert.equal(total, list.length)
    assert.deepEqual(
      list.map(({ op, operation, target, previous, current }) => [op, operation, target, previous.info, current.info]),
      [
        ['admin', 2, 3, 'Bob, active', 'Bob, removed'],
        ['admin', 1, 3, 'Bob, not an administrator', 'Bob, administrator, new phone'],
        ['admin', 0, 3, '', 'Bob'],
        ['admin', 1, 4, '', 'changed name and phone'],
        ['admin', 9, 3, '', 'admin logged in (invitation)'],
      ],
    )
    await admin.admin.log({ target: 4 }).then(({ total }) => assert.equal(total, 1))
    const secrets = ['13800138000', '13900139000', '13700137000', 'a long password', code, admin.token, eve.token]
    for (const secret of secrets) assert.ok(!JSON.stringify(list).includes(secret))
    assert.deepEqual(list[0]?.time, '2026-11-16T09:30:00.000000')
    assert.deepEqual(list[2]?.previous, { id: 0, info: '' })
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

  test('the operation log has no entry for calls that failed or changed nothing', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const before = (await admin.admin.log()).total
    await admin.users.update({ name: '' })
    await admin.admin.updateSettings({ retentionDays: 30 })
    await assert.rejects(admin.admin.updateMember({ id: 99, name: 'x' }))
    await assert.rejects(admin.users.update({ phone: 'x' }))
    assert.equal((await admin.admin.log()).total, before)
  })

  test('every entry of the operation log is entirely in one language', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const { id } = await admin.admin.invite({ name: '小林', stuid: '20260001', passwd: 'a long password' })
    const lin = await team.user('lin')
    await lin.members.login({ stuid: '20260001', passwd: 'a long password' })
    await lin.members.logout()
    await admin.admin.updateSettings({
      teamName: '修理队',
      lang: 'en_US',
      phonesForAllMembers: true,
      retentionDays: 60,
      timetable: [
        { shift: 1, from: '09:00', until: '12:00' },
        { shift: 2, from: '14:00', until: '24:00', weekday: 6 },
      ],
      closedDays: [
        { from: '2026-12-01', until: '2026-12-01' },
        { from: '2027-01-01', until: '2027-01-03', name: '元旦' },
      ],
      makeUpDays: [{ date: '2027-01-09', weekday: 1 }],
      rates: { ...(await admin.admin.settings()).rates, ticketsPerHour: 40 },
    })
    await admin.admin.updateMember({ id, active: false })
    const of = async (lang: 'zh_CN' | 'en_US') => {
      const { list } = await team.as(admin.token, lang).admin.log()
      return list.toReversed().map(({ previous, current }) => `${previous.info} -> ${current.info}`)
    }
    await admin.users.updateLocale({ lang: 'zh_CN' })
    const chinese = (await of('zh_CN')).slice(0, -1)
    assert.deepEqual(chinese, [
      ' -> admin 已登录（邀请码）',
      ' -> 小林',
      ' -> 小林 已登录（学号和密码）',
      ' -> 小林 已退出登录',
      '团队名称：（空）；语言：中文；班次时间：（空）；放假日：（空）；补班日：（空）；个人数据保留天数：30；向所有队员显示电话：否；频率限制：每分钟请求 600、每分钟登录 600、每小时工单 30、每小时留言 120、每小时上传 120、每小时反馈 30 -> ' +
        '团队名称：修理队；语言：英文；班次时间：第 1 班 09:00–12:00、周六 第 2 班 14:00–24:00；放假日：2026-12-01、2027-01-01–2027-01-03 元旦；补班日：2027-01-09 按周一；个人数据保留天数：60；向所有队员显示电话：是；频率限制：每分钟请求 600、每分钟登录 600、每小时工单 40、每小时留言 120、每小时上传 120、每小时反馈 30',
      '小林，在队 -> 小林，已移除',
    ])
    for (const text of chinese) assert.doesNotMatch(text.replaceAll('admin', ''), /[a-z{}]/i, text)
    await admin.users.updateLocale({ lang: 'en_US' })
    const english = (await of('en_US')).slice(0, -2)
    assert.match(
      english[4] ?? '',
      /Shifts: Shift 1 09:00–12:00, Saturday Shift 2 14:00–24:00; Closed days: 2026-12-01, 2027-01-01–2027-01-03 元旦;/,
    )
    for (const text of english)
      assert.doesNotMatch(text.replace(/小林|修理队|元旦/g, ''), /\p{Script=Han}|[{}]|[：；，]/u, text)
  })

  test('the operation log has ten entries a page by default, and without paging the newest thousand', async () => {
    await using team = await newTeam({ on, env: { RATE_LIMITS: 'off' } })
    const admin = await team.admin()
    for (let i = 0; i < 12; i += 1) await admin.users.report({ content: `number ${i}` })
    const all = await admin.admin.log()
    assert.deepEqual([all.total, all.list.length], [13, 13])
    assert.deepEqual((await admin.admin.log({ pageId: 1 })).list, all.list.slice(0, 10))
    assert.deepEqual((await admin.admin.log({ pageId: 2 })).list, all.list.slice(10))
    assert.deepEqual((await admin.admin.members({ pageId: 2 })).list, [])
    await using store = new Store(await openEngine(team.fresh.config))
    const by = { personId: 1, memberId: null }
    await store.upkeep(async (tx) => {
      for (let i = 0; i < 1000; i += 1) await tx.record({ kind: 'feedback.sent', by, at: team.now(), feedback: 0 })
      // Events that earlier versions stored, and that live listeners still get.
      for (const kind of ['user.logged_in', 'user.logged_out'] as const)
        await tx.record({ kind, by, at: team.now() - 1, user: 1, with: 'demo' })
    })
    const more = await admin.admin.log()
    assert.deepEqual([more.total, more.list.length], [1013, 1000])
    assert.ok(more.list.every(({ target, previous, current }) => target === 5 && previous.id + current.id === 0))
    team.pass({ days: 2 })
    await team.running.tidy()
    const kept = await store.read((tx) => tx.log.after(0, 2000))
    assert.deepEqual(
      kept.filter(({ event }) => event?.startsWith('user.logged')),
      [],
    )
    assert.equal(kept.length, 1013)
  })

  test('the operation log can be searched by operator, target and time', async () => {
    await using team = await newTeam({ on, at: '2026-11-16T01:30:00Z' })
    const admin = await team.admin()
    const bob = await team.member('Bob')
    team.pass({ days: 1 })
    await admin.members.login({ code: team.running.adminCode ?? '' })
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
