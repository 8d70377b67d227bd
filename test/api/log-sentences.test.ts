import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase } from '../support/databases.ts'
import { newTeam } from '../support/team.ts'
import { createTicket } from '../support/tickets.ts'

onEachDatabase('sentences of the operation log', (on) => {
  test('each entry of the operation log is a sentence with names, old and new values, and no internal number', async () => {
    await using team = await newTeam({ on, at: '2026-11-16T01:30:00Z' })
    const admin = await team.admin()
    const ben = await team.member('Ben')
    await team.member('Eve')
    const sheet = [{ weekday: 5, shift: 1, workers: ['Ben'] }]
    await admin.rosters.create({ name: 'Autumn', activate: true, sheet })
    const carl = await team.user('carl')
    const id = await createTicket(carl, { device: 'lamp' })
    await ben.tickets.pick({ id })
    await ben.tickets.update({ id, status: 3 })
    await ben.tickets.assign({ id, name: 'Eve' })
    await ben.tickets.drop({ id })
    const members = (await admin.admin.members()).list
    const eve = members.find(({ name }) => name === 'Eve')?.id ?? 0
    await admin.admin.updateMember({ id: eve, name: 'Eva', admin: true })
    await admin.admin.updateSettings({ teamName: 'Blue Sky', retentionDays: 60 })
    await admin.admin.updateSettings({ closedDays: [{ from: '2026-12-01', until: '2026-12-01' }] })
    await ben.leaves.ask({ week: '2026-11-20', shift: '1', reason: 'exam' })
    await ben.members.logout()
    const texts = async (lang: 'zh_CN' | 'en_US', from: string) => {
      const { list } = await team.as(admin.token, lang).admin.log()
      const all = list.toReversed().map(({ text }) => text)
      return all.slice(all.findIndex((text) => text.includes(from)))
    }
    await admin.users.updateLocale({ lang: 'en_US' })
    assert.deepEqual((await texts('en_US', 'submitted')).slice(0, -1), [
      `A user submitted #${id}.`,
      `Ben claimed #${id}.`,
      `Ben changed the status of #${id} from Claimed to Repairing.`,
      `Ben added Eve to #${id}.`,
      `Ben stopped working on #${id}.`,
      'admin renamed Eve to Eva and made Eve an administrator.',
      'admin changed “Team name” (“Blue Sky” added); “Days personal data is kept” from “30” to “60”.',
      'admin changed “Closed days” (“1 Dec 2026” added).',
      'Ben requested leave for Shift 1 on 20 Nov 2026.',
      'Ben logged out as a member.',
    ])
    await admin.users.updateLocale({ lang: 'zh_CN' })
    assert.deepEqual((await texts('zh_CN', '提交')).slice(0, -2), [
      `用户 提交了 #${id}。`,
      `Ben 接了 #${id}。`,
      `Ben 把 #${id} 的状态从“已接单”改为“维修中”。`,
      `Ben 让 Eve 一起负责 #${id}。`,
      `Ben 不再负责 #${id}。`,
      'admin 把 Eve 改名为 Eva，把 Eve 设为管理员。',
      'admin 修改了设置：“团队名称”增加了“Blue Sky”；“个人数据保留天数”从“30”改为“60”。',
      'admin 修改了设置：“放假日”增加了“2026 年 12 月 1 日”。',
      'Ben 请了 2026 年 11 月 20 日第 1 班的假。',
      'Ben 退出了队员身份。',
    ])
  })
})
